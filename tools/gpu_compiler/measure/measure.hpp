// Measures a folder of shaders: a translator makes a module of each, which is validated and compiled for AMD
// GPUs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tools/gpu_compiler/measure/figures.hpp"

namespace trellis::gpu_compiler {

/// A command that reads a container and writes a SPIR-V module. "{in}" and "{out}" stand for the files; a
/// command without them gets "{in} -o {out}" added.
class Command {
 public:
  /// Splits the text at spaces. Fails if there is no word, or "{in}" comes without "{out}".
  static Result<Command> parse(const std::string& text);

  std::vector<std::string> words(const std::string& in, const std::string& out) const;

 private:
  std::vector<std::string> words_;
};

/// What applies to every shader.
struct Conditions {
  std::vector<std::string> families;  ///< Mesa's names of GPUs.
  double seconds = 60;                ///< The most time for one translation, and for one compilation.
  uint64_t memory_mib = 4096;         ///< The most memory of the driver.
};

/// Returns the containers below the folder (.dxil, .dxbc, .cso), sorted, as paths below it. Fails if the
/// folder cannot be read or has no such file.
Result<std::vector<std::string>> list_containers(const std::filesystem::path& folder);

/// Fails if there is no driver, or it does not know the family.
Result<void> probe(const std::string& family, const Conditions& conditions);

/// Translates a container, validates the module and compiles it. Returns a measurement for each family.
/// `scratch` names a file that may be overwritten. Resources get bindings as separate_bindings() gives them.
std::vector<Measurement> measure(const std::filesystem::path& container, const Command& command,
                                 const Conditions& conditions, const std::filesystem::path& scratch);

}  // namespace trellis::gpu_compiler
