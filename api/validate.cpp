#include "api/validate.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <spirv-tools/libspirv.hpp>
#include <spirv/unified1/spirv.hpp11>

#include "support/containers.hpp"

namespace trellis {
namespace {

spv_target_env environment_of(Target target) {
  switch (target) {
    case Target::kVulkan1_1:
      return SPV_ENV_VULKAN_1_1;
    case Target::kVulkan1_2:
      return SPV_ENV_VULKAN_1_2;
    case Target::kVulkan1_3:
      break;
  }
  return SPV_ENV_VULKAN_1_3;
}

constexpr uint32_t to_shift(spv::ImageOperandsShift shift) { return static_cast<uint32_t>(shift); }

/// Keeps the first error only: later ones follow from it.
// In a std::string: an embedder's memory may run out, and that must not be thrown through the validator's
// code.
struct FirstMessage {
  std::string text;
  void operator()(spv_message_level_t level, const char*, const spv_position_t& position,
                  const char* message) {
    if (level > SPV_MSG_ERROR || !text.empty()) return;
    text = message;
    for (char& character : text) {
      if (character == '\n') character = ' ';
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    if (position.index != 0) text += " (word " + std::to_string(position.index) + ")";
  }
};

/// The word of a sample that holds the mask of image operands; 0: not a sample.
size_t operands_of_sample(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpImageSampleImplicitLod:
    case spv::Op::OpImageSampleExplicitLod:
    case spv::Op::OpImageSparseSampleImplicitLod:
    case spv::Op::OpImageSparseSampleExplicitLod:
      return 5;
    case spv::Op::OpImageSampleDrefImplicitLod:
    case spv::Op::OpImageSampleDrefExplicitLod:
    case spv::Op::OpImageSparseSampleDrefImplicitLod:
    case spv::Op::OpImageSparseSampleDrefExplicitLod:
      return 6;
    default:
      return 0;
  }
}

constexpr size_t kHeader = 5;

/// Calls visit(instruction) for each instruction, first word included.
template <class Visit>
void for_each_instruction(std::span<const uint32_t> spirv, Visit visit) {
  for (size_t at = kHeader; at < spirv.size();) {
    const size_t count = std::min<size_t>(std::max(spirv[at] >> 16, 1u), spirv.size() - at);
    visit(spirv.subspan(at, count));
    at += count;
  }
}

spv::Op opcode_of(std::span<const uint32_t> instruction) {
  return static_cast<spv::Op>(instruction[0] & 0xFFFF);
}

/// Interface variables that are arrays of arrays, ascending.
Vector<uint32_t> nested_variables(std::span<const uint32_t> spirv) {
  Vector<uint32_t> arrays, nested, pointers, variables;
  const auto is_in = [](const Vector<uint32_t>& ids, uint32_t id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  for_each_instruction(spirv, [&](std::span<const uint32_t> i) {
    if (opcode_of(i) == spv::Op::OpTypeArray && i.size() > 2) {
      if (is_in(arrays, i[2])) nested.push_back(i[1]);
      arrays.push_back(i[1]);
    } else if (opcode_of(i) == spv::Op::OpTypePointer && i.size() > 3 && is_in(nested, i[3])) {
      pointers.push_back(i[1]);
    } else if (opcode_of(i) == spv::Op::OpVariable && i.size() > 2 && is_in(pointers, i[1])) {
      variables.push_back(i[2]);
    }
  });
  return variables;
}

}  // namespace

Vector<uint32_t> without_nested_components(std::span<const uint32_t> spirv) {
  constexpr uint32_t kFirstFree = 1000, kMaxRows = 64;
  const Vector<uint32_t> nested = nested_variables(spirv);
  Vector<uint32_t> words(spirv.begin(), spirv.begin() + std::min(kHeader, spirv.size()));
  Vector<uint32_t> moved;
  for_each_instruction(spirv, [&](std::span<const uint32_t> i) {
    if (opcode_of(i) != spv::Op::OpDecorate || i.size() != 4 ||
        static_cast<spv::Decoration>(i[2]) != spv::Decoration::Component) {
      return;
    }
    if (std::find(nested.begin(), nested.end(), i[1]) != nested.end()) moved.push_back(i[1]);
  });
  for_each_instruction(spirv, [&](std::span<const uint32_t> i) {
    const bool is_decoration = opcode_of(i) == spv::Op::OpDecorate && i.size() == 4;
    const auto place = is_decoration ? std::find(moved.begin(), moved.end(), i[1]) : moved.end();
    const bool is_moved = place != moved.end();
    if (is_moved && static_cast<spv::Decoration>(i[2]) == spv::Decoration::Component) return;
    words.insert(words.end(), i.begin(), i.end());
    if (is_moved && static_cast<spv::Decoration>(i[2]) == spv::Decoration::Location) {
      words.back() = kFirstFree + kMaxRows * static_cast<uint32_t>(place - moved.begin());
    }
  });
  return words;
}

Vector<uint32_t> without_computed_offsets(std::span<const uint32_t> spirv) {
  constexpr uint32_t kOffset = 1u << to_shift(spv::ImageOperandsShift::Offset);
  Vector<uint32_t> words(spirv.begin(), spirv.begin() + std::min(kHeader, spirv.size()));
  for (size_t at = kHeader; at < spirv.size();) {
    const size_t count = std::min<size_t>(std::max(spirv[at] >> 16, 1u), spirv.size() - at);
    const std::span<const uint32_t> instruction = spirv.subspan(at, count);
    at += count;
    words.insert(words.end(), instruction.begin(), instruction.end());
    const size_t mask_at = operands_of_sample(static_cast<spv::Op>(instruction[0] & 0xFFFF));
    if (mask_at == 0 || mask_at >= count || (instruction[mask_at] & kOffset) == 0) continue;
    // Operands are in the order of their bits; gradients are two operands.
    const uint32_t before = instruction[mask_at] & (kOffset - 1);
    const bool has_gradients = (before >> to_shift(spv::ImageOperandsShift::Grad) & 1) != 0;
    const size_t offset_at =
        mask_at + 1 + static_cast<size_t>(std::popcount(before)) + (has_gradients ? 1 : 0);
    if (offset_at >= count) continue;
    const size_t first = words.size() - count;
    words[first + mask_at] &= ~kOffset;
    words[first] -= 1u << 16;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(first + offset_at));
    if (words[first + mask_at] == 0) {
      words[first] -= 1u << 16;
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(first + mask_at));
    }
  }
  return words;
}

