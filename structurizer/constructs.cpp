#include "structurizer/constructs.hpp"

#include <algorithm>

#include "structurizer/pending.hpp"
#include "support/containers.hpp"
#include "support/sort_stably.hpp"

namespace trellis::structurizer {

namespace {

/// The open end of what has been built: a successor that is still to be set. If `block` is kNone, nothing is
/// open.
struct Tail {
  BlockId block = kNone;
  /// The node all of whose slots are open, if `block` is a node's block. kNone: the successor `index`.
  BlockId target = kNone;
  uint32_t index = 0;
};

/// An arm of a branch that stays in the region.
struct Arm {
  BlockId target = kNone;  ///< First node of the nested item; kNone if the arm is empty.
  uint32_t first_slot = 0, slot_count = 0;
  uint32_t falls_into = kNone;  ///< In a switch: the next arm, if control falls through to it.
  bool is_fallen_into = false;
  Tail tail;
  PendingQueues::Queue pending = PendingQueues::kEmpty;

  bool in_fall_through() const { return falls_into != kNone || is_fallen_into; }
};

enum class Stage : uint8_t { kEnter, kLoopBody, kBreakable, kArms, kMerges, kMergeItem };

/// An item under construction, with its open end and the merge items still to be reached from there.
struct Frame {
  /// First node of the item, or of the last item in a chain without branches.
  BlockId first = kNone;
  LoopId region = kNone;
  bool as_loop = false;
  /// The breakable construct around the first node belongs to another frame.
  bool is_inside_breakable = false;
  bool is_switch = false;  ///< The branch whose arms are being built is a switch.
  Stage stage = Stage::kEnter;
  BlockId branch = kNone;
  uint32_t slots_base = 0, arms_first = 0, arm_next = 0;
  BlockId guard_merge = kNone;
  /// Frame of the innermost enclosing switch or breakable construct in the same region.
  uint32_t switch_frame = kNone;
  BlockId break_target = kNone;  ///< For a switch or a breakable construct: the node where it ends.
  /// For a switch or a breakable construct: its merge block, if something breaks to it.
  BlockId merge = kNone;
  Tail tail;
  PendingQueues::Queue pending = PendingQueues::kEmpty;
};

class Builder {
 public:
  Builder(const Flow& flow, const ReducibleGraph& reducible, const Regions& regions)
      : flow_(flow),
        reducible_(reducible),
        graph_(reducible.graph),
        order_(reducible.order),
        dominators_(reducible.dominators),
        loops_(reducible.loops),
        regions_(regions) {}

  Draft build(WorkWatch* watch) {
    create_node_blocks();
    create_loop_blocks();
    entry_.assign(graph_.block_count(), kNone);
    push(graph_.entry(), kNone, kNone);
    while (!frames_.empty() && !is_over_by_now(watch)) step();
    return std::move(draft_);
  }

 private:
  // ---- blocks
  BlockId id_of(BlockId node) const { return order_.position(node); }
  BlockId header_of(LoopId loop) const { return first_loop_block_ + 3 * loop; }
  BlockId continue_of(LoopId loop) const {
    return regions_.latch(loop) != kNone ? id_of(regions_.latch(loop)) : first_loop_block_ + 3 * loop + 1;
  }
  BlockId merge_of(LoopId loop) const { return first_loop_block_ + 3 * loop + 2; }
  /// Returns the block that enters the item starting at a node, nested in a switch frame (kNone: in none).
  BlockId entry_of(BlockId node, uint32_t switch_frame) {
    const LoopId loop = loops_.headed_by(node);
    return loop == kNone ? entry_of_block(node, switch_frame) : header_of(loop);
  }
  /// Like entry_of(), for the node's own block. The first call decides whether a breakable construct is put
  /// around the node's branch.
  BlockId entry_of_block(BlockId node, uint32_t switch_frame) {
    if (entry_[node] != kNone) return entry_[node];
    entry_[node] = id_of(node);
    if (graph_.successors(node).size() != 2 || is_multiway(node)) return entry_[node];
    const BlockId around = switch_frame == kNone ? kNone : frames_[switch_frame].break_target;
    if (regions_.breakable_target(node, around) == kNone) return entry_[node];
    entry_[node] = draft_.add_block(Role::kBreakable, Exit::kBreakable, 1);
    draft_.successor(entry_[node], 0) = id_of(node);
    return entry_[node];
  }
  bool is_multiway(BlockId node) const {
    return graph_.successors(node).size() > 2 ||
           (reducible_.is_payload(node) && flow_.has_flag(node, kSwitch));
  }
  Structured& function() { return draft_.function; }
  Block& block(BlockId id) { return draft_.function.blocks[id]; }

