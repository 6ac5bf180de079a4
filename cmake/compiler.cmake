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

# Files that unity builds compile by themselves, as they use a name for another thing than their neighbours: `Op` is spv::Op in
# most, dxil::Op in some.
function(trellis_compile_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# A folder of the translator as a static library: trellis_folder(NAME DEPENDS LIBRARY...) takes the .cpp files of the folder it
# is called in. DEPENDS names the folders before it, and nothing else, so that a call upwards does not link.
# The libraries that the interface's static library bundles are those made here (c_api/CMakeLists.txt).
function(trellis_folder name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  add_library(${name} STATIC ${sources})
  trellis_target(${name})
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY TRELLIS_FOLDERS ${name})
endfunction()

if(TRELLIS_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread)
  add_link_options(-fsanitize=thread)
elseif(TRELLIS_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
