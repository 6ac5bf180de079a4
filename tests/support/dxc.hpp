// The real dxc, as installed by scripts/get-dxc, for tests that compile HLSL. Without it they are skipped:
//   if (!installed_dxc()) GTEST_SKIP() << kNoDxc;
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/result.hpp"

namespace trellis::test_support {

inline constexpr const char* kNoDxc = "dxc is not installed (scripts/get-dxc)";

/// Returns the path of dxc; empty if it is not installed.
std::optional<std::string> installed_dxc();

struct DxcResult {
  bool done = false;
  std::string messages;  ///< Why it failed, with '|' for line ends.
};

/// Runs each of the command lines: {"shader.hlsl", "-T", "ps_6_6", "-E", "main", "-Fo", "shader.dxil"}, the
/// source first. One process handles many of them, which takes a hundredth of the time. If dxc crashes, that
/// command fails and a new process continues. Error: dxc does not start, or takes longer than `seconds`.
Result<std::vector<DxcResult>> compile_all(const std::vector<std::vector<std::string>>& commands,
                                           double seconds);

/// Runs Microsoft's validator on each container; `done` is true if it accepts the container.
Result<std::vector<DxcResult>> validate_all(const std::vector<std::string>& files, double seconds);

}  // namespace trellis::test_support
