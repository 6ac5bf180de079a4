#include "tests/structurizer/graph_generators.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "cfg/dominators.hpp"
#include "cfg/post_visit_order.hpp"

namespace trellis::structurizer::testing {

uint64_t Random::next() {
  state_ += 0x9E3779B97F4A7C15u;
  uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

namespace {

std::vector<std::vector<BlockId>> successor_choices(uint32_t blocks, uint32_t degree) {
  std::vector<std::vector<BlockId>> choices = {{}};
  for (BlockId a = 0; a < blocks; ++a) choices.push_back({a});
  for (BlockId a = 0; a < blocks && degree >= 2; ++a) {
    for (BlockId b = 0; b < blocks; ++b) {
      if (a != b) choices.push_back({a, b});
    }
  }
  for (BlockId a = 0; a < blocks && degree >= 3; ++a) {
    for (BlockId b = a + 1; b < blocks; ++b) {
      for (BlockId c = b + 1; c < blocks; ++c) choices.push_back({a, b, c});
    }
  }
  return choices;
}

std::vector<bool> reached_from_entry(const Lists& lists) {
  std::vector<bool> reached(lists.size(), false);
  std::vector<BlockId> work = {0};
  reached[0] = true;
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    for (const BlockId target : lists[block]) {
      if (!reached[target]) work.push_back(target);
      reached[target] = true;
    }
  }
  return reached;
}

}  // namespace

void for_each_graph(uint32_t blocks, uint32_t degree, const std::function<void(const Lists&)>& visit) {
  const auto choices = successor_choices(blocks, degree);
  std::vector<size_t> chosen(blocks, 0);
  Lists lists(blocks);
  for (;;) {
    for (uint32_t i = 0; i < blocks; ++i) lists[i] = choices[chosen[i]];
    const auto reached = reached_from_entry(lists);
    if (std::find(reached.begin(), reached.end(), false) == reached.end()) visit(lists);
    uint32_t digit = 0;
    while (digit < blocks && ++chosen[digit] == choices.size()) chosen[digit++] = 0;
    if (digit == blocks) return;
  }
}

Lists pruned(const Lists& lists) {
  const auto reached = reached_from_entry(lists);
  std::vector<BlockId> number(lists.size(), kNone);
  BlockId next = 0;
  for (BlockId block = 0; block < lists.size(); ++block) {
    if (reached[block]) number[block] = next++;
  }
  Lists result;
  for (BlockId block = 0; block < lists.size(); ++block) {
    if (!reached[block]) continue;
    result.push_back(lists[block]);
    for (BlockId& target : result.back()) target = number[target];
  }
  return result;
}

Lists random_graph(Random& random, uint32_t max_blocks) {
  const uint32_t blocks = 3 + random.below(std::max(1u, max_blocks - 2));
  const uint32_t shape = random.below(4);  // Targets: 0, 1: near; 2: any; 3: forward, with a few back edges.
  const uint32_t switches = random.one_in(3) ? 6 : 40;
  Lists lists(blocks);
  for (BlockId block = 0; block < blocks; ++block) {
    static constexpr uint32_t kDegrees[] = {0, 1, 1, 2, 2, 2, 2, 2};
    uint32_t degree = block + 1 == blocks ? 0 : kDegrees[random.below(8)];
    if (degree != 0 && random.one_in(switches)) degree = 2 + random.below(5);
    if (degree == 0 && block + 1 != blocks && !random.one_in(3)) degree = 1;
    for (uint32_t i = 0; i < degree; ++i) {
      int64_t target = 0;
      if (shape == 2 || random.one_in(12)) {
        target = random.below(blocks);
      } else if (shape == 3 && !random.one_in(8)) {
        target = int64_t{block} + 1 + random.below(4);
      } else {
        target = int64_t{block} - 3 + random.below(9);
      }
      target = std::clamp<int64_t>(target, 0, blocks - 1);
      const bool repeated = std::find(lists[block].begin(), lists[block].end(), target) != lists[block].end();
      if (!repeated || random.one_in(8)) lists[block].push_back(static_cast<BlockId>(target));
    }
  }
  return lists;
}

Flow flow_of(const Lists& lists) {
  Flow flow;
  flow.graph = cfg::Graph::from_lists(lists);
  flow.flags.assign(lists.size(), 0);
  for (size_t block = 0; block < lists.size(); ++block) {
    if (lists[block].size() > 2) flow.flags[block] = kSwitch;
  }
  return flow;
}

namespace {

/// Adds values to a flow such that definitions dominate uses.
class ValueMaker {
 public:
  ValueMaker(Flow& flow, Random& random)
      : flow_(flow),
        random_(random),
        order_(flow.graph),
        dominators_(cfg::build_dominators(flow.graph, order_)),
        defined_(flow.graph.block_count()) {}

  void run() {
    for (uint32_t i = 0; i < 2; ++i) outside_.push_back(flow_.value_count++);
    define();
    choose_operands();
    choose_uses();
    set_flags();
  }

