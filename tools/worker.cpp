#include "tools/worker.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <new>

#include "support/socket_io.hpp"
#include "tools/run_job.hpp"

// A sanitizer's shadow memory needs more address space than any sensible limit, and its reports need standard
// error.
#if defined(__SANITIZE_ADDRESS__)
#define TRELLIS_TOOLS_SANITIZED 1
#else
#define TRELLIS_TOOLS_SANITIZED 0
#endif

namespace trellis::tools {
namespace {

void limit(decltype(RLIMIT_AS) resource, uint64_t amount) {
  rlimit limits = {};
  if (::getrlimit(resource, &limits) != 0) return;
  if (limits.rlim_max != RLIM_INFINITY && amount > limits.rlim_max) amount = limits.rlim_max;
  limits.rlim_cur = amount;
  ::setrlimit(resource, &limits);
}

void confine(const Settings& settings) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit(RLIMIT_CORE, 0);
  if (TRELLIS_TOOLS_SANITIZED != 0) return;
  limit(RLIMIT_AS, settings.memory_mib << 20);
  std::set_new_handler([] { ::_exit(kOutOfMemoryStatus); });
  // What a library says before it aborts is no message of ours: the parent reports.
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (nowhere >= 0) {
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
  }
}

}  // namespace

void serve_jobs(int socket, SharedProgress& progress, const Settings& settings,
                const std::vector<Job>& jobs) {
  confine(settings);
  const ProgressCallback report = [&progress](Progress reached) {
    progress.store(static_cast<uint8_t>(reached), std::memory_order_relaxed);
  };
  Translator translator;
  uint64_t job = 0;
  while (receive_all(socket, &job, sizeof job) && job < jobs.size()) {
    const std::string answer = pack(run_job(translator, settings, jobs[job], report));
    const uint64_t length = answer.size();
    if (!send_all(socket, &length, sizeof length) || !send_all(socket, answer.data(), answer.size())) break;
  }
  // Neither destructors nor exit handlers: what they would tear down belongs to the parent as well.
  ::_exit(0);
}

}  // namespace trellis::tools
