// A program on its way through plan, structurizer and emission; the module checked and as text.
#pragma once

#include <string>
#include <vector>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/emit.hpp"

namespace trellis::test_backend {

/// The module, or the diagnostic. Both checkers run on the way.
Result<Vector<uint32_t>> translate(const dxil::Shader& shader, const dxil::EntryPoint& entry,
                                   const spirv::EmitOptions& options = {});
/// The same for the first entry point.
Result<Vector<uint32_t>> translate(const dxil::Shader& shader, const spirv::EmitOptions& options = {});

/// What SPIRV-Tools' validator says for the target; empty: valid. `computed_offsets`: as in DeviceOptions.
std::string validate(const std::vector<uint32_t>& module, spirv::Target target = spirv::Target::kVulkan1_3,
                     bool computed_offsets = false);
/// The module as text, ids by number.
std::string disassemble(const std::vector<uint32_t>& module);
/// How often an instruction occurs.
uint32_t count_of(const std::vector<uint32_t>& module, spv::Op opcode);

}  // namespace trellis::test_backend
