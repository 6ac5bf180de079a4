// The same programs as DXIL: what the analysis of DXIL's control flow says, and what the semantics do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/tinywgsl/enumerate.hpp"
#include "tests/tinywgsl/lower.hpp"

namespace trellis::tinywgsl {

struct Agreement {
  uint64_t programs = 0, both_accept = 0, both_reject = 0;
  std::vector<std::string> failures;  ///< Texts that could not be read or analysed.
  // Only DXIL's analysis accepts:
  uint64_t more_precise = 0;    ///< and threads always stay together.
  uint64_t other_continue = 0;  ///< and threads part only in which continue they take.
  uint64_t on_way_out = 0;      ///< and a barrier stands where the loop's next iteration is out of reach.
  std::vector<std::string> unsound;  ///< and threads part for no such reason.
  // Only DXIL's analysis rejects:
  uint64_t endless = 0;                   ///< and there is a loop without a way out.
  std::vector<std::string> less_precise;  ///< for no such reason.
};

/// True if the analysis of the program as DXIL has no findings. `failed`: it could not be analysed.
bool dxil_accepts(const Program& program, LocalsAs locals, bool& failed);

/// True if there is a loop that nothing leaves. The paper lets other threads wait for ever for one that is caught in
/// such a loop; DXIL's analysis and SPIR-V do not.
bool has_endless_loop(const Program& program);

/// True if a barrier or a call stands in a loop where the loop's next iteration cannot be reached. In a graph
/// of blocks it lies behind the loop, where all threads that leave it meet: nothing tells it from what
/// follows it.
bool has_barrier_on_way_out(const Program& program);

/// Every program of a family, analysed in both forms.
void compare_family(const Family& family, LocalsAs locals, Agreement& agreement);

std::string to_string(const Agreement& agreement);

}  // namespace trellis::tinywgsl
