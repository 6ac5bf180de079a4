// The real dxc, as scripts/get-dxc installs it, for tests that compile HLSL. Where it is not installed they are skipped:
//   if (!installed_dxc()) GTEST_SKIP() << kNoDxc;
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/result.hpp"

namespace trellis::test_support {

inline constexpr const char* kNoDxc = "dxc is not installed (scripts/get-dxc)";

/// Its path, or nothing where it is not installed.
std::optional<std::string> installed_dxc();

struct DxcResult {
  bool done = false;
  std::string messages;  ///< Why not, with '|' for ends of lines.
};

/// Compiles with each of the command lines: {"shader.hlsl", "-T", "ps_6_6", "-E", "main", "-Fo", "shader.dxil"}, the source
/// first. One process compiles many, in a hundredth of the time; after a crash of dxc, which is that command's result, another
/// goes on. An error if dxc does not start, or after `seconds`.
Result<std::vector<DxcResult>> compile_all(const std::vector<std::vector<std::string>>& commands, double seconds);

/// Microsoft's validator on each of the containers; `done` says that it accepts one.
Result<std::vector<DxcResult>> validate_all(const std::vector<std::string>& files, double seconds);

}  // namespace trellis::test_support
