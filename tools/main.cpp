// The command-line program: parses the command line, lists the jobs, runs them, and reports.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <variant>

#include "tools/build_systems/ninja.hpp"
#include "tools/cfg/cfg_command.hpp"
#include "tools/commands.hpp"
#include "tools/inputs/inputs.hpp"
#include "tools/inputs/response_files.hpp"
#include "tools/jobs/guarded_job.hpp"
#include "tools/jobs/run_job.hpp"
#include "tools/jobs/watch.hpp"
#include "tools/jobs/worker_pool.hpp"
#include "tools/platform/interrupts.hpp"
#include "tools/reports/problems.hpp"
#include "tools/reports/report.hpp"
#include "tools/reports/terminal.hpp"
#include "tools/settings.hpp"
#include "tools/subcommand.hpp"
#include "tools/tinywgsl_command.hpp"

namespace {

using namespace trellis::tools;

/// The words of the command line, which end with a null pointer, and how the program that this one replaced
/// failed with them.
struct Start {
  const char* const* words;
  std::optional<platform::EndedWork> ended;
};

std::vector<Outcome> run_jobs(const Settings& settings, const Start& start, const std::vector<Job>& jobs) {
  if (settings.isolate && jobs.size() == 1 && can_be_guarded(settings, jobs[0])) {
    return {start.ended ? outcome_of(*start.ended, settings) : run_guarded(settings, jobs[0], start.words)};
  }
  std::vector<Outcome> outcomes(jobs.size());
  size_t done = 0, failed = 0;
  ProgressBar bar(jobs.size());
  const bool shows_progress = jobs.size() > 1 && settings.talk == Talk::kNormal;
  const JobEnded ended = [&](size_t job, Outcome outcome) {
    ++done;
    if (!outcome.done()) ++failed;
    outcomes[job] = std::move(outcome);
    if (shows_progress) bar.show(done, failed, jobs[job].input);
  };
  if (settings.isolate) {
    // Only with workers: a translation in this process could not be interrupted.
    const platform::InterruptWatch watch;
    run_in_workers(settings, jobs, ended);
    bar.clear();
    return outcomes;
  }
  SharedTools shared;
  for (size_t i = 0; i < jobs.size(); ++i)
    ended(i, run_job(shared, jobs[i].settings(settings), jobs[i], [](Progress) {}));
  return outcomes;
}

/// Runs the jobs and reports their outcomes. Returns the exit code.
int run_and_report(const Settings& settings, const Start& program_start, const std::vector<Job>& jobs,
                   bool many, std::vector<Outcome>& outcomes) {
  const auto start = std::chrono::steady_clock::now();
  outcomes = run_jobs(settings, program_start, jobs);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  Report report = {jobs, outcomes, many};
  report.names_inputs = !settings.prints_key;
  report.show_times = settings.show_times;
  report.format = settings.error_format;
  report.talk = settings.prints_key ? Talk::kQuiet : settings.talk;
  report.seconds = seconds.count();
  bool is_written = print_texts(report);
  if (settings.has_report()) is_written = write_reports(report, settings) && is_written;
  if (settings.layout.is_of_modules()) is_written = write_layout_of_modules(report, settings) && is_written;
  print_clean_checks(report, settings);
  if (!settings.depfile.empty()) {
    is_written = write_dependencies(report, settings) && is_written;
  }
  const int exit_code = print_report(report);
  return is_written ? exit_code : std::max<int>(exit_code, kExitBadUsage);
}

int run(const Settings& settings, const Start& start) {
  std::vector<Outcome> outcomes;
  if (settings.watch) {
    return watch(settings, [&](const std::vector<Job>& changed) {
      run_and_report(settings, start, changed, changed.size() > 1, outcomes);
      return outcomes;
    });
  }
  const JobList list = list_jobs(settings);
  if (!list.usage_error.empty()) {
    print_general_error(settings.error_format, kExitBadUsage, list.usage_error);
    return kExitBadUsage;
  }
  if (!settings.ninja.empty()) return write_ninja(settings, list.jobs);
  return run_and_report(settings, start, list.jobs, list.many, outcomes);
}

}  // namespace

int main(int count_given, char** given) {
  Start start = {nullptr, platform::ended_work()};
  std::vector<std::string> expanded(given, given + count_given);
  // A program that starts over has its words already: a response file may be a pipe that has been read.
  if (!start.ended) {
    if (const std::string wrong = expand_response_files(expanded); !wrong.empty()) return usage_error(wrong);
  }
  std::vector<const char*> words;
  for (const std::string& word : expanded) words.push_back(word.c_str());
  std::string wrong = expand_help(words);
  if (wrong.empty()) wrong = find_wrong_command(words);
  if (!wrong.empty()) return usage_error(wrong);
  const int argument_count = static_cast<int>(words.size());
  words.push_back(nullptr);
  const char* const* arguments = words.data();
  if (is_cfg_command(argument_count, arguments)) return run_cfg_command(argument_count, arguments);
  if (is_tinywgsl_command(argument_count, arguments)) return run_tinywgsl_command(argument_count, arguments);
  const auto parsed = parse_command_line(argument_count, arguments);
  if (const int* exit_code = std::get_if<int>(&parsed)) return *exit_code;
  start.words = arguments;
  return run(std::get<Settings>(parsed), start);
}
