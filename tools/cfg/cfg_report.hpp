// The text output of `trellis cfg`: the structured function, verdicts and counts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "structurizer/check/check.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"

namespace trellis::tools {

/// Returns unique names for the result's blocks. Program blocks keep theirs; the names of inserted blocks
/// state their role.
std::vector<std::string> structured_names(const structurizer::Structured& function,
                                          const std::vector<std::string>& names);

/// Returns one line per block, in SPIR-V's order: "a -> b c  # merge d". The graph reader accepts it.
std::string structured_text(const structurizer::Structured& function, const std::vector<std::string>& names);

struct Verdict {
  struct Check {
    std::string name;
    bool ok = true;
    std::string text;                     ///< "ok", or the finding.
    cfg::BlockId block = cfg::kNone;      ///< The block of the result where it failed; kNone: not known.
    cfg::BlockId edge_from = cfg::kNone;  ///< The source of the wrong edge; kNone: not known.
    uint32_t edge_slot = 0;
  };
  bool sound = true;
  std::string text;  ///< One line per checker and one per loss of convergence.
  std::vector<Check> checks;
  std::vector<structurizer::ConvergenceLoss> losses;
};
/// Runs the three checkers. If several blocks enter a loop, lanes that came by different entries cannot be
/// kept apart; lost convergence there is reported but is not a failure.
Verdict check_all(const structurizer::Flow& flow, const structurizer::Structured& function);

std::string statistics_text(const structurizer::Flow& flow, const structurizer::Structured& function,
                            uint64_t nanoseconds);

}  // namespace trellis::tools
