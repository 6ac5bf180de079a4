// Windows has no worker processes, so no tokens are needed.
#include "tools/platform/jobserver.hpp"

namespace trellis::tools::platform {

Jobserver::Jobserver() = default;

Jobserver::~Jobserver() = default;

bool Jobserver::take() { return false; }

void Jobserver::give() {}

}  // namespace trellis::tools::platform
