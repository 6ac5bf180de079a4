// HLSL as input: the DirectX shader compiler, if it is installed, makes the DXIL.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/outcome.hpp"

namespace trellis::tools {

/// What dxc made of a source file.
struct Compiled {
  std::vector<uint8_t> dxil;
  std::string messages;                   ///< dxc's warnings and errors, as it printed them.
  std::vector<std::string> dependencies;  ///< The files it includes; asked for only if settings.hlsl says so.
};

/// Compiles `source`, the contents of the file `name` ("-": standard input), with settings.hlsl. What went wrong, or
/// nothing: that dxc refuses the source (exit code 3, with its messages), or that there is no dxc (exit code 2). It is looked for
/// on PATH, then where scripts/get-dxc puts it.
std::optional<Outcome> compile_hlsl(const Settings& settings, const std::string& name,
                                    std::span<const uint8_t> source, Compiled& compiled);

/// What tells one dxc from another: its version is in what it makes of a certain shader.
std::optional<Outcome> identity_of_dxc(const Settings& settings, std::vector<uint8_t>& identity);

/// The same of its preprocessor: `compiled.dxil` is the text.
std::optional<Outcome> preprocess_hlsl(const Settings& settings, const std::string& name,
                                       std::span<const uint8_t> source, Compiled& compiled);

}  // namespace trellis::tools
