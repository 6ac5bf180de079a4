// The input bytes and options of the functions that read DXIL.
#pragma once

#include <cstdint>
#include <span>

#include "api/options.hpp"
#include "support/result.hpp"
#include "trellis/program.h"

namespace trellis::c_api {

struct ReadInput {
  std::span<const uint8_t> bytes;  ///< Owned by the caller.
  ReadOptions options;
};

/// Fails if an argument is invalid; the error names the field.
Result<ReadInput> read_input(const void* dxil, size_t size, const TrellisReadOptions* options);

}  // namespace trellis::c_api
