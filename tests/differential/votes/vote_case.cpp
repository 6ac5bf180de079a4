#include "tests/differential/votes/vote_case.hpp"

#include "structurizer/structurize.hpp"

namespace trellis::differential {

using structurizer::testing::Random;

VoteCase random_vote_case(uint64_t seed, uint32_t size) {
  Random random(seed);
  VoteCase item;
  item.false_edges = static_cast<FalseEdges>(random.below(3));
  SourceShape shape;
  shape.statements = 3 + random.below(size);
  shape.switches = random.one_in(3);
  // Taken from the seed instead of a random number, so that the programs of other seeds stay the same.
  shape.fall_through = seed % 2 == 1;
  const bool is_marked = item.false_edges == FalseEdges::kBreaksAndReturns;
  shape.endless_loops = item.false_edges != FalseEdges::kNone;
  shape.endless_loops_return = is_marked;
  item.program = random_source(random, shape);
  item.simplify_seed = !is_marked || random.one_in(4) ? 0 : random.next() | 1;
  return item;
}

Structured structurize_case(const VoteCase& item, const Flow& flow) {
  structurizer::Options options;
  options.keep_convergent_exits = item.false_edges != FalseEdges::kBreaksAndReturns;
  return structurizer::structurize(flow, options);
}

VoteGraph graph_of(const VoteCase& item) {
  VoteGraph graph = lower(item.program, item.false_edges, item.hints);
  if (!can_end(graph)) return {};
  if (item.simplify_seed == 0) return graph;
  Random random(item.simplify_seed);
  simplify(graph, random);
  return graph;
}

namespace {

std::string describe(const std::vector<VoteRecord>& log, size_t at) {
  if (at >= log.size()) return "nothing more";
  return "vote " + std::to_string(log[at].vote) + " with lanes " + std::to_string(log[at].lanes);
}

std::string first_difference(const VoteLogs& wanted, const VoteLogs& got) {
  for (size_t lane = 0; lane < wanted.size(); ++lane) {
    for (size_t i = 0; i < wanted[lane].size() || i < got[lane].size(); ++i) {
      if (i < wanted[lane].size() && i < got[lane].size() && wanted[lane][i] == got[lane][i]) continue;
      return std::to_string(wanted.size()) + " lanes: lane " + std::to_string(lane) + " should record " +
             describe(wanted[lane], i) + ", but records " + describe(got[lane], i);
    }
  }
  return {};
}

}  // namespace

std::string find_vote_difference(const VoteCase& item, const VoteEffort& effort) {
  // Exit choices come from the graph as written: after simplification, a decision may appear in several
  // nodes.
  if (!is_well_formed(item.program)) return {};
  const VoteGraph written = lower(item.program, item.false_edges);
  if (!can_end(written)) return {};
  const auto exit_choice = exit_choices(written);
  const VoteGraph graph = graph_of(item);
  const Flow flow = flow_of(graph);
  const Structured structured = structurize_case(item, flow);
  for (uint32_t run = 0; run < effort.runs; ++run) {
    static constexpr uint32_t kLanes[] = {8, 64, 32, 8};
    const uint32_t lanes = kLanes[run % 4];
    const Steering steering(effort.seed + run, lanes);
    const VoteRun got =
        run_structured(graph, flow, structured, steering, 0, lanes, exit_choice, effort.promise);
    if (!got.error.empty()) return got.error;
    const VoteLogs wanted = run_source(item.program, steering, 0, lanes, exit_choice);
    if (std::string difference = first_difference(wanted, got.logs); !difference.empty()) return difference;
  }
  return {};
}

namespace {

/// Tries all programs that are one step smaller, each made by changing one statement.
class Shrinker {
 public:
  explicit Shrinker(const std::function<bool(const Statements&)>& fails) : fails_(fails) {}

  Statements run(Statements program) {
    for (bool smaller = true; smaller;) {
      smaller = false;
      root_ = &program;
      smaller = shrink_list(program);
    }
    renumber(program);
    return program;
  }

 private:
  /// Keeps a change to the list if the whole program still fails.
  bool keep(Statements& list, Statements changed) {
    std::swap(list, changed);
    Statements whole = *root_;
    renumber(whole);
    if (fails_(whole)) return true;
    std::swap(list, changed);
    return false;
  }

  bool shrink_list(Statements& list) {
    for (size_t i = 0; i < list.size(); ++i) {
      Statements without = list;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      if (keep(list, without)) return true;
      for (const Statements& inner : list[i].lists) {
        Statements unwrapped = without;
        unwrapped.insert(unwrapped.begin() + static_cast<std::ptrdiff_t>(i), inner.begin(), inner.end());
        if (keep(list, unwrapped)) return true;
      }
      for (Statements& inner : list[i].lists) {
        if (shrink_list(inner)) return true;
      }
    }
    return false;
  }

  const std::function<bool(const Statements&)>& fails_;
  const Statements* root_ = nullptr;
};

}  // namespace

Statements shrink(const Statements& program, const std::function<bool(const Statements&)>& fails) {
  return Shrinker(fails).run(program);
}

}  // namespace trellis::differential
