#include "tools/gpu_compiler/module_interface.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <spirv/unified1/spirv.hpp>
#include <string>
#include <tuple>

namespace trellis::gpu_compiler {
namespace {

constexpr uint32_t kHeaderWords = 5;
// The universal limit of the SPIR-V specification, section 2.17. It bounds the size of a table that an
// unchecked number determines.
constexpr uint32_t kMaxIdBound = 0x3fffff;

struct Instruction {
  spv::Op op = spv::OpNop;
  std::span<const uint32_t> operands;
};

/// What is known about one id. `op` determines which fields are meaningful.
struct Id {
  spv::Op op = spv::OpNop;  ///< The opcode that defines it.
  uint32_t type = 0;        ///< Pointee, element type, or a variable's pointer type.
  uint32_t length = 0;      ///< The id of an array's length.
  uint32_t value = 0;       ///< The first word of a constant, or an image's Sampled operand.
  uint32_t storage_class = 0;
  bool is_buffer_image = false, is_r32_uint = false;
  bool buffer_block = false, is_patch = false, is_read_only = false, is_restricted = false;
  std::optional<uint32_t> set;
  std::optional<uint32_t> binding;
  std::optional<uint32_t> built_in;
  uint32_t location = 0, component = 0;
};

/// Returns the bytes of a literal string, up to the terminating zero.
std::string literal(std::span<const uint32_t> words) {
  std::string text;
  for (const uint32_t word : words) {
    for (int shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>(word >> shift & 0xff);
      if (c == '\0') return text;
      text += c;
    }
  }
  return text;
}

/// Returns 0 for any other execution model.
VkShaderStageFlagBits stage_of(uint32_t model) {
  switch (model) {
    case spv::ExecutionModelVertex:
      return VK_SHADER_STAGE_VERTEX_BIT;
    case spv::ExecutionModelTessellationControl:
      return VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT;
    case spv::ExecutionModelTessellationEvaluation:
      return VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
    case spv::ExecutionModelGeometry:
      return VK_SHADER_STAGE_GEOMETRY_BIT;
    case spv::ExecutionModelFragment:
      return VK_SHADER_STAGE_FRAGMENT_BIT;
    case spv::ExecutionModelGLCompute:
      return VK_SHADER_STAGE_COMPUTE_BIT;
    case spv::ExecutionModelTaskEXT:
      return VK_SHADER_STAGE_TASK_BIT_EXT;
    case spv::ExecutionModelMeshEXT:
      return VK_SHADER_STAGE_MESH_BIT_EXT;
    case spv::ExecutionModelRayGenerationKHR:
      return VK_SHADER_STAGE_RAYGEN_BIT_KHR;
    case spv::ExecutionModelIntersectionKHR:
      return VK_SHADER_STAGE_INTERSECTION_BIT_KHR;
    case spv::ExecutionModelAnyHitKHR:
      return VK_SHADER_STAGE_ANY_HIT_BIT_KHR;
    case spv::ExecutionModelClosestHitKHR:
      return VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR;
    case spv::ExecutionModelMissKHR:
      return VK_SHADER_STAGE_MISS_BIT_KHR;
    case spv::ExecutionModelCallableKHR:
      return VK_SHADER_STAGE_CALLABLE_BIT_KHR;
    default:
      return VkShaderStageFlagBits(0);
  }
}

/// An entry point as encoded in the module.
struct RawEntry {
  uint32_t model = 0, function = 0;
  std::string name;
  std::vector<uint32_t> variables, modes;
};

class Reader {
 public:
  explicit Reader(std::span<const uint32_t> words) : words_(words) {}

  /// Reads everything before the functions. Call the other methods after it.
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

