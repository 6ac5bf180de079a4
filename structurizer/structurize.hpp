// The structurizer: turns any control-flow graph into SPIR-V's selection and loop constructs.
#pragma once

#include <string_view>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "support/work_watch.hpp"

namespace trellis::structurizer {

/// Called with the graph after each pass, in order; for dumps. References are valid only during the call.
///
/// The passes, each of which runs once: on the graph "input", "reducible"; on the structured function
/// "constructs", "copy-returns", "idle-tests", "reuse-conditions", "separate-edges", "fold-continues",
/// "fold-headers", "fold-merges", "order", "phis", "bool-selectors".
class PassObserver {
 public:
  virtual ~PassObserver() = default;
  /// Called after a pass over the program's graph, before constructs exist.
  virtual void after_graph_pass(std::string_view pass, const cfg::Graph& graph) = 0;
  /// Called after a pass over the structured function. It has phis from the pass "phis" on.
  virtual void after_pass(std::string_view pass, const Structured& function) = 0;
};

struct Options {
  /// Polled between the passes, and within those whose time may grow faster than the graph. Once it is over,
  /// the result is incomplete and must not be used. Not owned; may be null.
  WorkWatch* watch = nullptr;
  PassObserver* observer = nullptr;  ///< Not owned; may be null.
  /// Keeps code with co-convergent operations in a loop if only that loop leads to it (see
  /// convergent_exits.hpp).
  bool keep_convergent_exits = true;
  /// In loops with operations that observe which lanes run together, makes the paths of an iteration meet in
  /// a declared merge block before the continue target, where SPIR-V without extensions guarantees no
  /// reconvergence. Not needed where the module declares maximal reconvergence
  /// (SPV_KHR_maximal_reconvergence).
  bool declare_joins = true;
};

/// Structurizes any graph (irreducible, infinite loops, unreachable blocks). Never fails; deterministic;
/// near-linear time; no recursion. The flow must be well formed: indices in range, one incoming value for
/// each in-edge.
Structured structurize(const Flow& flow, const Options& options = {});

}  // namespace trellis::structurizer
