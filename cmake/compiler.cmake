# What depends on compiler, linker and system: warnings and sanitizers for our own targets, and which files are for this system.
include(CheckCXXCompilerFlag)
include(CheckLinkerFlag)

# Appends to a variable the options that the C++ compiler supports. A compiler may accept "-Wno-" followed by anything, so the
# check tests the warning itself.
function(trellis_known_options out)
  set(known ${${out}})
  foreach(option ${ARGN})
    string(REGEX REPLACE "^-Wno-" "-W" asked ${option})
    string(MAKE_C_IDENTIFIER "TRELLIS_HAS${asked}" has)
    check_cxx_compiler_flag(${asked} ${has})
    if(${has})
      list(APPEND known ${option})
    endif()
  endforeach()
  set(${out} ${known} PARENT_SCOPE)
endfunction()

# Adds to a target the options that its linker supports.
function(trellis_link_options target)
  foreach(option ${ARGN})
    string(MAKE_C_IDENTIFIER "TRELLIS_LINKS${option}" has)
    check_linker_flag(CXX ${option} ${has})
    if(${has})
      target_link_options(${target} PRIVATE ${option})
    endif()
  endforeach()
endfunction()

if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12) OR
   (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14) OR
   NOT CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang)$")
  message(WARNING "Trellis is built with GCC from 12 and Clang from 14; this compiler, ${CMAKE_CXX_COMPILER_ID} "
    "${CMAKE_CXX_COMPILER_VERSION}, has not been tried (docs/platforms.md)")
endif()

# What Clang calls -Wshadow is more than that of local names: its own kind of -Wshadow=local has no name.
set(TRELLIS_WARNINGS "")
trellis_known_options(TRELLIS_WARNINGS -Wall -Wextra -Wpedantic -Wshadow=local -Wconversion -Wno-sign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of overlapping copies inside std::string's own operators (its bug 105651).
  list(APPEND TRELLIS_WARNINGS -Wno-restrict)
endif()
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  # Numbers of the input have 64 bits until they are known to be in range; indices and sizes have fewer here.
  trellis_known_options(TRELLIS_WARNINGS -Wno-shorten-64-to-32)
endif()
if(TRELLIS_WERROR)
  trellis_known_options(TRELLIS_WARNINGS -Werror)
endif()
# Functions that no header declares belong in an anonymous namespace. In C, callers of the tests' few functions declare them themselves.
set(TRELLIS_CXX_WARNINGS "")
trellis_known_options(TRELLIS_CXX_WARNINGS -Wmissing-declarations)

# Position-independent code lets other libraries replace each function by name, which keeps GCC from inlining. Nothing
# replaces our functions, so this saves 1 % of the instructions.
set(TRELLIS_OPTIMIZATIONS "")
trellis_known_options(TRELLIS_OPTIMIZATIONS -fno-semantic-interposition)
# The linker can order functions, or leave them out, only if each has a section of its own (cmake/function_order.cmake).
trellis_known_options(TRELLIS_OPTIMIZATIONS -ffunction-sections)

# GCC's default makes it collect garbage so often that a compilation takes 15 % longer.
set(TRELLIS_COMPILER_MEMORY "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(TRELLIS_COMPILER_MEMORY --param=ggc-min-heapsize=300000)  # KiB
endif()

# __FILE__ has no path of this machine: equal sources give equal objects in every folder.
set(TRELLIS_PATHS "")
trellis_known_options(TRELLIS_PATHS -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)

include(cmake/precompiled_headers.cmake)

# Call trellis_target(NAME) after add_library or add_executable.
function(trellis_target name)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_options(${name} PRIVATE
    ${TRELLIS_WARNINGS} $<$<COMPILE_LANGUAGE:CXX>:${TRELLIS_CXX_WARNINGS}> $<$<CONFIG:Release>:${TRELLIS_OPTIMIZATIONS}>
    ${TRELLIS_PATHS} ${TRELLIS_COMPILER_MEMORY})
  trellis_use_precompiled(${name})
endfunction()

# Files that unity builds compile separately, because a name means something else in them than in their neighbours: `Op` is
# spv::Op in most files, dxil::Op in some. They read no precompiled headers either: some define macros that change headers.
function(trellis_compile_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# A folder's files for only one system are in posix/ and windows/ below it.
if(WIN32)
  set(TRELLIS_SYSTEM windows)
else()
  set(TRELLIS_SYSTEM posix)
endif()

# A folder of the translator as a static library: trellis_folder(NAME DEPENDS LIBRARY...) takes the .cpp files of the folder it
# is called in, of its ROOMS, and those for this system, except those after EXCEPT. DEPENDS names only the folders before it, so
# that a call upwards does not link.
# The libraries that the interface's static library bundles are those made here (c_api/CMakeLists.txt).
function(trellis_folder name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;ROOMS;EXCEPT" ${ARGN})
  list(TRANSFORM ARG_ROOMS APPEND /*.cpp)
  file(GLOB sources CONFIGURE_DEPENDS *.cpp ${ARG_ROOMS} ${TRELLIS_SYSTEM}/*.cpp)
  foreach(file ${ARG_EXCEPT})
    list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  endforeach()
  add_library(${name} STATIC ${sources})
  if(WIN32)
    # Its headers define macros with everyday names.
    file(GLOB sources windows/*.cpp)
    trellis_compile_alone(${sources})
  endif()
  trellis_target(${name})
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY TRELLIS_FOLDERS ${name})
endfunction()

if(TRELLIS_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread)
  add_compile_definitions(TRELLIS_THREAD_SANITIZER)
  add_link_options(-fsanitize=thread)
elseif(TRELLIS_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_compile_definitions(TRELLIS_ADDRESS_SANITIZER)
  add_link_options(-fsanitize=address,undefined)
endif()
