#include "structurizer/structurize.hpp"

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "structurizer/clean_up.hpp"
#include "structurizer/constructs.hpp"
#include "structurizer/convergent_exits.hpp"
#include "structurizer/phis.hpp"
#include "structurizer/reduce.hpp"
#include "structurizer/regions.hpp"

namespace trellis::structurizer {

namespace {

/// Tests of selectors: ladders, and loops that are left to several places.
size_t count_tests(const Draft& draft) {
  size_t tests = 0;
  for (BlockId id : draft.function.order) {
    const Block& block = draft.function.blocks[id];
    if (block.role != Role::kDispatch && (block.exit == Exit::kIf || block.exit == Exit::kSwitch)) ++tests;
  }
  return tests;
}

/// Bare returns are copied to where they are wanted if that saves tests.
Draft build_leanest(const Flow& flow, const ReducibleGraph& reducible, const cfg::PostVisitOrder& order,
                    const cfg::DominatorTree& dominators, const cfg::LoopForest& loops) {
  const Regions regions(flow, reducible, order, dominators, loops, false);
  Draft draft = build_constructs(flow, reducible, order, dominators, loops, regions);
  const size_t tests = count_tests(draft);
  if (tests == 0 || !regions.has_shared_returns()) return draft;
  const Regions with_copies(flow, reducible, order, dominators, loops, true);
  Draft copied = build_constructs(flow, reducible, order, dominators, loops, with_copies);
  return count_tests(copied) < tests ? std::move(copied) : std::move(draft);
}

}  // namespace

Structured structurize(const Flow& flow, const Options& options) {
  auto show_graph = [&](std::string_view pass, const cfg::Graph& graph) {
    if (options.observer != nullptr) options.observer->after_graph_pass(pass, graph);
  };
  show_graph("input", flow.graph);
  const ReducibleGraph reducible = make_reducible(flow.graph);
  show_graph("reducible", reducible.graph);

  const cfg::PostVisitOrder& order = reducible.order;
  const cfg::DominatorTree& dominators = reducible.dominators;
  cfg::LoopForest loops(reducible.graph, order, dominators);
  if (options.keep_convergent_exits) keep_convergent_exits(flow, reducible, order, dominators, loops);
  Draft draft = build_leanest(flow, reducible, order, dominators, loops);

  auto show = [&](std::string_view pass) {
    if (options.observer != nullptr) options.observer->after_pass(pass, draft.function);
  };
  show("constructs");
  fold_headers(draft);
  show("fold-headers");
  fold_continues(flow, draft);
  show("fold-continues");
  fold_merges(draft);
  show("fold-merges");
  order_blocks(draft);
  show("order");
  place_phis(flow, reducible, draft);
  show("phis");
  return std::move(draft.function);
}

}  // namespace trellis::structurizer