  void create_node_blocks() {
    function().blocks.reserve(order_.reverse_post_order().size() * 2 + loops_.loop_count() * 3);
    for (BlockId node : order_.reverse_post_order()) {
      Block made;
      made.first_successor = static_cast<uint32_t>(function().successors.size());
      made.successor_count = static_cast<uint32_t>(graph_.successors(node).size());
      made.first_case = static_cast<uint32_t>(function().cases.size());
      if (reducible_.is_payload(node)) {
        made.role = Role::kPayload;
        made.exit = Exit::kPayload;
        made.payload = node;
      } else if (reducible_.is_dispatch(node)) {
        made.role = Role::kDispatch;
        made.exit = made.successor_count == 2 ? Exit::kIf : Exit::kSwitch;
        for (uint32_t slot = made.exit == Exit::kIf ? 0 : 1; slot < made.successor_count; ++slot) {
          function().cases.push_back(reducible_.intended_target(node, slot));
          if (made.exit == Exit::kIf) break;
        }
      } else {
        made.role = Role::kEdge;
        made.exit = Exit::kBranch;
      }
      function().successors.resize(function().successors.size() + made.successor_count, kNone);
      function().blocks.push_back(made);
      draft_.node.push_back(node);
    }
  }

  void create_loop_blocks() {
    first_loop_block_ = static_cast<BlockId>(function().blocks.size());
    for (LoopId loop = 0; loop < loops_.loop_count(); ++loop) {
      const BlockId header = draft_.add_block(Role::kHeader, Exit::kBranch, 1);
      draft_.successor(draft_.add_block(Role::kContinue, Exit::kBranch, 1), 0) = header;
      const BlockId merge = draft_.add_block(Role::kMerge, Exit::kUnreachable, 0);
      block(header).merge = MergeKind::kLoop;
      block(header).merge_block = merge;
      block(header).continue_block = continue_of(loop);
    }
  }

  // ---- the walk
  void push(BlockId first, LoopId region, uint32_t switch_frame) {
    Frame frame;
    frame.switch_frame = switch_frame;
    frame.first = first;
    frame.region = region;
    frame.as_loop = loops_.headed_by(first) != kNone && loops_.headed_by(first) != region;
    frames_.push_back(frame);
  }

  void step() {
    switch (frames_.back().stage) {
      case Stage::kEnter:
        enter();
        break;
      case Stage::kLoopBody:
        leave_loop();
        break;
      case Stage::kBreakable:
        close_breakable();
        break;
      case Stage::kArms:
        next_arm();
        break;
      case Stage::kMerges:
        next_merge();
        break;
      case Stage::kMergeItem:
        merge_item_done();
        break;
    }
  }

  void enter() {
    Frame& frame = frames_.back();
    if (!frame.as_loop) return frame.is_inside_breakable ? enter_block() : enter_breakable();
    const LoopId loop = loops_.headed_by(frame.first);
    function().order.push_back(header_of(loop));
    draft_.successor(header_of(loop), 0) = entry_of_block(frame.first, kNone);
    frame.stage = Stage::kLoopBody;
    push(frame.first, loop, kNone);
  }

  /// Opens the breakable construct around a branch, if entry_of_block decided on one.
  void enter_breakable() {
    Frame& frame = frames_.back();
    const BlockId entry = entry_of_block(frame.first, frame.switch_frame);
    if (block(entry).role != Role::kBreakable) return enter_block();
    function().order.push_back(entry);
    frame.stage = Stage::kBreakable;
    frame.branch = entry;
    frame.break_target = regions_.break_target(frame.first);
    const BlockId first = frame.first;
    push(first, frame.region, own_switch_frame());
    frames_.back().as_loop = false;
    frames_.back().is_inside_breakable = true;
  }

