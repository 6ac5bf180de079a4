#include "tools/cfg/cfg_passes.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "api/pictures/svg_labels.hpp"
#include "cfg/dominators.hpp"
#include "cfg/graphviz.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "structurizer/structurize.hpp"
#include "support/run_program.hpp"
#include "tools/cfg/cfg_report.hpp"

namespace trellis::tools {
namespace {

using cfg::BlockId;
using cfg::kNone;
using structurizer::Block;
using structurizer::Role;
using structurizer::Structured;

constexpr double kSecondsPerPicture = 60;

/// What of a block is compared between passes; blocks by their keys.
struct Look {
  std::vector<uint32_t> targets;
  uint32_t merge = kNone, continues = kNone, phis = 0, bools = 0;
  friend bool operator==(const Look&, const Look&) = default;
};

class Watcher final : public structurizer::PassObserver {
 public:
  explicit Watcher(const CfgInput& input) : input_(input) { next_key_ = input.flow.graph.block_count(); }

  void after_graph_pass(std::string_view pass, const cfg::Graph& graph) override {
    PassView view;
    view.name = pass;
    view.entry = graph.entry();
    view.dot = picture_of(input_.title, graph, input_.flow, input_.texts);
    view.nodes.resize(graph.block_count());
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      PassNode& node = view.nodes[block];
      node.key = block;
      node.name = block < input_.names.size() ? input_.names[block] : "added " + decimal(block);
    }
    next_key_ = std::max(next_key_, graph.block_count());
    measure(view, graph);
    std::map<uint32_t, Look> looks;
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      const auto successors = graph.successors(block);
      looks[block].targets.assign(successors.begin(), successors.end());
    }
    finish(std::move(view), std::move(looks));
  }

  void after_pass(std::string_view pass, const Structured& function) override {
    PassView view;
    view.name = pass;
    if (!function.order.empty()) view.entry = function.order.front();
    view.dot = picture_of(input_.title, function, input_.flow, input_.texts);
    const std::vector<std::string> names = structured_names(function, input_.names);
    view.nodes.resize(function.blocks.size());
    for (PassNode& node : view.nodes) node.shown = false;
    find_keys(function);
    for (const BlockId block : function.order) {
      view.nodes[block].shown = true;
      view.nodes[block].key = keys_[block];
      view.nodes[block].name = names[block];
    }
    measure(view, graph_of(function));
    for (PassLoop& loop : view.loops) loop.name = names[first_of_program(function, loop.header)];
    std::map<uint32_t, Look> looks;
    for (const BlockId block : function.order) looks[keys_[block]] = look_at(function, block);
    finish(std::move(view), std::move(looks));
  }

  std::vector<PassView> views;

 private:
  /// Blocks of the program have their number for a key. Ours keep theirs as long as their number stays; after
  /// a pass that numbers anew, walks of both graphs tell which is which.
  void find_keys(const Structured& function) {
    const std::vector<BlockId> walk = walk_of(function);
    const bool is_numbered_anew =
        !walk_keys_.empty() && function.blocks.size() != keys_.size() && walk.size() == walk_keys_.size();
    std::vector<uint32_t> keys(function.blocks.size(), kNone);
    for (size_t i = 0; i < walk.size(); ++i) {
      const BlockId block = walk[i];
      if (function.blocks[block].role == Role::kPayload) {
        keys[block] = function.blocks[block].payload;
      } else if (is_numbered_anew) {
        keys[block] = walk_keys_[i];
      } else if (block < keys_.size() && keys_[block] != kNone && is_ours(keys_[block])) {
        keys[block] = keys_[block];
      } else {
        keys[block] = next_key_++;
      }
    }
    for (const BlockId block : function.order) {
      if (keys[block] == kNone) keys[block] = next_key_++;
    }
    walk_keys_.clear();
    for (const BlockId block : walk) walk_keys_.push_back(keys[block]);
    keys_ = std::move(keys);
  }

  /// The blocks in the order in which a walk along branches and declarations meets them.
  static std::vector<BlockId> walk_of(const Structured& function) {
    std::vector<BlockId> walk;
    if (function.order.empty()) return walk;
    std::vector<bool> seen(function.blocks.size(), false);
    const auto meet = [&](BlockId block) {
      if (block == kNone || seen[block]) return;
      seen[block] = true;
      walk.push_back(block);
    };
    meet(function.order.front());
    for (size_t i = 0; i < walk.size(); ++i) {
      const Block& block = function.blocks[walk[i]];
      for (const BlockId target : function.successors_of(walk[i])) meet(target);
      meet(block.merge_block);
      meet(block.continue_block);
    }
    return walk;
  }

