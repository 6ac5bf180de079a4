// The bytes and options of the functions that read DXIL.
#pragma once

#include <cstdint>
#include <span>

#include "api/options.hpp"
#include "support/result.hpp"
#include "trellis/program.h"

namespace trellis::c_api {

struct ReadInput {
  std::span<const uint8_t> bytes;  ///< The caller's.
  ReadOptions options;
};

/// Errors are wrong arguments, with the field.
Result<ReadInput> read_input(const void* dxil, size_t size, const TrellisReadOptions* options);

}  // namespace trellis::c_api
