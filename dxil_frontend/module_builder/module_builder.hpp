// A dxil::Module under construction by one of the readers: its functions so far, working memory, and the
// first error.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"
#include "support/work_watch.hpp"

namespace trellis::dxil {

/// The final number of module-level values is unknown until the module has been read. Until then, ids of
/// arguments and instructions are local numbers with this bit set; finish_module() replaces them.
inline constexpr uint32_t kLocalTag = 0x80000000u;

/// Working memory for decoding one function, reused for the next.
struct FunctionScratch {
  Vector<uint8_t> reached;
  Vector<BlockId> pending;
  Vector<uint32_t> incoming_of;  ///< Indexed by block.
  Vector<BlockId> incoming;      ///< Indexed by value of a phi.
  Vector<uint32_t> edge_values;  ///< Indexed by in-edge of the current block: the index of a phi's value.
  Vector<uint64_t> sorted_cases;
  Vector<uint32_t> path;  ///< Indices into an aggregate.
};

enum class CalleeKind : uint8_t { kUser, kDxOp, kNoOperation, kIntrinsic };

/// A function that call instructions may name.
struct Callee {
  CalleeKind kind = CalleeKind::kUser;
  uint32_t index =
      kNone;  ///< Index into Module::functions (kUser), dx_op_callees (kDxOp), strings (kIntrinsic).
  uint32_t value = kNone;  ///< kUser: its ValueId.
};

/// Keeps the first error: results after it are meaningless but harmless, and callers stop at their next check
/// of failed().
class ModuleBuilder {
 public:
  virtual ~ModuleBuilder() = default;

  Module& module() { return *module_; }
  const Module& module() const { return *module_; }
  bool failed() const { return error_.has_value(); }
  /// Records an error, unless there is one already.
  [[gnu::cold]] void fail(ErrorCode code, String message);
  Diagnostic& error() { return *error_; }
  FunctionScratch& scratch() { return scratch_; }

  /// May be null. If it stops the read, the module remains incomplete.
  WorkWatch* watch = nullptr;

  /// Whether the input has a struct type of that name, even if its code does not use the type.
  virtual bool has_struct(std::string_view name) const = 0;
  /// Returns that struct type; adds it to the module if necessary.
  virtual TypeId struct_named(std::string_view name) = 0;

 protected:
  ModuleBuilder() = default;
  ModuleBuilder(ModuleBuilder&&) = default;
  ModuleBuilder& operator=(ModuleBuilder&&) = default;

  void start(Module& module, size_t function_count);
  /// Adds a function, in the order of the input. Calls `type`, which returns the type of pointers to the
  /// function, only for functions of the program.
  template <class TypeOf>
  Callee declare(std::string_view name, TypeOf type) {
    const CalleeKind kind = kind_of(name);
    return kind == CalleeKind::kUser ? add_function(type()) : add_named(kind, name);
  }
  /// Whether it is a library's list of symbols to keep or of constructors, which is not memory of the
  /// program.
  static bool is_list_for_linkers(std::string_view name);

 private:
  static CalleeKind kind_of(std::string_view name);
  Callee add_function(TypeId type);
  Callee add_named(CalleeKind kind, std::string_view name);

  Module* module_ = nullptr;
  FunctionScratch scratch_;
  std::optional<Diagnostic> error_;
};

}  // namespace trellis::dxil
