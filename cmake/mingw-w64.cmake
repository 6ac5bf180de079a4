# Toolchain: for Windows on x86-64, with MinGW-w64 on another system.
#   cmake --preset mingw      # or: cmake -DCMAKE_TOOLCHAIN_FILE=cmake/mingw-w64.cmake -DTRELLIS_WITH_LLVM=OFF -DTRELLIS_WITH_SPIRV_TOOLS=OFF
# Of its two thread models the one with the standard library's threads, which Debian calls posix.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)

foreach(language C CXX)
  set(name_C gcc)
  set(name_CXX g++)
  find_program(TRELLIS_MINGW_${language} NAMES
    x86_64-w64-mingw32-${name_${language}}-posix x86_64-w64-mingw32-${name_${language}})
  if(NOT TRELLIS_MINGW_${language})
    message(FATAL_ERROR "No MinGW-w64 compiler (x86_64-w64-mingw32-${name_${language}}): on Debian, install g++-mingw-w64-x86-64-posix")
  endif()
  set(CMAKE_${language}_COMPILER ${TRELLIS_MINGW_${language}})
endforeach()

# Tests run under Wine, if it is installed. Its loader lies below an address that every process needs (0x7ffe0000), and the heap above the loader starts at
# a random place. Without setarch, a process now and then does not start: "failed to map the shared user data".
find_program(TRELLIS_WINE NAMES wine64 wine PATHS /usr/lib/wine)
find_program(TRELLIS_SETARCH setarch)
if(TRELLIS_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${TRELLIS_WINE})
  if(TRELLIS_SETARCH)
    execute_process(COMMAND ${TRELLIS_SETARCH} -R true RESULT_VARIABLE is_refused ERROR_QUIET)
    if(is_refused EQUAL 0)
      set(CMAKE_CROSSCOMPILING_EMULATOR ${TRELLIS_SETARCH} -R ${TRELLIS_WINE})
    endif()
  endif()
endif()

set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# For the program at -O0, GNU's archiver and linker take minutes, LLVM's a second: use LLVM's if they are installed.
find_program(TRELLIS_LLVM_AR NAMES llvm-ar llvm-ar-19 llvm-ar-14)
find_program(TRELLIS_LLVM_RANLIB NAMES llvm-ranlib llvm-ranlib-19 llvm-ranlib-14)
if(TRELLIS_LLVM_AR AND TRELLIS_LLVM_RANLIB)
  set(CMAKE_AR ${TRELLIS_LLVM_AR})
  set(CMAKE_RANLIB ${TRELLIS_LLVM_RANLIB})
endif()
set(CMAKE_USER_MAKE_RULES_OVERRIDE ${CMAKE_CURRENT_LIST_DIR}/mingw_lld.cmake)
