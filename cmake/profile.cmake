# Profile-guided optimization: scripts/build-optimized builds once with GENERATE, translates the corpus, and builds again
# with USE. GCC names profiles after the paths of the object files, so both builds use the same folder.
set(TRELLIS_PROFILE OFF CACHE STRING "OFF, GENERATE (programs note in profile/ of the build folder what runs) or USE (of that)")

if(TRELLIS_PROFILE)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    message(FATAL_ERROR "TRELLIS_PROFILE needs GCC")
  endif()
  set(folder ${PROJECT_BINARY_DIR}/profile)
  if(TRELLIS_PROFILE STREQUAL "GENERATE")
    add_compile_options(-fprofile-generate -fprofile-update=atomic -fprofile-dir=${folder})
    add_link_options(-fprofile-generate)
  elseif(TRELLIS_PROFILE STREQUAL "USE")
    # Code that did not run in the training is compiled as without a profile, not for size.
    add_compile_options(-fprofile-use=${folder} -fprofile-partial-training -Wno-missing-profile)
  else()
    message(FATAL_ERROR "TRELLIS_PROFILE is OFF, GENERATE or USE, not ${TRELLIS_PROFILE}")
  endif()
endif()
