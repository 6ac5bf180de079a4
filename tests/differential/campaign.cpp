// The long-running form of the differential tests.
#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "structurizer/structurize.hpp"
#include "tests/differential/driver_limits.hpp"
#include "tests/differential/mutation.hpp"
#include "tests/differential/paths/path_cases.hpp"
#include "tests/differential/paths/path_shader.hpp"
#include "tests/differential/paths/path_wave.hpp"
#include "tests/differential/shader_state.hpp"
#include "tests/differential/votes/vote_shader.hpp"
#include "tests/differential/waves/reconvergence_points.hpp"
#include "tests/vulkan/runner.hpp"

namespace {

using namespace trellis;
using namespace trellis::differential;

constexpr const char* kUsage =
    "usage: trellis-differential-campaign SEED COUNT SIZE "
    "[paths|waves|reconvergence|votes|vote-waves|declared|mutations]\n"
    "\n"
    "COUNT graphs or programs of up to SIZE blocks or statements, from seeds SEED, SEED + 1, ..\n"
    "paths:         as shaders on the Vulkan device, against walks of the graphs (this is the default)\n"
    "waves:         by an interpreter of waves, against walks of the graphs\n"
    "reconvergence: reducible graphs by waves: lanes that diverge at a branch reconverge\n"
    "votes:         programs that vote, on the Vulkan device, against an interpreter of the source\n"
    "vote-waves:    the same by the interpreter of waves, at 8, 32 and 64 lanes\n"
    "declared:      the same by waves that reconverge at declared merge blocks alone\n"
    "mutations:     structured functions broken by mutations, against the checkers\n"
    "Prints what fails and goes on, at the end the numbers; exits with 1 if anything failed.\n";

struct Range {
  uint32_t seed = 0, count = 0, size = 0;
};

struct Tally {
  static constexpr uint32_t kShown = 10;
  uint32_t tried = 0, left_out = 0, failed = 0;

  void fail(uint64_t seed, const std::string& what) {
    if (++failed <= kShown)
      std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), what.c_str());
  }
  int report(const char* what) const {
    std::printf("%u %s, %u left out, %u failed\n", tried, what, left_out, failed);
    return failed == 0 ? 0 : 1;
  }
};

GraphSource source_of(uint64_t seed) { return static_cast<GraphSource>(seed % 4); }

int run_paths(const Range& range) {
  const auto device = vulkan::Runner::create();
  if (!device) {
    std::printf("%s\n", device.error().to_string().c_str());
    return 1;
  }
  Tally tally;
  for (uint32_t i = 0; i < range.count; ++i) {
    const uint64_t seed = uint64_t{range.seed} + i;
    const std::vector<PathGraph> graphs = {random_path_graph(source_of(seed), seed, range.size)};
    if (may_lose_continue(graphs[0].flow, graphs[0].structured)) {
      ++tally.left_out;
      continue;
    }
    ++tally.tried;
    const std::string fault = find_path_fault(**device, graphs, Steering(seed, kRows));
    if (!fault.empty()) tally.fail(seed, fault);
  }
  return tally.report("graphs as shaders");
}

int run_waves(const Range& range) {
  Tally tally;
  for (uint32_t i = 0; i < range.count; ++i) {
    const uint64_t seed = uint64_t{range.seed} + i;
    const PathGraph graph = random_path_graph(source_of(seed), seed, range.size);
    const Steering steering(seed, 64);
    const WaveWalks waves = walk_structured(graph, steering, 0, 64);
    ++tally.tried;
    bool same = waves.error.empty();
    for (uint32_t row = 0; row < 64 && same; ++row)
      same = waves.walks[row] == walk_flow(graph, steering, row);
    if (!same) tally.fail(seed, "a lane takes another path " + waves.error);
  }
  return tally.report("graphs walked by waves");
}

int run_reconvergence(const Range& range) {
  using namespace structurizer::testing;
  Tally tally;
  for (uint32_t i = 0; i < range.count; ++i) {
    const uint64_t seed = uint64_t{range.seed} + i;
    Random random(seed);
    Lists lists = random.one_in(3) ? random_graph(random, range.size) : random_program(random, range.size);
    let_end(lists, random);
    const std::optional<PathGraph> graph = convergent_graph(lists);
    if (!graph) {
      ++tally.left_out;
      continue;
    }
    ++tally.tried;
    const std::string fault = find_missed_reconvergence(*graph, Steering(seed, 64), 64);
    if (!fault.empty()) tally.fail(seed, fault);
  }
  return tally.report("graphs walked by waves that reconverge");
}

