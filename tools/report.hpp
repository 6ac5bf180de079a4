// What the user is told: failures, warnings, a summary, stage times. All on standard error.
#pragma once

#include <vector>

#include "tools/outcome.hpp"

namespace trellis::tools {

struct Report {
  const std::vector<Job>& jobs;
  const std::vector<Outcome>& outcomes;  ///< By job.
  bool many = false;                     ///< With a summary.
  bool names_inputs = true;              ///< With many, before each line of texts.
  bool show_times = false;
  ErrorFormat format = ErrorFormat::kText;
  Talk talk = Talk::kNormal;
  double seconds = 0;  ///< The whole run.
};

/// One line `trellis: FILE: error: ...` a failure, in the order of the inputs; with several inputs a summary;
/// stage times if asked for. Returns the program's exit code: the highest of all.
int print_report(const Report& report);

/// The texts of jobs that name no output, to standard output; each line after the input's name if there are
/// many. False if they could not be written.
bool print_texts(const Report& report);

/// That the checks found nothing, for people at a terminal: a report in text is empty then.
void print_clean_checks(const Report& report, const Settings& settings);

/// What the checks found in the inputs that could be looked at, or the figures of --gpu-stats, as one document, to where the settings say.
/// False if it could not be written, after reporting that.
bool write_reports(const Report& report, const Settings& settings);

/// The pipeline layout of all modules (--layout without a root signature), if none failed. False if the modules do not fit together,
/// or it could not be written, after reporting that.
bool write_layout_of_modules(const Report& report, const Settings& settings);

/// What each output was made of, to the file that the settings say. False if it could not be written, after reporting that.
bool write_dependencies(const Report& report, const Settings& settings);

}  // namespace trellis::tools
