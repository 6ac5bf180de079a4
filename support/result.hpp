// Errors as values: what went wrong, in words, and where in the input.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "support/containers.hpp"

namespace trellis {

/// What kind of failure a diagnostic reports. The command-line program's exit codes follow it.
enum class ErrorCode : uint8_t {
  kBadInput,       ///< The input breaks a rule of its format (exit code 1).
  kUnsupported,    ///< The input is valid, but something in it is not translated (exit code 3).
  kBadChoice,      ///< What the caller chose does not fit the program or itself (exit code 2).
  kLimit,          ///< More work than the caller allows (exit code 3).
  kCancelled,      ///< The caller has stopped it (exit code 3).
  kInternalCheck,  ///< A checker of ours refused our own result (exit code 4).
};

/// Where in the input a diagnostic points. Empty fields are unknown.
struct Location {
  String part;                     ///< Container part ("DXIL", "RTS0"), or "bitcode", "metadata".
  std::optional<uint64_t> offset;  ///< Byte offset from the start of the file.
  String function;                 ///< Function or entry point.
  String block;                    ///< Basic block, by name or number.
  String instruction;              ///< Instruction, in words ("instruction 12").
  String operation;                ///< DXIL operation or LLVM opcode ("dx.op.waveMatch (165)").
  std::optional<uint32_t> block_number = {};        ///< Of the block in the function.
  std::optional<uint32_t> instruction_number = {};  ///< Of the instruction in the block.
  String file = {};                                 ///< Of the source, with debug information.
  uint32_t file_number = UINT32_MAX;                ///< Of that file in the module, until its name is known.
  uint32_t line = 0, column = 0;                    ///< In that file, from 1 on; 0: not known.
};

struct Diagnostic {
  ErrorCode code = ErrorCode::kBadInput;
  String message;  ///< One line without a final stop, and without the file's name, which the caller knows.
  Location where;

  /// "message (part DXIL, offset 0x24, function main, block 3, ...)": one line. The source's line is not part of it: it is
  /// where compilers print it, in front of everything.
  String to_string() const;
};

inline Diagnostic bad_input(String message, Location where = {}) {
  return {ErrorCode::kBadInput, std::move(message), std::move(where)};
}
inline Diagnostic unsupported(String message, Location where = {}) {
  return {ErrorCode::kUnsupported, std::move(message), std::move(where)};
}
inline Diagnostic bad_choice(String message, Location where = {}) {
  return {ErrorCode::kBadChoice, std::move(message), std::move(where)};
}
inline Diagnostic internal_check(String message, Location where = {}) {
  return {ErrorCode::kInternalCheck, std::move(message), std::move(where)};
}

/// A value, or the diagnostic that says why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Diagnostic error) : state_(std::move(error)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }
  T& value() { return std::get<T>(state_); }
  const T& value() const { return std::get<T>(state_); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  Diagnostic& error() { return std::get<Diagnostic>(state_); }
  const Diagnostic& error() const { return std::get<Diagnostic>(state_); }

 private:
  std::variant<T, Diagnostic> state_;
};

/// Success, or the diagnostic that says why not.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Diagnostic error) : error_(std::move(error)) {}

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  Diagnostic& error() { return *error_; }
  const Diagnostic& error() const { return *error_; }

 private:
  std::optional<Diagnostic> error_;
};

}  // namespace trellis
