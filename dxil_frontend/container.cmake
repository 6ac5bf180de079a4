# The outer layer of the reader: container, digests, parts, bitcode pre-check. No LLVM here.
add_library(trellis_container STATIC
  container.cpp digest.cpp)
trellis_target(trellis_container)
target_link_libraries(trellis_container PUBLIC trellis_support)
