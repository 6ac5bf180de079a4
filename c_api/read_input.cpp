#include "c_api/read_input.hpp"

#include "c_api/options/limits.hpp"
#include "c_api/options/read_fields.hpp"
#include "c_api/options/vendor_slots.hpp"
#include "c_api/options/versioned.hpp"

namespace trellis::c_api {

Result<ReadInput> read_input(const void* dxil, size_t size, const TrellisReadOptions* options) {
  TrellisReadOptions known = TRELLIS_READ_OPTIONS_INIT;
  TRELLIS_RETURN_IF_ERROR(read_versioned(options, "options", known));
  if (dxil == nullptr && size != 0) return invalid_argument("dxil", "is NULL, but size is not 0");
  ReadInput input;
  input.bytes = {static_cast<const uint8_t*>(dxil), size};
  option_table::Asked asked;
  TRELLIS_RETURN_IF_ERROR(read_fields(known, asked));
  auto limits = read_limits(known.limits, "options.limits");
  if (!limits) return limits.error();
  input.options = asked.read;
  input.options.limits = *limits;
  TRELLIS_RETURN_IF_ERROR(read_vendor_slots(known, input.options.vendor_slots));
  return input;
}

}  // namespace trellis::c_api
