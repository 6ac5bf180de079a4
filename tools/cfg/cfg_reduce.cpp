#include "tools/cfg/cfg_reduce.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace trellis::tools {
namespace {

using cfg::BlockId;
using cfg::kNone;
using Lists = std::vector<std::vector<BlockId>>;

struct Candidate {
  Lists successors;
  std::vector<std::string> names;
};

/// Keeps the blocks that the entry (block 0) reaches, in their old order.
Candidate pruned(const Candidate& candidate) {
  std::vector<bool> reached(candidate.successors.size(), false);
  std::vector<BlockId> work = {0};
  reached[0] = true;
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    for (const BlockId target : candidate.successors[block]) {
      if (!reached[target]) work.push_back(target);
      reached[target] = true;
    }
  }
  std::vector<BlockId> number(reached.size(), kNone);
  Candidate result;
  for (BlockId block = 0; block < reached.size(); ++block) {
    if (!reached[block]) continue;
    number[block] = static_cast<BlockId>(result.names.size());
    result.names.push_back(candidate.names[block]);
    result.successors.push_back(candidate.successors[block]);
  }
  for (auto& targets : result.successors) {
    for (BlockId& target : targets) target = number[target];
  }
  return result;
}

enum class Way : uint8_t {
  kCut,     ///< Removes edges to the left-out blocks.
  kBypass,  ///< Redirects edges to a left-out block to the target of its first edge.
};

Candidate without_blocks(const Candidate& from, BlockId first, BlockId last, Way way) {
  const auto leaves = [&](BlockId block) { return block >= first && block < last; };
  const auto past = [&](BlockId block) -> BlockId {
    // Takes at most one step per left-out block, so that a cycle of them ends; it leads nowhere.
    for (BlockId step = first; leaves(block) && step <= last; ++step) {
      if (from.successors[block].empty()) return kNone;
      block = from.successors[block].front();
    }
    return leaves(block) ? kNone : block;
  };
  Candidate result = from;
  for (auto& targets : result.successors) {
    std::vector<BlockId> kept;
    for (const BlockId target : targets) {
      const BlockId now = !leaves(target) ? target : way == Way::kCut ? BlockId{kNone} : past(target);
      if (now != kNone && (now == target || std::find(kept.begin(), kept.end(), now) == kept.end())) {
        kept.push_back(now);
      }
    }
    targets = std::move(kept);
  }
  return pruned(result);
}

Candidate without_edges(const Candidate& from, size_t first, size_t last) {
  Candidate result = from;
  size_t edge = 0;
  for (auto& targets : result.successors) {
    std::erase_if(targets, [&](BlockId) {
      const size_t number = edge++;
      return number >= first && number < last;
    });
  }
  return pruned(result);
}

size_t edge_count(const Candidate& candidate) {
  size_t count = 0;
  for (const auto& targets : candidate.successors) count += targets.size();
  return count;
}

class Reducer {
 public:
  Reducer(std::string title, const StillFails& still_fails, uint32_t max_tests)
      : title_(std::move(title)), still_fails_(still_fails), max_tests_(max_tests) {}

  Result<bool> fails(const Candidate& candidate) {
    ++tests_;
    return still_fails_(input_of(candidate));
  }

  CfgInput input_of(const Candidate& candidate) const {
    return cfg_input_of(title_, cfg::Graph::from_lists(candidate.successors), candidate.names);
  }

  Result<void> run(Candidate& best) {
    for (bool changed = true; changed && !spent();) {
      changed = false;
      for (const Way way : {Way::kCut, Way::kBypass}) {
        const auto size = [&] { return best.names.size(); };
        const auto blocks = sweep(best, changed, 1, size, [&](size_t first, size_t last) {
          return without_blocks(best, static_cast<BlockId>(first), static_cast<BlockId>(last), way);
        });
        if (!blocks) return blocks;
      }
      const auto edges = sweep(
          best, changed, 0, [&] { return edge_count(best); },
          [&](size_t first, size_t last) { return without_edges(best, first, last); });
      if (!edges) return edges;
    }
    return {};
  }

  bool spent() const { return tests_ >= max_tests_; }
  uint32_t tests() const { return tests_; }

 private:
  /// Tries to leave out runs of items: half of them at first, single items at the end.
  template <class Size, class Without>
  Result<void> sweep(Candidate& best, bool& changed, size_t first_index, const Size& size,
                     const Without& without) {
    for (size_t run = std::max<size_t>(size() / 2, 1); !spent(); run /= 2) {
      for (size_t first = first_index; first < size() && !spent();) {
        Candidate smaller = without(first, std::min(first + run, size()));
        const bool is_smaller =
            smaller.names.size() < best.names.size() || edge_count(smaller) < edge_count(best);
        bool still = false;
        if (is_smaller) {
          const auto answer = fails(smaller);
          if (!answer) return answer.error();
          still = *answer;
        }
        if (still) {
          best = std::move(smaller);
          changed = true;
        } else {
          first += run;
        }
      }
      if (run == 1) break;
    }
    return {};
  }

  std::string title_;
  const StillFails& still_fails_;
  uint32_t max_tests_;
  uint32_t tests_ = 0;
};

}  // namespace

Result<Reduction> reduce_graph(const CfgInput& input, const StillFails& still_fails, uint32_t max_tests) {
  const cfg::Graph& graph = input.flow.graph;
  Candidate best;
  best.names = input.names;
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    const auto successors = graph.successors(block);
    best.successors.emplace_back(successors.begin(), successors.end());
  }
  Reducer reducer(input.title + ", reduced", still_fails, max_tests);
  const auto fails = reducer.fails(best);
  if (!fails) return fails.error();
  if (!*fails) return bad_input("the graph does not fail, so there is nothing to reduce");
  TRELLIS_RETURN_IF_ERROR(reducer.run(best));
  return Reduction{reducer.input_of(best), reducer.tests(), !reducer.spent()};
}

}  // namespace trellis::tools
