// Translates a program through plan, structurizer and emission, and validates and disassembles the module.
#pragma once

#include <string>
#include <vector>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/emit.hpp"

namespace trellis::test_backend {

/// Lowers and plans the program; the verifier runs after each pass.
Result<spirv::ModulePlan> plan_program(const dxil::Shader& shader, const dxil::EntryPoint& entry,
                                       const spirv::EmitOptions& options = {});

/// Returns the module, or the error. Runs both checks of the structurizer and the check of the module.
Result<Vector<uint32_t>> translate(const dxil::Shader& shader, const dxil::EntryPoint& entry,
                                   const spirv::EmitOptions& options = {});
/// Translates the first entry point.
Result<Vector<uint32_t>> translate(const dxil::Shader& shader, const spirv::EmitOptions& options = {});

/// Returns the message of SPIRV-Tools' validator for the target, or empty if the module is valid.
/// `computed_offsets` is as in DeviceOptions.
std::string validate(const std::vector<uint32_t>& module, spirv::Target target = spirv::Target::kVulkan1_3,
                     bool computed_offsets = false);
/// Returns the module's disassembly, with numbers as IDs.
std::string disassemble(const std::vector<uint32_t>& module);
/// Returns how often an instruction occurs.
uint32_t count_of(const std::vector<uint32_t>& module, spv::Op opcode);

}  // namespace trellis::test_backend
