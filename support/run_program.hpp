// Runs another program, without a shell, with bytes for its standard input, and returns its output.
#pragma once

#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis {

struct ProgramOutput {
  bool found = false;     ///< False: no such program on PATH.
  bool finished = false;  ///< False: killed, by a signal or at the time limit.
  int exit_status = -1;   ///< If finished.
  String output;          ///< Standard output.
  String errors;          ///< Standard error; at most 64 KiB are kept.
};

/// Runs arguments[0], looked up on PATH, with the arguments and with `input` on its standard input, and waits
/// until it ends; after `seconds`, or soon after `stop` (may be null) says so, it is killed with all that it has started. An error if
/// the system provides no pipe or process.
Result<ProgramOutput> run_program(const Vector<String>& arguments, std::span<const char> input, double seconds,
                                  bool (*stop)() = nullptr);

}  // namespace trellis
