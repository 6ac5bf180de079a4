// Where descriptor heaps are, between the C structs and the translator's own.
#pragma once

#include "spirv_backend/options/heap_options.hpp"
#include "support/result.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Null: the defaults. Error: invalid_argument(), with the field.
Result<spirv::HeapOptions> heap_options(const TrellisHeapOptions* given);

}  // namespace trellis::c_api
