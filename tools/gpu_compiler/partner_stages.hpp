// Partner stages: the stages that a single stage needs beside it to form a pipeline. They write what it reads
// and read what it writes, so that a compiler that optimizes across stages finds nothing constant and nothing
// unused.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/gpu_compiler/module_interface.hpp"

namespace trellis::gpu_compiler {

struct PartnerStage {
  VkShaderStageFlagBits stage = VK_SHADER_STAGE_ALL;
  std::vector<uint32_t> words;  ///< The module. Its entry point is called "main".
};

/// Makes the partners of `entry`: a vertex and a domain shader for a hull shader, a vertex and a hull shader
/// for a domain shader, a vertex shader for a geometry shader, a mesh shader for an amplification shader, and
/// none for any other stage. Fails if a variable between the stages is not supported, and names it.
Result<std::vector<PartnerStage>> make_partners(const ModuleEntry& entry);

/// Makes the ray shaders that a ray pipeline needs but lacks; they do nothing. A ray generation shader is
/// mandatory. A callable shader, added if there is none, keeps Mesa's driver from inlining all stages into
/// the first one.
Result<std::vector<PartnerStage>> make_ray_partners(bool has_callable);

/// Makes an any-hit shader that does nothing.
Result<PartnerStage> make_any_hit_partner();

}  // namespace trellis::gpu_compiler
