#include "lower/memory/hit_handles.hpp"

#include <algorithm>

namespace trellis::lower {
namespace {

bool is_hit_object(const dxil::Type& type) {
  return type.kind == dxil::TypeKind::kStruct && type.name == "dx.types.HitObject";
}

}  // namespace

bool has_hit_objects(const dxil::Module& module) { return hit_object_type(module) != dxil::kNone; }

dxil::TypeId hit_object_type(const dxil::Module& module) {
  const auto found = std::find_if(module.types.begin(), module.types.end(), is_hit_object);
  return found == module.types.end() ? dxil::kNone : static_cast<dxil::TypeId>(found - module.types.begin());
}

void make_handles_of_hit_objects(dxil::Module& module) {
  for (dxil::TypeId id = 0; id < module.types.size(); ++id) {
    dxil::Type& type = module.types[id];
    if (!is_hit_object(type)) continue;
    type = {};
    type.kind = dxil::TypeKind::kInt;
    type.bits = 32;
    for (const dxil::Value& value : module.values) {
      if (value.kind == dxil::ValueKind::kConstant && value.type == id)
        module.constants[value.index].kind = dxil::ConstantKind::kNull;
    }
  }
}

}  // namespace trellis::lower
