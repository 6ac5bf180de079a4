#include "api/modules/validate.hpp"

#include <functional>
#include <optional>
#include <spirv-tools/libspirv.hpp>
#include <string>
#include <string_view>

#include "api/modules/old_validator.hpp"
#include "api/modules/single_entry_points.hpp"
#include "support/containers.hpp"

namespace trellis {
namespace {

spv_target_env environment_of(Target target) {
  switch (target) {
    case Target::kVulkan1_1:
      return SPV_ENV_VULKAN_1_1;
    case Target::kVulkan1_2:
      return SPV_ENV_VULKAN_1_2;
    case Target::kVulkan1_1Spirv1_4:
      return SPV_ENV_VULKAN_1_1_SPIRV_1_4;
    case Target::kVulkan1_4:
#ifndef TRELLIS_OLD_SPIRV_TOOLS
      return SPV_ENV_VULKAN_1_4;
#endif
    case Target::kVulkan1_3:
      break;
  }
  return SPV_ENV_VULKAN_1_3;
}

/// Keeps only the first error, since later ones follow from it. Uses std::string: an embedder's memory may
/// run out, and that exception must not be thrown through the validator's code.
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

/// Returns true if the message is about a rule for a mesh shader's primitives. SPIRV-Tools 2025.1 applies
/// these rules to every entry point of the module, whatever its stage and interface.
bool is_rule_of_primitives(std::string_view message) {
  for (const char* name :
       {"PrimitivePointIndicesEXT", "PrimitiveLineIndicesEXT", "PrimitiveTriangleIndicesEXT"}) {
    if (message.find(std::string("VUID-") + name) != message.npos) return true;
  }
  return false;
}

/// The error for a module with a capability that this build's SPIRV-Tools do not know; empty for all others.
std::optional<Diagnostic> unknown_capability(std::string_view message) {
  constexpr std::string_view kUnknown = "Invalid capability operand: ";
  if (!message.starts_with(kUnknown)) return std::nullopt;
  const std::string_view number = message.substr(kUnknown.size());
  return unsupported("the SPIRV-Tools in this build do not know the module's capability " +
                     String(number.substr(0, number.find(' '))) +
                     ": use the programs of a newer release on the module (spirv-val, spirv-dis)");
}

Result<void> validate_each_entry(std::span<const Vector<uint32_t>> modules, Target target,
                                 bool computed_offsets) {
  for (const Vector<uint32_t>& module : modules) {
    TRELLIS_RETURN_IF_ERROR(validate_module(module, target, computed_offsets));
  }
  return {};
}

}  // namespace

Result<void> validate_module(std::span<const uint32_t> spirv, Target target,
                             [[maybe_unused]] bool computed_offsets) {
  spvtools::SpirvTools tools(environment_of(target));
  if (!tools.IsValid()) return internal_check("the SPIR-V validator could not be set up");
  FirstMessage first;
  tools.SetMessageConsumer(std::ref(first));
  spvtools::ValidatorOptions options;
#ifndef TRELLIS_OLD_SPIRV_TOOLS
  options.SetAllowOffsetTextureOperand(computed_offsets);
#endif
  if (tools.Validate(spirv.data(), spirv.size(), options)) return {};
#ifdef TRELLIS_OLD_SPIRV_TOOLS
  if (first.text.find("VUID-StandaloneSpirv-Component-04924") != std::string::npos) {
    const Vector<uint32_t> others = without_nested_components(spirv);
    // A copy of equal length would be the same module and give the same error.
    if (others.size() < spirv.size()) return validate_module(others, target, computed_offsets);
  }
#endif
  if (is_rule_of_primitives(first.text)) {
    const Vector<Vector<uint32_t>> modules = single_entry_points(spirv);
    if (!modules.empty()) return validate_each_entry(modules, target, computed_offsets);
  }
  if (std::optional<Diagnostic> unknown = unknown_capability(first.text)) return std::move(*unknown);
  return internal_check("the SPIR-V validator rejects the module: " +
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
  if (std::optional<Diagnostic> unknown = unknown_capability(first.text)) return std::move(*unknown);
  return internal_check("the module could not be disassembled: " + first.text);
}

String validator_version() { return String("SPIRV-Tools ") + spvSoftwareVersionString(); }

}  // namespace trellis
