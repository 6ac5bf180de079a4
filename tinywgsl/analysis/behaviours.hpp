// The behaviours of statements (figure 8 of the paper).
#pragma once

#include <cstdint>
#include <vector>

#include "tinywgsl/analysis/deviations.hpp"
#include "tinywgsl/syntax/program.hpp"

namespace trellis::tinywgsl {

/// The possible behaviours of a statement, as bits.
enum Behaviour : uint8_t { kNext = 1, kBreak = 2, kContinue = 4, kReturn = 8 };
using Behaviours = uint8_t;

/// Computes the behaviours of statements and lists of statements, for functions added one by one.
///
/// The rule for loops in figure 8 asks whether the *body* can break. A loop that is left only from its
/// `continuing` would then have the behaviour Break, and what follows it would never be analysed. Here, as in
/// section 9.7 of WGSL's specification, either part counts.
class BehaviourAnalysis {
 public:
  explicit BehaviourAnalysis(const Program& program, Deviations deviations = {})
      : program_(program), deviations_(deviations), of_statement_(program.statements.size(), 0) {}

  /// Computes the behaviours of a list (kNone: the empty list) and of everything in it.
  Behaviours add_list(uint32_t first);

  Behaviours of(uint32_t statement) const { return of_statement_[statement]; }
  Behaviours of_list(uint32_t first) const;

 private:
  Behaviours of_loop(Behaviours body, Behaviours continuing) const;

  const Program& program_;
  Deviations deviations_;
  std::vector<Behaviours> of_statement_;
};

}  // namespace trellis::tinywgsl
