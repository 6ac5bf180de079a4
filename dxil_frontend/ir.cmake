# The inner layer of the reader: LLVM's bitcode reader behind it, plain data in front of it.
find_package(LLVM 19.1 REQUIRED CONFIG GLOBAL HINTS /usr/lib/llvm-19)
llvm_map_components_to_libnames(trellis_llvm_libraries bitreader core support)

find_package(nlohmann_json REQUIRED GLOBAL)

# The program as data, without LLVM: names, text, reflection.
add_library(trellis_dxil_ir STATIC
  ir_text.cpp reflection.cpp shader.cpp usage.cpp)
trellis_target(trellis_dxil_ir)
target_link_libraries(trellis_dxil_ir
  PUBLIC trellis_cfg trellis_dxil_ops trellis_support
  PRIVATE nlohmann_json::nlohmann_json)

add_library(trellis_dxil_frontend STATIC
  decode.cpp
  decode_check.cpp
  decode_check_types.cpp
  decode_constants.cpp
  decode_debug_info.cpp
  decode_function.cpp
  decode_instruction.cpp
  decode_pointer_phis.cpp
  decode_tables.cpp
  llvm_reader.cpp
  metadata.cpp
  metadata_entry.cpp
  metadata_node.cpp
  metadata_resources.cpp
  metadata_signature.cpp
  read_parts.cpp
  read_shader.cpp)
trellis_target(trellis_dxil_frontend)
target_include_directories(trellis_dxil_frontend SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
target_link_libraries(trellis_dxil_frontend
  PUBLIC trellis_dxil_ir trellis_container
  PRIVATE ${trellis_llvm_libraries} -Wl,--as-needed)
