#include "tests/spirv_backend/translated.hpp"

#include <spirv-tools/libspirv.hpp>

#include "api/modules/old_validator.hpp"
#include "spirv_backend/check/check.hpp"
#include "structurizer/check/check.hpp"
#include "structurizer/structurize.hpp"

namespace trellis::test_backend {
namespace {

spv_target_env environment(spirv::Target target) {
  switch (target) {
    case spirv::Target::kVulkan1_1:
      return SPV_ENV_VULKAN_1_1;
    case spirv::Target::kVulkan1_2:
      return SPV_ENV_VULKAN_1_2;
    case spirv::Target::kVulkan1_1Spirv1_4:
      return SPV_ENV_VULKAN_1_1_SPIRV_1_4;
    case spirv::Target::kVulkan1_3:
    case spirv::Target::kVulkan1_4:  // Its SPIR-V environment is the same.
      break;
  }
  return SPV_ENV_VULKAN_1_3;
}

}  // namespace

Result<spirv::ModulePlan> plan_program(const dxil::Shader& shader, const dxil::EntryPoint& entry,
                                       const spirv::EmitOptions& options) {
  TRELLIS_RETURN_IF_ERROR(spirv::check_stage(entry));
  lower::Options lowering = spirv::lowering_options(options);
  lowering.verify = true;
  Result<lower::LoweredProgram> program = lower::lower(shader, entry, lowering);
  if (!program) return program.error();
  return spirv::plan_module(*program, options);
}

Result<Vector<uint32_t>> translate(const dxil::Shader& shader, const dxil::EntryPoint& entry,
                                   const spirv::EmitOptions& options) {
  Result<spirv::ModulePlan> plan = test_backend::plan_program(shader, entry, options);
  if (!plan) return plan.error();
  std::vector<structurizer::Structured> functions;
  for (const spirv::FunctionPlan& function : plan->functions) {
    functions.push_back(structurizer::structurize(function.flow));
    Result<void> sound = structurizer::check_paths(function.flow, functions.back());
    if (sound) sound = structurizer::check_structure(function.flow, functions.back());
    if (!sound) return sound.error();
  }
  auto module = spirv::emit_module(*plan, functions);
  if (!module) return module.error();
  TRELLIS_RETURN_IF_ERROR(module_check::check_module(*module));
  return module;
}

Result<Vector<uint32_t>> translate(const dxil::Shader& shader, const spirv::EmitOptions& options) {
  return translate(shader, shader.entry_points.front(), options);
}

std::string validate(const std::vector<uint32_t>& module, spirv::Target target,
                     [[maybe_unused]] bool computed_offsets) {
  spvtools::SpirvTools tools(environment(target));
  std::string complaint;
  tools.SetMessageConsumer([&complaint](spv_message_level_t, const char*, const spv_position_t&,
                                        const char* message) { complaint += message; });
  spvtools::ValidatorOptions options;
#ifndef TRELLIS_OLD_SPIRV_TOOLS
  options.SetAllowOffsetTextureOperand(computed_offsets);
#endif
  if (tools.Validate(module.data(), module.size(), options)) return {};
#ifdef TRELLIS_OLD_SPIRV_TOOLS
  if (complaint.find("VUID-StandaloneSpirv-Component-04924") != std::string::npos) {
    // Old validators only look into one level of arrays, but per-vertex inputs are arrays of arrays.
    const std::vector<uint32_t> others = without_nested_components(module);
    if (others.size() < module.size()) return validate(others, target, computed_offsets);
  }
#endif
  return complaint.empty() ? "invalid" : complaint;
}

std::string disassemble(const std::vector<uint32_t>& module) {
  const spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  std::string text;
  if (!tools.Disassemble(module, &text, SPV_BINARY_TO_TEXT_OPTION_NO_HEADER)) return "not a module";
  return text;
}

uint32_t count_of(const std::vector<uint32_t>& module, spv::Op opcode) {
  uint32_t count = 0;
  for (size_t at = 5; at < module.size() && module[at] >> 16 != 0; at += module[at] >> 16) {
    if ((module[at] & 0xFFFF) == static_cast<uint32_t>(opcode)) ++count;
  }
  return count;
}

}  // namespace trellis::test_backend
