#include "lower/analysis/reached_functions.hpp"

namespace trellis::lower {

Vector<uint8_t> reached_functions(const dxil::Module& module, const dxil::EntryPoint& entry_point) {
  Vector<uint8_t> is_reached(module.functions.size(), 0);
  Vector<uint32_t> open;
  const auto reach = [&](uint32_t function) {
    if (function >= is_reached.size() || is_reached[function] != 0) return;
    is_reached[function] = 1;
    open.push_back(function);
  };
  reach(entry_point.function);
  if (entry_point.hull) reach(entry_point.hull->patch_constant_function_index);
  while (!open.empty()) {
    const dxil::Function& function = module.functions[open.back()];
    open.pop_back();
    for (const dxil::Instruction& i : function.instructions) {
      if (i.opcode == dxil::Opcode::kCall) reach(i.aux);
    }
  }
  return is_reached;
}

void keep_functions(dxil::Module& module, std::span<const uint8_t> is_reached) {
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    if (is_reached[f] != 0) continue;
    dxil::Function declaration;
    dxil::Function& function = module.functions[f];
    declaration.name = std::move(function.name);
    declaration.return_type = function.return_type;
    declaration.first_local = function.first_local;
    declaration.argument_types = function.argument_types;
    declaration.local_types = function.argument_types;
    function = std::move(declaration);
  }
}

}  // namespace trellis::lower
