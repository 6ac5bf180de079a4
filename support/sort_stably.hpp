// std::stable_sort with routed memory: the standard one takes its buffer from operator new.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

#include "support/containers.hpp"

namespace trellis {

/// Sorts stably: elements that compare equal keep their order.
template <class Iterator, class Less = std::less<>>
void sort_stably(Iterator first, Iterator last, Less less = {}) {
  constexpr std::ptrdiff_t kRun = 16;
  const std::ptrdiff_t size = last - first;
  for (std::ptrdiff_t run = 0; run < size; run += kRun) {
    const Iterator begin = first + run;
    const Iterator end = first + std::min(run + kRun, size);
    for (Iterator at = begin; at != end; ++at) {
      std::rotate(std::upper_bound(begin, at, *at, less), at, at + 1);
    }
  }
  if (size <= kRun) return;
  Vector<typename std::iterator_traits<Iterator>::value_type> merged;
  merged.reserve(static_cast<size_t>(size));
  for (std::ptrdiff_t width = kRun; width < size; width *= 2) {
    merged.clear();
    for (std::ptrdiff_t run = 0; run < size; run += 2 * width) {
      const Iterator middle = first + std::min(run + width, size);
      const Iterator end = first + std::min(run + 2 * width, size);
      std::merge(std::make_move_iterator(first + run), std::make_move_iterator(middle),
                 std::make_move_iterator(middle), std::make_move_iterator(end), std::back_inserter(merged),
                 less);
    }
    std::move(merged.begin(), merged.end(), first);
  }
}

}  // namespace trellis
