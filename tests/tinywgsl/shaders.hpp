// The paper's shaders in TinyWGSL.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tinywgsl/syntax/parser.hpp"

namespace trellis::tinywgsl {

/// Parses a shader that is known to be well-formed.
inline Program parsed(const std::string& text) {
  auto program = parse(text);
  EXPECT_TRUE(program.ok()) << text << ": " << program.error().message;
  return std::move(*program);
}

/// Figure 1a.
inline constexpr const char* kTreeReduction = R"(@workgroup_size(256)
fn main(lid) {
  d = 256
  loop {
    if (d <= 0) { break } else { }
    barrier
    if (lid < d) {
      A[lid] = A[lid] + A[lid + d]
    } else { }
    continue
    continuing { d = d / 2 }
  }
  barrier
})";

/// Figure 1b.
inline constexpr const char* kBarrierInIf = R"(@workgroup_size(256)
fn main(lid) {
  d = 256
  loop {
    if (d <= 0) { break } else { }
    if (lid < d) {
      barrier
      A[lid] = A[lid] + A[lid + d]
    } else { }
    continue
    continuing { d = d / 2 }
  }
  barrier
})";

/// Figures 1c and 3.
inline constexpr const char* kEarlyContinue = R"(@workgroup_size(256)
fn main(lid) {
  d = 256
  loop {
    if (d <= 0) {
      break
    } else { }
    barrier
    if (lid >= d) {
      continue
    } else { }
    A[lid] = A[lid] + A[lid + d]
    continue
    continuing {
      d = d / 2
    }
  }
  barrier
})";

inline constexpr const char* kFigure10a = R"(@workgroup_size(2)
fn main(lid) {
  loop {
    barrier
    continue
    continuing { if (lid == 0) {break} else {} }
  }
  barrier
})";

// TinyWGSL's main has no returns, so the other three shaders are functions, with lid replaced by an argument
// or an element of shared memory.

inline constexpr const char* kFigure10b = R"(fn f(p) {
  loop {
    return 0
    continue
    continuing { if (A[0] == 0) {break} else {} }
  }
  if (A[0] == 0) { barrier } else {}
  return 0
}
@workgroup_size(2) fn main(lid) { r = f(lid) barrier })";

inline constexpr const char* kFigure10c = R"(fn f(p) {
  u = 0
  loop {
    barrier
    loop {
      if (p < u) { return 0 } else {}
      u = u + 1
      continue
      continuing {}
    }
    continue
    continuing {}
  }
}
@workgroup_size(2) fn main(lid) { r = f(lid) barrier })";

inline constexpr const char* kFigure10d = R"(fn f(p) {
  loop {
    return 0
    continue
    continuing { if (A[0] == 0) { barrier } else {} }
  }
}
@workgroup_size(2) fn main(lid) { r = f(lid) barrier })";

}  // namespace trellis::tinywgsl
