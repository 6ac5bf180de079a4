#include "tools/jobs/worker.hpp"

#include <cstdlib>

#include "tools/jobs/run_job.hpp"

namespace trellis::tools {

void serve_jobs(platform::Channel parent, SharedProgress& progress, const Settings& settings,
                const std::vector<Job>& jobs) {
  platform::confine_worker(settings.memory_mib);
  const ProgressCallback report = [&progress](Progress reached) {
    progress.store(static_cast<uint8_t>(reached), std::memory_order_relaxed);
  };
  SharedTools shared;
  uint64_t job = 0;
  while (parent.receive(&job, sizeof job) && job < jobs.size()) {
    const std::string outcome = pack(run_job(shared, jobs[job].settings(settings), jobs[job], report));
    const uint64_t length = outcome.size();
    // Sent at once, so that the parent wakes up only once.
    std::string answer(reinterpret_cast<const char*>(&length), sizeof length);
    answer += outcome;
    if (!parent.send(answer.data(), answer.size())) break;
    if (job + 1 == jobs.size()) break;  // The last one: end while the parent reports, rather than afterwards.
  }
  // Skip destructors and exit handlers: they would tear down what the parent still uses.
  std::_Exit(0);
}

}  // namespace trellis::tools
