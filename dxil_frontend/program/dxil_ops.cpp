#include "dxil_frontend/program/dxil_ops.hpp"

#include <array>
#include <cstdio>
#include <string_view>

#include "dxil_frontend/program/shader.hpp"

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
constexpr uint32_t kHits = kLib | kRgs | kChs | kMiss;  // Stages that may hold hit objects.
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

constexpr DxilOp kWritten[] = {
#include "dxil_frontend/program/dxil_ops.inc"
#include "support/containers.hpp"
};

constexpr auto complete_rows() {
  std::array<DxilOp, std::size(kWritten)> rows = {};
  for (size_t n = 0; n < rows.size(); ++n) {
    rows[n] = kWritten[n];
    rows[n].signature_length = static_cast<uint8_t>(std::string_view(rows[n].signature).size());
  }
  return rows;
}
constexpr auto kRows = complete_rows();

}  // namespace table

constexpr uint32_t kFirstExperimental = 0x80000000;
constexpr uint32_t kRowCount = std::size(table::kRows);

constexpr uint32_t count_ordinary() {
  uint32_t count = 0;
  while (count < kRowCount && table::kRows[count].opcode < kFirstExperimental) ++count;
  return count;
}
constexpr uint32_t kOrdinaryCount = count_ordinary();

// find_op indexes the rows by opcode: there may be no gap.
constexpr bool rows_are_dense() {
  for (uint32_t i = 0; i < kRowCount; ++i) {
    const uint32_t expected = i < kOrdinaryCount ? i : kFirstExperimental + (i - kOrdinaryCount);
    if (table::kRows[i].opcode != expected) return false;
  }
  return true;
}
static_assert(rows_are_dense());

}  // namespace

const DxilOp* find_op(uint32_t opcode) {
  if (opcode < kOrdinaryCount) return &table::kRows[opcode];
  const uint32_t experimental = opcode - kFirstExperimental;
  if (opcode >= kFirstExperimental && experimental < kRowCount - kOrdinaryCount) {
    return &table::kRows[kOrdinaryCount + experimental];
  }
  return nullptr;
}

std::span<const DxilOp> all_ops() { return table::kRows; }

String describe_op(uint32_t opcode) {
  char number[16];
  std::snprintf(number, sizeof number, opcode < kFirstExperimental ? "%u" : "0x%08X", opcode);
  const DxilOp* op = find_op(opcode);
  if (op == nullptr) return String("unknown DXIL operation ") + number;
  if (op->call_class == nullptr) return String("reserved DXIL operation ") + number;
  return String("dx.op.") + op->call_class + " (" + op->name + ", " + number + ")";
}

}  // namespace trellis::dxil
