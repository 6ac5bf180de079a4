// Reads dx.resources.
#include <algorithm>

#include "dxil_frontend/metadata/metadata_parts.hpp"
#include "support/containers.hpp"
#include "support/sort_stably.hpp"

namespace trellis::dxil {

namespace {

constexpr uint32_t kMaxResourceKind = static_cast<uint32_t>(ResourceKind::kFeedbackTexture2DArray);

enum ResourceTag : uint32_t {
  kElementType = 0,
  kStride = 1,
  kFeedbackKind = 2,
  kAtomic64 = 3,
  kReorderCoherent = 4
};

void read_tags(const NodeView& tags, Resource& resource) {
  tags.for_each_tag([&](uint32_t tag, uint32_t operand) {
    switch (tag) {
      case kElementType:
        resource.component_type =
            static_cast<ComponentType>(tags.u32(operand, "component type", kMaxComponentType));
        break;
      case kStride:
        resource.stride = tags.u32(operand, "stride");
        break;
      case kFeedbackKind:
        tags.u32(operand, "feedback kind", 1);
        break;
      case kAtomic64:
        resource.uses_64bit_atomics = tags.boolean(operand, "64-bit atomics");
        break;
      case kReorderCoherent:
        resource.reorder_coherent = tags.boolean(operand, "reorder coherent");
        break;
      default:
        break;
    }
  });
}

void read_view_kind(const NodeView& node, Resource& resource) {
  resource.kind = static_cast<ResourceKind>(node.u32(6, "kind", kMaxResourceKind));
  if (resource.kind == ResourceKind::kInvalid || resource.kind == ResourceKind::kCBuffer ||
      resource.kind == ResourceKind::kSampler) {
    node.fail_operand(6, "kind", String("does not fit the class: ") + name_of(resource.kind));
  }
}

void read_class_fields(const NodeView& node, Resource& resource) {
  switch (resource.resource_class) {
    case ResourceClass::kSrv: {
      if (!node.require_operands(8)) return;
      read_view_kind(node, resource);
      resource.sample_count = node.u32(7, "sample count");
      const NodeView tags = node.optional_node(8, "tags");
      read_tags(tags, resource);
      break;
    }
    case ResourceClass::kUav: {
      if (!node.require_operands(10)) return;
      read_view_kind(node, resource);
      resource.globally_coherent = node.boolean(7, "globally coherent");
      resource.has_counter = node.boolean(8, "has counter");
      resource.rasterizer_ordered = node.boolean(9, "rasterizer ordered");
      const NodeView tags = node.optional_node(10, "tags");
      read_tags(tags, resource);
      break;
    }
    case ResourceClass::kCbv:
      if (!node.require_operands(7)) return;
      resource.kind = ResourceKind::kCBuffer;
      resource.size = node.u32(6, "size");
      break;
    case ResourceClass::kSampler:
      if (!node.require_operands(7)) return;
      resource.kind = ResourceKind::kSampler;
      resource.sampler_kind = node.u32(6, "sampler kind", 2);
      break;
  }
}

void read_resource(const NodeView& node, Resource& resource) {
  if (!node.require_operands(6)) return;
  resource.id = node.u32(0, "id");
  resource.symbol = node.value(1, "symbol").id;
  resource.name = node.string(2, "name");
  resource.space = node.u32(3, "space");
  resource.lower_bound = node.u32(4, "lower bound");
  // Mesa writes 0 for an unbounded array.
  resource.count = node.u32(5, "range size");
  if (resource.count == 0) resource.count = kUnboundedDescriptors;
  const bool is_bound = resource.lower_bound != UINT32_MAX;
  if (is_bound && resource.count != kUnboundedDescriptors &&
      resource.lower_bound > UINT32_MAX - (resource.count - 1)) {
    node.fail_operand(5, "range size", "reaches past the last register");
  }
  read_class_fields(node, resource);
}

}  // namespace

void read_resources(const NodeView& lists, Vector<Resource>& resources) {
  static constexpr const char* kListNames[] = {"SRVs", "UAVs", "CBVs", "samplers"};
  if (!lists.require_operands(4)) return;
  for (uint32_t list_index = 0; list_index < 4; ++list_index) {
    const NodeView list = lists.optional_node(list_index, kListNames[list_index]);
    const size_t first = resources.size();
    for (uint32_t i = 0; i < list.size() && list.ok(); ++i) {
      const NodeView node = list.required_node(i, "resource");
      Resource& resource = resources.emplace_back();
      resource.resource_class = static_cast<ResourceClass>(list_index);
      read_resource(node, resource);
    }
    const auto begin = resources.begin() + static_cast<std::ptrdiff_t>(first);
    const auto by_id = [](const Resource& a, const Resource& b) { return a.id < b.id; };
    sort_stably(begin, resources.end(), by_id);
    const auto same_id = [](const Resource& a, const Resource& b) { return a.id == b.id; };
    if (std::adjacent_find(begin, resources.end(), same_id) != resources.end()) {
      list.fail("two resources have the same id");
    }
  }
}

}  // namespace trellis::dxil
