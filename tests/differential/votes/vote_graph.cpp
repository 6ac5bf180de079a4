#include "tests/differential/votes/vote_graph.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"

namespace trellis::differential {

namespace {

using structurizer::testing::Random;

bool holds_vote(const Statements& list) {
  return std::any_of(list.begin(), list.end(), [](const Statement& s) {
    return s.kind == StatementKind::kVote || std::any_of(s.lists.begin(), s.lists.end(), holds_vote);
  });
}

/// Reorders the nodes, and drops those that `order` leaves out.
VoteGraph in_order(VoteGraph& graph, const std::vector<BlockId>& order) {
  std::vector<BlockId> number(graph.size(), kNone);
  for (size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<BlockId>(i);
  VoteGraph ordered;
  for (const BlockId node : order) {
    ordered.push_back(std::move(graph[node]));
    for (BlockId& target : ordered.back().targets) target = number[target];
  }
  return ordered;
}

/// Writes statements into nodes, numbered in the order in which dxc's front end emits blocks: in source
/// order, with the block after a construct following all of it, and the function's return last. `open_` is
/// the node that control is in; kNone after a jump.
class Lowering {
 public:
  Lowering(FalseEdges false_edges, bool hints) : false_edges_(false_edges), hints_(hints) {}

  VoteGraph run(const Statements& program) {
    open(add());
    targets_.by_return = add();
    lower(program);
    end(Ending::kJump, {targets_.by_return});
    open(targets_.by_return);
    end(Ending::kReturn, {});
    return in_order(graph_, emitted_);
  }

 private:
  struct Targets {
    BlockId by_break = kNone, by_continue = kNone, by_return = kNone, by_fall_through = kNone;
    /// The continue targets of the loops with votes that a return leaves.
    std::vector<BlockId> voting_loops;
    bool loop_votes = false;  ///< The innermost loop contains votes.
  };

  BlockId add() {
    graph_.emplace_back();
    return static_cast<BlockId>(graph_.size()) - 1;
  }

  void emit(BlockId node) { emitted_.push_back(node); }
  void open(BlockId node) {
    if (std::find(emitted_.begin(), emitted_.end(), node) == emitted_.end()) emit(node);
    open_ = node;
  }

  void end(Ending ending, std::vector<BlockId> targets, uint32_t decision = kNone) {
    if (open_ == kNone) return;
    VoteNode& node = graph_[std::exchange(open_, kNone)];
    node.ending = ending;
    node.targets = std::move(targets);
    node.decision = decision;
  }

  void lower(const Statements& list) {
    for (const Statement& statement : list) {
      if (open_ == kNone) return;
      lower(statement);
    }
  }

  void lower_into(BlockId first, const Statements& list, BlockId after) {
    open(first);
    lower(list);
    end(Ending::kJump, {after});
  }

  void lower(const Statement& s) {
    switch (s.kind) {
      case StatementKind::kVote:
        graph_[open_].votes.push_back(s.number);
        return;
      case StatementKind::kIf: {
        const BlockId yes = add(), after = add();
        const BlockId no = s.lists[1].empty() ? after : add();
        graph_[open_].is_if = hints_;
        end(Ending::kDecision, {no, yes}, s.number);
        lower_into(yes, s.lists[0], after);
        if (no != after) lower_into(no, s.lists[1], after);
        open(after);
        return;
      }
      case StatementKind::kWhile:
      case StatementKind::kDoWhile:
      case StatementKind::kForever:
        lower_loop(s);
        return;
      case StatementKind::kSwitch:
        lower_switch(s);
        return;
      case StatementKind::kCall: {
        const BlockId after = add();
        const Targets outer = targets_;
        targets_ = {.by_return = after, .voting_loops = {}};
        lower(s.lists[0]);
        end(Ending::kJump, {after});
        targets_ = outer;
        open(after);
        return;
      }
      case StatementKind::kBreak:
        if (targets_.loop_votes && false_edges_ != FalseEdges::kNone) add_false_edge(targets_.by_continue);
        end(Ending::kJump, {targets_.by_break});
        return;
      case StatementKind::kContinue:
        end(Ending::kJump, {targets_.by_continue});
        return;
      case StatementKind::kReturn:
        if (false_edges_ == FalseEdges::kBreaksAndReturns) {
          for (const BlockId loop : targets_.voting_loops) add_false_edge(loop);
        }
        end(Ending::kJump, {targets_.by_return});
        return;
      case StatementKind::kFallThrough:
        end(Ending::kJump, {targets_.by_fall_through});
        return;
    }
  }

  /// Ends the node with a branch that always goes to a new node and never to `never`.
  void add_false_edge(BlockId never) {
    const BlockId next = add();
    end(Ending::kAlways, {next, never});
    open(next);
  }

  void lower_loop(const Statement& s) {
    const BlockId body = add(), after = add();
    const BlockId test = s.kind == StatementKind::kForever ? body : add();
    end(Ending::kJump, {s.kind == StatementKind::kWhile ? test : body});
    if (s.kind == StatementKind::kWhile) emit(test);
    const Targets outer = targets_;
    targets_.by_break = after;
    targets_.by_continue = test;
    targets_.loop_votes = holds_vote(s.lists[0]);
    if (targets_.loop_votes) targets_.voting_loops.push_back(test);
    lower_into(body, s.lists[0], test);
    targets_ = outer;
    if (test != body) {
      open(test);
      end(Ending::kDecision, {after, body}, s.number);
    }
    open(after);
  }

  void lower_switch(const Statement& s) {
    const BlockId after = add();
    std::vector<BlockId> cases;
    for (const Statements& list : s.lists) cases.push_back(list.empty() ? after : add());
    end(Ending::kSwitch, cases, s.number);
    const Targets outer = targets_;
    targets_.by_break = after;
    for (size_t i = 0; i < cases.size(); ++i) {
      targets_.by_fall_through = i + 1 < cases.size() ? cases[i + 1] : after;
      if (cases[i] != after) lower_into(cases[i], s.lists[i], after);
    }
    targets_ = outer;
    open(after);
  }

  FalseEdges false_edges_;
  bool hints_;
  VoteGraph graph_;
  BlockId open_ = kNone;
  std::vector<BlockId> emitted_;
  Targets targets_;
};

/// Includes the edges that are never taken.
cfg::Graph all_edges(const VoteGraph& graph) {
  std::vector<std::vector<BlockId>> successors;
  for (const VoteNode& node : graph) successors.push_back(node.targets);
  return cfg::Graph::from_lists(successors);
}

std::vector<uint32_t> count_in_edges(const VoteGraph& graph) {
  std::vector<uint32_t> count(graph.size(), 0);
  count[0] = 1;
  for (const VoteNode& node : graph) {
    for (const BlockId target : node.targets) ++count[target];
  }
  return count;
}

void redirect(VoteGraph& graph, BlockId from, BlockId to) {
  for (VoteNode& node : graph) std::replace(node.targets.begin(), node.targets.end(), from, to);
}

/// Merges a node into its only predecessor if that only jumps to it.
void join_straight_lines(VoteGraph& graph) {
  auto in_edges = count_in_edges(graph);
  for (VoteNode& node : graph) {
    while (node.ending == Ending::kJump && in_edges[node.targets[0]] == 1 && node.targets[0] != 0) {
      VoteNode& next = graph[node.targets[0]];
      if (&next == &node) break;
      in_edges[node.targets[0]] = 0;
      node.votes.insert(node.votes.end(), next.votes.begin(), next.votes.end());
      node.ending = next.ending;
      node.flipped = next.flipped;
      node.is_if = next.is_if;
      node.decision = next.decision;
      node.targets = std::move(next.targets);
      next = {};
    }
  }
}

/// Returns the targets of back edges.
std::vector<bool> loop_headers(const VoteGraph& graph) {
  const cfg::Graph edges = all_edges(graph);
  const cfg::PostVisitOrder order(edges);
  std::vector<bool> is_header(graph.size(), false);
  for (cfg::EdgeId edge = 0; edge < edges.edge_count(); ++edge) {
    const BlockId source = edges.source(edge), target = edges.target(edge);
    if (order.reached(source) && order.position(source) >= order.position(target)) is_header[target] = true;
  }
  return is_header;
}

/// Keeps loop headers: removing one could merge two loops into one.
void drop_empty_nodes(VoteGraph& graph, Random& random) {
  const auto is_header = loop_headers(graph);
  for (BlockId node = 1; node < graph.size(); ++node) {
    const VoteNode& n = graph[node];
    if (n.ending != Ending::kJump || !n.votes.empty() || is_header[node] || random.one_in(8)) continue;
    redirect(graph, node, n.targets[0]);
  }
}

/// Either merges all returns that do nothing else, or makes a copy for each jump.
void change_returns(VoteGraph& graph, Random& random) {
  const auto is_bare = [](const VoteNode& n) { return n.ending == Ending::kReturn && n.votes.empty(); };
  if (random.one_in(2)) {
    const auto first = std::find_if(graph.begin() + 1, graph.end(), is_bare);
    for (BlockId node = 1; node < graph.size(); ++node) {
      if (is_bare(graph[node])) redirect(graph, node, static_cast<BlockId>(first - graph.begin()));
    }
    return;
  }
  for (VoteNode& node : graph) {
    if (node.ending != Ending::kJump || !is_bare(graph[node.targets[0]])) continue;
    node.ending = Ending::kReturn;
    node.targets.clear();
  }
}

/// `first` replaces a loop's test, which moves after the loop's last node.
void move_rotated_test(VoteGraph& graph, BlockId first, BlockId test, BlockId last) {
  std::vector<BlockId> order;
  for (BlockId node = 0; node < first; ++node) {
    order.push_back(node == test ? first : node);
    if (node == last && last != test) order.push_back(test);
  }
  if (last == test) order.insert(std::find(order.begin(), order.end(), first) + 1, test);
  graph = in_order(graph, order);
}

/// Rotates while loops: tests once before the loop, and then at the end of each iteration.
void rotate_loops(VoteGraph& graph, Random& random) {
  const cfg::Graph edges = all_edges(graph);
  const cfg::PostVisitOrder order(edges);
  const cfg::DominatorTree dominators = cfg::build_dominators(edges, order);
  const cfg::LoopForest loops(edges, order, dominators);
  for (cfg::LoopId loop = 0; loop < loops.loop_count(); ++loop) {
    const BlockId test = loops.loop(loop).header;
    const VoteNode copy = graph[test];
    const auto stays = [&](BlockId target) { return loops.contains(loop, target); };
    // The body's first node becomes the header. If it already is one, two loops would become one.
    const auto is_header = [&](BlockId target) { return loops.headed_by(target) != kNone; };
    const auto& targets = copy.targets;
    if (std::all_of(targets.begin(), targets.end(), stays) ||
        std::any_of(targets.begin(), targets.end(), is_header))
      continue;
    if (copy.ending != Ending::kDecision || !copy.votes.empty() || random.one_in(2)) continue;
    const auto guard = static_cast<BlockId>(graph.size());
    BlockId last = test;
    graph.push_back(copy);
    for (BlockId node = 0; node < edges.block_count(); ++node) {
      if (loops.contains(loop, node)) {
        last = std::max(last, node);
        continue;
      }
      auto& before = graph[node].targets;
      std::replace(before.begin(), before.end(), test, guard);
    }
    move_rotated_test(graph, guard, test, last);
    return;
  }
}

void negate_conditions(VoteGraph& graph, Random& random) {
  for (VoteNode& node : graph) {
    if (node.ending != Ending::kDecision || random.one_in(2)) continue;
    node.flipped = !node.flipped;
    std::swap(node.targets[0], node.targets[1]);
  }
}

/// Drops unreachable nodes; the others keep their order.
void prune(VoteGraph& graph) {
  const cfg::Graph edges = all_edges(graph);
  const cfg::PostVisitOrder order(edges);
  std::vector<BlockId> kept;
  for (BlockId node = 0; node < graph.size(); ++node) {
    if (order.reached(node)) kept.push_back(node);
  }
  graph = in_order(graph, kept);
}

/// Returns for each node the number of edges on a shortest path to a return; kNone if there is none.
std::vector<uint32_t> distances(const VoteGraph& graph) {
  std::vector<uint32_t> distance(graph.size(), kNone);
  std::vector<std::vector<BlockId>> sources(graph.size());
  std::vector<BlockId> work;
  for (BlockId node = 0; node < graph.size(); ++node) {
    const size_t choices = graph[node].ending == Ending::kAlways ? 1 : graph[node].targets.size();
    for (size_t i = 0; i < choices; ++i) sources[graph[node].targets[i]].push_back(node);
    if (graph[node].ending != Ending::kReturn) continue;
    distance[node] = 0;
    work.push_back(node);
  }
  for (size_t i = 0; i < work.size(); ++i) {
    for (const BlockId source : sources[work[i]]) {
      if (distance[source] != kNone) continue;
      distance[source] = distance[work[i]] + 1;
      work.push_back(source);
    }
  }
  return distance;
}

/// The program side of a wave that runs a structured vote graph.
class VoteProgram : public WaveProgram {
 public:
  VoteProgram(const VoteGraph& graph, const Steering& steering, uint32_t first_row, uint32_t lanes,
              const std::vector<uint32_t>& exit_choice)
      : graph_(graph),
        steering_(steering),
        first_row_(first_row),
        exit_choice_(exit_choice),
        decisions_(lanes, 0),
        logs_(lanes) {}

  VoteLogs take_logs() { return std::move(logs_); }

  bool run_block(const WaveMachine&, BlockId block, LaneMask active) override {
    for (const uint32_t vote : graph_[block].votes) {
      for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
        logs_[static_cast<size_t>(std::countr_zero(rest))].push_back({vote, active});
      }
    }
    return true;
  }

  uint32_t slot(const WaveMachine&, BlockId block, uint32_t lane) override {
    const VoteNode& node = graph_[block];
    if (node.ending == Ending::kAlways) return 0;
    const auto choices = static_cast<uint32_t>(node.targets.size());
    return node.slot(
        steering_.choose(first_row_ + lane, decisions_[lane]++, choices, exit_choice_[node.decision]));
  }

  uint64_t value(ValueId, uint32_t) const override { return kUndefined; }

 private:
  const VoteGraph& graph_;
  const Steering& steering_;
  uint32_t first_row_;
  const std::vector<uint32_t>& exit_choice_;
  std::vector<uint32_t> decisions_;
  VoteLogs logs_;
};

}  // namespace

VoteGraph lower(const Statements& program, FalseEdges false_edges, bool hints) {
  VoteGraph graph = Lowering(false_edges, hints).run(program);
  prune(graph);
  return graph;
}

void simplify(VoteGraph& graph, Random& random) {
  for (uint32_t round = random.below(4); round > 0; --round) {
    if (random.one_in(3)) rotate_loops(graph, random);
    if (!random.one_in(4)) join_straight_lines(graph);
    if (!random.one_in(4)) drop_empty_nodes(graph, random);
    if (random.one_in(2)) change_returns(graph, random);
    if (random.one_in(2)) negate_conditions(graph, random);
    prune(graph);
  }
}

bool can_end(const VoteGraph& graph) {
  // False edges are never taken, so nodes that only they reach do not matter.
  const auto distance = distances(graph);
  std::vector<bool> runs(graph.size(), false);
  std::vector<BlockId> work = {0};
  runs[0] = true;
  while (!work.empty()) {
    const VoteNode& node = graph[work.back()];
    if (distance[work.back()] == kNone) return false;
    work.pop_back();
    const size_t choices = node.ending == Ending::kAlways ? 1 : node.targets.size();
    for (size_t i = 0; i < choices; ++i) {
      if (!runs[node.targets[i]]) work.push_back(node.targets[i]);
      runs[node.targets[i]] = true;
    }
  }
  return true;
}

std::vector<uint32_t> exit_choices(const VoteGraph& graph) {
  const auto distance = distances(graph);
  std::vector<uint32_t> choices;
  for (const VoteNode& node : graph) {
    if (node.decision == kNone) continue;
    if (node.decision >= choices.size()) choices.resize(node.decision + 1, 0);
    const auto best = std::min_element(node.targets.begin(), node.targets.end(),
                                       [&](BlockId a, BlockId b) { return distance[a] < distance[b]; });
    const auto slot = static_cast<uint32_t>(best - node.targets.begin());
    choices[node.decision] = node.flipped ? 1 - slot : slot;
  }
  return choices;
}

Flow flow_of(const VoteGraph& graph) {
  Flow flow;
  std::vector<std::vector<BlockId>> successors;
  for (BlockId id = 0; id < graph.size(); ++id) {
    const VoteNode& node = graph[id];
    successors.push_back(node.targets);
    if (node.ending == Ending::kAlways) {
      flow.marked_breaks.push_back({id, node.targets[1]});
      successors.back().pop_back();
    }
    uint8_t flags = node.ending == Ending::kSwitch ? structurizer::kSwitch : 0;
    if (node.is_if) flags |= structurizer::kSelection;
    if (!node.votes.empty()) flags |= structurizer::kConvergent | structurizer::kCoConvergent;
    flow.flags.push_back(flags);
  }
  flow.graph = cfg::Graph::from_lists(successors);
  return flow;
}

std::string to_text(const VoteGraph& graph) {
  std::string text;
  for (BlockId id = 0; id < graph.size(); ++id) {
    const VoteNode& node = graph[id];
    text += std::to_string(id) + ":";
    for (const uint32_t vote : node.votes) text += " vote" + std::to_string(vote);
    const std::string decision = node.decision == kNone ? "" : " d" + std::to_string(node.decision);
    switch (node.ending) {
      case Ending::kReturn:
        text += " return";
        break;
      case Ending::kJump:
        text += " jump";
        break;
      case Ending::kDecision:
        text += (node.flipped ? " if" : " ifnot") + decision + (node.is_if ? " (hint)" : "");
        break;
      case Ending::kSwitch:
        text += " switch" + decision;
        break;
      case Ending::kAlways:
        text += " always (never the second)";
        break;
    }
    for (const BlockId target : node.targets) text += " " + std::to_string(target);
    text += "\n";
  }
  return text;
}

VoteRun run_structured(const VoteGraph& graph, const Flow& flow, const Structured& structured,
                       const Steering& steering, uint32_t first_row, uint32_t lanes,
                       const std::vector<uint32_t>& exit_choice, Promise promise) {
  VoteProgram program(graph, steering, first_row, lanes, exit_choice);
  WaveMachine machine(flow, structured, program, lanes, promise);
  std::string error = machine.run(all_lanes(lanes), uint64_t{1} << 20);
  return {program.take_logs(), std::move(error)};
}

}  // namespace trellis::differential
