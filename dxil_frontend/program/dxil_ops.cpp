#include "dxil_frontend/program/dxil_ops.hpp"

#include <cstdio>
#include <string_view>

#include "dxil_frontend/program/shader.hpp"
#include "dxil_frontend/program/usage.hpp"

namespace trellis::dxil {

namespace {

namespace table {

constexpr uint32_t bit(ShaderKind kind) { return 1u << static_cast<uint32_t>(kind); }

constexpr uint32_t kPs = bit(ShaderKind::kPixel), kVs = bit(ShaderKind::kVertex),
                   kGs = bit(ShaderKind::kGeometry), kHs = bit(ShaderKind::kHull),
                   kDs = bit(ShaderKind::kDomain), kCs = bit(ShaderKind::kCompute),
                   kLib = bit(ShaderKind::kLibrary), kRgs = bit(ShaderKind::kRayGeneration),
                   kIs = bit(ShaderKind::kIntersection), kAhs = bit(ShaderKind::kAnyHit),
                   kChs = bit(ShaderKind::kClosestHit), kMiss = bit(ShaderKind::kMiss),
                   kCall = bit(ShaderKind::kCallable), kMs = bit(ShaderKind::kMesh),
                   kAs = bit(ShaderKind::kAmplification), kNode = bit(ShaderKind::kNode), kAll = UINT32_MAX;
constexpr uint32_t kGroups = kCs | kMs | kAs | kNode;              // Stages with thread groups.
constexpr uint32_t kQuads = kLib | kPs | kCs | kAs | kMs | kNode;  // Stages that may have quads.
constexpr uint32_t kHit = kLib | kIs | kAhs | kChs;
constexpr uint32_t kRay = kHit | kMiss;
constexpr uint32_t kHits = kLib | kRgs | kChs | kMiss;  // Stages that can use hit objects.
constexpr uint32_t kWaves = kQuads | kVs | kHs | kDs | kGs | kRgs | kIs | kAhs | kChs | kMiss | kCall;

constexpr uint16_t kF16 = kOverloadF16, kF32 = kOverloadF32, kF64 = kOverloadF64, kI1 = kOverloadI1,
                   kI8 = kOverloadI8, kI16 = kOverloadI16, kI32 = kOverloadI32, kI64 = kOverloadI64,
                   kUserType = kOverloadUserType, kObject = kOverloadObject;
constexpr uint16_t kSmallFloats = kF16 | kF32, kFloats = kSmallFloats | kF64;
constexpr uint16_t kInts = kI16 | kI32 | kI64, kWaveInts = kI8 | kInts;
constexpr uint16_t kSmallWords = kSmallFloats | kI16 | kI32, kWords = kFloats | kInts;
constexpr uint16_t kNumbers = kFloats | kWaveInts, kScalars = kNumbers | kI1;

constexpr uint8_t kWaveOp = kConvergent | kCoConvergent;
constexpr MemoryEffect kPure = MemoryEffect::kPure, kReads = MemoryEffect::kReads, kAny = MemoryEffect::kAny;

using enum ResultUniformity;
using enum FlowNeed;
using enum HandleUse;
using enum ElementUse;

/// The columns that are at their defaults in most rows.
struct Rest {
  uint16_t flags = 0;
  FlowNeed need = kNoNeed;
  uint16_t uniform = 0;
  HandleUse handle = kNoHandle;
  ElementUse element = kNoElement;
  uint32_t usage = 0;
};

constexpr uint32_t usage_of(const Rest& rest) {
  uint32_t usage = rest.usage;
  if (rest.need == kDerivative || rest.need == kImplicitLod) usage |= kUsesDerivatives;
  if (rest.need == kQuadWide) usage |= kUsesQuadOperations;
  if (rest.need == kGroupSync) usage |= kUsesBarriers;
  if ((rest.flags & kWaveOp) == kWaveOp && rest.need == kNoNeed) usage |= kUsesWaveOperations;
  if ((rest.flags & kAllocatesRayQuery) != 0) usage |= kUsesRayQueries;
  if (rest.handle == kAtomic || rest.handle == kCounter) usage |= kUsesResourceAtomics;
  return usage;
}

/// Returns the mask of the arguments with the letter h, or 0 if the operation's handles are not of resources.
constexpr uint16_t handle_arguments_of(std::string_view signature, HandleUse use) {
  uint32_t arguments = 0;
  for (uint32_t n = 1; use != kNoHandle && n < signature.size(); ++n) {
    if (signature[n] == 'h') arguments |= 1u << (n - 1);
  }
  return static_cast<uint16_t>(arguments);
}

constexpr DxilOp row(Op id, const char* name, const char* call_class, uint16_t overloads,
                     uint16_t vector_overloads, uint32_t stages, uint8_t min_minor, const char* signature,
                     MemoryEffect memory, ResultUniformity result, const Rest& rest = {}) {
  DxilOp op;
  op.id = id;
  op.name = name;
  op.call_class = call_class;
  op.overloads = overloads;
  op.vector_overloads = vector_overloads;
  op.stages = stages;
  op.min_minor = min_minor;
  op.signature = signature;
  op.signature_length = static_cast<uint8_t>(std::string_view(signature).size());
  op.memory = memory;
  op.result = result;
  op.flags = rest.flags;
  op.need = rest.need;
  op.uniform_arguments = rest.uniform;
  op.handle = rest.handle;
  op.handle_arguments = handle_arguments_of(signature, rest.handle);
  op.element = rest.element;
  op.usage = usage_of(rest);
  return op;
}

#define TRELLIS_ROW(number, name, ...) row(Op::k##name, #name, __VA_ARGS__),
constexpr DxilOp kRows[] = {TRELLIS_DXIL_OPS(TRELLIS_ROW)};
constexpr DxilOp kInternalRows[] = {TRELLIS_VENDOR_OPS(TRELLIS_ROW)};
#undef TRELLIS_ROW

}  // namespace table

// find_op() indexes the rows by number: they must be in order, without gaps.
constexpr bool rows_are_dense() {
  for (uint32_t n = 0; n < kOpCount; ++n) {
    if (index_of(table::kRows[n].id) != n) return false;
  }
  for (uint32_t n = 0; n < kInternalOpCount; ++n) {
    if (index_of(table::kInternalRows[n].id) != kOpCount + 1 + n) return false;
  }
  return true;
}
static_assert(rows_are_dense());

// first_handle() must exist wherever the operation uses a resource.
constexpr bool uses_have_handles() {
  for (const DxilOp& op : table::kRows) {
    const bool has_use = op.handle != HandleUse::kNoHandle && op.handle != HandleUse::kMakesHandle;
    if (has_use && op.handle_arguments == 0) return false;
  }
  return true;
}
static_assert(uses_have_handles());

}  // namespace

const DxilOp* find_op(Op op) {
  const uint32_t index = index_of(op);
  if (index < kOpCount) return &table::kRows[index];
  return index == kOpCount ? nullptr : &table::kInternalRows[index - kOpCount - 1];
}

std::span<const DxilOp> all_ops() { return table::kRows; }

String number_text(Op op) {
  char text[16];
  std::snprintf(text, sizeof text, is_experimental(op) ? "0x%08X" : "%u", number_of(op));
  return text;
}

String describe_op(Op op) {
  const DxilOp* row = find_op(op);
  if (row == nullptr) return "unknown DXIL operation " + number_text(op);
  if (row->call_class == nullptr) return "reserved DXIL operation " + number_text(op);
  return String("dx.op.") + row->call_class + " (" + row->name + ", " + number_text(op) + ")";
}

}  // namespace trellis::dxil