 private:
  void define() {
    const uint32_t phi_chances = 1 + random_.below(3), value_chances = 1 + random_.below(3);
    for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
      const auto edges = flow_.graph.in_edges(block);
      const bool may_have_phis = block != flow_.graph.entry() && !edges.empty();
      const uint32_t phis = may_have_phis && random_.one_in(phi_chances) ? 1 + random_.below(3) : 0;
      for (uint32_t i = 0; i < phis; ++i) {
        Phi phi;
        phi.result = flow_.value_count++;
        phi.first_incoming = static_cast<uint32_t>(flow_.incoming.size());
        flow_.incoming.resize(flow_.incoming.size() + edges.size());
        flow_.phis.entries.push_back(phi);
        flow_.definitions.push_back({phi.result, block});
        defined_[block].push_back(phi.result);
      }
      flow_.phis.end_row();
      if (!random_.one_in(value_chances)) continue;
      defined_[block].push_back(flow_.value_count);
      flow_.definitions.push_back({flow_.value_count++, block});
    }
  }

  /// Returns a value that is available at the end of the block; with strictly, already at its start.
  ValueId pick(BlockId block, bool strictly) {
    if (!order_.reached(block) || random_.one_in(6)) return outside_[random_.below(2)];
    uint32_t climb = random_.one_in(2) ? random_.below(3) : random_.below(24);
    if (strictly) block = dominators_.parent(block);
    for (uint32_t tries = 0; tries < 40 && block != kNone; ++tries) {
      if (climb == 0 && !defined_[block].empty()) {
        return defined_[block][random_.below(static_cast<uint32_t>(defined_[block].size()))];
      }
      climb = climb == 0 ? 0 : climb - 1;
      block = dominators_.parent(block);
    }
    return outside_[random_.below(2)];
  }

  void choose_operands() {
    for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
      const auto edges = flow_.graph.in_edges(block);
      for (const Phi& phi : flow_.phis_of(block)) {
        const bool all_alike = random_.one_in(8);  // A redundant phi: all operands are the same.
        for (size_t i = 0; i < edges.size(); ++i) {
          const BlockId source = flow_.graph.source(edges[i]);
          ValueId& value = flow_.incoming[phi.first_incoming + i];
          const bool parallel = i > 0 && flow_.graph.source(edges[i - 1]) == source;
          if (all_alike && block_dominator(block) != kNone) {
            value = i == 0 ? pick(block, true) : flow_.incoming[phi.first_incoming];
          } else if (parallel) {  // LLVM also requires the same value for all edges from one block.
            value = flow_.incoming[phi.first_incoming + i - 1];
          } else {
            value = pick(source, false);
          }
        }
      }
    }
  }

  BlockId block_dominator(BlockId block) const {
    return order_.reached(block) ? dominators_.parent(block) : BlockId{kNone};
  }

  void choose_uses() {
    const uint32_t chances = 1 + random_.below(3);
    for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
      if (!order_.reached(block) || !random_.one_in(chances)) continue;
      std::vector<ValueId> used;
      for (uint32_t i = 1 + random_.below(3); i > 0; --i) {
        const ValueId value = pick(block, true);
        if (value < outside_.size() || std::find(used.begin(), used.end(), value) != used.end()) continue;
        used.push_back(value);
        flow_.uses.push_back({value, block});
      }
    }
  }

  void set_flags() {
    flow_.flags.resize(flow_.graph.block_count(), 0);
    for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
      if (random_.one_in(10)) flow_.flags[block] |= kConvergent;
      if (random_.one_in(20)) flow_.flags[block] |= kCoConvergent;
      if (flow_.graph.successors(block).size() == 2 && random_.one_in(10)) flow_.flags[block] |= kSwitch;
    }
    std::vector<bool> is_bare(flow_.graph.block_count(), true);
    for (const auto& [value, block] : flow_.definitions) is_bare[block] = false;
    for (const auto& [value, block] : flow_.uses) is_bare[block] = false;
    for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
      const bool returns = flow_.graph.successors(block).empty() && flow_.flags[block] == 0;
      if (returns && is_bare[block] && !random_.one_in(3)) flow_.flags[block] = kBareReturn;
    }
  }

  Flow& flow_;
  Random& random_;
  cfg::PostVisitOrder order_;
  cfg::DominatorTree dominators_;
  std::vector<std::vector<ValueId>> defined_;  ///< Indexed by block.
  std::vector<ValueId> outside_;
};

}  // namespace

void add_random_values(Flow& flow, Random& random) { ValueMaker(flow, random).run(); }

std::string describe(const Flow& flow) {
  std::ostringstream text;
  const auto values = [&](std::string_view what, const std::vector<ValueInBlock>& list) {
    if (list.empty()) return;
    text << what;
    for (const auto& [value, block] : list) text << " %" << value << "@" << block;
    text << "\n";
  };
  text << "\n";
  for (BlockId block = 0; block < flow.graph.block_count(); ++block) {
    text << block << " ->";
    for (const BlockId target : flow.graph.successors(block)) text << " " << target;
    if (flow.has_flag(block, kSwitch)) text << "  # switch";
    for (const Phi& phi : flow.phis_of(block)) {
      text << "  # %" << phi.result << " = phi";
      for (size_t i = 0; i < flow.graph.in_edges(block).size(); ++i) {
        text << " %" << flow.incoming[phi.first_incoming + i];
      }
    }
    text << "\n";
  }
  values("# defined:", flow.definitions);
  values("# used:", flow.uses);
  return text.str();
}

}  // namespace trellis::structurizer::testing
