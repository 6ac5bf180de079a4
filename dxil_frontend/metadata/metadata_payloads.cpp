// dx.dxrPayloadAnnotations: the access qualifiers of payloads.
#include <algorithm>

#include "dxil_frontend/metadata/metadata_parts.hpp"
#include "dxil_frontend/module_builder/data_layout.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {
namespace {

/// Four bits for each stage, of which two are used: 1 reads, 2 writes.
constexpr uint32_t kStageBits = 4, kStages = 4, kKnownBits = 0x3333;

class PayloadReader {
 public:
  PayloadReader(const DataLayout& layout, Shader& shader) : layout_(layout), shader_(shader) {}

  // Layout: (0, struct, members, struct, members, ...)
  void read(const NodeView& node) {
    if (!node.require_operands(1)) return;
    if (node.u32(0, "kind") != 0) return node.fail_operand(0, "kind", "is not known");
    if (node.size() % 2 == 0) return node.fail("the last struct of the payloads has no members");
    for (uint32_t n = 1; n + 1 < node.size() && node.ok(); n += 2) {
      const TypeId type = node.struct_type(n, "struct");
      if (type == kNone || shader_.module.types[type].name.empty())
        return node.fail_operand(n, "struct", "is not a named struct");
      if (std::find(types_.begin(), types_.end(), type) != types_.end())
        return node.fail_operand(n, "struct", "is there twice");
      types_.push_back(type);
      PayloadAccess& payload = shader_.payloads.emplace_back();
      payload.type = type;
      const NodeView members = node.required_node(n + 1, "members");
      if (node.ok()) read_members(members, type, payload);
    }
  }

  /// Called after all structs have been read: finds the members that are payloads themselves.
  void join(const NodeView& node) {
    for (size_t p = 0; p < shader_.payloads.size() && node.ok(); ++p) {
      for (uint32_t m = 0; m < shader_.payloads[p].members.size(); ++m) {
        PayloadMember& member = shader_.payloads[p].members[m];
        if (member.read != 0 || member.written != 0) continue;
        const auto found =
            std::find(types_.begin(), types_.end(), shader_.module.types[types_[p]].members[m]);
        if (found != types_.end()) member.struct_index = static_cast<uint32_t>(found - types_.begin());
      }
    }
  }

 private:
  // Layout: one (0, mask) for each member.
  void read_members(const NodeView& list, TypeId type, PayloadAccess& payload) {
    const auto count = static_cast<uint32_t>(shader_.module.types[type].members.size());
    if (list.size() != count) {
      return list.fail("there are " + decimal(list.size()) + " members of a payload that has " +
                       decimal(count));
    }
    const Vector<uint64_t> offsets = layout_.member_offsets(shader_.module, type);
    for (uint32_t n = 0; n < count && list.ok(); ++n) {
      const NodeView node = list.required_node(n, "member");
      if (!node.require_operands(2)) return;
      if (node.u32(0, "tag") != 0) return node.fail_operand(0, "tag", "is not known");
      const uint32_t mask = node.u32(1, "access");
      if ((mask & ~kKnownBits) != 0) return node.fail_operand(1, "access", "has bits that are not known");
      PayloadMember& member = payload.members.emplace_back();
      member.offset = static_cast<uint32_t>(offsets[n]);
      for (uint32_t stage = 0; stage < kStages; ++stage) {
        const uint32_t bits = mask >> (kStageBits * stage);
        member.read |= static_cast<uint8_t>((bits & 1) << stage);
        member.written |= static_cast<uint8_t>((bits >> 1 & 1) << stage);
      }
    }
  }

  const DataLayout& layout_;
  Shader& shader_;
  Vector<TypeId> types_;
};

}  // namespace

void read_payloads(const MetadataSource& metadata, std::string_view data_layout, Shader& shader,
                   MetadataErrors& errors) {
  const uint32_t count = metadata.list_size(kPayloadAnnotations);
  if (count == 0) return;
  const DataLayout layout = DataLayout::parse(data_layout).value_or(DataLayout());
  PayloadReader reader(layout, shader);
  for (uint32_t n = 0; n < count && !errors.first; ++n) {
    const NodeView node(metadata, kPayloadAnnotations, n, errors);
    reader.read(node);
    if (n + 1 == count) reader.join(node);
  }
}

}  // namespace trellis::dxil
