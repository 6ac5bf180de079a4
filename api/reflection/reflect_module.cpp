#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <tuple>

#include "api/reflection/device_needs.hpp"
#include "api/reflection/reflect.hpp"
#include "dxil_frontend/program/reflection/reflection.hpp"
#include "dxil_frontend/program/vendor_intrinsics.hpp"
#include "spirv_backend/options/cookie_words.hpp"
#include "support/containers.hpp"

namespace trellis {
namespace {

using Json = nlohmann::ordered_json;
using spirv::BindingKind;
using spirv::BufferForm;

const char* name_of(BindingKind kind) {
  switch (kind) {
    case BindingKind::kDescriptor:
      return "descriptor";
    case BindingKind::kHeap:
      return "heap";
    case BindingKind::kRootConstants:
      return "root_constants";
    case BindingKind::kDeviceHeap:
      return "device_heap";
    case BindingKind::kAddress:
      break;
  }
  return "address";
}

const char* name_of(BufferForm form) {
  switch (form) {
    case BufferForm::kDefault:
      return "default";
    case BufferForm::kUniform:
      return "uniform";
    case BufferForm::kStorage:
      return "storage";
    case BufferForm::kTexel:
      return "texel";
    case BufferForm::kAddresses:
      break;
  }
  return "addresses";
}

/// Returns the members of a Binding or CounterBinding that describe its location.
template <class Place>
Json place_json(const Place& place) {
  Json out;
  out["kind"] = name_of(place.kind);
  if (place.form != BufferForm::kDefault) out["form"] = name_of(place.form);
  const bool is_address = place.kind == BindingKind::kAddress || place.kind == BindingKind::kRootConstants;
  if (has_set(place.kind)) {
    out["set"] = place.set;
    out["binding"] = place.binding;
  }
  if (is_address) {
    out["root_offset"] = place.root_offset;
  } else if (place.first_element != 0) {
    out["first_element"] = place.first_element;
  }
  if (place.form == BufferForm::kAddresses) {
    out["address_stride"] = place.addresses.stride;
    out["address_offset"] = place.addresses.offset;
  }
  if (is_heap(place.kind) && place.table_offset != spirv::kNoOffset) {
    out["table_offset"] = place.table_offset;
  }
  return out;
}

Json range_json(const spirv::ViewRange& range) {
  Json out;
  if (range.kind == spirv::RangeKind::kRootData) {
    out["root_offset"] = range.root_offset;
    return out;
  }
  out["set"] = range.set;
  out["binding"] = range.binding;
  out["stride"] = range.layout.stride;
  out["offset"] = range.layout.offset;
  return out;
}

/// Returns the index among the program's listed resources. `info` is in the program's resources, or in a
/// copy.
uint32_t listed_index(const spirv::ResourceUse& use, const dxil::VendorSlots& slots) {
  return dxil::listed_count({use.info - use.resource, use.resource}, slots);
}

Json binding_json(const BoundResource& bound, const dxil::VendorSlots& slots) {
  const spirv::ResourceUse& use = bound.use;
  Json out;
  if (use.heap == spirv::DescriptorHeap::kNone) {
    out["resource"] = listed_index(use, slots);
  } else {
    out["heap"] = use.heap == spirv::DescriptorHeap::kSamplers ? "samplers" : "resources";
    out["heap_kind"] = dxil::name_of(use.info->kind);
  }
  if (!use.info->name.empty()) out["name"] = use.info->name;
  out["used_as"] = Json::array();
  if (use.is_read) out["used_as"].push_back("read");
  if (use.is_written) out["used_as"].push_back("written");
  if (use.is_atomic) out["used_as"].push_back("atomic");
  if (use.is_dynamically_indexed) out["used_as"].push_back("dynamically_indexed");
  if (use.is_non_uniform) out["used_as"].push_back("non_uniform");
  if (use.needs_integer_view) out["integer_view"] = true;
  out["place"] = place_json(bound.binding);
  if (bound.binding.kind == BindingKind::kRootConstants) out["place"]["root_size"] = bound.binding.root_size;
  if (bound.binding.in_record) {
    out["place"]["in_record"] = true;
    if (bound.binding.table_shift != 0) out["place"]["table_shift"] = bound.binding.table_shift;
  }
  if (bound.binding.kind == BindingKind::kAddress && bound.binding.bound_offset != spirv::kNoOffset) {
    out["place"]["bound_offset"] = bound.binding.bound_offset;
  }
  if (bound.binding.is_single_element) out["place"]["single_element"] = true;
  if (bound.binding.range.kind != spirv::RangeKind::kWhole) {
    out["place"]["range"] = range_json(bound.binding.range);
  }
  if (use.uses_counter) out["counter"] = place_json(bound.binding.counter);
  return out;
}

Json element_json(const spirv::LocatedElement& element) {
  static constexpr const char* kSignatures[] = {"input", "output", "patch_constant"};
  Json out;
  out["signature"] = kSignatures[static_cast<size_t>(element.side)];
  out["index"] = element.index;
  out["semantic"] = element.info->semantic;
  if (element.is_builtin) {
    out["builtin"] = element.builtin;
    return out;
  }
  out["location"] = element.at.location;
  if (element.at.component != 0) out["component"] = element.at.component;
  if (element.at.per_primitive) out["per_primitive"] = true;
  return out;
}

Json views_json(const spirv::ViewUse& use) {
  Json out;
  out["reads_view"] = use.reads_view;
  out["multiview_compatible"] = use.is_multiview_compatible;
  if (use.way) {
    out["way"] = *use.way == spirv::ViewWay::kInstances ? "instances" : "multiview";
    if (use.count.value != 0) out["count"] = use.count.value;  // Packed views are not counted.
    if (use.count.spec_id) out["count_spec_id"] = *use.count.spec_id;
  }
  if (use.taken_at) out["taken_at"] = *use.taken_at;
  if (use.handed_at) out["handed_at"] = *use.handed_at;
  out["adds"] = Json::array();
  if (use.adds_viewport) out["adds"].push_back("viewport");
  if (use.adds_layer) out["adds"].push_back("layer");
  return out;
}

Json program_place_json(const spirv::ProgramPlace& place) {
  Json out;
  out["entry_point"] = place.entry_point;
  if (!place.where.function.empty()) out["function"] = place.where.function;
  if (!place.where.block.empty()) out["block"] = place.where.block;
  if (!place.where.instruction.empty()) out["instruction"] = place.where.instruction;
  if (!place.where.operation.empty()) out["operation"] = place.where.operation;
  if (!place.file.empty()) out["file"] = place.file;
  if (place.line != 0) {
    out["line"] = place.line;
    out["column"] = place.column;
  }
  return out;
}

/// Returns the names of the bits that a descriptor's entry in a heap's table must have.
Json wanted_bits_json(const spirv::CheckedAccess& access) {
  static constexpr const char* kBits[] = {
      "cbv",        "srv-buffer",  "uav-buffer",  "srv-texels",
      "uav-texels", "srv-texture", "uav-texture", "acceleration-structure",
      "sampler",    "counter"};
  static_assert(std::size(kBits) == spirv::kDescriptorBits);
  static constexpr const char* kCookieBits[] = {
      "texture",      "write-texture",          "uniform-buffer", "storage-buffer", "read-texels",
      "write-texels", "acceleration-structure", nullptr,          "address"};
  static_assert(1u << (std::size(kCookieBits) - 1) == static_cast<uint32_t>(spirv::CookieBit::kAddress));
  const bool has_cookies = access.format == spirv::DescriptorFormat::kCookies;
  const std::span<const char* const> names = has_cookies ? std::span<const char* const>(kCookieBits) : kBits;
  Json out = Json::array();
  for (size_t bit = 0; bit < names.size(); ++bit) {
    if ((access.wanted_bits >> bit & 1) != 0) out.push_back(names[bit]);
  }
  return out;
}

Json checked_access_json(const spirv::CheckedAccess& access) {
  Json out;
  out["number"] = access.number;
  out["resource"] = access.resource;
  out["wanted"] = wanted_bits_json(access);
  out["at"] = program_place_json(access.place);
  return out;
}

Json counted_block_json(const spirv::CountedBlock& block) {
  Json out;
  out["counter"] = block.counter;
  out["instructions"] = block.instructions;
  out["operations"] = block.operations;
  out["at"] = program_place_json(block.place);
  return out;
}

Json capability_json(uint32_t capability) {
  const VulkanNeed* need = need_of_capability(capability);
  return need == nullptr ? Json(capability) : Json(need->name);
}

Json need_json(const VulkanNeed& need) {
  Json out;
  out["name"] = need.name;
  if (*need.feature != '\0') {
    const bool is_property = std::string_view(need.feature).find("Properties") != std::string_view::npos;
    out[is_property ? "property" : "feature"] = need.feature;
  }
  if (*need.bit != '\0') out["bit"] = need.bit;
  if (*need.extension != '\0') out["extension"] = need.extension;
  return out;
}

Json spec_constant_json(const SpecConstant& constant) {
  Json out;
  out["id"] = constant.id;
  if (!constant.name.empty()) out["name"] = constant.name;
  out["default"] = constant.default_value;
  return out;
}

/// Collects the members of the root data.
class RootMembers {
 public:
  /// `use`: the resource that the member belongs to. Descriptors of heaps are not resources of the program.
  void add(uint32_t offset, uint32_t size, const char* holds, const spirv::ResourceUse& use) {
    if (offset == spirv::kNoOffset) return;
    auto [at, is_new] = members_.try_emplace({offset, size, holds}, Json::array());
    if (use.heap != spirv::DescriptorHeap::kNone) return;
    if (at->second.empty() || at->second.back() != use.resource) at->second.push_back(use.resource);
  }

