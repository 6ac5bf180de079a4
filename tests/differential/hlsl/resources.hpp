// Maps a program's globals to the device's resources.
#pragma once

#include <span>

#include "support/result.hpp"
#include "tests/differential/hlsl/machine.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::differential::hlsl {

/// Returns the initial contents, which depend only on the program: random words, small floats in globals of
/// floats, and zeros in outputs.
Contents initial_contents(const Program& program);

/// Runs the module with one group per entry, and returns the globals' contents afterwards.
Result<Contents> run_on_device(vulkan::Runner& runner, const Program& program,
                               std::span<const uint32_t> words, const Contents& before);

/// Describes in a few lines how outputs differ; empty if they do not.
std::string describe_difference(const Program& program, const Contents& wanted, const Contents& got);

}  // namespace trellis::differential::hlsl
