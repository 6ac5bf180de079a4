// Has a device's compiler compile a module: makes a pipeline for each of its stages and reads the statistics
// that the driver reports (VK_KHR_pipeline_executable_properties).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tools/gpu_compiler/compiler_device.hpp"

namespace trellis::gpu_compiler {

struct Statistic {
  std::string name;         ///< The driver's name for it: "Code size".
  std::string description;  ///< The driver's description: "Code size in bytes".
  bool is_real = false;
  uint64_t count = 0;  ///< The value if it is an integer.
  double real = 0;     ///< The value if it is floating-point.
};

/// A program that the driver has compiled. Several stages may share one.
struct Executable {
  std::string entry;   ///< The entry point; empty if there are several or none.
  std::string name;    ///< The driver's name for it: "vertex + geometry".
  uint32_t lanes = 0;  ///< Subgroup size.
  std::vector<Statistic> statistics;
};

struct CompiledModule {
  std::vector<Executable> executables;
  std::string messages;  ///< The driver's warnings, one per line.
  bool is_late = false;  ///< The driver exceeded the time limit; all else is empty.
};

struct ModuleToCompile {
  std::span<const uint32_t> words;
  /// The required subgroup size of the entry points that have one, by name.
  std::map<std::string, uint32_t> subgroup_sizes;
  /// Other modules' ray tracing stages for the same pipeline. Their bindings must be compatible with this
  /// module's.
  std::vector<std::span<const uint32_t>> more_rays;
};

/// Compiles a module. Each compute stage becomes a pipeline, each graphics stage a pipeline library
/// (VK_EXT_graphics_pipeline_library) with the partner stages that it requires, and all ray stages together
/// one pipeline. Fails with kUnsupported if the device lacks what the module needs, and if the module cannot
/// be read or the driver refuses it.
Result<CompiledModule> compile(CompilerDevice& device, const ModuleToCompile& module);

}  // namespace trellis::gpu_compiler
