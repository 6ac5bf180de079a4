#include "api/register_shifts.hpp"

#include <utility>

#include "support/containers.hpp"

namespace trellis {
namespace {

dxil::ResourceClass resource_class_of(RegisterClass register_class) {
  switch (register_class) {
    case RegisterClass::kConstantBuffer:
      return dxil::ResourceClass::kCbv;
    case RegisterClass::kShaderResource:
      return dxil::ResourceClass::kSrv;
    case RegisterClass::kUnorderedAccess:
      return dxil::ResourceClass::kUav;
    case RegisterClass::kSampler:
      break;
  }
  return dxil::ResourceClass::kSampler;
}

}  // namespace

Vector<spirv::RegisterShift> expand_shifts(const dxil::Shader& shader, const Vector<RegisterShift>& shifts) {
  Map<std::pair<dxil::ResourceClass, uint32_t>, uint32_t> amounts;
  if (shifts.empty()) return {};
  // Those for all spaces first: one that names its space then overwrites them.
  for (const RegisterShift& shift : shifts) {
    if (shift.space) continue;
    const dxil::ResourceClass resource_class = resource_class_of(shift.register_class);
    for (const dxil::Resource& resource : shader.resources) {
      if (resource.resource_class == resource_class) amounts[{resource_class, resource.space}] = shift.amount;
    }
  }
  for (const RegisterShift& shift : shifts) {
    if (shift.space) amounts[{resource_class_of(shift.register_class), *shift.space}] = shift.amount;
  }
  Vector<spirv::RegisterShift> result;
  result.reserve(amounts.size());
  for (const auto& [key, amount] : amounts) result.push_back({key.first, amount, key.second});
  return result;
}

}  // namespace trellis
