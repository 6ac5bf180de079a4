#include "c_api/options/heaps.hpp"

#include "c_api/options/read_fields.hpp"
#include "c_api/options/versioned.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {
namespace {

static_assert(TRELLIS_HEAP_TYPE_COUNT == spirv::kHeapTypes);
static_assert(TRELLIS_HEAP_ACCELERATION_STRUCTURE ==
              static_cast<uint32_t>(spirv::HeapType::kAccelerationStructure));

}  // namespace

Result<void> read_heap_options(const TrellisHeapOptions* given, option_table::Asked& asked) {
  TrellisHeapOptions known = TRELLIS_HEAP_OPTIONS_INIT;
  TRELLIS_RETURN_IF_ERROR(read_versioned(given, "options.heaps", known));
  if (given != nullptr) {  // Otherwise the defaults apply, which equal those of C++.
    TRELLIS_RETURN_IF_ERROR(read_fields(known, asked));
  }
  spirv::HeapOptions& heaps = asked.translate.heaps;
  heaps.resources = place_of(known.resources);
  heaps.counters = place_of(known.counters);
  heaps.samplers = place_of(known.samplers);
  if (known.types_apart >> TRELLIS_HEAP_TYPE_COUNT != 0) {
    return invalid_argument("options.heaps->types_apart", "has unknown bits: " + decimal(known.types_apart));
  }
  for (uint32_t type = 0; type < TRELLIS_HEAP_TYPE_COUNT; ++type) {
    heaps.by_type[type].reset();
    if ((known.types_apart >> type & 1) != 0) heaps.by_type[type] = place_of(known.by_type[type]);
  }
  return {};
}

}  // namespace trellis::c_api
