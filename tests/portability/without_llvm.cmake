# The tests of a build without LLVM, mostly one for another system. They run in the toolchain's emulator, if it names one.
#   TRELLIS_GOOGLETEST   the sources of GoogleTest, since no package contains it compiled for another system
find_path(TRELLIS_GOOGLETEST NAMES src/gtest-all.cc PATHS /usr/src/googletest/googletest NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
if(NOT TRELLIS_GOOGLETEST)
  message(STATUS "No sources of GoogleTest (TRELLIS_GOOGLETEST): no tests")
  return()
endif()
add_library(trellis_googletest STATIC ${TRELLIS_GOOGLETEST}/src/gtest-all.cc ${TRELLIS_GOOGLETEST}/src/gtest_main.cc)
target_include_directories(trellis_googletest SYSTEM PUBLIC ${TRELLIS_GOOGLETEST}/include PRIVATE ${TRELLIS_GOOGLETEST})

set(tests ${PROJECT_SOURCE_DIR}/tests)
file(GLOB sources CONFIGURE_DEPENDS ${tests}/cfg/*.cpp)
list(APPEND sources
  ${tests}/support/compressed_rows_test.cpp ${tests}/support/hash_index_test.cpp
  ${tests}/structurizer/graph_generators.cpp ${tests}/structurizer/graph_families.cpp ${tests}/structurizer/random_program.cpp
  structurizer_test.cpp platform_test.cpp)
add_executable(trellis_platform_test ${sources})
trellis_target(trellis_platform_test)
target_link_libraries(trellis_platform_test PRIVATE
  trellis_structurizer trellis_structurizer_check trellis_tools_platform trellis_googletest)
if(MINGW)
  target_link_options(trellis_platform_test PRIVATE -static)  # Runs where the compiler's own libraries are missing.
endif()
if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
  # Leaves out limits on processor time: clock() on Windows returns wall-clock time.
  add_test(NAME WhatNeedsNoLlvm COMMAND trellis_platform_test --gtest_brief=1 --gtest_filter=-LargeGraphs.*:*Million*)
endif()