  /// Joins the branch, and everything nested in it, in the construct's merge block. All of it has been built.
  void close_breakable() {
    Frame& frame = frames_.back();
    frame.stage = Stage::kMerges;
    Block& opening = block(frame.branch);
    if (frame.merge == kNone) {
      opening.role = Role::kEdge;
      opening.exit = Exit::kBranch;
      frame.tail = result_tail_;
      frame.pending = result_pending_;
    } else {
      opening.merge = MergeKind::kSelection;
      opening.merge_block = frame.merge;
      if (result_tail_.block != kNone) wire(result_tail_, frame.merge);
      frame.pending = queues_.merge(frame.pending, result_pending_);
      frame.tail = {frame.merge, kNone, 0};
      function().order.push_back(frame.merge);
    }
    frame.merge = kNone;
    frame.break_target = kNone;
  }

  /// Continues in the same frame with the item at a node that has no other entry.
  void go_on_with(Frame& frame, BlockId node) {
    frame.first = node;
    frame.as_loop = loops_.headed_by(node) != kNone;
    frame.is_inside_breakable = false;
    frame.stage = Stage::kEnter;
  }

  /// Returns true if the node, in the context of the region, stands for the end of the iteration
  /// (Regions::joins).
  bool is_join(LoopId region, BlockId node) const {
    return regions_.joins(region) && loops_.loop(region).header == node;
  }
  /// Returns a queue of one merge item. A join comes after all other items.
  PendingQueues::Queue pending_on(LoopId region, BlockId node) {
    if (is_join(region, node)) return queues_.single(node, regions_.join_depth(region), kNone);
    return queues_.single(node, dominators_.depth(dominators_.parent(node)), order_.position(node));
  }

  /// Groups the slots of a node by the node that they are meant for, in order of first appearance. Fills
  /// groups_ with (target, first in slots_, count).
  void group_slots(BlockId node) {
    const auto targets = graph_.successors(node);
    groups_.clear();
    const uint32_t base = static_cast<uint32_t>(slots_.size());
    for (uint32_t slot = 0; slot < targets.size(); ++slot) slots_.push_back(slot);
    if (targets.size() > 2) {
      if (group_rank_.empty()) group_rank_.assign(graph_.block_count(), kNone);
      for (uint32_t slot = static_cast<uint32_t>(targets.size()); slot-- > 0;) {
        group_rank_[reducible_.intended_target(node, slot)] = slot;
      }
      sort_stably(slots_.begin() + base, slots_.end(), [&](uint32_t a, uint32_t b) {
        return group_rank_[reducible_.intended_target(node, a)] <
               group_rank_[reducible_.intended_target(node, b)];
      });
    }
    BlockId intended = kNone;
    for (uint32_t i = base; i < slots_.size(); ++i) {
      if (groups_.empty() || reducible_.intended_target(node, slots_[i]) != intended)
        groups_.push_back({targets[slots_[i]], i, 0});
      intended = reducible_.intended_target(node, slots_[i]);
      ++groups_.back().count;
    }
  }

  void set_slots(BlockId from, uint32_t first, uint32_t count, BlockId to) {
    for (uint32_t i = first; i < first + count; ++i) draft_.successor(from, slots_[i]) = to;
  }

  /// Like set_slots(), for a target outside the region. A switch must dominate its targets, so its slots lead
  /// there through an inserted block.
  void leave_by(BlockId from, uint32_t first, uint32_t count, BlockId to, bool is_switch) {
    if (is_switch) {
      const BlockId edge = draft_.add_block(Role::kEdge, Exit::kBranch, 1);
      function().order.push_back(edge);
      draft_.successor(edge, 0) = to;
      to = edge;
    }
    set_slots(from, first, count, to);
  }

  void wire(const Tail& tail, BlockId to) {
    if (tail.target == kNone) {
      draft_.successor(tail.block, tail.index) = to;
      return;
    }
    const auto targets = graph_.successors(draft_.node[tail.block]);
    for (uint32_t slot = 0; slot < targets.size(); ++slot) {
      if (targets[slot] == tail.target) draft_.successor(tail.block, slot) = to;
    }
  }

