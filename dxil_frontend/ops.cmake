# The table of DXIL operations: needs neither LLVM nor the decoder.
add_library(trellis_dxil_ops STATIC dxil_op_check.cpp dxil_ops.cpp)
trellis_target(trellis_dxil_ops)
target_link_libraries(trellis_dxil_ops PUBLIC trellis_cfg trellis_support)
