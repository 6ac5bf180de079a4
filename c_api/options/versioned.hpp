// Structs that start with their size, for older and newer callers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::c_api {

/// Returns the error for an invalid argument. `field` is in the caller's terms ("options.target").
[[gnu::cold]] inline Diagnostic invalid_argument(String field, String message) {
  Location where;
  where.part = std::move(field);
  return bad_input(std::move(message), std::move(where));
}

/// Copies the caller's struct over the defaults in `known`, as far as both versions have the same fields. A
/// larger struct of a newer header is accepted if the fields unknown to this library are zero. `from` may be
/// null: the defaults stay.
template <class T>
Result<void> read_versioned(const T* from, const char* name, T& known) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (from == nullptr) return {};
  constexpr uint32_t kMaxSize = 1u << 16;
  const uint32_t size = from->struct_size;
  const String field = String(name) + ".struct_size";
  if (size < sizeof(uint32_t) || size > kMaxSize) {
    return invalid_argument(field, "struct_size is " + decimal(size) + "; set it with the INIT macro");
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(from);
  if (size > sizeof(T) &&
      std::any_of(bytes + sizeof(T), bytes + size, [](unsigned char b) { return b != 0; })) {
    return invalid_argument(
        field, "the struct is from a newer header and sets a field that this library does not know");
  }
  std::memcpy(&known, from, std::min<size_t>(size, sizeof(T)));
  known.struct_size = sizeof(T);
  return {};
}

/// Fills the caller's struct with as much of `known` as fits. Returns false if its struct_size is invalid.
template <class T>
bool write_versioned(const T& known, T* to) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (to == nullptr || to->struct_size < sizeof(uint32_t)) return false;
  const uint32_t size = to->struct_size;
  std::memcpy(to, &known, std::min<size_t>(size, sizeof(T)));
  to->struct_size = size;
  return true;
}

}  // namespace trellis::c_api
