// LLVM's bitcode reader, made fit for a library: it does not print, and odd debug information does not end
// the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "dxil_frontend/bitcode_check/recorded_code.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace llvm {
class DataLayout;
class Function;
class LLVMContext;
class Module;
class StructType;
class Type;
}  // namespace llvm

namespace trellis::dxil {

/// One LLVM context, used for many modules in turn: making one takes a tenth of the time of reading a small
/// shader.
class LlvmReader {
 public:
  LlvmReader();
  ~LlvmReader();
  LlvmReader(LlvmReader&&) noexcept;
  LlvmReader& operator=(LlvmReader&&) noexcept;

  struct ModuleDeleter {
    void operator()(llvm::Module* module) const;
  };
  using ModulePointer = std::unique_ptr<llvm::Module, ModuleDeleter>;

  /// Reads a module with all function bodies. It lives in this reader's context: release it before the next
  /// call. `bitcode` must stay until then. Errors: kBadInput, part "bitcode". `keep_names`: keep the names of
  /// arguments and instructions, which are dropped otherwise.
  Result<ModulePointer> read(std::span<const uint8_t> bitcode, bool keep_names = false);
  /// The same module of what was recorded of it, which has to be complete, without function bodies. `types`
  /// becomes LLVM's types by their numbers; null for those that `code` does not define. Null if LLVM has to
  /// read it; the context is to be dropped then.
  ModulePointer make_frame(const RecordedCode& code, size_t bitcode_size, Vector<llvm::Type*>& types);
  /// The same in a new context, for a module whose metadata say of undefined pointers what they point at: an
  /// undefined value of that type stands in place of each.
  Result<ModulePointer> read_reflection(std::span<const uint8_t> bitcode);

  /// Whether the module read last is the only one its context ever held.
  bool context_is_fresh() const { return modules_in_context_ <= 1; }
  /// The next read() starts with a new context.
  void drop_context();
  /// Removes the names of the module's struct types, so that those of the next module stay as they are.
  void forget_names(std::span<llvm::StructType* const> structs);

 private:
  struct Wanted;
  Result<ModulePointer> read(std::span<const uint8_t> bitcode, const Wanted& wanted);
  void prepare_context(size_t size, const Wanted& wanted);
  bool set_layout(const String& text);

  std::unique_ptr<llvm::LLVMContext> context_;
  uint32_t modules_in_context_ = 0;
  uint64_t bytes_in_context_ = 0;
  String layout_text_;  ///< Of a module before, and what it says; null if it is empty.
  std::unique_ptr<llvm::DataLayout> layout_;
};

/// The module in LLVM's notation. Errors: kBadInput if LLVM's verifier refuses the module.
Result<String> print_module(std::span<const uint8_t> bitcode);

}  // namespace trellis::dxil
