// Windows has no way to replace a process by another program, so work in this process has no guard.
#include "tools/platform/work_guard.hpp"

namespace trellis::tools::platform {

std::optional<EndedWork> ended_work() { return std::nullopt; }

bool has_work_guard() { return false; }

WorkGuard::WorkGuard(const WorkLimits&, const char* const*, std::string, const std::atomic<uint8_t>&) {}

WorkGuard::~WorkGuard() = default;

}  // namespace trellis::tools::platform
