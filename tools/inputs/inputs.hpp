// Makes the list of jobs from the inputs on the command line.
#pragma once

#include <string>
#include <vector>

#include "tools/reports/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

struct JobList {
  std::vector<Job> jobs;    ///< In command-line order; the files of a folder are sorted by name.
  bool many = false;        ///< There are several inputs or a folder, so the output is a folder.
  std::string usage_error;  ///< Why the inputs and the output do not fit together; empty if they do.
};

/// Examines the inputs and determines the output of each. A single file's output is the named one. With
/// several, a file's output is OUT/NAME.spv, and that of a file in a folder OUT/SUB/NAME.spv.
JobList list_jobs(const Settings& settings);

}  // namespace trellis::tools
