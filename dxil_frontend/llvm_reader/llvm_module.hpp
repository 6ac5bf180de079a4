// LLVM's bitcode reader, made fit for a library: it does not print, and odd debug information does not end
// the process.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace trellis::dxil {

enum class LlvmReading : uint8_t {
  kProgram,
  kProgramWithNames,  ///< With the names of arguments and instructions, which are dropped otherwise.
  /// A module whose metadata say of undefined pointers what they point at: an undefined value of that type
  /// stands in place of each.
  kReflection,
};

/// A module with all function bodies, in a context of its own.
class LlvmModule {
 public:
  /// `bitcode` must outlive the module. Errors: kBadInput, part "bitcode".
  static Result<LlvmModule> read(std::span<const uint8_t> bitcode, LlvmReading reading);

  ~LlvmModule();
  LlvmModule(LlvmModule&&) noexcept;
  LlvmModule& operator=(LlvmModule&&) noexcept;

  const llvm::Module& operator*() const { return *module_; }
  const llvm::Module* operator->() const { return module_.get(); }

 private:
  LlvmModule();

  std::unique_ptr<llvm::LLVMContext> context_;
  std::unique_ptr<llvm::Module> module_;
};

/// The module in LLVM's notation. Errors: kBadInput if LLVM's verifier refuses the module.
Result<String> print_module(std::span<const uint8_t> bitcode);

}  // namespace trellis::dxil
