// Questions about resources: sizes, residency.
#include "spirv_backend/lowerings.hpp"
#include "spirv_backend/operation_numbers.hpp"
#include "spirv_backend/resource_access.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

Result<void> lower_get_dimensions(FunctionEmitter& e, const Instruction& i) {
  Result<Handle> handle = handle_operand(e, i, 0);
  if (!handle) return handle.error();
  const bool is_words = is_word_buffer(*handle->info);
  if (!is_words && !is_typed_buffer(*handle->info)) {
    return e.unsupported(i, std::string("the dimensions of a ") + dxil::name_of(handle->info->kind) +
                                " are not supported yet");
  }
  // A buffer has a width alone.
  for (uint32_t n = 1; n < 4; ++n) {
    if (e.component_used(i, n)) e.set_component(i, n, e.u32(0));
  }
  if (!e.component_used(i, 0)) return {};
  if (!is_words) {
    e.module().capability(spv::Capability::ImageQuery);
    e.set_component(i, 0, e.op(Op::OpImageQuerySize, kU32, load_image(e, *handle)));
    return {};
  }
  const Id block = word_buffer_pointer(e, *handle, WordView::k32);
  const Id words = e.op(Op::OpArrayLength, kU32, block, 0u);
  const uint32_t stride = handle->info->stride;
  Id size = e.op(Op::OpIMul, kU32, words, e.u32(4));
  if (handle->info->kind == dxil::ResourceKind::kStructuredBuffer && stride != 0) {
    size = stride % 4 == 0 ? (stride == 4 ? words : e.op(Op::OpUDiv, kU32, words, e.u32(stride / 4)))
                           : e.op(Op::OpUDiv, kU32, size, e.u32(stride));
  }
  e.set_component(i, 0, size);
  return {};
}

// Buffers have no residency to ask for: all of it is there.
Result<void> lower_check_access(FunctionEmitter& e, const Instruction& i) {
  e.set_result(i, e.module().constant_bool(true));
  return {};
}

constexpr LoweringEntry kLowerings[] = {
    {operation::kCheckAccessFullyMapped, lower_check_access},
    {operation::kGetDimensions, lower_get_dimensions},
};

}  // namespace

std::span<const LoweringEntry> query_lowerings() { return kLowerings; }

}  // namespace trellis::spirv
