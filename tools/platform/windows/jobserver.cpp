// There are no worker processes to take tokens for.
#include "tools/platform/jobserver.hpp"

namespace trellis::tools::platform {

Jobserver::Jobserver() = default;

Jobserver::~Jobserver() = default;

bool Jobserver::take() { return false; }

void Jobserver::give() {}

}  // namespace trellis::tools::platform