  void enter_block() {
    Frame& frame = frames_.back();
    const BlockId node = frame.first;
    const BlockId id = id_of(node);
    function().order.push_back(id);
    frame.slots_base = static_cast<uint32_t>(slots_.size());
    group_slots(node);

    frame.arms_first = static_cast<uint32_t>(arms_.size());
    const bool is_switch = is_multiway(node) && groups_.size() >= 2;
    for (const Group& group : groups_) {
      switch (regions_.edge_kind(frame.region, group.target)) {
        case EdgeKind::kContinue:
          leave_by(id, group.first, group.count, continue_of(frame.region), is_switch);
          break;
        case EdgeKind::kBreak:
          use_loop_merge(frame.region);
          leave_by(id, group.first, group.count, merge_of(frame.region), is_switch);
          break;
        case EdgeKind::kReturn:
          set_slots(id, group.first, group.count, copy_of_return(group.target));
          arms_.push_back({});
          break;
        case EdgeKind::kJoin:
        case EdgeKind::kItem: {
          if (!is_switch && is_switch_break(frame, group.target)) {
            set_slots(id, group.first, group.count, switch_merge_of(frame.switch_frame));
            break;
          }
          Arm arm;
          arm.first_slot = group.first;
          arm.slot_count = group.count;
          if (is_join(frame.region, group.target) || regions_.is_merge_item(group.target)) {
            arm.tail = {id, group.target, 0};
            arm.pending = pending_on(frame.region, group.target);
          } else {
            arm.target = group.target;
          }
          arms_.push_back(arm);
          break;
        }
      }
    }
    if (is_switch && reducible_.is_payload(node)) {
      find_fall_through(frame, node);
      frame.break_target = break_target_of(frame, node);
    }
    start_arms(frame, id, is_switch);
  }

  /// Finds the cases that need no ladder because SPIR-V lets a case fall through into the next one.
  void find_fall_through(const Frame& frame, BlockId node) {
    for (uint32_t i = frame.arms_first + 1; i < arms_.size(); ++i) {
      Arm& before = arms_[i - 1];
      Arm& arm = arms_[i];
      if (arm.tail.block == kNone || before.target == kNone || before.falls_into != kNone) continue;
      const bool adjacent = is_case_run(before) && is_case_run(arm) &&
                            slots_[before.first_slot] + before.slot_count == slots_[arm.first_slot];
      const BlockId target = arm.tail.target;
      if (!adjacent || !regions_.may_fall_through(node, before.target, target)) continue;
      before.falls_into = i;
      arm.is_fallen_into = true;
      arm.target = target;
      arm.tail = {};
      arm.pending = PendingQueues::kEmpty;
    }
  }

  BlockId copy_of_return(BlockId node) {
    const BlockId copy = draft_.add_block(Role::kPayload, Exit::kPayload, 0);
    block(copy).payload = node;
    function().order.push_back(copy);
    return copy;
  }

  // ---- breaking out of a switch from deep inside
  /// Returns true if the innermost enclosing switch in the same region ends at the node. SPIR-V lets any
  /// selection nested in a switch branch to the switch's merge block.
  bool is_switch_break(const Frame& frame, BlockId node) const {
    return frame.switch_frame != kNone && frames_[frame.switch_frame].break_target == node;
  }
  /// Returns the merge block of a switch under construction, creating it on the first break.
  BlockId switch_merge_of(uint32_t frame_index) {
    Frame& frame = frames_[frame_index];
    if (frame.merge == kNone) {
      frame.merge = draft_.add_block(Role::kMerge, Exit::kBranch, 1);
      frame.pending = queues_.merge(frame.pending, pending_on(frame.region, frame.break_target));
    }
    return frame.merge;
  }
  BlockId break_target_of(const Frame& frame, BlockId node) const {
    const BlockId target = regions_.break_target(node);
    for (uint32_t i = frame.arms_first; i < arms_.size(); ++i) {
      if (arms_[i].is_fallen_into && arms_[i].target == target) return kNone;
    }
    return target;
  }

  /// Returns true if the arm's slots are consecutive cases without the default.
  bool is_case_run(const Arm& arm) const {
    const uint32_t first = slots_[arm.first_slot];
    return first != 0 && slots_[arm.first_slot + arm.slot_count - 1] == first + arm.slot_count - 1;
  }

  void use_loop_merge(LoopId loop) {
    Block& merge = block(merge_of(loop));
    if (merge.exit == Exit::kUnreachable) {
      merge.exit = Exit::kBranch;
      merge.successor_count = 1;
    }
  }

