# Headers that nearly every file reads, compiled once for many targets (TRELLIS_PRECOMPILED_HEADERS; scripts/build sets it): a
# test's file compiles in some two thirds of the time. Off by default: a change of one header compiles everything again.
option(TRELLIS_PRECOMPILED_HEADERS "Compile common headers once" OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT EMSCRIPTEN)  # Emscripten's builds include another header first.
  # As for GCC. CMake passes them to Clang's front end, where ccache does not make paths relative.
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -include <PCH_HEADER>)
endif()

# Compiles headers for the targets that this folder and those below it define from here on with trellis_target():
# trellis_precompile(OWNER HEADER...). OWNER is the library that holds the result. All these targets have the folder's options.
macro(trellis_precompile owner)
  if(TRELLIS_PRECOMPILED_HEADERS)
    set(TRELLIS_PRECOMPILED_BY "")
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${owner}.cpp CONTENT "// Holds precompiled headers.\n")
    add_library(${owner} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${owner}.cpp)
    trellis_target(${owner})
    target_precompile_headers(${owner} PRIVATE ${ARGN})
    if(CCACHE)
      set_target_properties(${owner} PROPERTIES CXX_COMPILER_LAUNCHER "${PROJECT_SOURCE_DIR}/cmake/precompile;${CCACHE}")
    endif()
    set(TRELLIS_PRECOMPILED_BY ${owner})
  endif()
endmacro()

# Lets a target read them. Code that other libraries load is compiled differently from that of programs: in folders whose programs
# are not compiled as libraries are (TRELLIS_ALL_AS_LIBRARIES), programs read the headers themselves.
function(trellis_use_precompiled name)
  get_target_property(type ${name} TYPE)
  if(TRELLIS_PRECOMPILED_BY AND (TRELLIS_ALL_AS_LIBRARIES OR NOT type STREQUAL "EXECUTABLE"))
    target_precompile_headers(${name} REUSE_FROM ${TRELLIS_PRECOMPILED_BY})
    get_target_property(in_c ${name} SOURCES)
    list(FILTER in_c INCLUDE REGEX "\\.c$")
    set_source_files_properties(${in_c} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()
