// Tracks which lanes run together, as an adversary: lanes that diverged reconverge only where SPIR-V
// guarantees it, and stay apart everywhere else, as a device may keep them. It only knows block numbers and
// merge instructions, not what the blocks do.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cfg/graph.hpp"

namespace trellis::differential {

using cfg::BlockId;
using cfg::kNone;

/// What the module guarantees, depending on the execution modes that it declares. Each level includes the
/// ones before it.
enum class Promise : uint8_t {
  /// SPIR-V's Uniform Control Flow, to the letter: if the whole invocation group runs a header together and
  /// all of it leaves the construct by the merge block, it has reconverged there.
  kUniform,
  /// SubgroupUniformControlFlowKHR: the same guarantee for each subgroup.
  kSubgroupUniform,
  /// What every device does and every translator relies on: lanes that run a header together, however few,
  /// reconverge at the merge block as far as they reach it. Lanes that returned or left an outer construct do
  /// not count.
  kDeclared,
  /// MaximallyReconvergesKHR: lanes also reconverge at continue targets, in the next iteration, and after
  /// calls.
  kMaximal,
};

/// The merge instruction of a block. `targets` are the targets of its branch, which matter for the cases of a
/// switch.
struct MergeDeclaration {
  BlockId header = kNone;
  BlockId merge_block = kNone, continue_target = kNone;  ///< The continue target exists only for loops.
  std::span<const BlockId> targets = {};
};

/// The groups of lanes in one workgroup or wave. Mask is a set of lanes with |, &, ~ and ==.
template <typename Mask>
class LaneGroups {
 public:
  /// Lanes that are together at the start of a block.
  struct Group {
    BlockId block = kNone;
    Mask lanes = {};
    uint32_t frame = 0;
  };

  /// `subgroups` matter for kSubgroupUniform; if empty, all lanes form one subgroup.
  explicit LaneGroups(Promise promise, std::vector<Mask> subgroups = {})
      : promise_(promise), subgroups_(std::move(subgroups)) {}

  void start(BlockId entry, Mask lanes) {
    all_ = lanes;
    if (subgroups_.empty()) subgroups_.push_back(lanes);
    frames_.assign(1, {});
    waiting_.clear();
    free_.clear();
    add({.block = entry, .lanes = lanes});
  }

  /// Makes the group that runs next the current one. Returns false if none is left.
  bool next() {
    if (waiting_.empty()) return false;
    current_ = waiting_.back();
    waiting_.pop_back();
    first_new_ = waiting_.size();
    return true;
  }

  const Group& current() const { return current_; }

  /// The current group runs a merge instruction. When a loop starts a new iteration, its lanes are already in
  /// the construct.
  void open(const MergeDeclaration& declared) {
    if (frames_[current_.frame].header == declared.header) return;
    open_frame({.header = declared.header,
                .merge_block = declared.merge_block,
                .continue_target = declared.continue_target,
                .targets = declared.targets,
                .lanes = current_.lanes});
  }

  /// The current group calls a function and continues at the caller's block `behind` afterwards.
  void call(BlockId behind) { open_frame({.merge_block = behind, .is_call = true, .lanes = current_.lanes}); }

  /// Some lanes of the current group take an edge.
  void go(BlockId from, BlockId to, Mask lanes) {
    for (uint32_t f = current_.frame; f != 0 && !frames_[f].is_call; f = frames_[f].parent) {
      Frame& frame = frames_[f];
      if (to == frame.merge_block) return arrive(frame, lanes);
      const bool is_loop = frame.continue_target != kNone;
      if (is_loop && (to == frame.header || to == frame.continue_target)) {
        if (promise_ != Promise::kMaximal) return add({to, lanes, f});
        (to == frame.header ? frame.at_header : frame.at_continue) |= lanes;
        return;
      }
      if (!is_loop && frame.header != from && frame.has_target(to)) return add({to, lanes, f});
    }
    add({to, lanes, current_.frame});
  }

  /// Returns where the current group continues after its innermost call; kNone outside of calls.
  BlockId behind_call() const {
    const uint32_t f = innermost_call();
    return f == 0 ? kNone : frames_[f].merge_block;
  }

