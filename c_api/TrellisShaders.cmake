# trellis_add_shaders(TARGET SOURCES FILE... [OUTPUT_DIRECTORY FOLDER] [PROFILE PROFILE] [ENTRY NAME] [OPTIONS OPTION...]
#                     [DXC_OPTIONS OPTION...])
#
# Adds a target, built as part of `all`, that translates shaders to FOLDER/NAME.spv (default: the binary folder) when they or the
# files they include have changed. SOURCES are DXIL containers, or HLSL with a PROFILE (ps_6_6), which the program dxc compiles.
# OPTIONS are passed to the program trellis, DXC_OPTIONS to dxc. The target's property TRELLIS_MODULES lists the modules:
#
#   trellis_add_shaders(shaders SOURCES ps.dxil vs.dxil OPTIONS --target vulkan1.2)
#   add_dependencies(game shaders)
function(trellis_add_shaders target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "OUTPUT_DIRECTORY;PROFILE;ENTRY" "SOURCES;OPTIONS;DXC_OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "trellis_add_shaders: unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "trellis_add_shaders: no SOURCES")
  endif()
  if(NOT TRELLIS_PROGRAM)
    message(FATAL_ERROR "trellis_add_shaders: the program trellis is not installed; TRELLIS_PROGRAM can name it")
  endif()
  if(NOT ARG_OUTPUT_DIRECTORY)
    set(ARG_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  get_filename_component(folder ${ARG_OUTPUT_DIRECTORY} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
  set(options ${ARG_OPTIONS})
  if(ARG_PROFILE)
    list(APPEND options --profile ${ARG_PROFILE})
  endif()
  if(ARG_ENTRY)
    list(APPEND options --entry ${ARG_ENTRY})
  endif()
  set(for_dxc "")
  if(ARG_DXC_OPTIONS)
    set(for_dxc -- ${ARG_DXC_OPTIONS})
  endif()
  set(modules "")
  foreach(source ${ARG_SOURCES})
    get_filename_component(input ${source} ABSOLUTE)
    get_filename_component(name ${source} NAME_WLE)
    set(module ${folder}/${name}.spv)
    if(module IN_LIST modules)
      message(FATAL_ERROR "trellis_add_shaders: two sources would be written to ${module}")
    endif()
    add_custom_command(OUTPUT ${module}
      COMMAND ${TRELLIS_PROGRAM} --quiet ${options} ${input} -o ${module} --depfile ${module}.d ${for_dxc}
      DEPENDS ${input} ${TRELLIS_PROGRAM}
      DEPFILE ${module}.d
      COMMENT "Translating ${source}"
      VERBATIM)
    list(APPEND modules ${module})
  endforeach()
  add_custom_target(${target} ALL DEPENDS ${modules})
  set_target_properties(${target} PROPERTIES TRELLIS_MODULES "${modules}")
endfunction()
