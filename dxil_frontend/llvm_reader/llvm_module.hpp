// A wrapper of LLVM's bitcode reader for use in a library: it prints nothing, and malformed debug information
// does not terminate the process.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"
#include "support/work_watch.hpp"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace trellis::dxil {

enum class LlvmReading : uint8_t {
  kProgram,
  kProgramWithNames,  ///< Keeps the names of arguments and instructions, which are dropped otherwise.
  /// A reflection module. Its metadata contains undefined pointers whose pointee types matter: each is
  /// replaced by an undefined value of its pointee type.
  kReflection,
};

/// A module with all function bodies, in its own context.
class LlvmModule {
 public:
  /// `bitcode` must outlive the module. Errors: kBadInput, part "bitcode".
  /// `watch` may be null. If it is over, some functions have no bodies.
  static Result<LlvmModule> read(std::span<const uint8_t> bitcode, LlvmReading reading,
                                 WorkWatch* watch = nullptr);

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

/// Returns the module in LLVM's notation. Errors: kBadInput if LLVM's verifier rejects the module.
Result<String> print_module(std::span<const uint8_t> bitcode);

}  // namespace trellis::dxil
