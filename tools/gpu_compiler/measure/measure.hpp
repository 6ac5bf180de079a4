// Measures a folder of shaders: a translator makes a module of each, which is validated and compiled for AMD
// GPUs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tools/gpu_compiler/compiler_process.hpp"
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

/// Measures containers, one after another. The driver runs in a process for each family, which it may end
/// without harm to the other measurements.
class Measurer {
 public:
  /// `scratch` names a file that may be overwritten; the destructor removes it.
  Measurer(Conditions conditions, std::filesystem::path scratch);
  ~Measurer();
  Measurer(const Measurer&) = delete;
  Measurer& operator=(const Measurer&) = delete;

  /// Translates a container, validates the module and compiles it. Returns a measurement for each family.
  /// Resources get bindings as separate_bindings() gives them.
  std::vector<Measurement> measure(const std::filesystem::path& container, const Command& command);

 private:
  Conditions conditions_;
  std::filesystem::path scratch_;
  std::vector<std::unique_ptr<CompilerProcess>> compilers_;  // One per family.
};

}  // namespace trellis::gpu_compiler