  /// The block of the program that a header of ours leads to, if nothing else comes between but blocks of
  /// ours with one way on; else the header.
  static BlockId first_of_program(const Structured& function, BlockId header) {
    BlockId block = header;
    for (int steps = 0; steps < 4; ++steps) {
      const Role role = function.blocks[block].role;
      if (role == Role::kPayload || role == Role::kDispatch) return block;
      if (function.blocks[block].successor_count != 1) break;
      block = function.successors_of(block)[0];
    }
    return header;
  }

  bool is_ours(uint32_t key) const { return key >= input_.flow.graph.block_count(); }

  Look look_at(const Structured& function, BlockId id) const {
    const Block& block = function.blocks[id];
    Look look;
    for (const BlockId target : function.successors_of(id)) look.targets.push_back(keys_[target]);
    if (block.merge_block != kNone) look.merge = keys_[block.merge_block];
    if (block.continue_block != kNone) look.continues = keys_[block.continue_block];
    look.phis = block.phi_count;
    for (uint32_t i = block.first_phi; i < block.first_phi + block.phi_count; ++i) {
      look.bools += function.phis[i].is_bool ? 1 : 0;
    }
    return look;
  }

  static cfg::Graph graph_of(const Structured& function) {
    std::vector<std::vector<BlockId>> lists(function.blocks.size());
    for (const BlockId block : function.order) {
      const auto successors = function.successors_of(block);
      lists[block].assign(successors.begin(), successors.end());
    }
    return cfg::Graph::from_lists(lists, function.order.empty() ? 0 : function.order.front());
  }

  static void measure(PassView& view, const cfg::Graph& graph) {
    if (graph.block_count() == 0) return;
    const cfg::PostVisitOrder order(graph);
    const cfg::DominatorTree dominators = cfg::build_dominators(graph, order);
    const cfg::LoopForest loops(graph, order, dominators);
    if (graph.block_count() <= kMaxDrawnNodes) view.relations = page_relations_of(graph, order, dominators);
    for (cfg::LoopId loop = 0; loop < loops.loop_count(); ++loop) {
      const BlockId header = loops.loop(loop).header;
      view.loops.push_back({header, view.nodes[header].name, loops.loop(loop).parent, loops.depth(loop)});
    }
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      if (!order.reached(block)) {
        if (block >= view.nodes.size() || view.nodes[block].name.starts_with("added ")) {
          view.nodes[block].shown = false;
        }
        continue;
      }
      view.nodes[block].dominator = dominators.parent(block);
      view.nodes[block].loop = loops.innermost(block);
    }
  }

  void finish(PassView view, std::map<uint32_t, Look> looks) {
    if (!views.empty()) {
      size_t kept = 0;
      for (PassNode& node : view.nodes) {
        if (!node.shown) continue;
        const auto before = looks_.find(node.key);
        if (before == looks_.end()) {
          node.change = Change::kNew;
          continue;
        }
        ++kept;
        if (before->second != looks.at(node.key)) node.change = Change::kChanged;
      }
      view.removed = static_cast<uint32_t>(looks_.size() - std::min(kept, looks_.size()));
    }
    looks_ = std::move(looks);
    views.push_back(std::move(view));
  }

  const CfgInput& input_;
  uint32_t next_key_ = 0;
  std::vector<uint32_t> keys_;       ///< By block.
  std::vector<uint32_t> walk_keys_;  ///< In the order of walk_of().
  std::map<uint32_t, Look> looks_;
};

}  // namespace

std::vector<PassView> watch_passes(const CfgInput& input) {
  Watcher watcher(input);
  structurizer::Options options;
  options.observer = &watcher;
  structurizer::structurize(input.flow, options);
  return std::move(watcher.views);
}

std::string without_legend(const std::string& dot) {
  const size_t line = dot.rfind("\n" + std::string(cfg::DotWriter::kLegendLine));
  if (line == std::string::npos) return dot;
  return dot.substr(0, line) + dot.substr(dot.find('\n', line + 1));
}

Result<std::string> svg_of(const std::string& dot, size_t nodes) {
  Vector<String> arguments = {"dot", "-Tsvg"};
  if (nodes > kMaxNeatNodes) {
    // Straight edges, and no more than a glance at crossings: seconds in place of minutes.
    arguments.insert(arguments.end(),
                     {"-Gsplines=polyline", "-Gnslimit=0.3", "-Gnslimit1=0.3", "-Gmclimit=0.05"});
  }
  auto ran = run_program(arguments, dot, kSecondsPerPicture);
  if (!ran) return ran.error();
  if (!ran->found) return bad_input("pictures need Graphviz's dot, which is not installed");
  if (!ran->finished) return bad_input("dot took too long to draw the picture");
  if (ran->exit_status != 0) return bad_input("dot failed: " + ran->errors.substr(0, ran->errors.find('\n')));
  return std::string(with_labels_on_top(ran->output));
}

}  // namespace trellis::tools
