// Interprets expressions that describe the value of a variable.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace trellis::dxil {

/// A part of a variable: offset and size in bits.
struct DebugPart {
  uint64_t offset = 0, bits = 0;
};

/// Returns the part at the end of the expression, if the expression is valid and has one.
std::optional<DebugPart> part_of(std::span<const uint64_t> expression);

/// Returns the number that the expression consists of, if it has nothing else.
std::optional<uint64_t> constant_of(std::span<const uint64_t> expression);

}  // namespace trellis::dxil
