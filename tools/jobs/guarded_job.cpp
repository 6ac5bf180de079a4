#include "tools/jobs/guarded_job.hpp"

#include <atomic>

#include "tools/file_io.hpp"
#include "tools/jobs/deaths.hpp"
#include "tools/jobs/run_job.hpp"
#include "tools/platform/processes.hpp"

namespace trellis::tools {

namespace {

/// Returns true for dxc, spirv-opt, spirv-cross and drivers.
bool uses_other_programs(const Settings& settings) {
  return !settings.hlsl.profile.empty() || !settings.gpu_family.empty() ||
         settings.optimize != Optimize::kNothing || settings.emit == Emit::kGlsl ||
         settings.emit == Emit::kHlsl || settings.emit == Emit::kMsl;
}

}  // namespace

bool can_be_guarded(const Settings& settings, const Job& job) {
  return platform::has_work_guard() && !settings.watch && !uses_other_programs(job.settings(settings));
}

Outcome run_guarded(const Settings& settings, const Job& job, const char* const* words) {
  std::atomic<uint8_t> progress = 0;
  const bool writes_file = !job.output.empty() && job.output != "-";
  const platform::WorkGuard guard(
      {settings.seconds, settings.memory_mib}, words,
      writes_file ? temporary_name(job.output, platform::process_number()) : std::string(), progress);
  SharedTools shared;
  return run_job(shared, job.settings(settings), job, [&](Progress reached) {
    progress.store(static_cast<uint8_t>(reached), std::memory_order_relaxed);
  });
}

Outcome outcome_of(const platform::EndedWork& ended, const Settings& settings) {
  const auto progress = static_cast<Progress>(ended.progress);
  switch (ended.how) {
    case platform::EndedWork::How::kCrashed:
      return crashed(progress, ended.reason);
    case platform::EndedWork::How::kOutOfMemory:
      return ran_out_of_memory(progress, settings);
    case platform::EndedWork::How::kTookTooLong:
      break;
  }
  return took_too_long(progress, settings);
}

}  // namespace trellis::tools