  /// Returns the new binding of each resource variable, by id.
  Result<std::map<uint32_t, uint32_t>> separate() {
    std::map<std::tuple<uint32_t, uint32_t, VkDescriptorType, bool, bool>, std::vector<uint32_t>> resources;
    for (const uint32_t number : variables_) {
      const Id& variable = ids_[number];
      if (!variable.set && !variable.binding) continue;
      const auto resource = describe(variable);
      if (!resource) return resource.error();
      const auto& [set, binding, type, count, is_r32_uint] = *resource;
      resources[{set, binding, type, variable.is_read_only, variable.is_restricted}].push_back(number);
    }
    std::map<uint32_t, uint32_t> bindings;
    uint32_t next = 0;
    for (const auto& [_, numbers] : resources) {
      for (const uint32_t number : numbers) bindings[number] = next;
      ++next;
    }
    return bindings;
  }

  Result<PipelineNeeds> needs() {
    PipelineNeeds needs;
    needs.has_views = has_views_;
    for (const uint32_t number : variables_) {
      const Id& variable = ids_[number];
      needs.has_push_constants |= variable.storage_class == spv::StorageClassPushConstant;
      if (!variable.set && !variable.binding) continue;
      auto resource = describe(variable);
      if (!resource) return resource.error();
      needs.resources.push_back(*resource);
    }
    for (const RawEntry& raw : entries_) {
      ModuleEntry entry;
      entry.stage = stage_of(raw.model);
      if (entry.stage == 0) return unsupported("execution model " + std::to_string(raw.model));
      entry.name = raw.name;
      entry.modes = raw.modes;
      for (const uint32_t number : raw.variables) {
        if (const Id* variable = id(number); variable != nullptr) add_stage_variable(*variable, entry);
      }
      needs.entries.push_back(std::move(entry));
    }
    return needs;
  }

 private:
  Id* id(uint32_t number) { return number < ids_.size() ? &ids_[number] : nullptr; }

