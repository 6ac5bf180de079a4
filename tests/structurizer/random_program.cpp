// Generates random structured programs and transforms them as optimizers do.
#include <algorithm>
#include <utility>

#include "tests/structurizer/graph_generators.hpp"

namespace trellis::structurizer::testing {

namespace {

/// Writes a program statement by statement. Jumps are resolved against the loops that are open at the time.
class ProgramWriter {
 public:
  ProgramWriter(Random& random, uint32_t size) : random_(random), left_(size) {}

  Lists run() {
    const BlockId entry = add_block();
    finish(list(entry, 0), {});
    return std::move(lists_);
  }

 private:
  struct Loop {
    BlockId again = kNone, behind = kNone;
  };
  static constexpr uint32_t kDeepest = 6;

  BlockId add_block() {
    lists_.emplace_back();
    left_ = left_ == 0 ? 0 : left_ - 1;
    return static_cast<BlockId>(lists_.size()) - 1;
  }
  void finish(BlockId block, std::vector<BlockId> targets) {
    if (block != kNone) lists_[block] = std::move(targets);
  }

  /// Writes statements from the open block on. Returns the open block after them; kNone if control does not
  /// get there.
  BlockId list(BlockId open, uint32_t depth) {
    const uint32_t statements = 1 + random_.below(depth == 0 ? 12 : 3);
    for (uint32_t i = 0; i < statements && open != kNone; ++i) {
      if (left_ == 0 || depth > kDeepest) break;
      open = statement(open, depth);
    }
    return open;
  }

  BlockId statement(BlockId open, uint32_t depth) {
    switch (random_.below(14)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return if_statement(open, depth);
      case 4:
      case 5:
        return while_loop(open, depth);
      case 6:
        return do_loop(open, depth);
      case 7:
        return endless_loop(open, depth);
      case 8:
        return switch_statement(open, depth);
      case 9:
      case 10:
        return jump(open);
      case 11:
        return or_chain(open, depth);
      default: {
        const BlockId next = add_block();
        finish(open, {next});
        return next;
      }
    }
  }

  BlockId if_statement(BlockId open, uint32_t depth) {
    const BlockId then = add_block(), after = add_block();
    const BlockId otherwise = random_.one_in(2) ? add_block() : after;
    finish(open, {then, otherwise});
    finish(list(then, depth + 1), {after});
    if (otherwise != after) finish(list(otherwise, depth + 1), {after});
    return after;
  }

  BlockId or_chain(BlockId open, uint32_t depth) {
    const BlockId then = add_block(), after = add_block();
    for (uint32_t i = random_.below(4); i > 0; --i) {
      const BlockId next = add_block();
      finish(open, {then, next});
      open = next;
    }
    finish(open, {then, after});
    finish(list(then, depth + 1), {after});
    return after;
  }

  BlockId while_loop(BlockId open, uint32_t depth) {
    const BlockId test = add_block(), body = add_block(), behind = add_block();
    finish(open, {test});
    finish(test, {body, behind});
    loops_.push_back({test, behind});
    finish(list(body, depth + 1), {test});
    loops_.pop_back();
    return behind;
  }

  BlockId do_loop(BlockId open, uint32_t depth) {
    const BlockId body = add_block(), test = add_block(), behind = add_block();
    finish(open, {body});
    loops_.push_back({test, behind});
    finish(list(body, depth + 1), {test});
    loops_.pop_back();
    finish(test, {body, behind});
    return behind;
  }

  BlockId endless_loop(BlockId open, uint32_t depth) {
    const BlockId body = add_block(), behind = add_block();
    finish(open, {body});
    loops_.push_back({body, behind});
    finish(list(body, depth + 1), {body});
    loops_.pop_back();
    return behind;
  }

  BlockId switch_statement(BlockId open, uint32_t depth) {
    const BlockId behind = add_block();
    std::vector<BlockId> targets;
    const uint32_t cases = 2 + random_.below(5);
    for (uint32_t i = 0; i < cases; ++i) {
      targets.push_back(i > 0 && random_.one_in(5) ? targets.back() : add_block());
    }
    if (random_.one_in(3)) targets[0] = behind;
    finish(open, targets);
    loops_.push_back({loops_.empty() ? BlockId{kNone} : loops_.back().again, behind});
    for (uint32_t i = 0; i < cases; ++i) {
      if (targets[i] == behind || (i > 0 && targets[i] == targets[i - 1])) continue;
      const bool falls = i + 1 < cases && random_.one_in(4);
      finish(list(targets[i], depth + 1), {falls ? targets[i + 1] : behind});
    }
    loops_.pop_back();
    return behind;
  }

