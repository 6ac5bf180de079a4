#include "dxil_frontend/program/resource_of_handle.hpp"

#include <string_view>

#include "dxil_frontend/program/addresses.hpp"
#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {
namespace {

/// The maximum length of a chain of copies and annotations that is followed.
constexpr uint32_t kMaxHandleSteps = 64;

ResourceOfHandle known_resource(const Resource* resource) {
  ResourceOfHandle result;
  if (resource == nullptr) return result;
  result.resource = resource;
  result.resource_class = resource->resource_class;
  return result;
}

/// Returns field n of a constant struct of integers.
std::optional<uint64_t> handle_field(const Module& module, ValueId value, uint32_t n) {
  const Constant* constant = module.constant(value);
  if (constant == nullptr) return std::nullopt;
  if (constant->kind == ConstantKind::kNull) return 0;
  if (constant->kind != ConstantKind::kAggregate || n >= constant->element_count) return std::nullopt;
  return module.scalar_bits(module.constant_elements[constant->first_element + n]);
}

}  // namespace

bool is_handle(const Module& module, TypeId type) {
  const Type& t = module.types[type];
  return t.kind == TypeKind::kStruct && std::string_view(t.name).starts_with("dx.types.Handle");
}

ResourceFinder::ResourceFinder(const Shader& shader, const Function& function)
    : shader_(shader), function_(function), definitions_(function.local_types.size(), nullptr) {
  for (const Instruction& i : function.instructions) {
    if (i.result != kNone) definitions_[i.result - function.first_local] = &i;
  }
}

ResourceOfHandle ResourceFinder::find(ValueId handle) const {
  for (uint32_t step = 0; step < kMaxHandleSteps; ++step) {
    const Instruction* i = definition(handle);
    if (i == nullptr) return of_symbol(handle);
    const auto operands = function_.operands_of(*i);
    switch (i->opcode) {
      case Opcode::kDxOp: {
        if (i->op() != Op::kAnnotateHandle && i->op() != Op::kCreateHandleForLib) {
          return of_operation(*i);
        }
        if (operands.empty()) return {};
        if (i->op() == Op::kAnnotateHandle) {
          const Instruction* made = definition(operands[0]);
          const bool is_binding =
              made != nullptr && made->opcode == Opcode::kDxOp && made->op() != Op::kCreateHandleFromHeap;
          if (!is_binding) return of_operation(*i);
        }
        handle = operands[0];
        break;
      }
      case Opcode::kLoad:
      case Opcode::kGep:
      case Opcode::kBitcast:
      case Opcode::kFreeze:
      case Opcode::kAddrSpaceCast:
        handle = operands[0];
        break;
      default:
        return {};
    }
  }
  return {};
}

ResourceOfHandle ResourceFinder::of_operation(const Instruction& i) const {
  const Module& module = shader_.module;
  const auto operands = function_.operands_of(i);
  if (i.op() == Op::kCreateHandle && operands.size() >= 2) {
    const auto resource_class = module.scalar_bits(operands[0]);
    const auto id = module.scalar_bits(operands[1]);
    if (!resource_class || !id || *resource_class > 3 || *id > UINT32_MAX) return {};
    ResourceOfHandle result = known_resource(
        shader_.find_resource(static_cast<ResourceClass>(*resource_class), static_cast<uint32_t>(*id)));
    result.resource_class = static_cast<ResourceClass>(*resource_class);
    return result;
  }
  if (i.op() == Op::kCreateHandleFromBinding && !operands.empty()) {
    const auto low = handle_field(module, operands[0], 0), space = handle_field(module, operands[0], 2),
               resource_class = handle_field(module, operands[0], 3);
    if (!low || !space || !resource_class || *resource_class > 3) return {};
    ResourceOfHandle result;
    result.resource_class = static_cast<ResourceClass>(*resource_class);
    for (const Resource& resource : shader_.resources) {
      if (resource.resource_class == *result.resource_class && resource.space == *space &&
          *low >= resource.lower_bound && *low - resource.lower_bound < resource.count) {
        result.resource = &resource;
        break;
      }
    }
    return result;
  }
  if (i.op() == Op::kAnnotateHandle && operands.size() >= 2) {
    const auto properties = handle_field(module, operands[1], 0);
    if (!properties) return {};
    ResourceOfHandle result;
    result.from_heap = true;
    const auto kind = static_cast<ResourceKind>(*properties & 0xFF);
    result.resource_class = kind == ResourceKind::kCBuffer   ? ResourceClass::kCbv
                            : kind == ResourceKind::kSampler ? ResourceClass::kSampler
                            : (*properties >> 12 & 1) != 0   ? ResourceClass::kUav
                                                             : ResourceClass::kSrv;
    return result;
  }
  return {};
}

ResourceOfHandle ResourceFinder::of_symbol(ValueId pointer) const {
  const Module& module = shader_.module;
  if (!module.is_module_value(pointer)) return {};
  pointer = root_of_address(module, pointer);
  for (const Resource& resource : shader_.resources) {
    if (resource.symbol == pointer) return known_resource(&resource);
  }
  return {};
}

String describe_handle(const ResourceOfHandle& handle) {
  static constexpr const char* kClasses[] = {"SRV", "UAV", "CBV", "sampler"};
  static constexpr char kRegisters[] = {'t', 'u', 'b', 's'};
  if (!handle.resource_class) return "a resource";
  const auto index = static_cast<uint32_t>(*handle.resource_class);
  if (handle.from_heap) return String("a ") + kClasses[index] + " of the descriptor heap";
  if (handle.resource == nullptr) return String("a ") + kClasses[index];
  const Resource& resource = *handle.resource;
  String text = String(kClasses[index]) + " " + kRegisters[index] + decimal(resource.lower_bound);
  if (resource.space != 0) text += ", space" + decimal(resource.space);
  if (!resource.name.empty()) text += " (" + printable(resource.name) + ")";
  return text;
}

}  // namespace trellis::dxil