  /// Records the ids that `instruction` defines or decorates. Returns false if it is too short or names an id
  /// out of bounds.
  bool note(const Instruction& instruction) {
    const auto operands = instruction.operands;
    switch (instruction.op) {
      case spv::OpDecorate:
        return operands.size() >= 2 && note_decoration(operands);
      case spv::OpExecutionMode:
      case spv::OpExecutionModeId:
        return operands.size() >= 2 && note_execution_mode(operands);
      case spv::OpCapability:
        has_views_ |= !operands.empty() && operands[0] == static_cast<uint32_t>(spv::CapabilityMultiView);
        return true;
      case spv::OpEntryPoint:
        return operands.size() >= 3 && note_entry(operands);
      case spv::OpTypeInt:
        return define(instruction, 0, 3, [&](Id& result) {
          result.value = operands[1];
          result.length = operands[2];
        });
      case spv::OpTypeFloat:
        return define(instruction, 0, 2, [&](Id& result) { result.value = operands[1]; });
      case spv::OpTypeVector:
        return define(instruction, 0, 3, [&](Id& result) {
          result.type = operands[1];
          result.length = operands[2];
        });
      case spv::OpTypeSampler:
      case spv::OpTypeSampledImage:
      case spv::OpTypeAccelerationStructureKHR:
        return define(instruction, 0, 1, [](Id&) {});
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
    if (decoration == static_cast<uint32_t>(spv::DecorationPatch)) target->is_patch = true;
    if (decoration == static_cast<uint32_t>(spv::DecorationNonWritable)) target->is_read_only = true;
    if (decoration == static_cast<uint32_t>(spv::DecorationRestrict)) target->is_restricted = true;
    if (operands.size() > 2) {
      if (decoration == static_cast<uint32_t>(spv::DecorationBuiltIn)) target->built_in = operands[2];
      if (decoration == static_cast<uint32_t>(spv::DecorationLocation)) target->location = operands[2];
      if (decoration == static_cast<uint32_t>(spv::DecorationComponent)) target->component = operands[2];
    }
    const bool is_set = decoration == static_cast<uint32_t>(spv::DecorationDescriptorSet);
    const bool is_binding = decoration == static_cast<uint32_t>(spv::DecorationBinding);
    if (!is_set && !is_binding) return true;
    if (operands.size() < 3) return false;
    (is_set ? target->set : target->binding) = operands[2];
    return true;
  }

  bool note_entry(std::span<const uint32_t> operands) {
    RawEntry entry = {operands[0], operands[1], literal(operands.subspan(2)), {}, {}};
    const size_t behind_name = 2 + entry.name.size() / sizeof(uint32_t) + 1;
    if (behind_name > operands.size()) return false;
    for (const uint32_t number : operands.subspan(behind_name)) entry.variables.push_back(number);
    entries_.push_back(std::move(entry));
    return true;
  }

  bool note_execution_mode(std::span<const uint32_t> operands) {
    for (RawEntry& entry : entries_) {
      if (entry.function == operands[0]) entry.modes.push_back(operands[1]);
    }
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

  void add_stage_variable(const Id& variable, ModuleEntry& entry) {
    StageVariable made;
    made.is_input = variable.storage_class == spv::StorageClassInput;
    if (variable.op != spv::OpVariable ||
        (!made.is_input && variable.storage_class != spv::StorageClassOutput))
      return;
    made.is_patch = variable.is_patch;
    made.location = variable.location;
    made.component = variable.component;
    if (variable.built_in) made.built_in = static_cast<int32_t>(*variable.built_in);
    const Id* pointer = id(variable.type);
    const Id* type = pointer != nullptr ? id(pointer->type) : nullptr;
    for (size_t steps = 0; type != nullptr && type->op == spv::OpTypeArray && steps < ids_.size(); ++steps) {
      made.dimensions.push_back(constant(type->length));
      type = id(type->type);
    }
    if (type != nullptr && type->op == spv::OpTypeVector) {
      made.components = type->length;
      type = id(type->type);
    }
    const bool is_integer = type != nullptr && type->op == spv::OpTypeInt;
    const bool is_float = type != nullptr && type->op == spv::OpTypeFloat;
    made.scalar = is_float ? 'f' : !is_integer ? '?' : type->length != 0 ? 'i' : 'u';
    if (is_integer || is_float) made.width = type->value;
    entry.variables.push_back(std::move(made));
  }

  /// Follows a variable's type through the pointer and arrays to the resource type, and counts descriptors.
  Result<ResourceVariable> describe(const Id& variable) {
    ResourceVariable resource{variable.set.value_or(0), variable.binding.value_or(0)};
    const Id* pointer = id(variable.type);
    const Id* type = pointer != nullptr ? id(pointer->type) : nullptr;
    uint64_t count = 1;
    // Types only refer backwards in a valid module, so their number bounds the walk. The bound also ends it
    // if a bad module has a cycle.
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
    return bad_input("a SPIR-V resource variable has an unknown type");
  }

  static VkDescriptorType type_of(const Id& variable, const Id& type) {
    if (variable.storage_class == static_cast<uint32_t>(spv::StorageClassStorageBuffer)) {
      return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    }
    if (variable.storage_class == static_cast<uint32_t>(spv::StorageClassUniform)) {
      return type.buffer_block ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    }
    if (type.op == spv::OpTypeSampler) return VK_DESCRIPTOR_TYPE_SAMPLER;
    if (type.op == spv::OpTypeSampledImage) return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    if (type.op == spv::OpTypeAccelerationStructureKHR) return VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
    if (type.op != spv::OpTypeImage) return VK_DESCRIPTOR_TYPE_MAX_ENUM;
    const bool is_written = type.value == 2;
    if (type.is_buffer_image)
      return is_written ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    return is_written ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
  }

  /// Sorts the variables and merges those that alias one binding.
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
                           " has descriptors of two types, " + std::to_string(first.type) + " and " +
                           std::to_string(all[i].type) + " of VkDescriptorType");
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
  std::vector<RawEntry> entries_;
  bool has_views_ = false;
  std::array<uint32_t, 3> local_size_ = {1, 1, 1};
  bool local_size_is_ids_ = false;
};

/// Returns whether the result of an OpReportIntersectionKHR is used. Literals that equal its id count as
/// uses. The functions are not validated beforehand: the search ends at an instruction that runs past the
/// end.
bool uses_reports(std::span<const uint32_t> words) {
  constexpr size_t kResult = 2;
  std::vector<uint32_t> results;
  for (size_t at = kHeaderWords; at < words.size(); at += words[at] >> 16) {
    const uint32_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) return false;
    const auto instruction = words.subspan(at, count);
    for (const uint32_t result : results) {
      if (std::find(instruction.begin() + 1, instruction.end(), result) != instruction.end()) return true;
    }
    if ((words[at] & 0xffffu) == static_cast<uint32_t>(spv::OpReportIntersectionKHR) &&
        instruction.size() > kResult)
      results.push_back(instruction[kResult]);
  }
  return false;
}

}  // namespace

Result<ModuleInterface> read_module_interface(std::span<const uint32_t> words) {
  Reader reader(words);
  TRELLIS_RETURN_IF_ERROR(reader.read());
  return reader.interface();
}

Result<PipelineNeeds> read_pipeline_needs(std::span<const uint32_t> words) {
  Reader reader(words);
  TRELLIS_RETURN_IF_ERROR(reader.read());
  auto needs = reader.needs();
  if (needs) needs->tests_reports = uses_reports(words);
  return needs;
}

Result<std::array<uint32_t, 3>> read_local_size(std::span<const uint32_t> words) {
  Reader reader(words);
  TRELLIS_RETURN_IF_ERROR(reader.read());
  return reader.local_size();
}

Result<std::vector<uint32_t>> compact_descriptor_sets(std::vector<uint32_t>& words) {
  const auto needs = read_pipeline_needs(words);  // Also checks that the walk below stays in bounds.
  if (!needs) return needs.error();
  std::vector<uint32_t> sets;
  for (const ResourceVariable& variable : needs->resources) sets.push_back(variable.set);
  std::sort(sets.begin(), sets.end());
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  TRELLIS_RETURN_IF_ERROR(renumber_descriptor_sets(words, sets));
  return sets;
}

Result<void> renumber_descriptor_sets(std::vector<uint32_t>& words, std::span<const uint32_t> sets) {
  for (size_t position = kHeaderWords; position < words.size(); position += words[position] >> 16) {
    const uint32_t op = words[position] & 0xffffu;
    if (op == static_cast<uint32_t>(spv::OpFunction)) break;
    const bool is_set = op == static_cast<uint32_t>(spv::OpDecorate) &&
                        words[position + 2] == static_cast<uint32_t>(spv::DecorationDescriptorSet);
    if (!is_set) continue;
    uint32_t& set = words[position + 3];
    const auto found = std::lower_bound(sets.begin(), sets.end(), set);
    if (found == sets.end() || *found != set)
      return bad_input("a descriptor set does not decorate a variable");
    set = static_cast<uint32_t>(found - sets.begin());
  }
  return {};
}

Result<void> separate_bindings(std::vector<uint32_t>& words) {
  Reader reader(words);
  TRELLIS_RETURN_IF_ERROR(reader.read());
  const auto bindings = reader.separate();
  if (!bindings) return bindings.error();
  for (size_t position = kHeaderWords; position < words.size(); position += words[position] >> 16) {
    const uint32_t op = words[position] & 0xffffu;
    if (op == static_cast<uint32_t>(spv::OpFunction)) break;
    if (op != static_cast<uint32_t>(spv::OpDecorate)) continue;
    const auto variable = bindings->find(words[position + 1]);
    if (variable == bindings->end()) continue;
    const uint32_t decoration = words[position + 2];
    if (decoration == static_cast<uint32_t>(spv::DecorationDescriptorSet)) words[position + 3] = 0;
    if (decoration == static_cast<uint32_t>(spv::DecorationBinding)) words[position + 3] = variable->second;
  }
  return {};
}

}  // namespace trellis::gpu_compiler