  /// Adds a member that belongs to no resource.
  void add(uint32_t offset, uint32_t size, const char* holds) {
    members_.try_emplace({offset, size, holds}, Json::array());
  }

  Json json() const {
    Json out = Json::array();
    for (const auto& [key, resources] : members_) {
      const auto& [offset, size, holds] = key;
      out.push_back({{"offset", offset}, {"size", size}, {"holds", holds}, {"resources", resources}});
    }
    return out;
  }

 private:
  Map<std::tuple<uint32_t, uint32_t, String>, Json> members_;
};

constexpr uint32_t kWord = 4, kAddressSize = 8, kRangeSize = 8;

Json root_members_json(const Vector<BoundResource>& bindings, const std::optional<spirv::ViewUse>& views) {
  RootMembers members;
  if (views && views->mask_offset) members.add(*views->mask_offset, kWord, "view_mask");
  for (const BoundResource& bound : bindings) {
    const spirv::Binding& place = bound.binding;
    const spirv::ResourceUse& resource = bound.use;
    if (place.in_record) continue;
    if (place.kind == BindingKind::kRootConstants) {
      members.add(place.root_offset, place.root_size, "constants", resource);
    } else if (place.kind == BindingKind::kAddress) {
      members.add(place.root_offset, kAddressSize, "address", resource);
      members.add(place.bound_offset, kWord, "buffer_size", resource);
    } else if (is_heap(place.kind)) {
      members.add(place.table_offset, kWord, "table", resource);
    }
    if (place.range.kind == spirv::RangeKind::kRootData) {
      members.add(place.range.root_offset, kRangeSize, "range", resource);
    }
    if (!bound.use.uses_counter) continue;
    if (place.counter.kind == BindingKind::kAddress) {
      members.add(place.counter.root_offset, kAddressSize, "counter_address", resource);
    } else if (is_heap(place.counter.kind)) {
      members.add(place.counter.table_offset, kWord, "counter_table", resource);
    }
  }
  return members.json();
}

Json module_json(const Program& program, const Translation& translation, std::span<const uint32_t> words) {
  const DeviceNeeds needs = device_needs(words);
  Json out;
  out["entry_points"] = translation.entry_points;
  out["spirv_version"] =
      words.size() < 2 ? String() : decimal(words[1] >> 16 & 0xFF) + "." + decimal(words[1] >> 8 & 0xFF);
  const Vector<uint32_t>& lanes = translation.required_subgroup_sizes;
  if (std::any_of(lanes.begin(), lanes.end(), [](uint32_t size) { return size != 0; })) {
    out["required_subgroup_sizes"] = lanes;
  }
  out["bindings"] = Json::array();
  for (const BoundResource& bound : translation.bindings) {
    out["bindings"].push_back(binding_json(bound, program.shader.vendor_slots));
  }
  out["elements"] = Json::array();
  for (const spirv::LocatedElement& element : translation.elements) {
    out["elements"].push_back(element_json(element));
  }
  if (translation.views) out["views"] = views_json(*translation.views);
  if (translation.root_data.size != 0) {
    Json& root = out["root_data"];
    root["form"] = translation.root_data.is_uniform_block ? "uniform_block" : "push_constants";
    root["size"] = translation.root_data.size;
    if (translation.root_data.is_uniform_block) {
      root["set"] = translation.root_data.set;
      root["binding"] = translation.root_data.binding;
    }
    root["members"] = root_members_json(translation.bindings, translation.views);
  }
  if (!translation.instruments.accesses.empty()) {
    Json& accesses = out["checked_accesses"] = Json::array();
    for (const spirv::CheckedAccess& access : translation.instruments.accesses) {
      accesses.push_back(checked_access_json(access));
    }
  }
  if (!translation.instruments.blocks.empty()) {
    Json& blocks = out["counted_blocks"] = Json::array();
    for (const spirv::CountedBlock& block : translation.instruments.blocks) {
      blocks.push_back(counted_block_json(block));
    }
  }
  out["capabilities"] = Json::array();
  for (uint32_t capability : needs.capabilities) out["capabilities"].push_back(capability_json(capability));
  out["extensions"] = needs.extensions;
  out["warnings"] = translation.warnings;
  out["needs"] = Json::array();
  for (const VulkanNeed* need : needs.vulkan) out["needs"].push_back(need_json(*need));
  out["spec_constants"] = Json::array();
  for (const SpecConstant& constant : needs.spec_constants) {
    out["spec_constants"].push_back(spec_constant_json(constant));
  }
  return out;
}

String with_member(const Program& program, const char* name, Json member) {
  Json out = Json::parse(dxil::reflect_json(program.shader), nullptr, false);
  out[name] = std::move(member);
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

String reflection_text(const Program& program, const Translation& translation,
                       std::span<const uint32_t> words) {
  return with_member(program, "module", module_json(program, translation, words));
}

String reflection_text(const Program& program, const Diagnostic& why) {
  return with_member(program, "not_translated", why.to_string());
}

}  // namespace trellis
