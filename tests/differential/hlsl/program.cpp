#include "tests/differential/hlsl/program.hpp"

#include <algorithm>

namespace trellis::differential::hlsl {

uint32_t bits_of(Scalar s) {
  switch (s) {
    case Scalar::kBool:
      return 1;
    case Scalar::kInt16:
    case Scalar::kUint16:
    case Scalar::kHalf:
      return 16;
    case Scalar::kInt64:
    case Scalar::kUint64:
      return 64;
    default:
      return 32;
  }
}

Type Type::element() const {
  Type made = *this;
  if (length > 0) {
    made.length = 0;
  } else if (rows > 1) {
    made.rows = 1;
  } else {
    made.columns = 1;
  }
  return made;
}

uint32_t Function::parameters() const {
  return static_cast<uint32_t>(
      std::count_if(variables.begin(), variables.end(),
                    [](const Variable& variable) { return variable.passing != Passing::kLocal; }));
}

uint32_t cells_of(const Program& program, const Type& type) {
  uint32_t cells = uint32_t{type.rows} * type.columns;
  if (type.structure > 0) {
    cells = 0;
    for (const Type& member : program.structs[type.structure - 1].members) cells += cells_of(program, member);
  }
  return cells * std::max(type.length, 1u);
}

}  // namespace trellis::differential::hlsl
