#include "api/cache_version.hpp"

#include "trellis_cache_version.hpp"

namespace trellis {

const char* cache_version() { return TRELLIS_CACHE_VERSION; }

}  // namespace trellis
