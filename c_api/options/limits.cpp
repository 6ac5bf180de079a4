#include "c_api/options/limits.hpp"

#include "c_api/options/versioned.hpp"

namespace trellis::c_api {

Result<WorkLimits> read_limits(const TrellisLimits* from, const char* name) {
  TrellisLimits given = TRELLIS_LIMITS_INIT;
  TRELLIS_RETURN_IF_ERROR(read_versioned(from, name, given));
  WorkLimits limits;
  limits.blocks = given.max_blocks;
  limits.instructions = given.max_instructions;
  limits.output_words = given.max_output_words;
  limits.milliseconds = given.max_milliseconds;
  if (given.stop == nullptr) return limits;
  limits.stop = [](void* user) {
    const auto& caller = *static_cast<const TrellisLimits*>(user);
    return caller.stop(caller.stop_user) != 0;
  };
  limits.stop_user = const_cast<TrellisLimits*>(from);
  return limits;
}

}  // namespace trellis::c_api
