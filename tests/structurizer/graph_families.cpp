// Growing families of graphs for which other structurizers take cubic time.
#include <algorithm>
#include <cmath>

#include "tests/structurizer/graph_generators.hpp"

namespace trellis::structurizer::testing {

Lists chain(uint32_t n) {
  Lists lists(n);
  for (BlockId i = 0; i + 1 < n; ++i) lists[i] = {i + 1};
  return lists;
}

Lists nested_ifs(uint32_t n) {
  // Blocks 0 .. n-1 are tests, n is the innermost code, and n+1 .. 2n are the joins from the inside out.
  Lists lists(2 * n + 1);
  for (BlockId i = 0; i < n; ++i) lists[i] = {i + 1, 2 * n - i};
  for (BlockId i = n; i < 2 * n; ++i) lists[i] = {i + 1};
  return lists;
}

Lists ifs_in_row(uint32_t n) {
  Lists lists(4 * n + 1);
  for (BlockId i = 0; i < n; ++i) {
    const BlockId test = 4 * i;
    lists[test] = {test + 1, test + 2};
    lists[test + 1] = lists[test + 2] = {test + 3};
    lists[test + 3] = {test + 4};
  }
  return lists;
}

Lists wide_switch(uint32_t n) {
  Lists lists(n + 2);
  for (BlockId i = 1; i <= n; ++i) {
    lists[0].push_back(i);
    lists[i] = {n + 1};
  }
  return lists;
}

Lists loops_in_row(uint32_t n) {
  Lists lists(2 * n + 1);
  for (BlockId i = 0; i < n; ++i) {
    lists[2 * i] = {2 * i + 1, 2 * i + 2};
    lists[2 * i + 1] = {2 * i};
  }
  return lists;
}

Lists shared_exit(uint32_t n) {
  Lists lists(n + 2);  // Blocks 0 .. n-1 are tests, n is x, and n+1 is y.
  for (BlockId i = 0; i < n; ++i) lists[i] = {n, i + 1 == n ? n + 1 : i + 1};
  lists[n] = {n + 1};
  return lists;
}

Lists nested_loops(uint32_t n) {
  // Blocks 0 .. n-1 are headers that may leave their loop, n is the innermost code, and n+1 .. 2n are the
  // latches from the inside out. The exit of loop i is the latch of the loop around it; the exit of loop 0 is
  // 2n+1.
  Lists lists(2 * n + 2);
  for (BlockId i = 0; i < n; ++i) {
    const BlockId latch = 2 * n - i;
    lists[i] = {i + 1, latch + 1};
    lists[latch] = {i};
  }
  lists[n] = {n + 1};
  return lists;
}

Lists deep_breaks(uint32_t n) {
  // As nested_loops(), but the innermost code is a chain of n tests, each of which can leave one of the
  // loops.
  Lists lists(3 * n + 1);
  const BlockId tests = 2 * n;  // Block tests + i leaves loop i.
  for (BlockId i = 0; i < n; ++i) {
    const BlockId behind = i == 0 ? 3 * n : 2 * n - i;  // The latch of the enclosing loop, or the end.
    const BlockId latch = 2 * n - 1 - i;
    lists[i] = {i + 1 == n ? tests : i + 1};
    lists[latch] = {i};
    lists[tests + i] = {behind, i + 1 == n ? latch : tests + i + 1};
  }
  return lists;
}

Lists switch_shared_tails(uint32_t n) {
  // Blocks 1 .. n are the cases, n+1 .. 2n-1 the tails, and 2n the end. Cases i and i+1 share tail i.
  Lists lists(2 * n + 1);
  for (BlockId i = 1; i <= n; ++i) {
    lists[0].push_back(i);
    const BlockId before = i > 1 ? n + i - 1 : 2 * n, after = i < n ? n + i : 2 * n;
    lists[i] = {before, after};
    if (i < n) lists[n + i] = {2 * n};
  }
  return lists;
}

Lists switch_fall_through(uint32_t n) {
  Lists lists(n + 2);
  lists[0].push_back(n + 1);
  for (BlockId i = 1; i <= n; ++i) {
    lists[0].push_back(i);
    lists[i] = {n + 1};
    if (i < n) lists[i].push_back(i + 1);
  }
  return lists;
}

Lists complete_dag(uint32_t n) {
  Lists lists(n);
  for (BlockId i = 0; i < n; ++i) {
    for (BlockId j = i + 1; j < n; ++j) lists[i].push_back(j);
  }
  return lists;
}

Lists irreducible_grid(uint32_t n) {
  const auto side = static_cast<uint32_t>(std::max(2.0, std::sqrt(static_cast<double>(n))));
  Lists lists(side * side);
  for (uint32_t y = 0; y < side; ++y) {
    for (uint32_t x = 0; x < side; ++x) {
      auto& list = lists[y * side + x];
      if (x + 1 < side) list.push_back(y * side + x + 1);
      if (y + 1 < side) list.push_back((y + 1) * side + x);
      if (x > 0 && y > 0 && (x + y) % 3 == 0) list.push_back((y - 1) * side + x - 1);
    }
  }
  return lists;
}

Lists ladders_of_ladders(uint32_t n) {
  // Layers of tests: each test leads to the next one of its layer, or leaves to a test of the next layer.
  Lists lists;
  for (uint32_t width = std::max(2u, n); width > 1;) {
    const auto first = static_cast<BlockId>(lists.size());
    const uint32_t next_width = static_cast<uint32_t>(std::sqrt(static_cast<double>(width)));
    for (uint32_t i = 0; i < width; ++i) {
      const BlockId next = i + 1 == width ? first + width : first + i + 1;
      lists.push_back({next, first + width + i % next_width});
    }
    width = next_width;
  }
  lists.emplace_back();
  return lists;
}

std::span<const GraphFamily> graph_families() {
  static constexpr GraphFamily kFamilies[] = {{"chain", chain, 100000, 100000, 40},
                                              {"nested_ifs", nested_ifs, 10000, 10000, 40},
                                              {"ifs_in_row", ifs_in_row, 10000, 10000, 40},
                                              {"wide_switch", wide_switch, 10000, 10000, 40},
                                              {"loops_in_row", loops_in_row, 10000, 10000, 40},
                                              {"shared_exit", shared_exit, 10000, 10000, 40},
                                              {"nested_loops", nested_loops, 10000, 10000, 30},
                                              {"deep_breaks", deep_breaks, 1000, 1000, 30},
                                              {"switch_shared_tails", switch_shared_tails, 10000, 1000, 30},
                                              {"switch_fall_through", switch_fall_through, 10000, 1000, 30},
                                              {"complete_dag", complete_dag, 150, 100, 20},
                                              {"irreducible_grid", irreducible_grid, 10000, 3000, 60},
                                              {"ladders_of_ladders", ladders_of_ladders, 10000, 2000, 60}};
  return kFamilies;
}

}  // namespace trellis::structurizer::testing
