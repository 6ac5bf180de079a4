# Toolchain: WebAssembly, with Emscripten.
#   cmake --preset wasm      # or: cmake -DCMAKE_TOOLCHAIN_FILE=cmake/emscripten.cmake -DTRELLIS_WITH_LLVM=OFF -DTRELLIS_WITH_SPIRV_TOOLS=OFF
find_program(TRELLIS_EMCC NAMES emcc)
if(NOT TRELLIS_EMCC)
  message(FATAL_ERROR "No Emscripten (emcc): on Debian, install emscripten")
endif()
# Emscripten's own toolchain file is next to the program, which may be a link or, on Debian, a script that starts it from /usr/share.
get_filename_component(emcc_folder ${TRELLIS_EMCC} REALPATH)
get_filename_component(emcc_folder ${emcc_folder} DIRECTORY)
set(platform cmake/Modules/Platform/Emscripten.cmake)
find_file(TRELLIS_EMSCRIPTEN_PLATFORM ${platform} PATHS ${emcc_folder} /usr/share/emscripten NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
if(NOT TRELLIS_EMSCRIPTEN_PLATFORM)
  message(FATAL_ERROR "No ${platform} beside ${TRELLIS_EMCC}: say where with -DTRELLIS_EMSCRIPTEN_PLATFORM=FILE")
endif()
include(${TRELLIS_EMSCRIPTEN_PLATFORM})

# Use WebAssembly's exceptions: std::bad_alloc becomes a result, as everywhere. Every engine since 2022 supports them.
set(CMAKE_CXX_FLAGS_INIT "-fwasm-exceptions")
# Debian 12's Emscripten (3.1.6) has a C++ library of 2021. Our own folder provides the parts of C++20 that it lacks; see there.
if(NOT EXISTS ${EMSCRIPTEN_SYSROOT}/include/c++/v1/memory_resource)
  string(APPEND CMAKE_CXX_FLAGS_INIT " -isystem ${CMAKE_CURRENT_LIST_DIR}/emscripten/include -include trellis_missing_cxx20.hpp")
endif()
