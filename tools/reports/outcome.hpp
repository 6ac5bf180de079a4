// One input and the outcome of its translation.
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
  std::string input;                ///< "-": standard input.
  std::string output;               ///< "-": standard output. Empty: the output stays in Outcome::text.
  std::string dump_folder;          ///< The folder of --dump-cfg. Empty: writes no dumps.
  std::string problem;              ///< What is wrong with the input, if that is already known.
  std::string program_folder = {};  ///< The folder of --dump-program. Empty: writes no dumps.
  std::shared_ptr<const Settings> own = {};  ///< The job's own settings; null: those of the run.

  const Settings& settings(const Settings& of_run) const { return own != nullptr ? *own : of_run; }
};

struct Warning {
  std::string text;
  Location where = {};  ///< The place in the input or its source, if known.
};

struct Outcome {
  int exit_code = kExitDone;
  std::string error;    ///< One line, without the file's name; empty on success.
  std::string message;  ///< The error without its location; empty if it has none.
  Location where;       ///< The error's location in the input.
  std::vector<Warning> warnings;
  std::string compiler_text;                ///< dxc's output, unchanged.
  bool is_compiler_error = false;           ///< dxc rejected the source; compiler_text has the reason.
  std::string report;                       ///< The job's part of the report of the checks (findings.hpp).
  uint64_t findings = 0;                    ///< The number of findings in that part.
  std::vector<std::string> dependencies;    ///< Files that the input includes.
  std::vector<ModuleInterface> interfaces;  ///< One per module, for --layout without a root signature.
  std::string text;                         ///< The output itself, if the job's output is empty.
  uint64_t bytes_in = 0, bytes_out = 0;
  uint64_t peak_kib = 0;  ///< The process' peak memory up to then, in KiB.
  StageTimes times;

  bool done() const { return exit_code == kExitDone || exit_code == kExitFindings; }
};

inline Outcome failure(int exit_code, std::string error) {
  Outcome outcome;
  outcome.exit_code = exit_code;
  outcome.error = std::move(error);
  return outcome;
}

/// Returns a limit of time for a message: "0.5", "60".
std::string seconds_text(double seconds);

/// Serializes an outcome, to send it from a child process to its parent.
std::string pack(const Outcome& outcome);
/// Returns false if the bytes are not a packed outcome.
bool unpack(std::string_view bytes, Outcome& outcome);

/// A job's current step, for the message if its process dies.
enum class Progress : uint8_t { kIdle, kOpening, kReading, kTranslating, kDriver, kWriting };

}  // namespace trellis::tools
