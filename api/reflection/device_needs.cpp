#include "api/reflection/device_needs.hpp"

#include <algorithm>
#include <bit>
#include <spirv/unified1/spirv.hpp11>

#include "spirv_backend/module/spirv_enumerants.hpp"
#include "support/containers.hpp"

namespace trellis {
namespace {

constexpr uint32_t kHeaderWords = 5;

/// Returns a zero-terminated text in the words of an instruction, which hold it in little-endian order.
std::string_view text_of(std::span<const uint32_t> words) {
  static_assert(std::endian::native == std::endian::little);
  const char* text = reinterpret_cast<const char*>(words.data());
  const char* end = std::find(text, text + words.size_bytes(), '\0');
  return {text, static_cast<size_t>(end - text)};
}

bool has(const Vector<uint32_t>& ids, uint32_t id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// Determines whether a stage writes to buffers or images. For Vulkan, it does if it has variables without
/// NonWritable.
class StorageWrites {
 public:
  void take(spv::Op opcode, std::span<const uint32_t> i) {
    switch (opcode) {
      case spv::Op::OpEntryPoint:
        if (i.size() > 1) model_ = static_cast<spv::ExecutionModel>(i[1]);
        break;
      case spv::Op::OpDecorate:
        if (i.size() > 2 && i[2] == static_cast<uint32_t>(spv::Decoration::NonWritable))
          read_only_.push_back(i[1]);
        break;
      case spv::Op::OpTypeImage:
        if (i.size() > 7 && i[7] == kStorageImage) images_.push_back(i[1]);
        break;
      case spv::Op::OpTypeArray:
      case spv::Op::OpTypeRuntimeArray:
        if (i.size() > 2 && has(images_, i[2])) images_.push_back(i[1]);
        break;
      case spv::Op::OpTypePointer:
        if (i.size() > 3 &&
            (i[2] == static_cast<uint32_t>(spv::StorageClass::StorageBuffer) ||
             (i[2] == static_cast<uint32_t>(spv::StorageClass::UniformConstant) && has(images_, i[3])))) {
          pointers_.push_back(i[1]);
        }
        break;
      case spv::Op::OpVariable:
        if (i.size() > 2 && has(pointers_, i[1]) && !has(read_only_, i[2])) writes_ = true;
        break;
      default:
        take_heap(opcode, i);
        break;
    }
  }

  /// Returns true if later code could still write to descriptors of the device's heaps.
  bool is_open() const { return has_heaps_ && !writes_; }

  const VulkanNeed* need() const {
    return writes_ ? need_of_storage_writes(static_cast<uint32_t>(model_)) : nullptr;
  }

 private:
  /// Descriptors of the device's heaps have no variables: looks at buffer pointers and image accesses.
  void take_heap(spv::Op opcode, std::span<const uint32_t> i) {
    if (opcode == spirv::kOpUntypedVariableKHR) has_heaps_ = true;
    if (opcode == spirv::kOpBufferPointerEXT && i.size() > 2) {
      writes_ |= has(pointers_, i[1]) && !has(read_only_, i[2]);
    }
    if (opcode == spirv::kOpUntypedAccessChainKHR && i.size() > 3) writes_ |= has(images_, i[3]);
  }

  static constexpr uint32_t kStorageImage = 2;  // The value of OpTypeImage's operand Sampled.

  spv::ExecutionModel model_ = spv::ExecutionModel::GLCompute;
  Vector<uint32_t> read_only_, images_, pointers_;
  bool writes_ = false, has_heaps_ = false;
};

/// Determines whether subgroup operations use integers of sizes other than 32 bits, or 16-bit floats.
class WideSubgroupOperations {
 public:
  /// Returns true if the code may still contain such operations.
  bool are_possible() const { return has_group_operations_ && !types_.empty() && !found_; }
  bool found() const { return found_; }

  void take(spv::Op opcode, std::span<const uint32_t> i) {
    if (i.size() < 3) {
      const bool is_group = i.size() == 2 && opcode == spv::Op::OpCapability &&
                            i[1] == static_cast<uint32_t>(spv::Capability::GroupNonUniform);
      has_group_operations_ |= is_group;
    } else if (opcode == spv::Op::OpTypeInt || opcode == spv::Op::OpTypeFloat) {
      if (i[2] == 16 || i[2] == 8 || (i[2] == 64 && opcode == spv::Op::OpTypeInt)) types_.push_back(i[1]);
    } else if (opcode == spv::Op::OpTypeVector) {
      if (has(types_, i[2])) types_.push_back(i[1]);
    } else if (opcode == spv::Op::OpGroupNonUniformAllEqual) {
      found_ |= are_possible();  // The result type does not show the type that is compared.
    } else if (opcode >= spv::Op::OpGroupNonUniformElect && opcode <= spv::Op::OpGroupNonUniformQuadSwap) {
      found_ |= has(types_, i[1]);
    }
  }

 private:
  bool has_group_operations_ = false, found_ = false;
  Vector<uint32_t> types_;
};

class NeedsReader {
 public:
  explicit NeedsReader(std::span<const uint32_t> words) : words_(words) {}

  DeviceNeeds read() {
    for (size_t at = kHeaderWords; at < words_.size();) {
      const size_t length = words_[at] >> 16;
      if (length == 0 || length > words_.size() - at) break;
      const auto opcode = static_cast<spv::Op>(words_[at] & 0xFFFF);
      // After the declarations, only atomics, subgroup operations and accesses to heaps matter.
      if (opcode == spv::Op::OpFunction && !has_atomics_ && !subgroups_.are_possible() &&
          !storage_.is_open()) {
        break;
      }
      take(opcode, words_.subspan(at, length));
      storage_.take(opcode, words_.subspan(at, length));
      subgroups_.take(opcode, words_.subspan(at, length));
      at += length;
    }
    add(storage_.need());
    if (subgroups_.found()) add(&need_of_wide_subgroup_operations());
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
        if (has_atomics_) take_for_atomics(opcode, i);
    }
  }

  void take_capability(uint32_t capability) {
    needs_.capabilities.push_back(capability);
    has_atomics_ |= capability == static_cast<uint32_t>(spv::Capability::Int64Atomics) ||
                    capability == static_cast<uint32_t>(spv::Capability::AtomicFloat32AddEXT);
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

  /// Follows pointers from their types to the atomics that use them. 64-bit atomics on images have their own
  /// capability.
  void take_for_atomics(spv::Op opcode, std::span<const uint32_t> i) {
    constexpr auto kWorkgroup = static_cast<uint32_t>(spv::StorageClass::Workgroup);
    if (opcode == spv::Op::OpTypeInt && i.size() > 2 && i[2] == 64) long_types_.push_back(i[1]);
    if (opcode == spv::Op::OpTypeFloat && i.size() > 2 && i[2] == 32) float_types_.push_back(i[1]);
    if (opcode == spv::Op::OpTypePointer && i.size() > 2 && i[2] == kWorkgroup) shared_types_.push_back(i[1]);
    const bool makes_pointer = opcode == spv::Op::OpVariable || opcode == spv::Op::OpAccessChain ||
                               opcode == spv::Op::OpInBoundsAccessChain ||
                               opcode == spv::Op::OpFunctionParameter;
    if (makes_pointer && i.size() > 2 && has(shared_types_, i[1])) shared_pointers_.push_back(i[2]);
    const bool is_texel =
        opcode == spv::Op::OpImageTexelPointer || opcode == spirv::kOpUntypedImageTexelPointerEXT;
    if (is_texel && i.size() > 2) image_pointers_.push_back(i[2]);
    const bool is_atomic =
        opcode >= spv::Op::OpAtomicLoad && opcode <= spv::Op::OpAtomicXor && opcode != spv::Op::OpAtomicStore;
    if (is_atomic && i.size() > 3 && has(long_types_, i[1]) && !has(image_pointers_, i[3])) {
      add(&need_of_int64_atomics(has(shared_pointers_, i[3])));
    }
    const bool adds_float = opcode == spv::Op::OpAtomicFAddEXT && i.size() > 3 && has(float_types_, i[1]);
    if (adds_float) add(&need_of_float_adds(has(image_pointers_, i[3])));
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
  HashMap<uint32_t, std::string_view> names_;
  HashMap<uint32_t, uint32_t> spec_ids_;
  StorageWrites storage_;
  WideSubgroupOperations subgroups_;
  bool has_atomics_ = false;  // Those that need more than their capability.
  Vector<uint32_t> long_types_, float_types_, shared_types_, shared_pointers_, image_pointers_;
};

}  // namespace

DeviceNeeds device_needs(std::span<const uint32_t> words) { return NeedsReader(words).read(); }

}  // namespace trellis
