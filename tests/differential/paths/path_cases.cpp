#include "tests/differential/paths/path_cases.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trellis::differential {

using structurizer::BlockId;
using structurizer::testing::Lists;
using structurizer::testing::Random;

namespace {

/// Returns a random graph of 4 blocks with zero, one or two distinct successors each. Drops unreachable
/// blocks.
Lists small_graph(Random& random) {
  Lists lists(4);
  for (auto& list : lists) {
    const uint32_t choice = random.below(17);  // No successor, 4 single ones, or 12 ordered pairs.
    if (choice == 0) continue;
    list.push_back(choice < 5 ? choice - 1 : (choice - 5) / 3);
    if (choice < 5) continue;
    const uint32_t other = (choice - 5) % 3;
    list.push_back(other < list[0] ? other : other + 1);
  }
  return structurizer::testing::pruned(lists);
}

Lists family(Random& random, uint32_t size) {
  using namespace structurizer::testing;
  const uint32_t n = 2 + random.below(std::max(2u, size / 3));
  switch (random.below(10)) {
    case 0:
      return nested_ifs(n);
    case 1:
      return ifs_in_row(1 + n / 2);
    case 2:
      return wide_switch(n);
    case 3:
      return loops_in_row(n);
    case 4:
      return shared_exit(n);
    case 5:
      return nested_loops(n);
    case 6:
      return deep_breaks(n);
    case 7:
      return switch_shared_tails(n);
    case 8:
      return switch_fall_through(n);
    default:
      return random.one_in(2) ? irreducible_grid(size) : complete_dag(std::min(n, 12u));
  }
}

Lists lists_from(GraphSource source, Random& random, uint32_t size) {
  switch (source) {
    case GraphSource::kSmall:
      return small_graph(random);
    case GraphSource::kAny:
      return structurizer::testing::random_graph(random, size);
    case GraphSource::kProgram:
      return structurizer::testing::random_program(random, size);
    case GraphSource::kFamily:
      break;
  }
  return family(random, size);
}

PathGraph finish(Lists lists, Random& random) {
  let_end(lists, random);
  structurizer::Flow flow = structurizer::testing::flow_of(lists);
  structurizer::testing::add_random_values(flow, random);
  return make_path_graph(std::move(flow));
}

}  // namespace

PathGraph random_path_graph(GraphSource source, uint64_t seed, uint32_t size) {
  Random random(seed);
  Lists lists = lists_from(source, random, size);
  return finish(std::move(lists), random);
}

PathGraph path_graph_of(Lists lists, uint64_t seed) {
  Random random(seed);
  return finish(std::move(lists), random);
}

}  // namespace trellis::differential
