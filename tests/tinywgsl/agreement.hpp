// Converts programs to DXIL and compares the analysis of DXIL's control flow with that of TinyWGSL and with
// the semantics.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/tinywgsl/enumerate.hpp"
#include "tests/tinywgsl/lower.hpp"

namespace trellis::tinywgsl {

struct Agreement {
  uint64_t programs = 0, both_accept = 0, both_reject = 0;
  std::vector<std::string> failures;  ///< Texts that could not be parsed or analysed.
  // Programs that only DXIL's analysis accepts:
  uint64_t more_precise = 0;         ///< Threads always stay together.
  uint64_t other_continue = 0;       ///< Threads differ only in the `continue` that they take.
  uint64_t on_way_out = 0;           ///< A barrier is on the way out of a loop.
  std::vector<std::string> unsound;  ///< Threads diverge for other reasons.
  // Programs that only DXIL's analysis rejects:
  uint64_t endless = 0;                   ///< There is a loop without an exit.
  std::vector<std::string> less_precise;  ///< There is no such loop.
};

/// Returns true if the analysis of the program as DXIL has no findings. Sets `failed` if it could not be
/// analysed.
bool dxil_accepts(const Program& program, LocalsAs locals, bool& failed);

/// Returns true if there is a loop that is never left. In the paper, other threads may wait forever for one
/// that is caught in such a loop; in DXIL's analysis and SPIR-V they may not.
bool has_endless_loop(const Program& program);

/// Returns true if a loop contains a barrier or call from which its next iteration cannot be reached. In a
/// graph of blocks it is after the loop, where all threads that leave it meet: nothing distinguishes it from
/// what follows the loop.
bool has_barrier_on_way_out(const Program& program);

/// Analyses every program of a family in both forms.
void compare_family(const Family& family, LocalsAs locals, Agreement& agreement);

std::string to_string(const Agreement& agreement);

}  // namespace trellis::tinywgsl
