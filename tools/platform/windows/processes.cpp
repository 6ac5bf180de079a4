// Windows can only start new processes and cannot fork this one. So there are no worker processes: the
// program translates in its own process (find_limit_conflict in command_line.cpp refuses the options that
// need workers).
#include "tools/platform/processes.hpp"

#include <cstdlib>

#include "support/windows/api.hpp"
// This header needs windows.h before it.
#include <psapi.h>

// The shells of Windows pass "*.dxil" to the program unchanged. MinGW-w64's start-up code replaces such
// arguments with the names of the files that match them if this variable is not 0.
extern "C" {
extern int _dowildcard;
int _dowildcard = -1;
}

namespace trellis::tools::platform {

int process_number() { return static_cast<int>(::GetCurrentProcessId()); }

std::string path_of_program() { return "trellis"; }

uint64_t peak_memory_kib() {
  PROCESS_MEMORY_COUNTERS counters = {};
  counters.cb = sizeof counters;
  return ::K32GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof counters) != 0
             ? counters.PeakWorkingSetSize / 1024
             : 0;
}

bool has_worker_processes() { return false; }

SharedMemory::SharedMemory(size_t bytes) : bytes_(bytes), data_(std::calloc(bytes, 1)) {}

SharedMemory::~SharedMemory() { std::free(data_); }

bool Channel::send(const void*, size_t) const { return false; }

bool Channel::receive(void*, size_t) const { return false; }

std::string WorkerProcess::start(const std::function<void(Channel)>&, std::span<const WorkerProcess* const>) {
  return "child processes that continue their parent's work are not supported on Windows";
}

Ending WorkerProcess::end(bool) { return {}; }

std::vector<bool> wait_for_any(std::span<const WorkerProcess* const> workers, int) {
  return std::vector<bool>(workers.size(), true);
}

void confine_worker(uint64_t) {}

void end_by_broken_pipe() { std::exit(EXIT_FAILURE); }

}  // namespace trellis::tools::platform
