// Tests whether the device defines what Direct3D requires and SPIR-V leaves undefined, with bare instructions
// in hand-written modules.
#pragma once

#include <cstdint>
#include <string>

#include "tests/vulkan/runner.hpp"

namespace trellis::test_corpus {

/// Returns where the device breaks `promise` (one of spirv::kConversionsSaturate, ...), one line each, such
/// as "OpUDiv of 5, 0: 0, not ffffffff"; empty if it keeps the promise. An error says what cannot be run.
Result<std::string> find_broken(vulkan::Runner& runner, uint8_t promise);

}  // namespace trellis::test_corpus
