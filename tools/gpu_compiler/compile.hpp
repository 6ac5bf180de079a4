// What a device's compiler makes of a module: a pipeline of each of its stages, and the figures that the
// driver tells of it (VK_KHR_pipeline_executable_properties).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tools/gpu_compiler/null_device.hpp"

namespace trellis::gpu_compiler {

struct Statistic {
  std::string name;         ///< As the driver has it: "Code size".
  std::string description;  ///< "Code size in bytes".
  bool is_real = false;
  uint64_t count = 0;  ///< If it is no real number.
  double real = 0;     ///< If it is one.
};

/// A program that the driver has made; stages may share one.
struct Executable {
  std::string entry;   ///< The module's entry point; empty: of several of them, or of the driver's own.
  std::string name;    ///< As the driver has it: "vertex + geometry".
  uint32_t lanes = 0;  ///< Of a subgroup.
  std::vector<Statistic> statistics;
};

struct CompiledModule {
  std::vector<Executable> executables;
  std::string messages;  ///< The driver's warnings, a line each.
  bool is_late = false;  ///< The driver did not end in time: there is nothing else.
};

struct ModuleToCompile {
  std::span<const uint32_t> words;
  /// Of entry points whose pipeline must require a size of its subgroups: the size.
  std::map<std::string, uint32_t> subgroup_sizes;
  /// The ray tracing stages of other modules that go into the same pipeline. They bind as this one does.
  std::vector<std::span<const uint32_t>> more_rays;
};

/// Compute stages become pipelines; graphics stages libraries of a pipeline
/// (VK_EXT_graphics_pipeline_library) with the stages that they cannot do without; all ray stages one
/// pipeline. Errors: the device lacks what the module needs (kUnsupported), the module cannot be read, the
/// driver refuses it.
Result<CompiledModule> compile(NullDevice& device, const ModuleToCompile& module);

/// The same on a device made for it, in a child process: what the driver does to its process harms none but
/// the child. With so much memory and time at most; a driver that takes longer is no error, but gives what is
/// late. Errors besides: the driver ended the child (kInternalCheck), there is no driver, it does not know the
/// family (kUnsupported), no child process can be had.
Result<CompiledModule> compile_in_child(const std::string& family, const ModuleToCompile& module,
                                        uint64_t memory_mib, double seconds = 600);

}  // namespace trellis::gpu_compiler
