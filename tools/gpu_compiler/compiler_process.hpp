// Compiles modules in child processes, which a crash of the driver ends in place of the caller.
#pragma once

#include <cstdint>
#include <string>

#include "support/result.hpp"
#include "tools/gpu_compiler/compile.hpp"
#include "tools/platform/processes.hpp"

namespace trellis::gpu_compiler {

/// A child process with a device, which compiles one module after another. If the driver ends it or exceeds
/// the time limit, the module at hand fails, and the next one gets a new process. A module fails only if it
/// fails in a process of its own, so results do not depend on the modules before.
class CompilerProcess {
 public:
  /// `family` is as for CompilerDevice::create(). `memory_mib` limits the child's address space.
  CompilerProcess(std::string family, uint64_t memory_mib);
  ~CompilerProcess();
  CompilerProcess(const CompilerProcess&) = delete;
  CompilerProcess& operator=(const CompilerProcess&) = delete;

  const std::string& family() const { return family_; }

  /// Compiles a module as compile() does. If the driver exceeds the time limit, the result has is_late set;
  /// that is not an error. Further errors: the driver ended the child (kInternalCheck); there is no driver,
  /// or it does not know the family (kUnsupported); no child process can be started.
  Result<CompiledModule> compile(const ModuleToCompile& module, double seconds);

 private:
  Result<CompiledModule> compile_once(const ModuleToCompile& module, double seconds);

  std::string family_;
  uint64_t memory_mib_;
  tools::platform::WorkerProcess process_;
  Step step_ = Step::kLoading;  ///< The last that the process has begun.
};

/// Compiles a module in a CompilerProcess of its own.
Result<CompiledModule> compile_in_child(const std::string& family, const ModuleToCompile& module,
                                        uint64_t memory_mib, double seconds = 600);

}  // namespace trellis::gpu_compiler
