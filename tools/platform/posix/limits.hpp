// Limits of this process' resources.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>

namespace trellis::tools::platform {

/// Lowers or raises the limit, as far as the system allows. Returns the former limits.
inline rlimit set_limit(decltype(RLIMIT_AS) resource, uint64_t amount) {
  rlimit before = {};
  if (::getrlimit(resource, &before) != 0) return before;
  rlimit limits = before;
  limits.rlim_cur = limits.rlim_max == RLIM_INFINITY ? amount : std::min<uint64_t>(amount, limits.rlim_max);
  ::setrlimit(resource, &limits);
  return before;
}

}  // namespace trellis::tools::platform
