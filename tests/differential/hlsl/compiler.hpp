// Runs the real dxc for tests: one process performs hundreds of compilations.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/result.hpp"

namespace trellis::differential::hlsl {

struct Compilation {
  std::string source;  ///< The source in HLSL.
  std::vector<std::string> arguments;
};

struct Compiled {
  std::vector<uint8_t> container;  ///< Empty if dxc refused the source.
  std::string messages;
};

/// dxc as scripts/get-dxc installs it, with its mode that compiles the files of a list: the program that
/// TRELLIS_DXC names, or else the one in the user's cache folder.
class Compiler {
 public:
  static std::optional<Compiler> find();

  /// Compiles all items in a temporary folder.
  Result<std::vector<Compiled>> compile(const std::vector<Compilation>& list) const;

 private:
  explicit Compiler(std::string program) : program_(std::move(program)) {}
  std::string program_;
};

/// Why tests that need dxc are skipped.
inline constexpr const char* kNoCompiler =
    "there is no dxc: scripts/get-dxc installs it, or TRELLIS_DXC names it";

}  // namespace trellis::differential::hlsl
