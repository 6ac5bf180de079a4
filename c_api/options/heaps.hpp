// Converts descriptor heap options between the C structs and the translator's own.
#pragma once

#include "option_table/row.hpp"
#include "support/result.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Converts the location of a heap to the translator's type.
inline spirv::BindingPlace place_of(const TrellisHeapPlace& place) { return {place.set, place.binding}; }

/// Reads `given`; null means the defaults. Fails with invalid_argument(), which names the field.
Result<void> read_heap_options(const TrellisHeapOptions* given, option_table::Asked& asked);

}  // namespace trellis::c_api
