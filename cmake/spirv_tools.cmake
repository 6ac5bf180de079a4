# SPIRV-Tools: the current one that scripts/setup put into the user's cache, otherwise the distribution's. Defines the target
# SPIRV-Tools-static in either case, and sets
#   TRELLIS_SPIRV_TOOLS_CURRENT  ON if it is the current one
#   TRELLIS_SPIRV_TOOLS_ARCHIVE  its archive; empty if it is the distribution's
#   TRELLIS_SPIRV_VAL            the newest spirv-val, a program for tests
#   TRELLIS_USER_CACHE           the folder of the user's cache where scripts keep such things
# The version, and after the dash that of scripts/archive/spirv-tools.patch.
set(TRELLIS_SPIRV_TOOLS_VERSION 2025.1-1)
set(TRELLIS_SPIRV_TOOLS "" CACHE STRING
  "SPIRV-Tools to link: a folder with lib/ and include/, or 'distribution'; empty: what scripts/setup made, if it is there")

# As in scripts/get-spirv-tools.
set(cache "$ENV{XDG_CACHE_HOME}")
if(NOT cache)
  set(cache "$ENV{HOME}/.cache")
  if("$ENV{HOME}" STREQUAL "")
    set(cache ${PROJECT_SOURCE_DIR}/build/.cache)
  endif()
endif()

set(TRELLIS_USER_CACHE ${cache}/trellis)

set(folder "${TRELLIS_SPIRV_TOOLS}")
if(NOT folder)
  set(folder ${cache}/trellis/spirv-tools-${TRELLIS_SPIRV_TOOLS_VERSION})
endif()
if(EXISTS ${folder}/lib/libSPIRV-Tools.a)
  set(TRELLIS_SPIRV_TOOLS_CURRENT ON)
  set(TRELLIS_SPIRV_TOOLS_ARCHIVE ${folder}/lib/libSPIRV-Tools.a)
  add_library(SPIRV-Tools-static STATIC IMPORTED GLOBAL)
  set_target_properties(SPIRV-Tools-static PROPERTIES
    IMPORTED_LOCATION ${TRELLIS_SPIRV_TOOLS_ARCHIVE}
    INTERFACE_INCLUDE_DIRECTORIES ${folder}/include)
  message(STATUS "SPIRV-Tools: ${folder}")
elseif(NOT TRELLIS_SPIRV_TOOLS OR TRELLIS_SPIRV_TOOLS STREQUAL "distribution")
  set(TRELLIS_SPIRV_TOOLS_CURRENT OFF)
  set(TRELLIS_SPIRV_TOOLS_ARCHIVE "")
  find_package(SPIRV-Tools REQUIRED CONFIG GLOBAL)
  set_property(TARGET SPIRV-Tools-static APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS TRELLIS_OLD_SPIRV_TOOLS)
  message(STATUS "SPIRV-Tools: the distribution's")
  if(NOT TRELLIS_SPIRV_TOOLS)
    message(STATUS "  since there is no ${folder}, which scripts/setup makes")
  endif()
else()
  message(FATAL_ERROR "TRELLIS_SPIRV_TOOLS: there is no ${folder}/lib/libSPIRV-Tools.a")
endif()

set(TRELLIS_SPIRV_VAL ${cache}/trellis/spirv-val/spirv-val CACHE FILEPATH "The newest spirv-val, for tests")
if(NOT EXISTS "${TRELLIS_SPIRV_VAL}")
  message(STATUS "No newest spirv-val at ${TRELLIS_SPIRV_VAL}: its tests will be skipped (scripts/setup gets it)")
endif()
