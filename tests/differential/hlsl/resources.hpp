// A program's globals as the device's resources.
#pragma once

#include <span>

#include "support/result.hpp"
#include "tests/differential/hlsl/machine.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::differential::hlsl {

/// The same for the same program: random words, small floats in those of floats, zeros in what is written.
Contents initial_contents(const Program& program);

/// Runs the module, one group for each entry, and returns the globals' contents afterwards.
Result<Contents> run_on_device(vulkan::Runner& runner, const Program& program,
                               std::span<const uint32_t> words, const Contents& before);

/// What differs in memory that programs write, "" if nothing does: some lines.
std::string describe_difference(const Program& program, const Contents& wanted, const Contents& got);

}  // namespace trellis::differential::hlsl
