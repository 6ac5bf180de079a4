#include "dxil_frontend/debug_info/expressions.hpp"

#include "dxil_frontend/debug_info/dwarf.hpp"

namespace trellis::dxil {

namespace {

/// Returns the number of elements of an operation; 0 if HLSL's compilers do not write it.
size_t size_of(uint64_t operation) {
  switch (operation) {
    case dwarf::kFragment:
      return 3;
    case dwarf::kConstu:
    case dwarf::kConsts:
    case dwarf::kPlusUconst:
      return 2;
    case dwarf::kDeref:
    case dwarf::kPlus:
    case dwarf::kMinus:
    case dwarf::kStackValue:
      return 1;
    default:
      return 0;
  }
}

}  // namespace

std::optional<DebugPart> part_of(std::span<const uint64_t> expression) {
  while (!expression.empty()) {
    const size_t size = size_of(expression[0]);
    if (size == 0 || size > expression.size()) return std::nullopt;
    if (expression[0] == dwarf::kFragment) {
      if (size != expression.size()) return std::nullopt;
      return DebugPart{expression[1], expression[2]};
    }
    expression = expression.subspan(size);
  }
  return std::nullopt;
}

std::optional<uint64_t> constant_of(std::span<const uint64_t> expression) {
  if (expression.size() != 3 || expression[2] != dwarf::kStackValue) return std::nullopt;
  if (expression[0] != dwarf::kConstu && expression[0] != dwarf::kConsts) return std::nullopt;
  return expression[1];
}

}  // namespace trellis::dxil