  /// Some lanes of the current group return, from a call or from the entry function.
  void leave_function(Mask lanes) {
    const uint32_t f = innermost_call();
    if (f == 0) return;
    // No merge block guarantees that lanes which return in different places reconverge after the call.
    if (promise_ == Promise::kMaximal) return arrive(frames_[f], lanes);
    add({frames_[f].merge_block, lanes, frames_[f].parent});
  }

  /// The current group has taken all its edges. Its remaining lanes have ended.
  void finish() {
    // Reverse the new groups, so that the first of them runs next.
    for (size_t low = first_new_, high = waiting_.size(); low + 1 < high; ++low) {
      std::swap(waiting_[low], waiting_[--high]);
    }
    release(current_.frame);
  }

 private:
  /// A construct or a call that lanes are in.
  struct Frame {
    uint32_t parent = 0;
    BlockId header = kNone, merge_block = kNone, continue_target = kNone;
    std::span<const BlockId> targets = {};
    bool is_call = false;
    uint32_t live = 0;  ///< The number of groups and inner frames that have not reached its end.
    Mask lanes = {};    ///< The lanes that entered together.
    Mask at_merge = {}, at_continue = {}, at_header = {};
    /// The groups that make up at_merge; kUniform and kSubgroupUniform only.
    std::vector<Mask> arrivals = {};

    bool has_target(BlockId block) const {
      if (targets.size() < 2) return false;
      for (const BlockId target : targets) {
        if (target == block) return true;
      }
      return false;
    }
  };

  uint32_t innermost_call() const {
    uint32_t f = current_.frame;
    while (f != 0 && !frames_[f].is_call) f = frames_[f].parent;
    return f;
  }

  void open_frame(const Frame& frame) {
    uint32_t f = static_cast<uint32_t>(frames_.size());
    if (free_.empty()) {
      frames_.push_back(frame);
    } else {
      f = free_.back();
      free_.pop_back();
      frames_[f] = frame;
    }
    // In the outer frame's count, the new frame replaces the current group.
    frames_[f].parent = current_.frame;
    frames_[f].live = 1;
    current_.frame = f;
  }

  void add(Group group) {
    if (group.lanes == Mask{}) return;
    ++frames_[group.frame].live;
    waiting_.push_back(group);
  }

  void arrive(Frame& frame, Mask lanes) {
    frame.at_merge |= lanes;
    if (promise_ < Promise::kDeclared) frame.arrivals.push_back(lanes);
  }

  /// A group or an inner frame of the frame has ended. After the last one, the waiting lanes continue.
  void release(uint32_t f) {
    while (--frames_[f].live == 0 && f != 0) {
      Frame& frame = frames_[f];
      if (frame.at_continue != Mask{}) {
        return add({frame.continue_target, std::exchange(frame.at_continue, Mask{}), f});
      }
      if (frame.at_header != Mask{}) {
        return add({frame.header, std::exchange(frame.at_header, Mask{}), f});
      }
      merge(frame);
      const uint32_t parent = frame.parent;
      free_.push_back(f);
      f = parent;
    }
  }

  void merge(Frame& frame) {
    if (promise_ >= Promise::kDeclared) return add({frame.merge_block, frame.at_merge, frame.parent});
    Mask together = {};
    const auto join = [&](Mask whole) {
      if (!((frame.lanes & whole) == whole && (frame.at_merge & whole) == whole)) return;
      if ((together & whole) != Mask{}) return;
      together |= whole;
      add({frame.merge_block, whole, frame.parent});
    };
    join(all_);
    if (promise_ == Promise::kSubgroupUniform) {
      for (const Mask& subgroup : subgroups_) join(subgroup);
    }
    // Added in reverse, because the last one added runs first.
    for (size_t i = frame.arrivals.size(); i-- > 0;) {
      add({frame.merge_block, frame.arrivals[i] & ~together, frame.parent});
    }
  }

  Promise promise_;
  std::vector<Mask> subgroups_;
  Mask all_ = {};
  std::vector<Frame> frames_;  ///< The first frame is the outermost one.
  std::vector<uint32_t> free_;
  std::vector<Group> waiting_;  ///< A stack: the last one runs next.
  size_t first_new_ = 0;
  Group current_;
};

}  // namespace trellis::differential
