#include "api/device_needs.hpp"

#include <algorithm>
#include <bit>
#include <spirv/unified1/spirv.hpp11>
#include <unordered_map>

namespace trellis {
namespace {

constexpr uint32_t kHeaderWords = 5;

/// A zero-terminated text in the words of an instruction. Words hold it low byte first.
std::string_view text_of(std::span<const uint32_t> words) {
  static_assert(std::endian::native == std::endian::little);
  const char* text = reinterpret_cast<const char*>(words.data());
  const char* end = std::find(text, text + words.size_bytes(), '\0');
  return {text, static_cast<size_t>(end - text)};
}

class NeedsReader {
 public:
  explicit NeedsReader(std::span<const uint32_t> words) : words_(words) {}

  DeviceNeeds read() {
    for (size_t at = kHeaderWords; at < words_.size();) {
      const size_t length = words_[at] >> 16;
      if (length == 0 || length > words_.size() - at) break;
      const auto opcode = static_cast<spv::Op>(words_[at] & 0xFFFF);
      // Beyond the declarations only the atomics are of interest.
      if (opcode == spv::Op::OpFunction && !has_int64_atomics_) break;
      take(opcode, words_.subspan(at, length));
      at += length;
    }
    std::sort(needs_.spec_constants.begin(), needs_.spec_constants.end(),
              [](const SpecConstant& a, const SpecConstant& b) { return a.id < b.id; });
    return std::move(needs_);
  }

 private:
  void take(spv::Op opcode, std::span<const uint32_t> i) {
    switch (opcode) {
      case spv::Op::OpCapability:
        if (i.size() > 1) take_capability(i[1]);
        break;
      case spv::Op::OpExtension:
        needs_.extensions.push_back(text_of(i.subspan(1)));
        add(need_of_extension(needs_.extensions.back()));
        break;
      case spv::Op::OpExecutionMode:
        if (i.size() > 3) add(need_of_mode(i[2], i[3]));
        break;
      case spv::Op::OpName:
        if (i.size() > 2) names_[i[1]] = text_of(i.subspan(2));
        break;
      case spv::Op::OpDecorate:
        if (i.size() > 3 && i[2] == static_cast<uint32_t>(spv::Decoration::SpecId)) spec_ids_[i[1]] = i[3];
        break;
      case spv::Op::OpSpecConstant:
      case spv::Op::OpSpecConstantTrue:
      case spv::Op::OpSpecConstantFalse:
        take_spec_constant(opcode, i);
        break;
      default:
        if (has_int64_atomics_) take_for_atomics(opcode, i);
    }
  }

  void take_capability(uint32_t capability) {
    needs_.capabilities.push_back(capability);
    if (capability == static_cast<uint32_t>(spv::Capability::Int64Atomics)) has_int64_atomics_ = true;
    add(need_of_capability(capability));
  }

  void take_spec_constant(spv::Op opcode, std::span<const uint32_t> i) {
    if (i.size() < 3) return;
    const auto spec_id = spec_ids_.find(i[2]);
    if (spec_id == spec_ids_.end()) return;
    const uint32_t value = i.size() > 3 ? i[3] : opcode == spv::Op::OpSpecConstantTrue ? 1 : 0;
    const auto name = names_.find(i[2]);
    needs_.spec_constants.push_back({spec_id->second, value, name == names_.end() ? "" : name->second});
  }

  /// Follows pointers from their types to the 64-bit atomics on them. Those on images have a capability of
  /// their own.
  void take_for_atomics(spv::Op opcode, std::span<const uint32_t> i) {
    constexpr auto kWorkgroup = static_cast<uint32_t>(spv::StorageClass::Workgroup);
    if (opcode == spv::Op::OpTypeInt && i.size() > 2 && i[2] == 64) long_types_.push_back(i[1]);
    if (opcode == spv::Op::OpTypePointer && i.size() > 2 && i[2] == kWorkgroup) shared_types_.push_back(i[1]);
    const bool makes_pointer = opcode == spv::Op::OpVariable || opcode == spv::Op::OpAccessChain ||
                               opcode == spv::Op::OpInBoundsAccessChain ||
                               opcode == spv::Op::OpFunctionParameter;
    if (makes_pointer && i.size() > 2 && has(shared_types_, i[1])) shared_pointers_.push_back(i[2]);
    if (opcode == spv::Op::OpImageTexelPointer && i.size() > 2) image_pointers_.push_back(i[2]);
    const bool is_atomic =
        opcode >= spv::Op::OpAtomicLoad && opcode <= spv::Op::OpAtomicXor && opcode != spv::Op::OpAtomicStore;
    if (is_atomic && i.size() > 3 && has(long_types_, i[1]) && !has(image_pointers_, i[3])) {
      add(&need_of_int64_atomics(has(shared_pointers_, i[3])));
    }
  }

  static bool has(const std::vector<uint32_t>& ids, uint32_t id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  }

  void add(const VulkanNeed* need) {
    if (need == nullptr || (*need->feature == '\0' && *need->extension == '\0')) return;
    const auto is_same = [&](const VulkanNeed* other) {
      return std::string_view(other->feature) == need->feature &&
             std::string_view(other->extension) == need->extension &&
             std::string_view(other->bit) == need->bit;
    };
    if (std::none_of(needs_.vulkan.begin(), needs_.vulkan.end(), is_same)) needs_.vulkan.push_back(need);
  }

  std::span<const uint32_t> words_;
  DeviceNeeds needs_;
  std::unordered_map<uint32_t, std::string_view> names_;
  std::unordered_map<uint32_t, uint32_t> spec_ids_;
  bool has_int64_atomics_ = false;
  std::vector<uint32_t> long_types_, shared_types_, shared_pointers_, image_pointers_;
};

}  // namespace

DeviceNeeds device_needs(std::span<const uint32_t> words) { return NeedsReader(words).read(); }

}  // namespace trellis
