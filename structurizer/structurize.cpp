#include "structurizer/structurize.hpp"

#include "structurizer/bool_selectors.hpp"
#include "structurizer/constructs.hpp"
#include "structurizer/fold_blocks.hpp"
#include "structurizer/loop_exits/convergent_exits.hpp"
#include "structurizer/loop_exits/marked_breaks.hpp"
#include "structurizer/order_blocks.hpp"
#include "structurizer/phis.hpp"
#include "structurizer/reducible_graph.hpp"
#include "structurizer/regions.hpp"
#include "structurizer/shared_targets.hpp"

namespace trellis::structurizer {

namespace {

/// Counts the selector tests that make a choice: ladders, and loops with several exit targets.
size_t count_tests(Draft& draft) {
  size_t tests = 0;
  for (BlockId id : draft.function.order) {
    const Block& block = draft.function.blocks[id];
    const bool is_test = block.exit == Exit::kIf || block.exit == Exit::kSwitch;
    if (block.role != Role::kDispatch && is_test && !is_idle_test(draft, id)) ++tests;
  }
  return tests;
}

/// Passes the graph to the observer after each pass, if there is one.
class Shows {
 public:
  explicit Shows(PassObserver* observer) : observer_(observer) {}

  void graph(std::string_view pass, const cfg::Graph& graph) const {
    if (observer_ != nullptr) observer_->after_graph_pass(pass, graph);
  }
  void draft(std::string_view pass, const Draft& draft) const {
    if (observer_ != nullptr) observer_->after_pass(pass, draft.function);
  }

 private:
  PassObserver* observer_;
};

/// Builds the constructs with and without copies of bare returns, and keeps the result with fewer tests.
Draft build_leanest(const Flow& flow, const ReducibleGraph& reducible, const Options& options,
                    const Shows& shows) {
  const Regions regions(flow, reducible, false, options.declare_joins);
  Draft draft = build_constructs(flow, reducible, regions, options.watch);
  if (is_over(options.watch)) return {};
  shows.draft("constructs", draft);
  const size_t tests = count_tests(draft);
  if (tests != 0 && regions.has_shared_returns()) {
    Draft copied = build_constructs(flow, reducible, Regions(flow, reducible, true, options.declare_joins),
                                    options.watch);
    if (is_over(options.watch)) return {};
    if (count_tests(copied) < tests) draft = std::move(copied);
  }
  shows.draft("copy-returns", draft);
  return draft;
}

/// Returns the result for a function of one block, which no pass would change.
Structured structure_one_block() {
  Structured function;
  Block block;
  block.payload = 0;
  block.exit = Exit::kPayload;
  function.blocks.push_back(block);
  function.order.push_back(0);
  function.predecessors.end_row();
  function.block_of_payload.push_back(0);
  return function;
}

}  // namespace

Structured structurize(const Flow& flow, const Options& options) {
  const bool is_one_block = flow.graph.block_count() == 1 && flow.graph.edge_count() == 0;
  if (is_one_block && options.observer == nullptr) return structure_one_block();
  const Shows shows(options.observer);
  shows.graph("input", flow.graph);
  ReducibleGraph reducible = make_reducible(flow.graph);
  shows.graph("reducible", reducible.graph);
  if (is_over(options.watch)) return {};

  keep_marked_breaks(flow, reducible);
  Vector<ExitGuess> guesses;
  if (options.keep_convergent_exits) guesses = keep_convergent_exits(flow, reducible);
  Draft draft = build_leanest(flow, reducible, options, shows);
  if (is_over(options.watch)) return {};
  drop_idle_tests(draft);
  shows.draft("idle-tests", draft);
  reuse_conditions(flow, reducible, draft);
  shows.draft("reuse-conditions", draft);
  separate_edges(flow, reducible, draft);
  if (is_over(options.watch)) return {};
  shows.draft("separate-edges", draft);
  fold_continues(flow, draft);
  shows.draft("fold-continues", draft);
  fold_headers(draft);
  shows.draft("fold-headers", draft);
  fold_merges(draft);
  shows.draft("fold-merges", draft);
  order_blocks(draft);
  if (is_over(options.watch)) return {};
  shows.draft("order", draft);
  place_phis(flow, reducible, draft);
  if (is_over(options.watch)) return {};
  shows.draft("phis", draft);
  narrow_selectors(draft.function);
  shows.draft("bool-selectors", draft);
  draft.function.exit_guesses = std::move(guesses);
  return std::move(draft.function);
}

}  // namespace trellis::structurizer
