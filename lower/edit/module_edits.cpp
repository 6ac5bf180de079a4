#include "lower/edit/module_edits.hpp"

#include <algorithm>

namespace trellis::lower {

using dxil::TypeId;
using dxil::ValueId;

ValueId ConstantPool::get(TypeId type, uint64_t bits) {
  const auto place = std::lower_bound(known_.begin(), known_.end(), std::pair(type, bits),
                                      [](const Known& k, const auto& wanted) { return k.key < wanted; });
  if (place != known_.end() && place->key == std::pair(type, bits)) return place->value;
  const auto value = static_cast<ValueId>(module_.values.size());
  const auto index = static_cast<uint32_t>(module_.constants.size());
  module_.values.push_back({dxil::ValueKind::kConstant, type, index});
  module_.constants.push_back({dxil::ConstantKind::kScalar, bits, 0, 0});
  known_.insert(place, {{type, bits}, value});
  return value;
}

void move_locals(dxil::Function& function, uint32_t by) {
  const uint32_t first = function.first_local;
  const auto move = [first, by](ValueId& value) {
    if (value != dxil::kNone && value >= first) value += by;
  };
  function.first_local += by;
  for (ValueId& value : function.operands) move(value);
  for (dxil::Instruction& i : function.instructions) move(i.result);
  for (dxil::ValueName& name : function.names) move(name.value);
  for (dxil::DebugBinding& binding : function.bindings) move(binding.value);
}

}  // namespace trellis::lower
