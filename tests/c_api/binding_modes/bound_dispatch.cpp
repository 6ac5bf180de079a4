#include "tests/c_api/binding_modes/bound_dispatch.hpp"

#include <algorithm>
#include <cstring>

#include "tests/support/buffers.hpp"
#include "tests/vulkan/draws/picture.hpp"
#include "tests/vulkan/names.hpp"

namespace trellis::test_c_api {
namespace {

using test_support::BufferKind;
using test_support::RegisterLine;
using vulkan::BoundResource;

/// The padding around a view that covers a part of its buffer, in units (64-bit atomics need an offset that
/// is a multiple of 8 bytes), and the byte that fills it.
constexpr uint32_t kUnitsBefore = 6, kUnitsBehind = 7;
constexpr uint8_t kAround = 0xA5;

VkDescriptorType descriptor_type(const TrellisResourceInfo& info, TrellisBufferForm form) {
  const bool is_uav = info.resource_class == TRELLIS_CLASS_UAV;
  const bool is_texel = form == TRELLIS_BUFFER_TEXEL || info.kind == TRELLIS_KIND_TYPED_BUFFER;
  if (is_texel)
    return is_uav ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
  const bool is_uniform = info.resource_class == TRELLIS_CLASS_CBV && form != TRELLIS_BUFFER_STORAGE;
  return is_uniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

bool serves(const TrellisResourceInfo& info, const RegisterLine& line) {
  constexpr TrellisResourceClass kClasses[] = {TRELLIS_CLASS_CBV, TRELLIS_CLASS_SRV, TRELLIS_CLASS_UAV,
                                               TRELLIS_CLASS_SAMPLER};
  if (kClasses[static_cast<size_t>(line.register_class)] != info.resource_class) return false;
  return line.space == info.space && line.index >= info.first_register &&
         line.index - info.first_register < info.count;
}

void put_word(std::vector<uint8_t>& bytes, size_t at, uint32_t word) {
  std::memcpy(bytes.data() + at, &word, sizeof(word));
}

}  // namespace

BoundDispatch::BoundDispatch(const test_support::CaseHeader& header, Mode mode)
    : header_(header), mode_(mode), parts_(header.registers.size()) {}

void BoundDispatch::add(const TrellisResourceUse& use, const TrellisBinding& binding) {
  const TrellisResourceInfo& info = *use.info;
  for (uint32_t n = 0; n < header_.registers.size(); ++n) {
    const RegisterLine& line = header_.registers[n];
    if (serves(info, line)) add_register(info, binding, n, line.index - info.first_register);
  }
  if (use.uses_counter == 0) return;
  const uint32_t counters = info.count == TRELLIS_UNBOUNDED ? 1 : info.count;
  for (uint32_t n = 0; n < counters; ++n) add_counter(binding, n);
}

vulkan::Dispatch BoundDispatch::dispatch() const {
  vulkan::Dispatch result;
  result.resources = resources_;
  result.addresses = addresses_;
  if (mode_ == Mode::kInlineBlock) {
    BoundResource block;
    block.set = kRootSet;
    block.type = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
    block.buffer = root_;
    result.resources.push_back(block);
  } else {
    result.push_constants = root_;
  }
  result.uses_heaps = uses_device_heaps(mode_);
  return result;
}

std::optional<std::vector<uint8_t>> BoundDispatch::contents(
    uint32_t line, const std::vector<std::vector<uint8_t>>& results) const {
  const Part& part = parts_[line];
  if (part.resource == SIZE_MAX) return std::nullopt;
  const std::vector<uint8_t>& whole = results[part.resource];
  const auto first = whole.begin() + static_cast<std::ptrdiff_t>(part.first);
  const auto end = first + static_cast<std::ptrdiff_t>(part.bytes);
  const auto is_around = [](uint8_t byte) { return byte == kAround; };
  if (!std::all_of(whole.begin(), first, is_around) || !std::all_of(end, whole.end(), is_around))
    return whole;
  return std::vector<uint8_t>(first, end);
}

uint32_t BoundDispatch::table(uint32_t set, uint32_t binding, size_t bytes) {
  const auto [at, is_new] = tables_.try_emplace({set, binding}, static_cast<uint32_t>(resources_.size()));
  if (is_new) {
    BoundResource table;
    table.set = set;
    table.binding = binding;
    resources_.push_back(table);
  }
  std::vector<uint8_t>& words = resources_[at->second].buffer;
  if (words.size() < bytes) words.resize(bytes);
  return at->second;
}

void BoundDispatch::put_root(uint32_t offset, uint32_t value) { put_word(root_, offset, value); }

/// Embeds the resource's buffer in a larger one. `unit` is the size in bytes of the units in which the range
/// is counted; if that is bytes, the size of a word.
void BoundDispatch::add_range(const TrellisBinding& binding, uint32_t element, uint32_t unit,
                              BoundResource& resource, Part& part) {
  const uint32_t before = kUnitsBefore * unit;
  std::vector<uint8_t> whole(before + resource.buffer.size() + kUnitsBehind * unit, kAround);
  std::copy(resource.buffer.begin(), resource.buffer.end(), whole.begin() + before);
  part.first = before;
  const bool is_typed = resource.buffer_format != VK_FORMAT_UNDEFINED && binding.form != TRELLIS_BUFFER_TEXEL;
  const uint32_t counted = is_typed ? unit : 1;
  const uint32_t offset = before / counted, size = static_cast<uint32_t>(resource.buffer.size()) / counted;
  resource.buffer = std::move(whole);
  if (binding.range_kind == TRELLIS_RANGE_ROOT_DATA) {
    put_root(binding.range_root_offset, offset);
    put_root(binding.range_root_offset + 4, size);
    return;
  }
  const uint32_t at = binding.range_offset + binding.range_stride * element;
  std::vector<uint8_t>& words = resources_[table(binding.range_set, binding.range_binding, at + 8)].buffer;
  put_word(words, at, offset);
  put_word(words, at + 4, size);
}

void BoundDispatch::add_register(const TrellisResourceInfo& info, const TrellisBinding& binding,
                                 uint32_t line_number, uint32_t element) {
  const RegisterLine& line = header_.registers[line_number];
  BoundResource resource;
  resource.buffer = test_support::fill_buffer(line);
  Part part = {0, 0, resource.buffer.size()};
  if (binding.kind == TRELLIS_BIND_ROOT_CONSTANTS) {
    std::copy_n(resource.buffer.begin(), std::min<size_t>(part.bytes, binding.root_size),
                root_.begin() + binding.root_offset);
    return;
  }
  resource.type = descriptor_type(info, binding.form);
  resource.set = binding.set;
  resource.binding = binding.binding;
  resource.element = binding.first_element + element;
  resource.array_size = binding.array_size;
  resource.is_late = mode_ == Mode::kUpdateAfterBind;
  resource.in_heap = binding.kind == TRELLIS_BIND_DEVICE_HEAP;
  if (binding.table_offset != TRELLIS_NO_OFFSET) {
    put_root(binding.table_offset, kHeapBase);
    resource.element += kHeapBase;
  }
  if (line.kind == BufferKind::kTyped) {
    resource.buffer_format = vulkan::format_from_name(line.format).value_or(VK_FORMAT_UNDEFINED);
  } else if (binding.form == TRELLIS_BUFFER_TEXEL) {
    resource.buffer_format = VK_FORMAT_R32_UINT;
  }
  if (binding.range_kind != TRELLIS_RANGE_WHOLE) {
    const uint32_t unit = line.kind == BufferKind::kTyped ? vulkan::texel_bytes(resource.buffer_format) : 4;
    add_range(binding, resource.element, unit, resource, part);
  }
  vulkan::PlacedAddress address;
  address.offset = binding.root_offset;
  const bool in_table = binding.form == TRELLIS_BUFFER_ADDRESSES;
  if (in_table) {
    address.offset = binding.address_offset + binding.address_stride * resource.element;
    address.table = table(binding.set, binding.binding, address.offset + 8);
  }
  address.resource = static_cast<uint32_t>(resources_.size());
  if (in_table || binding.kind == TRELLIS_BIND_ADDRESS) {
    resource.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    resource.is_addressed = true;
    addresses_.push_back(address);
    if (binding.bound_offset != TRELLIS_NO_OFFSET) {
      put_root(binding.bound_offset, static_cast<uint32_t>(part.bytes));
    }
  }
  part.resource = resources_.size();
  parts_[line_number] = part;
  resources_.push_back(std::move(resource));
}

void BoundDispatch::add_counter(const TrellisBinding& binding, uint32_t element) {
  BoundResource counter;
  counter.buffer.resize(4);
  counter.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  counter.set = binding.counter_set;
  counter.binding = binding.counter_binding;
  counter.element = binding.counter_first_element + element;
  counter.in_heap = binding.counter_kind == TRELLIS_BIND_DEVICE_HEAP;
  resources_.push_back(std::move(counter));
}

}  // namespace trellis::test_c_api
