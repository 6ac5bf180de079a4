# The outer layer of the reader: container, digests, parts, bitcode pre-check. No LLVM here.
add_library(trellis_container STATIC
  container.cpp
  digest.cpp
  pipeline_state_part.cpp
  root_signature.cpp
  signature_part.cpp)
trellis_target(trellis_container)
target_link_libraries(trellis_container PUBLIC trellis_support)
