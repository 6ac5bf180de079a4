// One input and what came of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/options.hpp"
#include "api/pipeline_layout/module_interface.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

/// An input file and where its output goes.
struct Job {
  std::string input;        ///< "-": standard input.
  std::string output;       ///< "-": standard output. Empty: Outcome::text.
  std::string dump_folder;  ///< Empty: no dumps.
  std::string problem;      ///< What is wrong with the input, if that is known already.
  std::shared_ptr<const Settings> own = {};  ///< Its own, if not those of the run.

  const Settings& settings(const Settings& of_run) const { return own != nullptr ? *own : of_run; }
};

struct Outcome {
  int exit_code = kExitDone;
  std::string error;    ///< Without the file's name, one line; empty if done.
  std::string message;  ///< The same without the place; empty: it has none.
  Location where;       ///< That place, in the input.
  std::vector<std::string> warnings;
  std::string compiler_text;           ///< What dxc said, as it said it.
  bool is_compiler_error = false;      ///< dxc refused the source: compiler_text says why.
  std::string report;     ///< The job's part of the report of the checks (findings.hpp).
  uint64_t findings = 0;  ///< In that part.
  std::vector<std::string> dependencies;  ///< Files that the input includes.
  std::vector<ModuleInterface> interfaces;  ///< Of --layout without a root signature: of each module.
  std::string text;       ///< The output itself, if the job names no place for it.
  uint64_t bytes_in = 0, bytes_out = 0;
  uint64_t peak_kib = 0;  ///< Most memory the process had in use until then.
  StageTimes times;

  bool done() const { return exit_code == kExitDone || exit_code == kExitFindings; }
};

inline Outcome failure(int exit_code, std::string error) {
  Outcome outcome;
  outcome.exit_code = exit_code;
  outcome.error = std::move(error);
  return outcome;
}

/// An outcome as bytes, for the way from a child process to its parent.
std::string pack(const Outcome& outcome);
/// False if the bytes are no packed outcome.
bool unpack(std::string_view bytes, Outcome& outcome);

/// How far a job has come, for the message if its process dies.
enum class Progress : uint8_t { kIdle, kOpening, kReading, kTranslating, kDriver, kWriting };

}  // namespace trellis::tools
