// The part of FunctionPlanner that finds structured buffers to access in rows of 16 bytes (row_access.hpp).
#include <algorithm>
#include <bit>

#include "spirv_backend/plan/function_planner.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Op;
using dxil::TypeKind;

constexpr uint32_t kOffset = 2, kValue = 3, kComponents = 4, kRowBytes = 16;

}  // namespace

/// Returns a mask of the components of a load that are used, or that a store writes. Bit 0 is the first
/// component of the access.
uint32_t FunctionPlanner::components_of(const Instruction& i) const {
  constexpr uint32_t kStoreMask = 7, kAll = 15;
  const std::span<const ValueId> operands = function_.operands_of(i);
  if (i.op() == Op::kRawBufferStore || i.op() == Op::kBufferStore) {
    if (operands.size() <= kStoreMask) return 0;
    return static_cast<uint32_t>(module_.scalar_bits(operands[kStoreMask]).value_or(kAll)) & kAll;
  }
  uint32_t used = 0;
  if (i.result == dxil::kNone) return 0;
  for (const auto& component : result_.components.of_or_empty(i.result - function_.first_local)) {
    if (component.field < kComponents) used |= 1u << component.field;
  }
  return used;
}

/// Returns the number of words of a vector that is loaded or stored whole; 0 if some components are not
/// words.
uint32_t FunctionPlanner::vector_words(const Instruction& i) const {
  Vector<dxil::TypeId> pieces;
  if (i.op() == Op::kRawBufferVectorLoad) {
    pieces = module_.types[i.type].members;
    if (!pieces.empty()) pieces.pop_back();
  } else {
    const std::span<const ValueId> operands = function_.operands_of(i);
    for (size_t n = kValue; n + 1 < operands.size(); ++n) {
      pieces.push_back(module_.type_of(function_, operands[n]));
    }
  }
  uint32_t words = 0;
  for (const dxil::TypeId piece : pieces) {
    const bool is_vector = module_.types[piece].kind == TypeKind::kVector;
    const dxil::Type& scalar = module_.types[is_vector ? module_.types[piece].element : piece];
    if (scalar.bits != 32 || (scalar.kind != TypeKind::kInt && scalar.kind != TypeKind::kFloat)) return 0;
    words += is_vector ? static_cast<uint32_t>(module_.types[piece].count) : 1;
  }
  return words;
}

void FunctionPlanner::note_vector_rows(const Instruction& i, ResourcePlan& resource, uint32_t stride) const {
  const std::span<const ValueId> operands = function_.operands_of(i);
  const uint32_t words = vector_words(i);
  const std::optional<uint64_t> offset =
      operands.size() > kOffset ? module_.scalar_bits(operands[kOffset]) : std::nullopt;
  if (words == 0 || !offset || *offset % 4 != 0 || *offset >= stride) {
    resource.needs_words = true;
    return;
  }
  uint32_t component = static_cast<uint32_t>(*offset) % kRowBytes / 4;
  for (uint32_t left = words; left > 0; component = 0) {
    const auto count = static_cast<int>(std::min(left, kComponents - component));
    left -= static_cast<uint32_t>(count);
    if (count == 1) continue;
    const bool is_load = i.op() == Op::kRawBufferVectorLoad;
    resource.row_saving += count == 4 ? 35 : is_load ? 10 * count - 15 : 4 * (count - 1);
  }
}

// Estimates the savings, in words of output. A component takes an access chain, a load or store, and usually
// an addition; a whole row takes one of each, and an instruction for each component or for all of them.
void FunctionPlanner::note_row_access(const Instruction& i, ResourcePlan& resource, uint32_t stride) const {
  const std::span<const ValueId> operands = function_.operands_of(i);
  const bool is_load = i.op() == Op::kBufferLoad || i.op() == Op::kRawBufferLoad;
  const bool is_store = i.op() == Op::kBufferStore || i.op() == Op::kRawBufferStore;
  const dxil::TypeId type =
      is_load && !module_.types[i.type].members.empty()
          ? module_.types[i.type].members[0]
          : (is_store && operands.size() > kValue ? module_.type_of(function_, operands[kValue])
                                                  : dxil::kNone);
  constexpr uint64_t kUnknown = UINT64_MAX;
  const uint64_t offset =
      operands.size() > kOffset ? module_.scalar_bits(operands[kOffset]).value_or(kUnknown) : kUnknown;
  const bool is_word =
      type != dxil::kNone && module_.types[type].bits == 32 &&
      (module_.types[type].kind == TypeKind::kInt || module_.types[type].kind == TypeKind::kFloat);
  if (!is_word || offset % 4 != 0 || offset >= stride) {
    resource.needs_words = true;
    return;
  }
  const uint32_t mask = components_of(i), first = static_cast<uint32_t>(offset) % kRowBytes / 4;
  const uint32_t in_row[2] = {mask << first & 15, mask << first >> kComponents};
  for (const uint32_t row : in_row) {
    const int count = std::popcount(row);
    if (is_load && count > 1) resource.row_saving += 10 * count - 15;
    if (is_store && count > 1) resource.row_saving += row == 15 && first == 0 ? 35 : 4 * (count - 1);
  }
}

bool FunctionPlanner::may_have_rows(uint32_t resource) const {
  const dxil::Resource& info = context_.plan.resource_info(resource);
  return info.kind == dxil::ResourceKind::kStructuredBuffer && info.stride != 0 &&
         info.stride % kRowBytes == 0 && context_.plan.resources[resource].heap == DescriptorHeap::kNone;
}

void FunctionPlanner::note_rows() {
  const auto resources = static_cast<uint32_t>(context_.plan.resources.size());
  bool may_have_any = false;
  for (uint32_t r = 0; r < resources; ++r) may_have_any |= may_have_rows(r);
  if (!may_have_any) return;
  for (BlockId block : order_.reverse_post_order()) {
    for (const Instruction& i : function_.instructions_of(block)) {
      if (i.opcode != dxil::Opcode::kDxOp || i.op() == Op::kBufferUpdateCounter) continue;
      const dxil::DxilOp* op = dxil::find_op(i.op());
      if (op == nullptr || op->handle == dxil::HandleUse::kNoHandle ||
          op->handle == dxil::HandleUse::kMakesHandle) {
        continue;
      }
      const std::span<const ValueId> operands = function_.operands_of(i);
      if (op->first_handle() >= operands.size() || !is_local(operands[op->first_handle()])) continue;
      const Reference& reference = local(operands[op->first_handle()]).reference;
      if (reference.kind != ReferenceKind::kResource) continue;
      const uint32_t stride = context_.plan.resource_info(reference.root).stride;
      ResourcePlan& resource = context_.plan.resources[reference.root];
      if (!may_have_rows(reference.root)) {
        resource.needs_words = true;
      } else if (i.op() == Op::kRawBufferVectorLoad || i.op() == Op::kRawBufferVectorStore) {
        note_vector_rows(i, resource, stride);
      } else {
        note_row_access(i, resource, stride);
      }
    }
  }
}

}  // namespace trellis::spirv
