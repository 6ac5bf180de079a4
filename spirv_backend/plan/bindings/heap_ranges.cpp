#include "spirv_backend/plan/bindings/heap_ranges.hpp"

#include <optional>

#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::ComponentType;
using dxil::Resource;
using dxil::ResourceClass;
using dxil::ResourceKind;

// Bits of the first word. The alignment of the elements (bits 8 to 11) does not affect the descriptor.
constexpr uint32_t kKindBits = 0xFF, kAlignmentBits = 0xF00, kUav = 1u << 12, kRasterizerOrdered = 1u << 13,
                   kGloballyCoherent = 1u << 14, kCounterOrComparison = 1u << 15, kReorderCoherent = 1u << 16;

bool is_typed(ResourceKind kind) {
  return kind >= ResourceKind::kTexture1D && kind <= ResourceKind::kTypedBuffer;
}

const char* describe_heap_kind(ResourceKind kind) {
  return kind == ResourceKind::kSampler ? "SamplerDescriptorHeap" : "ResourceDescriptorHeap";
}

ResourceClass class_of(ResourceKind kind, uint32_t word) {
  if (kind == ResourceKind::kCBuffer) return ResourceClass::kCbv;
  if (kind == ResourceKind::kSampler) return ResourceClass::kSampler;
  return (word & kUav) != 0 ? ResourceClass::kUav : ResourceClass::kSrv;
}

/// Returns the two words of a constant of properties; nullopt if the value is not such a constant.
std::optional<std::array<uint32_t, 2>> words_of(const dxil::Module& module, dxil::ValueId value) {
  const dxil::Constant* c = module.constant(value);
  if (c == nullptr) return std::nullopt;
  std::array<uint32_t, 2> words = {0, 0};
  if (c->kind == dxil::ConstantKind::kNull) return words;
  if (c->element_count != 2) return std::nullopt;
  for (uint32_t n = 0; n < 2; ++n) {
    if (c->kind == dxil::ConstantKind::kData) {
      words[n] = static_cast<uint32_t>(module.constant_data[c->first_element + n]);
    } else if (c->kind == dxil::ConstantKind::kAggregate) {
      const std::optional<uint64_t> bits = module.scalar_bits(module.constant_elements[c->first_element + n]);
      if (!bits) return std::nullopt;
      words[n] = static_cast<uint32_t>(*bits);
    } else {
      return std::nullopt;
    }
  }
  return words;
}

/// Reads the second word, whose meaning depends on the kind. Returns what is wrong with it, or null.
const char* read_second_word(uint32_t word, Resource& resource) {
  constexpr uint32_t kMaxStride = 2048, kMaxConstantBytes = 65536;
  if (is_typed(resource.kind)) {
    const uint32_t component = word & 0xFF, count = word >> 8 & 0xFF, samples = word >> 16 & 0xFF;
    if (component == 0 || component > static_cast<uint32_t>(ComponentType::kPackedU8x32) || count == 0 ||
        count > 4) {
      return "the handle's properties have no component type";
    }
    resource.component_type = static_cast<ComponentType>(component);
    resource.sample_count = samples;
  } else if (resource.kind == ResourceKind::kStructuredBuffer) {
    if (word == 0 || word > kMaxStride) return "the handle's properties have an invalid stride";
    resource.stride = word;
  } else if (resource.kind == ResourceKind::kCBuffer) {
    if (word > kMaxConstantBytes)
      return "the handle's properties have a size that a constant buffer cannot have";
    resource.size = word;
  } else if (resource.kind == ResourceKind::kTBuffer) {
    resource.size = word;  // In bytes, as for constant buffers; a texel has four words.
  }
  return nullptr;
}

}  // namespace

Result<HandleProperties> handle_properties(const dxil::Module& module, dxil::ValueId value) {
  const std::optional<std::array<uint32_t, 2>> words = words_of(module, value);
  if (!words) return bad_input("the handle's properties are not constant");
  HandleProperties properties;
  Resource& resource = properties.resource;
  properties.words[0] = (*words)[0] & ~kAlignmentBits;
  properties.words[1] = (*words)[1];
  const uint32_t first = properties.words[0], kind = first & kKindBits;
  if (kind == 0 || kind > static_cast<uint32_t>(ResourceKind::kFeedbackTexture2DArray)) {
    return bad_input("the handle's properties have no kind of resource");
  }
  resource.kind = static_cast<ResourceKind>(kind);
  resource.resource_class = class_of(resource.kind, first);
  const bool flag = (first & kCounterOrComparison) != 0;
  resource.has_counter = flag && resource.kind == ResourceKind::kStructuredBuffer;
  resource.sampler_kind = flag && resource.kind == ResourceKind::kSampler ? 1 : 0;
  resource.globally_coherent = (first & kGloballyCoherent) != 0;
  resource.reorder_coherent = (first & kReorderCoherent) != 0;
  resource.rasterizer_ordered = (first & kRasterizerOrdered) != 0;
  if (const char* wrong = read_second_word(properties.words[1], resource)) return bad_input(wrong);
  return properties;
}

namespace {

uint32_t add_range(PlanningContext& context, DescriptorHeap heap, Resource resource) {
  ModulePlan& plan = context.plan;
  resource.id = UINT32_MAX;
  resource.name = String(describe_heap_kind(resource.kind)) + "." + dxil::name_of(resource.kind);
  resource.space = resource.lower_bound = UINT32_MAX;
  resource.count = UINT32_MAX;
  ResourcePlan range;
  range.heap = heap;
  range.is_coherent = resource.globally_coherent || resource.reorder_coherent;
  plan.heap_ranges.push_back(std::move(resource));
  plan.resources.push_back(range);
  return static_cast<uint32_t>(plan.resources.size() - 1);
}

}  // namespace

HeapType heap_type(const Resource& resource) {
  const bool is_uav = resource.resource_class == ResourceClass::kUav;
  switch (resource.kind) {
    case ResourceKind::kCBuffer:
      return HeapType::kConstantBuffer;
    case ResourceKind::kRawBuffer:
    case ResourceKind::kStructuredBuffer:
      return is_uav ? HeapType::kWriteBuffer : HeapType::kReadBuffer;
    case ResourceKind::kTypedBuffer:
    case ResourceKind::kTBuffer:
      return is_uav ? HeapType::kWriteTexels : HeapType::kReadTexels;
    case ResourceKind::kAccelerationStructure:
      return HeapType::kAccelerationStructure;
    default:
      return is_uav ? HeapType::kWriteTexture : HeapType::kTexture;
  }
}

uint32_t heap_range(PlanningContext& context, DescriptorHeap heap, const HandleProperties& properties) {
  const std::array<uint32_t, 2> key = {properties.words[0], properties.words[1]};
  const auto [found, is_new] = context.heap_ranges.try_emplace(key, 0);
  if (is_new) found->second = add_range(context, heap, properties.resource);
  return found->second;
}

uint32_t atomic_twin(PlanningContext& context, uint32_t resource, bool is_64bit) {
  const ResourceKind kind = context.plan.resource_info(resource).kind;
  const DescriptorHeap heap = context.plan.resources[resource].heap;
  if (heap == DescriptorHeap::kNone || !is_typed(kind)) return resource;
  uint32_t twin = context.plan.resources[resource].atomic_twin;
  if (twin == dxil::kNone) {
    twin = add_range(context, heap, context.plan.resource_info(resource));
    context.plan.resources[resource].atomic_twin = twin;
  }
  context.plan.heap_ranges[twin - context.plan.shader->resources.size()].uses_64bit_atomics |= is_64bit;
  return twin;
}

}  // namespace trellis::spirv