  /// Sets the successors of a latch that is a program block: the header, or the loop's merge block.
  void wire_latch(LoopId loop) {
    const BlockId latch = regions_.latch(loop);
    const auto targets = graph_.successors(latch);
    for (uint32_t slot = 0; slot < targets.size(); ++slot) {
      const bool goes_back = targets[slot] == loops_.loop(loop).header;
      if (!goes_back) use_loop_merge(loop);
      draft_.successor(id_of(latch), slot) = goes_back ? header_of(loop) : merge_of(loop);
    }
  }

  /// Ends a loop whose body is built: places its continue block and its merge block, and determines where the
  /// merge block leads.
  void leave_loop() {
    Frame& frame = frames_.back();
    const LoopId loop = loops_.headed_by(frame.first);
    function().order.push_back(continue_of(loop));
    if (regions_.latch(loop) != kNone) wire_latch(loop);
    const BlockId merge = merge_of(loop);
    function().order.push_back(merge);
    frame.stage = Stage::kMerges;

    const Vector<ExitGroup> groups = group_exits(frame, regions_.exits(loop));
    if (groups.size() > 1) return branch_on_exit(frame, merge, groups);
    if (groups.empty()) return;
    if (groups[0].nested != kNone) {
      draft_.successor(merge, 0) = entry_of(groups[0].nested, frame.switch_frame);
      go_on_with(frame, groups[0].nested);
    } else if (groups[0].leaves_to != kNone) {
      draft_.successor(merge, 0) = groups[0].leaves_to;
    } else {
      frame.tail = {merge, kNone, 0};
      frame.pending = pending_on_all(frame.region, groups[0].cases);
    }
  }

  /// Exits of a loop that share a target in the region around it.
  struct ExitGroup {
    /// The nodes that the exits lead to. Empty only in the last group, which takes all other exits.
    Vector<BlockId> cases;
    BlockId leaves_to = kNone;  ///< The block through which the exits also leave the region.
    BlockId nested = kNone;     ///< The item nested here. If both are kNone, merge items follow.
  };

  Vector<ExitGroup> group_exits(const Frame& frame, const LoopExits& exits) {
    Vector<ExitGroup> groups;
    Vector<BlockId> merges;
    bool ends_switch = false;
    const auto add = [&](BlockId target, bool is_merge_item) {
      if (is_switch_break(frame, target)) {
        ends_switch = true;
      } else if (is_merge_item) {
        merges.push_back(target);
      } else {
        groups.push_back({{target}, kNone, target});
      }
    };
    for (BlockId target : exits.items) add(target, regions_.is_merge_item(target));
    const bool joins = exits.continues && regions_.joins(frame.region);
    if (joins) add(loops_.loop(frame.region).header, true);
    const bool continues = exits.continues && !joins;
    const size_t others =
        groups.size() + (merges.empty() ? 0 : 1) + (continues ? 1 : 0) + (exits.breaks ? 1 : 0);
    if (ends_switch && others > 1) {
      // The test will itself be a switch, which hides the one around it.
      merges.push_back(frames_[frame.switch_frame].break_target);
      ends_switch = false;
    }
    if (continues) {
      groups.push_back({{regions_.end_of_iteration(frame.region)}, continue_of(frame.region), kNone});
    }
    if (ends_switch) {
      groups.push_back(
          {{frames_[frame.switch_frame].break_target}, switch_merge_of(frame.switch_frame), kNone});
    }
    if (!merges.empty()) groups.push_back({merges, kNone, kNone});
    if (exits.breaks) {
      use_loop_merge(frame.region);
      groups.push_back({{}, merge_of(frame.region), kNone});
    }
    return groups;
  }

  PendingQueues::Queue pending_on_all(LoopId region, const Vector<BlockId>& nodes) {
    PendingQueues::Queue pending = PendingQueues::kEmpty;
    for (BlockId node : nodes) pending = queues_.merge(pending, pending_on(region, node));
    return pending;
  }

