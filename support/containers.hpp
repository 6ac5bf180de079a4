// The library's own containers: those of the standard library, in memory that an embedder may route.
//
// Vector and String convert implicitly from and to std::vector and std::string, by copying, so callers need
// not know them. The library itself should not rely on these conversions.
#pragma once

#include <algorithm>
#include <charconv>
#include <compare>
#include <concepts>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/routed_memory.hpp"

namespace trellis {

class String : public std::basic_string<char, std::char_traits<char>, RoutedAllocator<char>> {
 public:
  using Base = std::basic_string<char, std::char_traits<char>, RoutedAllocator<char>>;
  using Base::Base;
  using Base::operator=;

  String() = default;
  String(const Base& text) : Base(text) {}
  String(Base&& text) noexcept : Base(std::move(text)) {}
  String(const std::string& text) : Base(text.data(), text.size()) {}
  operator std::string() const { return {data(), size()}; }

  String substr(size_t from = 0, size_t count = npos) const { return Base::substr(from, count); }
};

/// A type that can be viewed as text without a copy.
template <class T>
concept TextLike = std::convertible_to<const T&, std::string_view>;
template <class T>
concept OtherText = TextLike<T> && !std::same_as<T, String>;

// These are templates, so that no argument is converted to a String.
template <std::same_as<String> Text, std::same_as<std::string> Standard>
bool operator==(const Text& a, const Standard& b) {
  return std::string_view(a) == std::string_view(b);
}
template <std::same_as<String> Text, TextLike Other>
String operator+(Text a, const Other& b) {
  a.append(std::string_view(b));
  return a;
}
template <OtherText Other, std::same_as<String> Text>
String operator+(const Other& a, const Text& b) {
  const std::string_view front = a;
  String text;
  text.reserve(front.size() + b.size());
  text.append(front);
  text.append(b);
  return text;
}
template <std::same_as<String> Text>
String operator+(Text a, char b) {
  a.push_back(b);
  return a;
}
template <std::same_as<String> Text>
String operator+(char a, const Text& b) {
  return String(1, a) + b;
}

/// Returns the number in decimal digits.
String decimal(std::integral auto number) {
  char digits[24];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, number);
  return String(digits, static_cast<size_t>(end.ptr - digits));
}

template <class U, class T>
concept ConstructibleFrom = std::convertible_to<const T&, U>;

template <class T>
class Vector : public std::vector<T, RoutedAllocator<T>> {
 public:
  using Base = std::vector<T, RoutedAllocator<T>>;
  using Base::Base;
  using Base::operator=;

  Vector() = default;
  Vector(const Base& elements) : Base(elements) {}
  Vector(Base&& elements) noexcept : Base(std::move(elements)) {}
  template <std::convertible_to<T> U>
  Vector(const std::vector<U>& elements) : Base(elements.begin(), elements.end()) {}
  template <ConstructibleFrom<T> U>
  operator std::vector<U>() const {
    return {this->begin(), this->end()};
  }

  // While there is room, these are inline: the standard library's contain the growth, too, and become calls.
  void push_back(const T& element) {
    if (is_full()) return push_and_grow(element);
    Base::push_back(element);
  }
  void push_back(T&& element) {
    if (is_full()) return push_and_grow(std::move(element));
    Base::push_back(std::move(element));
  }

 private:
  bool is_full() const { return this->size() == this->capacity(); }
  // The standard library's first grow from 1 to 2, 4, 8 elements, which takes longer than what is added.
  template <class U>
  [[gnu::noinline]] void push_and_grow(U&& element) {
    constexpr size_t kFirstBytes = 120;
    if (this->capacity() == 0) this->reserve(std::max<size_t>(1, kFirstBytes / sizeof(T)));
    Base::push_back(std::forward<U>(element));
  }
};

template <class Iterator>
Vector(Iterator, Iterator) -> Vector<typename std::iterator_traits<Iterator>::value_type>;

template <class T, class U>
bool operator==(const Vector<T>& a, const std::vector<U>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

template <class Key, class Value, class Less = std::less<Key>>
using Map = std::map<Key, Value, Less, RoutedAllocator<std::pair<const Key, Value>>>;
template <class Key, class Less = std::less<Key>>
using Set = std::set<Key, Less, RoutedAllocator<Key>>;
template <class Key, class Value, class Hash = std::hash<Key>>
using HashMap =
    std::unordered_map<Key, Value, Hash, std::equal_to<Key>, RoutedAllocator<std::pair<const Key, Value>>>;

}  // namespace trellis
