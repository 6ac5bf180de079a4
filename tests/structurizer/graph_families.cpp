// Families of graphs that grow: what other structurizers take cubic time for.
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
  // 0 .. n-1 test, n is the innermost code, n+1 .. 2n are the joins from the inside out.
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
  Lists lists(n + 2);  // 0 .. n-1 test, n is x, n+1 is y.
  for (BlockId i = 0; i < n; ++i) lists[i] = {n, i + 1 == n ? n + 1 : i + 1};
  lists[n] = {n + 1};
  return lists;
}

Lists nested_loops(uint32_t n) {
  // 0 .. n-1 are headers that may leave, n the innermost code, n+1 .. 2n the latches from the inside out; the
  // exit of loop i is the latch of the loop around it, the exit of loop 0 is 2n+1.
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
  // As nested_loops; the innermost code is a row of n tests that can jump behind any loop.
  Lists lists(3 * n + 1);
  const BlockId tests = 2 * n;  // tests + i jumps behind loop i.
  for (BlockId i = 0; i < n; ++i) {
    const BlockId behind = i == 0 ? 3 * n : 2 * n - i;  // The latch of the loop around, or the end.
    const BlockId latch = 2 * n - 1 - i;
    lists[i] = {i + 1 == n ? tests : i + 1};
    lists[latch] = {i};
    lists[tests + i] = {behind, i + 1 == n ? latch : tests + i + 1};
  }
  return lists;
}

Lists switch_shared_tails(uint32_t n) {
  // 1 .. n are the cases; n+1 .. 2n-1 the tails, tail i shared by cases i and i+1; 2n the end.
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

}  // namespace trellis::structurizer::testing