  /// Makes the merge block of a loop with several groups of exits branch on each invocation's target.
  void branch_on_exit(Frame& frame, BlockId merge, const Vector<ExitGroup>& groups) {
    set_exit_test(merge, groups);
    frame.slots_base = static_cast<uint32_t>(slots_.size());
    frame.arms_first = static_cast<uint32_t>(arms_.size());
    const bool is_if = block(merge).exit == Exit::kIf;
    uint32_t next_case = 0;
    for (size_t i = 0; i < groups.size(); ++i) {
      const bool is_default = i + 1 == groups.size();
      Arm arm;
      arm.target = groups[i].nested;
      arm.first_slot = static_cast<uint32_t>(slots_.size());
      arm.slot_count = is_default ? 1 : static_cast<uint32_t>(groups[i].cases.size());
      for (uint32_t k = 0; k < arm.slot_count; ++k) {
        slots_.push_back(is_default ? (is_if ? 1 : 0) : (is_if ? 0 : 1 + next_case++));
      }
      if (groups[i].leaves_to != kNone) {
        leave_by(merge, arm.first_slot, arm.slot_count, groups[i].leaves_to, !is_if);
        continue;
      }
      if (arm.target == kNone) {
        arm.tail = {merge, kNone, slots_[arm.first_slot]};
        arm.pending = pending_on_all(frame.region, groups[i].cases);
      }
      arms_.push_back(arm);
    }
    start_arms(frame, merge, !is_if);
  }

  /// Makes a block test the target of control. The last group is the default; the others have their cases.
  void set_exit_test(BlockId id, const Vector<ExitGroup>& groups) {
    Vector<uint32_t> cases;
    for (size_t i = 0; i + 1 < groups.size(); ++i) {
      cases.insert(cases.end(), groups[i].cases.begin(), groups[i].cases.end());
    }
    Block& tested = block(id);
    tested.first_case = static_cast<uint32_t>(function().cases.size());
    tested.exit = cases.size() == 1 ? Exit::kIf : Exit::kSwitch;
    tested.first_successor = static_cast<uint32_t>(function().successors.size());
    tested.successor_count = static_cast<uint32_t>(cases.size()) + 1;
    function().cases.insert(function().cases.end(), cases.begin(), cases.end());
    function().successors.resize(function().successors.size() + tested.successor_count, kNone);
  }

  /// Continues with the arms of a branch that stay in the region. A two-way branch with at most one such arm
  /// needs no selection.
  void start_arms(Frame& frame, BlockId branch, bool is_switch) {
    const uint32_t inside = static_cast<uint32_t>(arms_.size()) - frame.arms_first;
    if (is_switch || inside >= 2) {
      frame.is_switch = is_switch;
      frame.branch = branch;
      frame.arm_next = frame.arms_first;
      frame.stage = Stage::kArms;
      return;
    }
    frame.stage = Stage::kMerges;
    if (inside == 1) {
      const Arm arm = arms_.back();
      if (arm.target != kNone) {
        set_slots(branch, arm.first_slot, arm.slot_count, entry_of(arm.target, frame.switch_frame));
        go_on_with(frame, arm.target);
      } else {
        frame.tail = arm.tail;
        frame.pending = arm.pending;
      }
    }
    arms_.resize(frame.arms_first);
    slots_.resize(frame.slots_base);
  }

  void next_arm() {
    Frame& frame = frames_.back();
    const uint32_t end = static_cast<uint32_t>(arms_.size());
    if (frame.arm_next > frame.arms_first) take_result_into_arm(frame.arm_next - 1);
    while (frame.arm_next < end && arms_[frame.arm_next].target == kNone) ++frame.arm_next;
    if (frame.arm_next == end) return close_selection();
    const Arm& arm = arms_[frame.arm_next++];
    const uint32_t switch_frame = frame.is_switch ? own_switch_frame() : frame.switch_frame;
    set_slots(frame.branch, arm.first_slot, arm.slot_count, entry_of(arm.target, switch_frame));
    push(arm.target, frame.region, switch_frame);
  }

  /// Returns the switch frame for what is nested in the switch on top of the stack: that switch if it has a
  /// break target, else kNone.
  uint32_t own_switch_frame() const {
    return frames_.back().break_target == kNone ? kNone : static_cast<uint32_t>(frames_.size()) - 1;
  }

