// What expressions say of a variable's value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace trellis::dxil {

/// A part of a variable, in bits.
struct DebugPart {
  uint64_t offset = 0, bits = 0;
};

/// The part that the expression ends with, if it is well-formed and has one.
std::optional<DebugPart> part_of(std::span<const uint64_t> expression);

/// The number that the expression is, if it is nothing else.
std::optional<uint64_t> constant_of(std::span<const uint64_t> expression);

}  // namespace trellis::dxil
