// The real dxc, for tests: hundreds of compilations by one process.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/result.hpp"

namespace trellis::differential::hlsl {

struct Compilation {
  std::string source;  ///< HLSL.
  std::vector<std::string> arguments;
};

struct Compiled {
  std::vector<uint8_t> container;  ///< Empty: dxc refused.
  std::string messages;
};

/// dxc as scripts/get-dxc installs it, which compiles what a list says: the program that TRELLIS_DXC names,
/// else the one in the user's cache folder.
class Compiler {
 public:
  static std::optional<Compiler> find();

  /// All of them, in a folder of its own that is removed afterwards.
  Result<std::vector<Compiled>> compile(const std::vector<Compilation>& list) const;

 private:
  explicit Compiler(std::string program) : program_(std::move(program)) {}
  std::string program_;
};

/// Why tests of real HLSL are skipped.
inline constexpr const char* kNoCompiler =
    "there is no dxc: scripts/get-dxc installs it, or TRELLIS_DXC names it";

}  // namespace trellis::differential::hlsl