  void take_result_into_arm(uint32_t index) {
    if (arms_[index].target == kNone) return;
    Arm& arm = arms_[index];
    arm.tail = result_tail_;
    arm.pending = result_pending_;
    if (arm.falls_into == kNone) return;
    const BlockId next = arms_[arm.falls_into].target;
    arm.pending = queues_.remove(arm.pending, next);
    if (arm.pending == PendingQueues::kEmpty) {
      wire(arm.tail, entry_of(next, own_switch_frame()));
      arm.tail = {};
      return;
    }
    const BlockId test = ladder_at(arm.tail);
    test_for(test, next);
    draft_.successor(test, 0) = entry_of(next, own_switch_frame());
    arm.tail = {test, kNone, 1};
  }

  /// Makes a block test whether a node is the target of control. If so, successor 0 is taken.
  void test_for(BlockId id, BlockId target) {
    Block& test = block(id);
    test.role = Role::kLadder;
    test.exit = Exit::kIf;
    test.successor_count = 2;
    test.first_case = static_cast<uint32_t>(function().cases.size());
    function().cases.push_back(target);
  }

  /// Ends a selection whose arms are built: determines its merge block and where that leads.
  void close_selection() {
    Frame& frame = frames_.back();
    const uint32_t end = static_cast<uint32_t>(arms_.size());
    // `nested`: the first arm that leads to the join, else the last one.
    uint32_t open = 0, last_open = kNone, nested = kNone;
    for (uint32_t i = frame.arms_first; i < end; ++i) {
      const bool is_nested = arms_[i].target != kNone && !arms_[i].in_fall_through();
      if (is_nested && (nested == kNone || !regions_.leads_to_join(frame.region, arms_[nested].target)))
        nested = i;
      if (arms_[i].tail.block == kNone) continue;
      ++open;
      last_open = i;
    }
    block(frame.branch).merge = MergeKind::kSelection;
    frame.stage = Stage::kMerges;
    const uint32_t continuing = open == 0 ? nested : last_open;
    if (frame.merge == kNone && open <= 1 && continuing != kNone && arms_[continuing].target != kNone &&
        !arms_[continuing].in_fall_through()) {
      // No other arm has an open end, so what follows need not be nested.
      const Arm& arm = arms_[continuing];
      // An earlier entry_of() call has already determined the block.
      block(frame.branch).merge_block = entry_of(arm.target, kNone);
      frame.tail = arm.tail;
      frame.pending = arm.pending;
    } else if (frame.merge == kNone && open == 1 && is_continue_alone(frame, arms_[last_open])) {
      block(frame.branch).merge = MergeKind::kNone;
      frame.tail = arms_[last_open].tail;
      frame.pending = arms_[last_open].pending;
    } else if (frame.merge == kNone && open == 0) {
      const BlockId merge = draft_.add_block(Role::kMerge, Exit::kUnreachable, 0);
      block(frame.branch).merge_block = merge;
      function().order.push_back(merge);
    } else {
      join_arms(frame, end);
    }
    slots_.resize(frame.slots_base);
    arms_.resize(frame.arms_first);
  }

  /// Returns true if an arm of a two-way branch is just an edge to the end of the iteration, is the only arm
  /// with an open end, and is the only way to the end of the iteration from here. It then needs no merge
  /// block.
  bool is_continue_alone(const Frame& frame, const Arm& arm) const {
    return !frame.is_switch && arm.target == kNone && is_join(frame.region, queues_.top(arm.pending)) &&
           queues_.is_single(arm.pending) &&
           regions_.join_depth(frame.region) >= dominators_.depth(frame.first);
  }

  void join_arms(Frame& frame, uint32_t end) {
    const BlockId merge =
        frame.merge != kNone ? frame.merge : draft_.add_block(Role::kMerge, Exit::kBranch, 1);
    frame.merge = kNone;
    frame.break_target = kNone;
    block(frame.branch).merge_block = merge;
    for (uint32_t i = frame.arms_first; i < end; ++i) {
      const Arm& arm = arms_[i];
      if (arm.tail.block == kNone) continue;
      if (arm.target == kNone) {
        set_slots(frame.branch, arm.first_slot, arm.slot_count, merge);
      } else {
        wire(arm.tail, merge);
      }
      frame.pending = queues_.merge(frame.pending, arm.pending);
    }
    frame.tail = {merge, kNone, 0};
    function().order.push_back(merge);
  }

