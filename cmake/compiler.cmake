# Warnings and sanitizers for our own targets: call trellis_target(NAME) after add_library or add_executable.
function(trellis_target name)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow=local -Wconversion -Wno-sign-conversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 warns of overlapping copies inside std::string's own operators (its bug 105651).
    target_compile_options(${name} PRIVATE -Wno-restrict)
  endif()
  if(TRELLIS_WERROR)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
endfunction()

if(TRELLIS_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
