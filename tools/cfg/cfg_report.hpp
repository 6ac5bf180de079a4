// What `trellis cfg` says in words: the structured function as lines, verdicts, counts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "structurizer/check/check.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"

namespace trellis::tools {

/// The names of the result's blocks: program blocks have their own, ours say what they are for. Unique.
std::vector<std::string> structured_names(const structurizer::Structured& function,
                                          const std::vector<std::string>& names);

/// One line a block, in SPIR-V's order: "a -> b c  # merge d". Reads back as a graph.
std::string structured_text(const structurizer::Structured& function, const std::vector<std::string>& names);

struct Verdict {
  struct Check {
    std::string name;
    bool ok = true;
    std::string text;                     ///< "ok", or what was found.
    cfg::BlockId block = cfg::kNone;      ///< Of the result: where it failed, if that is known.
    cfg::BlockId edge_from = cfg::kNone;  ///< The program's edge that is wrong, if that is known.
    uint32_t edge_slot = 0;
  };
  bool sound = true;
  std::string text;  ///< One line a checker, and one a loss of convergence.
  std::vector<Check> checks;
  std::vector<structurizer::ConvergenceLoss> losses;
};
/// The three checkers. Where several blocks enter a loop, lanes that came by different entries cannot be
/// kept apart as they were: convergence lost there is told, but no fault.
Verdict check_all(const structurizer::Flow& flow, const structurizer::Structured& function);

std::string statistics_text(const structurizer::Flow& flow, const structurizer::Structured& function,
                            uint64_t nanoseconds);

}  // namespace trellis::tools
