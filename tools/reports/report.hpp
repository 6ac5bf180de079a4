// Messages for the user on standard error: failures, warnings, a summary, stage times.
#pragma once

#include <vector>

#include "tools/reports/outcome.hpp"

namespace trellis::tools {

struct Report {
  const std::vector<Job>& jobs;
  const std::vector<Outcome>& outcomes;  ///< Indexed by job.
  bool many = false;                     ///< Prints a summary.
  bool names_inputs = true;              ///< With `many`: prefixes each line of the texts with its input.
  bool show_times = false;
  ErrorFormat format = ErrorFormat::kText;
  Talk talk = Talk::kNormal;
  double seconds = 0;  ///< The duration of the whole run.
  /// Errors that belong to no input, for print_report(). As text, they are printed at once.
  std::vector<std::string> general_errors = {};
};

/// Prints a line `trellis: FILE: error: ...` per failure in the order of the inputs, a summary if there are
/// several inputs, and stage times if requested. Returns the program's exit code: the highest of all.
int print_report(const Report& report);

/// Prints the texts of jobs without an output to standard output, with the input's name on each line if there
/// are many. Returns false if they could not be written.
bool print_texts(Report& report);

/// Tells users at a terminal that the checks found nothing: the report itself is then empty.
void print_clean_checks(const Report& report, const Settings& settings);

/// Writes one document with the findings of the checks or the figures of --gpu-stats for the inputs that
/// could be examined. Returns false, after reporting it, if the document could not be written.
bool write_reports(Report& report, const Settings& settings);

/// Writes the pipeline layout of all modules (--layout without a root signature) if no job failed. Returns
/// false, after reporting it, if the modules do not fit together or the layout could not be written.
bool write_layout_of_modules(Report& report, const Settings& settings);

/// Writes the dependencies of each output to the file in the settings. Returns false, after reporting it, if
/// that fails.
bool write_dependencies(Report& report, const Settings& settings);

}  // namespace trellis::tools
