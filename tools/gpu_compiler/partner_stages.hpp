// Stages that a lone stage needs beside it to be a pipeline: what it reads, they write, and what it writes,
// they read, so that a compiler that looks across stages finds nothing constant and nothing unused.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/gpu_compiler/module_interface.hpp"

namespace trellis::gpu_compiler {

struct PartnerStage {
  VkShaderStageFlagBits stage = VK_SHADER_STAGE_ALL;
  std::vector<uint32_t> words;  ///< The entry point is called "main".
};

/// Those that `entry` needs: of a hull shader a vertex and a domain shader, of a domain shader a vertex and a
/// hull shader, of a geometry shader a vertex shader, of an amplification shader a mesh shader. Of all
/// others none. An error names what between the stages no partner is made for.
Result<std::vector<PartnerStage>> make_partners(const ModuleEntry& entry);

/// Those that ray stages need, all of which do nothing: a ray generation shader, of which there has to be
/// one, and a callable one, if there is none. With that, Mesa's driver does not put all stages into the first
/// one.
Result<std::vector<PartnerStage>> make_ray_partners(bool has_callable);

/// An any-hit shader that does nothing.
Result<PartnerStage> make_any_hit_partner();

}  // namespace trellis::gpu_compiler
