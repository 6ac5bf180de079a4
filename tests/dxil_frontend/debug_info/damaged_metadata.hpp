// Replaces operands of debug metadata by others.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/result.hpp"

namespace trellis::dxil::test {

/// Returns the bitcode of a program in LLVM assembly, with `count` operands of its debug metadata replaced by
/// other nodes, texts, numbers or nothing, depending on `seed`: scopes that are types, types that are parts
/// of themselves, and so on.
Result<std::vector<uint8_t>> damage_debug_metadata(const std::string& text, uint64_t seed, uint32_t count);

}  // namespace trellis::dxil::test
