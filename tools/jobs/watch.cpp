#include "tools/jobs/watch.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <thread>

#include "tools/inputs/inputs.hpp"
#include "tools/reports/problems.hpp"

namespace trellis::tools {
namespace {

namespace fs = std::filesystem;

/// Changes whenever the file does. The default is the stamp of a file that does not exist.
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

/// The files that each job depended on, with their stamps from before the job ran.
class Watched {
 public:
  explicit Watched(const Settings& settings) : settings_(settings) {}

  /// Call it before the work, so that changes during the work are noticed.
  void note_inputs(const Job& job) {
    std::map<std::string, Stamp>& files = files_[key_of(job)];
    for (auto& [file, stamp] : files) stamp = stamp_of(file);
    for (const std::string& file : settings_.files_of_options()) files[file] = stamp_of(file);
    files[job.input] = stamp_of(job.input);
  }

  /// Call it after the work: records files that the work found, which may have changed since `start`. A
  /// failed job may not have found all of them, so those of its last run remain.
  void note_dependencies(const Job& job, const Outcome& outcome, fs::file_time_type start) {
    if (outcome.done()) forget_all_but(job, outcome.dependencies);
    for (const std::string& file : outcome.dependencies) {
      const Stamp stamp = stamp_of(file);
      files_[key_of(job)].emplace(file, stamp.written < start ? stamp : Stamp{});
    }
  }

  bool has_changed(const Job& job) const {
    const auto found = files_.find(key_of(job));
    if (found == files_.end()) return true;
    for (const auto& [file, stamp] : found->second) {
      if (stamp_of(file) != stamp) return true;
    }
    return false;
  }

 private:
  /// The output is part of the key, because a manifest may list an input several times, each with other
  /// includes.
  static std::string key_of(const Job& job) { return job.input + '\n' + job.output; }

  void forget_all_but(const Job& job, const std::vector<std::string>& dependencies) {
    const std::vector<std::string> of_options = settings_.files_of_options();
    const auto is_among = [](const std::vector<std::string>& files, const std::string& file) {
      return std::find(files.begin(), files.end(), file) != files.end();
    };
    std::erase_if(files_[key_of(job)], [&](const auto& entry) {
      return entry.first != job.input && !is_among(of_options, entry.first) &&
             !is_among(dependencies, entry.first);
    });
  }

  const Settings& settings_;
  std::map<std::string, std::map<std::string, Stamp>> files_;  // Stamps by job and file.
};

/// Prints "12:03:01 sky.hlsl: done, 3552 bytes". Failures have already been reported.
void print_done(const Job& job, const Outcome& outcome) {
  if (!outcome.done()) return;
  const std::time_t now = std::time(nullptr);
  char time[16] = "";
  if (const std::tm* local = std::localtime(&now)) std::strftime(time, sizeof time, "%H:%M:%S", local);
  std::fprintf(stderr, "trellis: %s %s: done, %llu bytes\n", time, job.input.c_str(),
               static_cast<unsigned long long>(outcome.bytes_out));
}

}  // namespace

int watch(const Settings& settings, const DoJobs& do_jobs) {
  Watched watched(settings);
  for (bool is_first = true;; is_first = false) {
    if (!is_first) std::this_thread::sleep_for(std::chrono::milliseconds(200));
    JobList list = list_jobs(settings);
    if (!list.usage_error.empty()) {
      print_general_error(settings.error_format, kExitBadUsage, list.usage_error);
      return kExitBadUsage;
    }
    std::vector<Job> changed;
    for (Job& job : list.jobs) {
      if (watched.has_changed(job)) changed.push_back(std::move(job));
    }
    if (!changed.empty()) {
      const fs::file_time_type start = fs::file_time_type::clock::now();
      for (const Job& job : changed) watched.note_inputs(job);
      const std::vector<Outcome> outcomes = do_jobs(changed);
      for (size_t n = 0; n < changed.size(); ++n) {
        watched.note_dependencies(changed[n], outcomes[n], start);
        if (settings.talk == Talk::kNormal) print_done(changed[n], outcomes[n]);
      }
    }
    if (is_first && settings.talk != Talk::kQuiet) {
      std::fprintf(stderr, "trellis: watching %zu file%s; interrupt to stop\n", changed.size(),
                   changed.size() == 1 ? "" : "s");
    }
  }
}

}  // namespace trellis::tools