  /// Writes a break, continue or return, possibly out of several loops, usually conditional.
  BlockId jump(BlockId open) {
    BlockId target = kNone;
    if (!loops_.empty() && !random_.one_in(6)) {
      const auto count = static_cast<uint32_t>(loops_.size());
      const Loop& loop = loops_[random_.one_in(4) ? random_.below(count) : count - 1];
      target = random_.one_in(3) && loop.again != kNone ? loop.again : loop.behind;
    }
    if (target == kNone) target = add_block();  // A block that returns.
    if (random_.one_in(5)) {
      finish(open, {target});
      return kNone;
    }
    const BlockId next = add_block();
    finish(open, {target, next});
    return next;
  }

  Random& random_;
  uint32_t left_;
  Lists lists_;
  std::vector<Loop> loops_;
};

/// Removes blocks that only branch, and redirects their predecessors.
void join_empty(Lists& lists, Random& random) {
  for (BlockId block = 1; block < lists.size(); ++block) {
    if (lists[block].size() != 1 || lists[block][0] == block || !random.one_in(2)) continue;
    for (auto& list : lists) std::replace(list.begin(), list.end(), block, BlockId{lists[block][0]});
  }
}

/// Redirects a jump to a test directly to one of the test's outcomes.
void thread_jump(Lists& lists, Random& random) {
  const BlockId block = random.below(static_cast<uint32_t>(lists.size()));
  for (BlockId& target : lists[block]) {
    const auto& further = lists[target];
    if (further.size() == 2 && random.one_in(3)) target = further[random.below(2)];
  }
}

/// Merges two blocks with the same successors.
void merge_tails(Lists& lists, Random& random) {
  const auto count = static_cast<uint32_t>(lists.size());
  const BlockId kept = random.below(count);
  for (uint32_t i = 1; i < count; ++i) {
    const BlockId other = (kept + i) % count;
    if (other == 0 || lists[other].empty() || lists[other] != lists[kept]) continue;
    for (auto& list : lists) std::replace(list.begin(), list.end(), other, kept);
    return;
  }
}

/// A jump back to a loop's test becomes a copy of the test.
void rotate_loop(Lists& lists, Random& random) {
  const BlockId block = random.below(static_cast<uint32_t>(lists.size()));
  if (lists[block].size() != 1) return;
  const BlockId target = lists[block][0];
  if (target < block && lists[target].size() == 2) lists[block] = std::vector(lists[target]);
}

/// Folds an empty arm into a select, which removes the branch.
void fold_to_select(Lists& lists, Random& random) {
  const BlockId block = random.below(static_cast<uint32_t>(lists.size()));
  if (lists[block].size() != 2) return;
  const BlockId a = lists[block][0], b = lists[block][1];
  const auto goes_to = [&](BlockId arm, BlockId join) {
    return lists[arm].size() == 1 && lists[arm][0] == join;
  };
  if (goes_to(a, b)) {
    lists[block] = {b};
  } else if (goes_to(b, a)) {
    lists[block] = {a};
  } else if (lists[a].size() == 1 && goes_to(b, lists[a][0])) {
    lists[block] = {BlockId{lists[a][0]}};
  }
}

/// Expands a select into a branch with an empty arm.
void unfold_select(Lists& lists, Random& random) {
  const BlockId block = random.below(static_cast<uint32_t>(lists.size()));
  if (lists[block].size() != 1) return;
  const BlockId next = lists[block][0], arm = static_cast<BlockId>(lists.size());
  lists[block] = random.one_in(2) ? std::vector<BlockId>{arm, next} : std::vector<BlockId>{next, arm};
  lists.push_back({next});
}

/// Turns a conditional branch whose targets are the same into an unconditional one.
void drop_repeated(Lists& lists, Random& random) {
  for (auto& list : lists) {
    if (list.size() == 2 && list[0] == list[1] && !random.one_in(4)) list.pop_back();
  }
}

}  // namespace

Lists random_program(Random& random, uint32_t size) {
  Lists lists = ProgramWriter(random, size).run();
  const uint32_t changes = random.one_in(3) ? 0 : random.below(1 + size / 4);
  if (random.one_in(2)) join_empty(lists, random);
  for (uint32_t i = 0; i < changes; ++i) {
    switch (random.below(5)) {
      case 0:
        thread_jump(lists, random);
        break;
      case 1:
        merge_tails(lists, random);
        break;
      case 2:
        fold_to_select(lists, random);
        break;
      case 3:
        unfold_select(lists, random);
        break;
      default:
        rotate_loop(lists, random);
        break;
    }
  }
  drop_repeated(lists, random);
  return pruned(lists);
}

}  // namespace trellis::structurizer::testing
