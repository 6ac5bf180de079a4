// HLSL inputs: compiles them to DXIL with the DirectX shader compiler, if it is installed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/reports/outcome.hpp"

namespace trellis::tools {

/// The result of compiling a source file with dxc.
struct Compiled {
  std::vector<uint8_t> dxil;
  std::string messages;                   ///< dxc's warnings and errors, as printed.
  std::vector<std::string> dependencies;  ///< Included files; only if settings.hlsl asks for them.
};

/// Compiles `source`, the contents of the file `name` ("-": standard input), with settings.hlsl. Looks for
/// dxc on PATH, then where scripts/get-dxc installs it. Returns a failure if dxc rejects the source (exit
/// code 3, with its messages) or is not installed (exit code 2); otherwise nothing.
std::optional<Outcome> compile_hlsl(const Settings& settings, const std::string& name,
                                    std::span<const uint8_t> source, Compiled& compiled);

/// Gets bytes that identify the version of dxc: the DXIL that it makes from a fixed shader contains its
/// version.
std::optional<Outcome> identity_of_dxc(const Settings& settings, std::vector<uint8_t>& identity);

/// Runs only the preprocessor; `compiled.dxil` is its text.
std::optional<Outcome> preprocess_hlsl(const Settings& settings, const std::string& name,
                                       std::span<const uint8_t> source, Compiled& compiled);

}  // namespace trellis::tools
