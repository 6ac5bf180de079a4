// Where descriptor heaps are, between the C structs and the translator's own.
#pragma once

#include "option_table/row.hpp"
#include "support/result.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// A place in the translator's own terms.
inline spirv::BindingPlace place_of(const TrellisHeapPlace& place) { return {place.set, place.binding}; }

/// Null: the defaults. Error: invalid_argument(), with the field.
Result<void> read_heap_options(const TrellisHeapOptions* given, option_table::Asked& asked);

}  // namespace trellis::c_api
