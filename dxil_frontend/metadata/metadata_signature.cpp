// Reads the signatures of an entry point.
#include <algorithm>

#include "dxil_frontend/metadata/metadata_parts.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

constexpr uint32_t kMaxElements = 256;  // 128 components, and system values without components.
constexpr uint32_t kMaxRows = 32;
constexpr uint32_t kMaxColumns = 4;
constexpr uint32_t kMaxSemanticKind = 33;
constexpr uint32_t kMaxInterpolation = 7;

enum ElementTag : uint32_t { kStream = 0, kDynamicIndexMask = 2, kUsageMask = 3 };

uint32_t at_least_one(const NodeView& node, uint32_t operand, const char* what, uint32_t maximum) {
  const uint32_t value = node.u32(operand, what, maximum);
  if (value == 0) node.fail_operand(operand, what, "is 0");
  return value;
}

void read_semantic_indices(const NodeView& node, SignatureElement& element) {
  const NodeView indices = node.optional_node(4, "semantic indices");
  // System values may omit the list; their index is 0. DXC up to 1.7 lists an index for each vertex of a mesh
  // shader's output; indices beyond the rows are meaningless.
  if (indices.size() != 0 && indices.size() < element.rows) {
    indices.fail("has " + decimal(indices.size()) + " indices for " + decimal(element.rows) + " rows");
    return;
  }
  element.semantic_indices.assign(element.rows, 0);
  const uint32_t count = std::min(indices.size(), element.rows);
  for (uint32_t i = 0; i < count; ++i) element.semantic_indices[i] = indices.u32(i, "semantic index");
}

void read_element(const NodeView& node, SignatureElement& element) {
  if (!node.require_operands(10)) return;
  element.id = node.u32(0, "id");
  element.semantic = node.string(1, "semantic name");
  element.component_type = static_cast<ComponentType>(node.u32(2, "component type", kMaxComponentType));
  element.semantic_kind = static_cast<uint8_t>(node.u32(3, "semantic kind", kMaxSemanticKind));
  element.interpolation = static_cast<uint8_t>(node.u32(5, "interpolation mode", kMaxInterpolation));
  element.rows = at_least_one(node, 6, "rows", kMaxRows);
  element.columns = at_least_one(node, 7, "columns", kMaxColumns);
  element.start_row = static_cast<int32_t>(node.signed_integer(8, "start row", -1, kMaxRows - 1));
  element.start_column = static_cast<int32_t>(node.signed_integer(9, "start column", -1, kMaxColumns - 1));
  if (!node.ok()) return;
  read_semantic_indices(node, element);
  const NodeView tags = node.optional_node(10, "tags");
  tags.for_each_tag([&](uint32_t tag, uint32_t operand) {
    switch (tag) {
      case kStream:
        element.stream = tags.u32(operand, "stream", 3);
        break;
      case kDynamicIndexMask:
        element.dynamic_index_mask = tags.u32(operand, "dynamic index mask", 15);
        break;
      case kUsageMask:
        element.usage_mask = tags.u32(operand, "usage mask", 15);
        break;
      default:
        break;
    }
  });
}

void read_signature(const NodeView& list, Vector<SignatureElement>& elements) {
  if (list.size() > kMaxElements) {
    return list.fail("has " + decimal(list.size()) + " elements, more than " + decimal(kMaxElements));
  }
  elements.reserve(list.size());
  for (uint32_t i = 0; i < list.size() && list.ok(); ++i) {
    const NodeView node = list.required_node(i, "element");
    SignatureElement& element = elements.emplace_back();
    read_element(node, element);
    for (size_t other = 0; other + 1 < elements.size(); ++other) {
      if (elements[other].id == element.id) node.fail_operand(0, "id", "is taken by another element");
    }
  }
}

}  // namespace

void read_signatures(const NodeView& signatures, EntryPoint& entry) {
  if (!signatures.present() || !signatures.require_operands(3)) return;
  const NodeView inputs = signatures.optional_node(0, "inputs");
  read_signature(inputs, entry.inputs);
  const NodeView outputs = signatures.optional_node(1, "outputs");
  read_signature(outputs, entry.outputs);
  const NodeView third = signatures.optional_node(2, "patch constants or primitives");
  read_signature(third, entry.patch_constants);
}

}  // namespace trellis::dxil
