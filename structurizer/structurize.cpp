#include "structurizer/structurize.hpp"

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "structurizer/clean_up.hpp"
#include "structurizer/constructs.hpp"
#include "structurizer/phis.hpp"
#include "structurizer/reduce.hpp"

namespace trellis::structurizer {

Structured structurize(const Flow& flow, const Options& options) {
  auto show_graph = [&](std::string_view pass, const cfg::Graph& graph) {
    if (options.observer != nullptr) options.observer->after_graph_pass(pass, graph);
  };
  show_graph("input", flow.graph);
  const ReducibleGraph reducible = make_reducible(flow.graph);
  show_graph("reducible", reducible.graph);

  const cfg::PostVisitOrder order(reducible.graph);
  const cfg::DominatorTree dominators = build_dominators(reducible.graph, order);
  const cfg::LoopForest loops(reducible.graph, order, dominators);
  Draft draft = build_constructs(flow, reducible, order, dominators, loops);

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