/// Runs vote programs in waves that rely only on `promise`.
int run_vote_waves(const Range& range, Promise promise, const VoteEffort& effort) {
  Tally tally;
  for (uint32_t i = 0; i < range.count; ++i) {
    VoteCase item = random_vote_case(uint64_t{range.seed} + i, range.size);
    VoteEffort own = effort;
    own.seed = uint64_t{range.seed} + i;
    own.promise = promise;
    if (graph_of(item).empty()) {
      ++tally.left_out;
      continue;
    }
    ++tally.tried;
    if (find_vote_difference(item, own).empty()) continue;
    const auto fails = [&](const Statements& program) {
      if (!is_well_formed(program)) return false;
      VoteCase smaller = item;
      smaller.program = program;
      return !graph_of(smaller).empty() && !find_vote_difference(smaller, own).empty();
    };
    if (tally.failed < Tally::kShown) item.program = shrink(item.program, fails);
    tally.fail(own.seed,
               find_vote_difference(item, own) + "\n" + to_text(item.program) + to_text(graph_of(item)));
  }
  return tally.report("programs that vote");
}

int run_votes(const Range& range) {
  const auto device = vulkan::Runner::create();
  if (!device) {
    std::printf("%s\n", device.error().to_string().c_str());
    return 1;
  }
  Tally tally;
  for (uint32_t i = 0; i < range.count; ++i) {
    const uint64_t seed = uint64_t{range.seed} + i;
    const std::vector<VoteCase> cases = {random_vote_case(seed, range.size)};
    const VoteGraph graph = graph_of(cases[0]);
    const Flow flow = flow_of(graph);
    if (graph.empty() || may_lose_continue(flow, structurize_case(cases[0], flow))) {
      ++tally.left_out;
      continue;
    }
    ++tally.tried;
    const std::string fault = find_vote_fault(**device, cases, Steering(seed, kRows));
    if (!fault.empty()) tally.fail(seed, fault + "\n" + to_text(cases[0].program) + to_text(graph));
  }
  return tally.report("programs that vote");
}

int run_mutations(const Range& range) {
  using namespace structurizer::testing;
  const auto mutations = all_mutations();
  std::vector<MutationCount> counts(mutations.size());
  for (uint32_t i = 0; i < range.count; ++i) {
    Random random(uint64_t{range.seed} + i);
    structurizer::Flow flow =
        flow_of(random.one_in(2) ? random_graph(random, range.size) : random_program(random, range.size));
    add_random_values(flow, random);
    const structurizer::Structured function = structurizer::structurize(flow);
    for (size_t m = 0; m < mutations.size(); ++m) {
      try_mutation(mutations[m], flow, function, random, counts[m]);
    }
  }
  uint32_t missed = 0;
  std::printf("%-34s %8s %8s %10s %8s\n", "mutation", "applied", "caught", "harmless", "missed");
  for (size_t m = 0; m < mutations.size(); ++m) {
    const MutationCount& count = counts[m];
    std::printf("%-34s %8u %8u %10u %8u\n", mutations[m].name, count.applied, count.caught, count.equivalent,
                count.missed);
    missed += count.missed;
  }
  for (size_t m = 0; m < mutations.size(); ++m) {
    if (counts[m].missed > 0) std::printf("%s: %s\n", mutations[m].name, counts[m].example.c_str());
  }
  return missed == 0 ? 0 : 1;
}

bool read_number(const char* text, uint32_t& number) {
  const std::string_view view(text);
  const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), number);
  return error == std::errc() && end == view.data() + view.size();
}

}  // namespace

int main(int argc, char** argv) {
  Range range;
  const bool has_numbers = (argc == 4 || argc == 5) && read_number(argv[1], range.seed) &&
                           read_number(argv[2], range.count) && read_number(argv[3], range.size);
  const std::string_view mode = argc == 5 ? argv[4] : "paths";
  if (has_numbers && mode == "paths") return run_paths(range);
  if (has_numbers && mode == "waves") return run_waves(range);
  if (has_numbers && mode == "reconvergence") return run_reconvergence(range);
  if (has_numbers && mode == "votes") return run_votes(range);
  if (has_numbers && mode == "vote-waves") return run_vote_waves(range, Promise::kMaximal, {.runs = 8});
  if (has_numbers && mode == "declared") return run_vote_waves(range, Promise::kDeclared, {.runs = 4});
  if (has_numbers && mode == "mutations") return run_mutations(range);
  std::fputs(kUsage, stderr);
  return 2;
}
