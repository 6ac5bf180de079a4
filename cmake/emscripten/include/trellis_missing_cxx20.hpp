// What Trellis uses of C++20 that the C++ library of Debian 12's Emscripten (libc++ 13) lacks. The toolchain
// file includes this before each source, so that the sources need not know. A newer library, told by its
// <memory_resource>, has all of it.
#pragma once

#ifdef __cplusplus
#include <algorithm>
#include <compare>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace std {

template <class Sequence>
constexpr strong_ordering trellis_three_way(const Sequence& a, const Sequence& b) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i] < b[i]) return strong_ordering::less;
    if (b[i] < a[i]) return strong_ordering::greater;
  }
  return a.size() <=> b.size();
}

template <class T, class Allocator>
constexpr strong_ordering operator<=>(const vector<T, Allocator>& a, const vector<T, Allocator>& b) {
  return trellis_three_way(a, b);
}

template <class C, class Traits, class Allocator>
constexpr strong_ordering operator<=>(const basic_string<C, Traits, Allocator>& a,
                                      const basic_string<C, Traits, Allocator>& b) {
  return a.compare(b) <=> 0;
}

template <class C, class Traits>
constexpr strong_ordering operator<=>(basic_string_view<C, Traits> a, basic_string_view<C, Traits> b) {
  return a.compare(b) <=> 0;
}

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

namespace ranges {

template <class Range, class Test>
constexpr bool all_of(const Range& range, Test test) {
  for (const auto& element : range) {
    if (!std::invoke(test, element)) return false;
  }
  return true;
}

template <class Range, class Test>
constexpr bool any_of(const Range& range, Test test) {
  for (const auto& element : range) {
    if (std::invoke(test, element)) return true;
  }
  return false;
}

template <class One, class Other>
constexpr bool equal(const One& one, const Other& other) {
  return std::equal(std::begin(one), std::end(one), std::begin(other), std::end(other));
}

}  // namespace ranges
}  // namespace std
#endif
