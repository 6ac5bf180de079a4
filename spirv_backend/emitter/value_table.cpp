#include "spirv_backend/emitter/value_table.hpp"

namespace trellis::spirv {

ValueTable::ValueTable(const dxil::Function& function)
    : first_local(function.first_local),
      ids(function.local_types.size(), 0),
      definitions(function.local_types.size(), nullptr) {
  for (const dxil::Instruction& i : function.instructions) {
    if (i.result != dxil::kNone) definitions[local(i.result)] = &i;
  }
}

}  // namespace trellis::spirv