  /// Places the next merge item that this item immediately dominates. If other merge items are still to be
  /// reached from the open end, a ladder guards it.
  void next_merge() {
    Frame& frame = frames_.back();
    if (frame.pending == PendingQueues::kEmpty ||
        queues_.top_depth(frame.pending) < dominators_.depth(frame.first) || is_behind_breakable(frame)) {
      result_tail_ = frame.tail;
      result_pending_ = frame.pending;
      frames_.pop_back();
      return;
    }
    const BlockId item = queues_.top(frame.pending);
    frame.pending = queues_.pop(frame.pending);
    if (is_join(frame.region, item)) return end_iteration(frame);
    frame.stage = Stage::kMergeItem;
    if (frame.pending == PendingQueues::kEmpty) {
      frame.guard_merge = kNone;
      wire(frame.tail, entry_of(item, frame.switch_frame));
    } else {
      const BlockId ladder = ladder_at(frame.tail);
      frame.guard_merge = draft_.add_block(Role::kMerge, Exit::kBranch, 1);
      test_for(ladder, item);
      block(ladder).merge = MergeKind::kSelection;
      block(ladder).merge_block = frame.guard_merge;
      draft_.successor(ladder, 0) = entry_of(item, frame.switch_frame);
      draft_.successor(ladder, 1) = frame.guard_merge;
    }
    push(item, frame.region, frame.switch_frame);
  }

  /// Lets the invocations that reached the end of the iteration continue together.
  void end_iteration(Frame& frame) {
    const BlockId to = continue_of(frame.region);
    if (frame.pending == PendingQueues::kEmpty) {
      wire(frame.tail, to);
      frame.tail = {};
      return;
    }
    const BlockId ladder = ladder_at(frame.tail);
    test_for(ladder, loops_.loop(frame.region).header);
    draft_.successor(ladder, 0) = to;
    frame.tail = {ladder, kNone, 1};
  }

  /// Returns true if the next merge item comes after the breakable construct that this branch is in.
  bool is_behind_breakable(const Frame& frame) const {
    return frame.is_inside_breakable &&
           queues_.top(frame.pending) == frames_[frame.switch_frame].break_target;
  }

  /// Returns a block in which to put a test at a tail: the tail's own block if it is an inserted merge block,
  /// else a new one.
  BlockId ladder_at(const Tail& tail) {
    const Block& last = block(tail.block);
    if (tail.target == kNone && last.role == Role::kMerge && last.exit == Exit::kBranch) return tail.block;
    const BlockId ladder = draft_.add_block(Role::kLadder, Exit::kIf, 2);
    function().order.push_back(ladder);
    wire(tail, ladder);
    return ladder;
  }

  void merge_item_done() {
    Frame& frame = frames_.back();
    frame.stage = Stage::kMerges;
    if (frame.guard_merge == kNone) {
      frame.tail = result_tail_;
      frame.pending = result_pending_;
      return;
    }
    if (result_tail_.block != kNone) wire(result_tail_, frame.guard_merge);
    frame.tail = {frame.guard_merge, kNone, 0};
    frame.pending = queues_.merge(frame.pending, result_pending_);
    function().order.push_back(frame.guard_merge);
  }

  struct Group {
    BlockId target;
    uint32_t first, count;
  };

  const Flow& flow_;
  const ReducibleGraph& reducible_;
  const cfg::Graph& graph_;
  const cfg::PostVisitOrder& order_;
  const cfg::DominatorTree& dominators_;
  const cfg::LoopForest& loops_;
  const Regions& regions_;

  Draft draft_;
  BlockId first_loop_block_ = 0;
  Vector<BlockId> entry_;  ///< By node: the result of entry_of_block; kNone before its first call.
  PendingQueues queues_;
  Vector<Frame> frames_;
  Vector<Arm> arms_;        ///< A stack: the arms of all open frames.
  Vector<uint32_t> slots_;  ///< A stack: the successor indices of these arms.
  Vector<Group> groups_;
  Vector<uint32_t> group_rank_;
  Tail result_tail_;
  PendingQueues::Queue result_pending_ = PendingQueues::kEmpty;
};

}  // namespace

Draft build_constructs(const Flow& flow, const ReducibleGraph& reducible, const Regions& regions,
                       WorkWatch* watch) {
  return Builder(flow, reducible, regions).build(watch);
}

}  // namespace trellis::structurizer
