// Runs another program without a shell, passes it bytes on standard input, and returns its output.
#pragma once

#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis {

struct ProgramOutput {
  bool found = false;     ///< False if there is no such program on PATH.
  bool finished = false;  ///< False if the program was killed, by a signal or at the time limit.
  int exit_status = -1;   ///< Valid if `finished`.
  String output;          ///< Standard output.
  String errors;          ///< Standard error, limited to 64 KiB.
};

/// Runs arguments[0], looked up on PATH, with the arguments and with `input` on its standard input, and waits
/// until it ends. After `seconds`, or soon after `stop` (may be null) returns true, the program is killed
/// with everything it has started. Fails if the system provides no pipe or process.
Result<ProgramOutput> run_program(const Vector<String>& arguments, std::span<const char> input,
                                  double seconds, bool (*stop)() = nullptr);

}  // namespace trellis
