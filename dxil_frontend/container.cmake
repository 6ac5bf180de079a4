# The outer layer of the reader: container, digests, parts, bitcode pre-check. No LLVM here.
add_library(trellis_container STATIC
  bitstream_check.cpp
  bitstream_check_codes.cpp
  bitstream_check_constants.cpp
  bitstream_check_function.cpp
  bitstream_check_instructions.cpp
  bitstream_check_metadata.cpp
  bitstream_check_reader.cpp
  bitstream_check_tables.cpp
  bitstream_check_types.cpp
  container.cpp
  digest.cpp
  pipeline_state_part.cpp
  root_signature.cpp
  root_signature_check.cpp
  signature_part.cpp)
trellis_target(trellis_container)
target_link_libraries(trellis_container PUBLIC trellis_support)