Result<void> validate_module(std::span<const uint32_t> spirv, Target target) {
  spvtools::SpirvTools tools(environment_of(target));
  if (!tools.IsValid()) return internal_check("the SPIR-V validator could not be set up");
  FirstMessage first;
  tools.SetMessageConsumer(std::ref(first));
  if (tools.Validate(spirv.data(), spirv.size())) return {};
  if (first.text.find("VUID-StandaloneSpirv-Offset-04663") != String::npos) {
    const Vector<uint32_t> others = without_computed_offsets(spirv);
    // Of the same length it would be the same module, with the same complaint.
    if (others.size() < spirv.size()) return validate_module(others, target);
  }
  if (first.text.find("VUID-StandaloneSpirv-Component-04924") != String::npos) {
    const Vector<uint32_t> others = without_nested_components(spirv);
    if (others.size() < spirv.size()) return validate_module(others, target);
  }
  return internal_check("the SPIR-V validator refuses the module: " +
                        (first.text.empty() ? std::string("no reason given") : first.text));
}

Result<String> assembly_text(std::span<const uint32_t> spirv, bool colours) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  FirstMessage first;
  tools.SetMessageConsumer(std::ref(first));
  uint32_t options = SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
  if (colours) options |= SPV_BINARY_TO_TEXT_OPTION_COLOR;
  std::string text;
  if (tools.Disassemble(spirv.data(), spirv.size(), &text, options)) return String(text);
  return internal_check("the module could not be disassembled: " + first.text);
}

String validator_version() { return String("SPIRV-Tools ") + spvSoftwareVersionString(); }

}  // namespace trellis
