// Whether the device at hand does what Direct3D asks for and SPIR-V leaves undefined: tried with the bare
// instructions, in modules written by hand.
#pragma once

#include <cstdint>
#include <string>

#include "tests/vulkan/runner.hpp"

namespace trellis::test_corpus {

/// What the device answers differently, a line each: "OpUDiv of 5, 0: 0, not ffffffff". Empty: it keeps the
/// promise. `promise`: one of spirv::kConversionsSaturate, .... An error says what cannot be run.
Result<std::string> find_broken(vulkan::Runner& runner, uint8_t promise);

}  // namespace trellis::test_corpus
