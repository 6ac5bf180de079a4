// Strongly connected components of a whole graph or of a part of it.
#pragma once

#include <algorithm>
#include <span>

#include "cfg/graph.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::cfg {

/// Strongly connected components of a set of blocks. An edge between two different components always goes
/// from the higher number to the lower, so in ascending order successors come first.
struct Components {
  CompressedRows<BlockId> blocks;  ///< By component, in the order in which a depth-first walk reached them.
  /// By component: 1 if a path of at least one edge leads from the component to itself.
  Vector<uint8_t> cyclic;

  uint32_t count() const { return static_cast<uint32_t>(cyclic.size()); }
  std::span<const BlockId> blocks_of(uint32_t component) const { return blocks.of(component); }
  bool is_cyclic(uint32_t component) const { return cyclic[component] != 0; }
};

/// Finds the components of parts of a graph (Tarjan, 1972). Each search takes time linear in the part and the
/// edges that leave its blocks, not in the whole graph. Iterative.
class ComponentFinder {
 public:
  explicit ComponentFinder(uint32_t block_count = 0) : state_(block_count, kIgnored) {}

  /// Makes room for blocks up to block_count - 1, for graphs that grow between searches.
  void grow(uint32_t block_count) {
    if (block_count > state_.size()) state_.resize(block_count, kIgnored);
  }

  /// Returns the components of the graph restricted to `part`, which may be in any order; edges to other
  /// blocks are ignored. The walk starts from the blocks in the order they are listed. successors(block)
  /// returns something like a std::span<const BlockId> and must return the same for each call.
  template <class Successors>
  Components find(std::span<const BlockId> part, const Successors& successors) {
    Components result;
    result.blocks.entries.reserve(part.size());
    for (BlockId block : part) state_[block] = kUnvisited;
    uint32_t next_index = 0;
    for (BlockId root : part) {
      if (state_[root] != kUnvisited) continue;
      enter(root, next_index);
      while (!frames_.empty()) {
        Frame& top = frames_.back();
        const auto& targets = successors(top.block);
        if (top.slot < targets.size()) {
          const BlockId target = targets[top.slot++];
          const uint32_t state = state_[target];
          if (state == kUnvisited) {
            enter(target, next_index);
          } else if (state != kIgnored) {
            top.low = std::min(top.low, state);
          }
          continue;
        }
        const Frame done = top;
        frames_.pop_back();
        if (!frames_.empty()) frames_.back().low = std::min(frames_.back().low, done.low);
        if (done.low == state_[done.block]) emit(done.block, targets, result);
      }
    }
    return result;
  }

  Components find(std::span<const BlockId> part, const Graph& graph) {
    return find(part, [&graph](BlockId block) { return graph.successors(block); });
  }

 private:
  // A block's state is its visit number or one of these. A block whose component is complete is ignored from
  // then on, like blocks outside the part, which leaves the table clean for the next search.
  static constexpr uint32_t kIgnored = kNone;
  static constexpr uint32_t kUnvisited = kNone - 1;

  struct Frame {
    BlockId block;
    uint32_t slot;
    uint32_t low;  // Least visit number known to be reachable within the open components.
  };

  void enter(BlockId block, uint32_t& next_index) {
    frames_.push_back({block, 0, next_index});
    open_.push_back(block);
    state_[block] = next_index++;
  }

  /// Closes the component whose first block is root: all open blocks from root on.
  template <class Targets>
  void emit(BlockId root, const Targets& targets, Components& result) {
    size_t begin = open_.size() - 1;
    while (open_[begin] != root) --begin;
    const bool several = open_.size() - begin > 1;
    const bool cyclic = several || std::find(targets.begin(), targets.end(), root) != targets.end();
    for (size_t i = begin; i < open_.size(); ++i) {
      result.blocks.entries.push_back(open_[i]);
      state_[open_[i]] = kIgnored;
    }
    open_.resize(begin);
    result.blocks.end_row();
    result.cyclic.push_back(cyclic ? 1 : 0);
  }

  Vector<uint32_t> state_;
  Vector<Frame> frames_;
  Vector<BlockId> open_;
};

/// The components of a whole graph, including unreachable blocks, and the component of each block.
class StronglyConnected {
 public:
  explicit StronglyConnected(const Graph& graph);

  uint32_t component_count() const { return components_.count(); }
  uint32_t component_of(BlockId block) const { return component_of_[block]; }
  std::span<const BlockId> blocks_of(uint32_t component) const { return components_.blocks_of(component); }
  /// Returns true if control that leaves a block of the component may return to it.
  bool is_cyclic(uint32_t component) const { return components_.is_cyclic(component); }

 private:
  Components components_;
  Vector<uint32_t> component_of_;
};

}  // namespace trellis::cfg
