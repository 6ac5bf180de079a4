#include "tests/vulkan/spirv_interface.hpp"

#include <algorithm>
#include <optional>
#include <spirv/unified1/spirv.hpp>
#include <string>
#include <tuple>

#include "tests/vulkan/resources.hpp"

namespace trellis::vulkan {
namespace {

constexpr uint32_t kHeaderWords = 5;
// The universal limit of the SPIR-V specification, section 2.17: bounds a table made from an unchecked
// number.
constexpr uint32_t kMaxIdBound = 0x3fffff;

struct Instruction {
  spv::Op op = spv::OpNop;
  std::span<const uint32_t> operands;
};

/// What is known of one id; which fields mean something follows from `op`.
struct Id {
  spv::Op op = spv::OpNop;  ///< The instruction that defines it.
  uint32_t type = 0;        ///< Pointee, element type, or a variable's pointer type.
  uint32_t length = 0;      ///< Id of an array's length.
  uint32_t value = 0;       ///< First word of a constant; an image's Sampled operand.
  uint32_t storage_class = 0;
  bool is_buffer_image = false, is_r32_uint = false;
  bool buffer_block = false;
  std::optional<uint32_t> set;
  std::optional<uint32_t> binding;
};

class Reader {
 public:
  explicit Reader(std::span<const uint32_t> words) : words_(words) {}

  /// Walks over everything before the functions. The other methods come after it.
  Result<void> read() {
    if (words_.size() < kHeaderWords || words_[0] != spv::MagicNumber)
      return bad_input("not a SPIR-V module");
    if (words_[3] == 0 || words_[3] > kMaxIdBound) return bad_input("SPIR-V id bound out of range");
    ids_.resize(words_[3]);
    size_t position = kHeaderWords;
    while (position < words_.size()) {
      const uint32_t count = words_[position] >> 16;
      if (count == 0 || count > words_.size() - position) {
        return bad_input("SPIR-V instruction at word " + std::to_string(position) + " runs past the end");
      }
      const Instruction instruction{static_cast<spv::Op>(words_[position] & 0xffffu),
                                    words_.subspan(position + 1, count - 1)};
      if (instruction.op == spv::OpFunction) break;  // Everything of interest precedes the functions.
      if (!note(instruction)) {
        return bad_input("SPIR-V instruction at word " + std::to_string(position) + " is malformed");
      }
      position += count;
    }
    return {};
  }

  std::array<uint32_t, 3> local_size() {
    std::array<uint32_t, 3> size = local_size_;
    for (uint32_t& threads : size) threads = local_size_is_ids_ ? constant(threads) : threads;
    return size;
  }

  Result<ModuleInterface> interface() {
    ModuleInterface interface;
    for (const uint32_t number : variables_) {
      const Id& variable = ids_[number];
      if (!variable.set && !variable.binding) continue;
      auto resource = describe(variable);
      if (!resource) return resource.error();
      interface.variables.push_back(*resource);
    }
    return merge(std::move(interface));
  }

 private:
  Id* id(uint32_t number) { return number < ids_.size() ? &ids_[number] : nullptr; }

  /// Ids that `instruction` defines or decorates; false when it is too short or names an id out of bounds.
  bool note(const Instruction& instruction) {
    const auto operands = instruction.operands;
    switch (instruction.op) {
      case spv::OpDecorate:
        return operands.size() >= 2 && note_decoration(operands);
      case spv::OpExecutionMode:
      case spv::OpExecutionModeId:
        return operands.size() >= 2 && note_execution_mode(operands);
      case spv::OpTypeImage:
        return define(instruction, 0, 7, [&](Id& result) {
          result.is_buffer_image = operands[2] == static_cast<uint32_t>(spv::DimBuffer);
          result.value = operands[6];
          result.is_r32_uint =
              operands.size() > 7 && operands[7] == static_cast<uint32_t>(spv::ImageFormatR32ui);
        });
      case spv::OpTypeArray:
        return define(instruction, 0, 3, [&](Id& result) {
          result.type = operands[1];
          result.length = operands[2];
        });
      case spv::OpTypeRuntimeArray:
        return define(instruction, 0, 2, [&](Id& result) { result.type = operands[1]; });
      case spv::OpTypePointer:
        return define(instruction, 0, 3, [&](Id& result) { result.type = operands[2]; });
      case spv::OpConstant:
      case spv::OpSpecConstant:
        return define(instruction, 1, 3, [&](Id& result) { result.value = operands[2]; });
      case spv::OpVariable:
        if (operands.size() >= 2) variables_.push_back(operands[1]);
        return define(instruction, 1, 3, [&](Id& result) {
          result.type = operands[0];
          result.storage_class = operands[2];
        });
      default:
        return true;
    }
  }

  template <typename Fill>
  bool define(const Instruction& instruction, size_t result_operand, size_t least_operands, Fill fill) {
    if (instruction.operands.size() < least_operands) return false;
    Id* result = id(instruction.operands[result_operand]);
    if (result == nullptr) return false;
    result->op = instruction.op;
    fill(*result);
    return true;
  }

  bool note_decoration(std::span<const uint32_t> operands) {
    Id* target = id(operands[0]);
    if (target == nullptr) return false;
    const uint32_t decoration = operands[1];
    if (decoration == static_cast<uint32_t>(spv::DecorationBufferBlock)) target->buffer_block = true;
    const bool is_set = decoration == static_cast<uint32_t>(spv::DecorationDescriptorSet);
    const bool is_binding = decoration == static_cast<uint32_t>(spv::DecorationBinding);
    if (!is_set && !is_binding) return true;
    if (operands.size() < 3) return false;
    (is_set ? target->set : target->binding) = operands[2];
    return true;
  }

