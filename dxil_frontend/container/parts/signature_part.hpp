// The parts ISG1, OSG1 and PSG1: the inputs and outputs of a stage, one row for each register.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

inline constexpr uint32_t kUnallocatedRegister =
    UINT32_MAX;  ///< SignatureRow::register_index of depth, coverage, and the like.

/// The type of a row's components. Numbers as stored.
enum class SignatureComponent : uint8_t { kUnknown, kU32, kS32, kF32, kU16, kS16, kF16, kU64, kS64, kF64 };

/// One row of a semantic. A semantic with several rows (array, matrix) has one entry for each.
struct SignatureRow {
  std::string_view semantic;  ///< Points into the part.
  uint32_t semantic_index = 0;
  uint32_t stream = 0;        ///< Geometry shader output stream, 0 .. 3.
  uint32_t system_value = 0;  ///< D3D_NAME: 0 none, 1 position, 64 target, ...
  SignatureComponent component = SignatureComponent::kUnknown;
  uint32_t register_index = 0;     ///< Or kUnallocatedRegister.
  uint8_t mask = 0;                ///< Columns used: x 1, y 2, z 4, w 8.
  uint8_t read_write_mask = 0;     ///< Outputs: columns never written; inputs: columns always read.
  uint32_t minimum_precision = 0;  ///< 0 none, 1 f16, 2 f2.8, 4 s16, 5 u16, 0xf0 any16, 0xf1 any10.
};

/// Reads the data of an ISG1, OSG1 or PSG1 part (`part_name`, for diagnostics) that starts `file_offset`
/// bytes into the file. The rows point into `part`. Errors: kBadInput.
Result<Vector<SignatureRow>> parse_signature_part(std::span<const uint8_t> part, std::string_view part_name,
                                                  uint64_t file_offset = 0);

}  // namespace trellis::dxil
