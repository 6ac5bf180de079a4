// From what the command line names to a list of jobs.
#pragma once

#include <string>
#include <vector>

#include "tools/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

struct JobList {
  std::vector<Job> jobs;    ///< In the order given; the files of a folder sorted by name.
  bool many = false;        ///< Several inputs or a folder: output goes to a folder.
  std::string usage_error;  ///< Empty if the inputs and the output fit together.
};

/// Looks at the inputs and decides where each one's output goes: a single file to the output as named; of
/// several, OUT/NAME.spv for a file and OUT/SUB/NAME.spv for what lies in a folder.
JobList list_jobs(const Settings& settings);

}  // namespace trellis::tools
