# Warnings and sanitizers for our own targets: call trellis_target(NAME) after add_library or add_executable.
function(trellis_target name)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow=local -Wconversion -Wno-sign-conversion)
  if(TRELLIS_WERROR)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
endfunction()

if(TRELLIS_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
