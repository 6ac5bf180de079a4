// The sets of invocations over which something may be uniform.
#pragma once

#include <array>
#include <cstdint>

namespace trellis::uniformity {

enum class Scope : uint8_t {
  kQuad,      ///< The 2x2 neighbours between which derivatives are taken.
  kSubgroup,  ///< A wave.
  kGroup,     ///< A thread group.
};
inline constexpr uint32_t kScopeCount = 3;
inline constexpr std::array<Scope, kScopeCount> kAllScopes = {Scope::kQuad, Scope::kSubgroup, Scope::kGroup};

/// A set of scopes, as bits.
using Scopes = uint8_t;
constexpr Scopes bit(Scope scope) { return static_cast<Scopes>(1u << static_cast<uint32_t>(scope)); }
inline constexpr Scopes kNoScope = 0, kEveryScope = 7;

/// Returns "quad", "wave" or "thread group".
inline const char* name_of(Scope scope) {
  constexpr const char* kNames[kScopeCount] = {"quad", "wave", "thread group"};
  return kNames[static_cast<uint32_t>(scope)];
}

}  // namespace trellis::uniformity