  bool note_execution_mode(std::span<const uint32_t> operands) {
    const bool literal = operands[1] == static_cast<uint32_t>(spv::ExecutionModeLocalSize);
    const bool by_id = operands[1] == static_cast<uint32_t>(spv::ExecutionModeLocalSizeId);
    if (!literal && !by_id) return true;
    if (operands.size() < 5) return false;
    for (size_t i = 0; i < 3; ++i) local_size_[i] = operands[2 + i];
    local_size_is_ids_ = by_id;
    return true;
  }

  uint32_t constant(uint32_t number) {
    const Id* found = id(number);
    return found != nullptr ? found->value : 0;
  }

  /// Steps from a variable through its pointer and arrays to the resource type, counting descriptors.
  Result<ResourceVariable> describe(const Id& variable) {
    ResourceVariable resource{variable.set.value_or(0), variable.binding.value_or(0), kNoBuffer, 1};
    const Id* pointer = id(variable.type);
    const Id* type = pointer != nullptr ? id(pointer->type) : nullptr;
    uint64_t count = 1;
    // Types refer backwards only, so the walk is bounded by their number; a cycle in a bad module is not.
    for (size_t steps = 0; type != nullptr && steps < ids_.size(); ++steps) {
      if (type->op == spv::OpTypeRuntimeArray) {
        count = 0;
      } else if (type->op == spv::OpTypeArray) {
        count *= constant(type->length);
        if (count > UINT32_MAX) break;
      } else {
        resource.count = static_cast<uint32_t>(count);
        resource.type = type_of(variable, *type);
        resource.is_r32_uint = type->is_r32_uint;
        return resource;
      }
      type = id(type->type);
    }
    return bad_input("the type of a SPIR-V resource variable cannot be followed");
  }

  static VkDescriptorType type_of(const Id& variable, const Id& type) {
    if (variable.storage_class == static_cast<uint32_t>(spv::StorageClassStorageBuffer)) {
      return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    }
    if (variable.storage_class == static_cast<uint32_t>(spv::StorageClassUniform)) {
      return type.buffer_block ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    }
    if (type.op != spv::OpTypeImage || !type.is_buffer_image) return kNoBuffer;
    return type.value == 2 ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER
                           : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
  }

  /// Sorts the variables and joins those that alias one binding.
  Result<ModuleInterface> merge(ModuleInterface interface) const {
    auto& all = interface.variables;
    std::stable_sort(all.begin(), all.end(), [](const ResourceVariable& a, const ResourceVariable& b) {
      return std::tie(a.set, a.binding) < std::tie(b.set, b.binding);
    });
    size_t kept = 0;
    for (size_t i = 0; i < all.size(); ++i) {
      if (kept > 0 && all[kept - 1].set == all[i].set && all[kept - 1].binding == all[i].binding) {
        ResourceVariable& first = all[kept - 1];
        if (first.type != all[i].type) {
          return bad_input("set " + std::to_string(first.set) + " binding " + std::to_string(first.binding) +
                           " is both a " + descriptor_type_name(first.type) + " and a " +
                           descriptor_type_name(all[i].type));
        }
        const bool runtime = first.count == 0 || all[i].count == 0;
        first.count = runtime ? 0 : std::max(first.count, all[i].count);
      } else {
        all[kept++] = all[i];
      }
    }
    all.resize(kept);
    return interface;
  }

  std::span<const uint32_t> words_;
  std::vector<Id> ids_;
  std::vector<uint32_t> variables_;
  std::array<uint32_t, 3> local_size_ = {1, 1, 1};
  bool local_size_is_ids_ = false;
};

}  // namespace

Result<ModuleInterface> read_module_interface(std::span<const uint32_t> words) {
  Reader reader(words);
  if (auto read = reader.read(); !read) return read.error();
  return reader.interface();
}

Result<std::array<uint32_t, 3>> read_local_size(std::span<const uint32_t> words) {
  Reader reader(words);
  if (auto read = reader.read(); !read) return read.error();
  return reader.local_size();
}

Result<std::vector<uint32_t>> compact_descriptor_sets(std::vector<uint32_t>& words) {
  const auto interface = read_module_interface(words);  // Also checks that the walk below stays in bounds.
  if (!interface) return interface.error();
  std::vector<uint32_t> sets;
  for (const ResourceVariable& variable : interface->variables) {
    if (sets.empty() || sets.back() != variable.set) sets.push_back(variable.set);
  }
  for (size_t position = kHeaderWords; position < words.size(); position += words[position] >> 16) {
    const uint32_t op = words[position] & 0xffffu;
    if (op == static_cast<uint32_t>(spv::OpFunction)) break;
    const bool is_set = op == static_cast<uint32_t>(spv::OpDecorate) &&
                        words[position + 2] == static_cast<uint32_t>(spv::DecorationDescriptorSet);
    if (!is_set) continue;
    uint32_t& set = words[position + 3];
    const auto found = std::lower_bound(sets.begin(), sets.end(), set);
    if (found == sets.end() || *found != set) return bad_input("a descriptor set decorates no variable");
    set = static_cast<uint32_t>(found - sets.begin());
  }
  return sets;
}

}  // namespace trellis::vulkan
