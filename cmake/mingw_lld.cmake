# Links with LLD, with Clang as its driver: MinGW-w64's own driver only finds other linkers in its own folder. Include this after
# the platform's rules, which it changes.
find_program(TRELLIS_CLANG_DRIVER clang++)
find_program(TRELLIS_LLD ld.lld)
if(TRELLIS_CLANG_DRIVER AND TRELLIS_LLD)
  # Clang takes the first thread model it finds for that of the compiler.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-libgcc-file-name OUTPUT_VARIABLE libgcc OUTPUT_STRIP_TRAILING_WHITESPACE)
  get_filename_component(libraries ${libgcc} DIRECTORY)
  foreach(rule CXX_LINK_EXECUTABLE CXX_CREATE_SHARED_LIBRARY CXX_CREATE_SHARED_MODULE C_LINK_EXECUTABLE)
    string(REGEX REPLACE "<CMAKE_(C|CXX)_COMPILER>"
      "${TRELLIS_CLANG_DRIVER} --target=x86_64-w64-mingw32 -fuse-ld=lld -pthread -L${libraries} -Wno-unused-command-line-argument"
      CMAKE_${rule} "${CMAKE_${rule}}")
  endforeach()
endif()
