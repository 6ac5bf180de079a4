#include "tests/pipeline_layout/layout_binder.hpp"

#include <algorithm>
#include <cstring>

#include "tests/dxil_frontend/container/root_signature_writer.hpp"
#include "tests/pipeline_layout/given_by_layout.hpp"
#include "tests/support/buffers.hpp"
#include "tests/vulkan/names.hpp"

namespace trellis::test_layout {
namespace {

using test_support::BufferKind;
using test_support::RegisterClass;
using test_support::RegisterLine;
using vulkan::BoundResource;

constexpr uint32_t kNone = UINT32_MAX;
/// The offset of the root data block in its buffer if the offset is dynamic: a multiple of every device's
/// alignment.
constexpr uint32_t kDynamicOffset = 256;

struct DestroySignature {
  void operator()(TrellisRootSignature* object) const { trellis_root_signature_destroy(object); }
};

VkDescriptorType vulkan_type(const RegisterLine& line) {
  const bool is_uav = line.register_class == RegisterClass::kUnorderedAccess;
  if (line.kind == BufferKind::kConstant) return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  if (line.kind != BufferKind::kTyped) return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  return is_uav ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
}

BoundResource counter_of(uint32_t value) {
  BoundResource counter;
  counter.buffer = vulkan::bytes_of(std::vector<uint32_t>{value});
  return counter;
}

}  // namespace

TrellisPipelineLayoutOptions options_of(const LayoutMode& mode) {
  TrellisPipelineLayoutOptions options = TRELLIS_PIPELINE_LAYOUT_OPTIONS_INIT;
  options.tables = mode.tables;
  options.types = mode.types;
  options.root_cbvs = options.root_srvs = options.root_uavs = mode.root_descriptors;
  options.push_constant_bytes = mode.push_constant_bytes;
  options.root_block = mode.block;
  return options;
}

Layout make_layout(const test_c_api::Translator& translator, const dxil::RootSignature& signature,
                   const TrellisPipelineLayoutOptions& options) {
  const std::vector<uint8_t> bytes = container_testing::write_root_signature(signature);
  TrellisRootSignature* read = nullptr;
  trellis_root_signature_read(translator.get(), bytes.data(), bytes.size(), nullptr, &read);
  const std::unique_ptr<TrellisRootSignature, DestroySignature> owner(read);
  TrellisPipelineLayout* made = nullptr;
  if (read != nullptr) trellis_pipeline_layout_create(translator.get(), read, &options, &made);
  return Layout(made);
}

/// Where the root signature has a register.
struct LayoutBinder::Place {
  uint32_t parameter = kNone, range = kNone;
  uint32_t element = 0;        ///< Index within the range.
  uint32_t table_element = 0;  ///< Index within the table.
};

LayoutBinder::LayoutBinder(const TrellisPipelineLayout* layout, const dxil::RootSignature& signature,
                           bool has_device_heaps)
    : layout_(layout), signature_(signature), has_device_heaps_(has_device_heaps) {
  trellis_pipeline_layout_root_data(layout, &root_);
  root_bytes_.resize(root_.size);
}

LayoutBinder::Place LayoutBinder::find(const Register& sought) const {
  constexpr dxil::DescriptorRangeType kTypes[] = {
      dxil::DescriptorRangeType::kCbv, dxil::DescriptorRangeType::kSrv, dxil::DescriptorRangeType::kUav,
      dxil::DescriptorRangeType::kSampler};
  constexpr dxil::RootDescriptorType kRootTypes[] = {
      dxil::RootDescriptorType::kCbv, dxil::RootDescriptorType::kSrv, dxil::RootDescriptorType::kUav};
  const auto which = static_cast<size_t>(sought.register_class);
  for (uint32_t p = 0; p < signature_.parameters.size(); ++p) {
    const auto& value = signature_.parameters[p].value;
    if (const auto* constants = std::get_if<dxil::RootConstants>(&value)) {
      const bool is_constants = sought.register_class == RegisterClass::kConstantBuffer;
      if (is_constants && constants->register_index == sought.index && constants->space == sought.space)
        return {p};
    } else if (const auto* root = std::get_if<dxil::RootDescriptor>(&value)) {
      if (root->type == kRootTypes[which] && root->register_index == sought.index &&
          root->space == sought.space) {
        return {p};
      }
    } else if (const auto* table = std::get_if<dxil::DescriptorTable>(&value)) {
      // Computes the offsets of appended ranges independently of the library.
      uint32_t next = 0;
      for (uint32_t r = 0; r < table->ranges.size(); ++r) {
        const dxil::DescriptorRange& range = table->ranges[r];
        const uint32_t offset = range.table_offset == dxil::kAppendDescriptors ? next : range.table_offset;
        next = offset + range.count;
        if (range.type != kTypes[which] || range.space != sought.space || sought.index < range.base_register)
          continue;
        const uint32_t element = sought.index - range.base_register;
        if (element < range.count) return {p, r, element, offset + element};
      }
    }
  }
  return {};
}

std::string LayoutBinder::add(const RegisterLine& line, size_t& at) {
  BoundResource resource;
  resource.buffer = test_support::fill_buffer(line);
  resource.type = vulkan_type(line);
  if (line.kind == BufferKind::kTyped) {
    resource.buffer_format = vulkan::format_from_name(line.format).value_or(VK_FORMAT_UNDEFINED);
  }
  return add({line.register_class, line.index, line.space}, std::move(resource), at);
}

std::string LayoutBinder::add(const Register& which, BoundResource resource, size_t& at) {
  const Place place = find(which);
  if (place.parameter == kNone) return {};  // The root signature does not contain this register.
  TrellisRootMemberInfo member = TRELLIS_ROOT_MEMBER_INFO_INIT;
  const bool has_member = find_member(layout_, place.parameter, member);
  if (has_member && member.kind == TRELLIS_ROOT_MEMBER_CONSTANTS) {
    std::copy_n(resource.buffer.begin(), std::min<size_t>(resource.buffer.size(), member.size),
                root_bytes_.begin() + member.offset);
    return {};
  }
  if (has_member && member.kind == TRELLIS_ROOT_MEMBER_ADDRESS) {
    vulkan::PlacedAddress address;
    address.offset = member.offset;
    address.value = resource.structure_address;
    address.resource = static_cast<uint32_t>(at = resources_.size());
    addresses_.push_back(address);
    if (resource.structure_address == 0) resource.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    resource.is_addressed = true;
    resources_.push_back(std::move(resource));
    return {};
  }
  const std::string wrong = place_descriptor(place, false, std::move(resource), at);
  return wrong.empty() ? ""
                       : test_support::register_name(which.register_class, which.index, which.space) + wrong;
}

std::string LayoutBinder::add_counter(const Register& which, uint32_t value, size_t& at) {
  const Place place = find(which);
  const std::string wrong =
      place.parameter == kNone ? " is not there" : place_descriptor(place, true, counter_of(value), at);
  return wrong.empty() ? "" : "the counter of u" + std::to_string(which.index) + wrong;
}

std::string LayoutBinder::add_to_heap(uint32_t index, BoundResource resource, size_t& at) {
  BindingQuery query;
  query.type = resource.type;
  query.purpose = TRELLIS_PURPOSE_RESOURCE_HEAP;
  resource.element = index;
  resource.in_heap = has_device_heaps_;
  if (!has_device_heaps_ && !find_binding(layout_, query, resource.set, resource.binding))
    return "no binding of the heap";
  at = resources_.size();
  resources_.push_back(std::move(resource));
  return {};
}

std::string LayoutBinder::add_counter_to_heap(uint32_t index, uint32_t value, size_t& at) {
  BindingQuery query;
  query.purpose = TRELLIS_PURPOSE_COUNTER_HEAP;
  BoundResource counter = counter_of(value);
  counter.element = index + (has_device_heaps_ ? kCounterDistance : 0);
  counter.in_heap = has_device_heaps_;
  if (!has_device_heaps_ && !find_binding(layout_, query, counter.set, counter.binding))
    return "no counters of the heap";
  at = resources_.size();
  resources_.push_back(std::move(counter));
  return {};
}

uint32_t LayoutBinder::heap_base(const Place& place, uint32_t root_offset) {
  const uint32_t base = 5 + 40 * place.parameter;
  std::memcpy(root_bytes_.data() + root_offset, &base, sizeof(base));
  return base;
}

std::string LayoutBinder::place_descriptor(const Place& place, bool is_counter, BoundResource resource,
                                           size_t& at) {
  TrellisRootMemberInfo member = TRELLIS_ROOT_MEMBER_INFO_INIT;
  BindingQuery query;
  query.type = resource.type;
  if (find_member(layout_, place.parameter, member)) {
    query.purpose = is_counter ? TRELLIS_PURPOSE_COUNTER_HEAP : TRELLIS_PURPOSE_RESOURCE_HEAP;
    resource.element = heap_base(place, member.offset) + place.table_element;
    resource.in_heap = has_device_heaps_;
    if (is_counter && has_device_heaps_) resource.element += kCounterDistance;
  } else {
    query.purpose = is_counter             ? TRELLIS_PURPOSE_COUNTERS
                    : place.range == kNone ? TRELLIS_PURPOSE_ROOT_DESCRIPTOR
                                           : TRELLIS_PURPOSE_TABLE_RANGE;
    query.parameter = place.parameter;
    query.range = place.range;
    resource.element = place.element;
  }
  if (!resource.in_heap && !find_binding(layout_, query, resource.set, resource.binding))
    return " has no descriptor in the layout";
  at = resources_.size();
  resources_.push_back(std::move(resource));
  return {};
}

void LayoutBinder::add_root_block(vulkan::Dispatch& dispatch) {
  BoundResource block;
  block.set = root_.set;
  block.binding = root_.binding;
  block.buffer = root_bytes_;
  block.type = block_type(layout_, root_);
  if (block.type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
    block.addresses = addresses_;
  } else {
    if (block.type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC) {
      block.dynamic_offset = kDynamicOffset;
      block.buffer.insert(block.buffer.begin(), kDynamicOffset, 0xCC);
    }
    dispatch.addresses = addresses_;
    for (vulkan::PlacedAddress& address : dispatch.addresses) {
      address.offset += block.dynamic_offset;
      address.table = static_cast<uint32_t>(resources_.size());
    }
  }
  resources_.push_back(std::move(block));
}

void LayoutBinder::finish(vulkan::Dispatch& dispatch) {
  dispatch.uses_heaps = has_device_heaps_;
  if (!has_device_heaps_) dispatch.layout = given_layout(layout_);
  if (root_.size != 0 && root_.is_uniform_block != 0) {
    add_root_block(dispatch);
  } else {
    dispatch.push_constants = root_bytes_;
    dispatch.addresses = addresses_;
  }
  dispatch.resources = resources_;
}

}  // namespace trellis::test_layout
