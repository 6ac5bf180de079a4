#include "tools/watch.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <thread>

#include "tools/inputs.hpp"

namespace trellis::tools {
namespace {

namespace fs = std::filesystem;

/// What tells that a file changed. Both are lowest of a file that is not there.
struct Stamp {
  fs::file_time_type written = fs::file_time_type::min();
  uintmax_t size = 0;
  bool operator==(const Stamp&) const = default;
};

Stamp stamp_of(const std::string& file) {
  std::error_code error;
  Stamp stamp;
  stamp.written = fs::last_write_time(file, error);
  if (error) return {};
  stamp.size = fs::file_size(file, error);
  return error ? Stamp{} : stamp;
}

/// The files that each job was done with, as they were then.
class Watched {
 public:
  explicit Watched(const Settings& settings) : settings_(settings) {}

  void note(const Job& job, const Outcome& outcome) {
    std::map<std::string, Stamp>& files = files_[job.input];
    files.clear();
    for (const std::string& file : outcome.dependencies) files[file] = stamp_of(file);
    for (const std::string& file : settings_.files_of_options()) files[file] = stamp_of(file);
    files[job.input] = stamp_of(job.input);
  }

  bool has_changed(const Job& job) const {
    const auto found = files_.find(job.input);
    if (found == files_.end()) return true;
    for (const auto& [file, stamp] : found->second) {
      if (stamp_of(file) != stamp) return true;
    }
    return false;
  }

 private:
  const Settings& settings_;
  std::map<std::string, std::map<std::string, Stamp>> files_;  // By input.
};

}  // namespace

int watch(const Settings& settings, std::vector<Job> jobs, std::vector<Outcome> done, const DoJobs& do_jobs) {
  Watched watched(settings);
  for (size_t n = 0; n < jobs.size(); ++n) watched.note(jobs[n], done[n]);
  std::fprintf(stderr, "trellis: watching %zu file%s; interrupt to end\n", jobs.size(), jobs.size() == 1 ? "" : "s");
  for (;;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    JobList list = list_jobs(settings);
    if (!list.usage_error.empty()) {
      std::fprintf(stderr, "trellis: error: %s\n", list.usage_error.c_str());
      return kExitBadUsage;
    }
    std::vector<Job> changed;
    for (Job& job : list.jobs) {
      if (watched.has_changed(job)) changed.push_back(std::move(job));
    }
    if (changed.empty()) continue;
    // A compiler may still be writing: what is noted before the work is seen again if it changes during it.
    for (const Job& job : changed) watched.note(job, {});
    const std::vector<Outcome> outcomes = do_jobs(changed);
    for (size_t n = 0; n < changed.size(); ++n) {
      if (!watched.has_changed(changed[n])) watched.note(changed[n], outcomes[n]);
    }
  }
}

}  // namespace trellis::tools
