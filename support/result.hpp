// Errors as values: what went wrong, in words, and where in the input.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "support/containers.hpp"

namespace trellis {

/// The kind of failure that a diagnostic reports. The command-line program's exit codes follow it.
enum class ErrorCode : uint8_t {
  kBadInput,       ///< The input breaks a rule of its format (exit code 1).
  kUnsupported,    ///< The input is valid, but something in it is not translated (exit code 3).
  kBadChoice,      ///< The caller's options do not fit the program or each other (exit code 2).
  kLimit,          ///< The translation needs more work than the caller allows (exit code 3).
  kCancelled,      ///< The caller has cancelled the call (exit code 3).
  kInternalCheck,  ///< A checker rejected Trellis' own result (exit code 4).
};

/// Where in the input a diagnostic points. Empty fields are unknown.
struct Location {
  String part;                                ///< Container part ("DXIL", "RTS0"), or "bitcode", "metadata".
  std::optional<uint64_t> offset;             ///< Offset in bytes from the start of the file.
  String function;                            ///< Name of the function or entry point.
  String block;                               ///< Name or number of the basic block.
  String instruction;                         ///< The instruction in words ("instruction 12").
  String operation;                           ///< DXIL operation or LLVM opcode ("dx.op.waveMatch (165)").
  std::optional<uint32_t> block_number = {};  ///< Number of the block in the function.
  std::optional<uint32_t> instruction_number = {};  ///< Number of the instruction in the block.
  String file = {};                                 ///< Source file, if there is debug information.
  uint32_t file_number = UINT32_MAX;  ///< Number of the source file in the module, until its name is known.
  uint32_t line = 0, column = 0;      ///< Position in the source file, counted from 1; 0 if unknown.
};

// Failures are rare, but most functions can report one. What handles diagnostics is therefore marked as cold:
// compilers then move the branches that call it out of the functions. Those that translations execute become
// 13 % shorter, and lie on fewer pages.

struct Diagnostic {
  Diagnostic();
  [[gnu::cold]] Diagnostic(ErrorCode code, String message, Location where);
  [[gnu::cold]] Diagnostic(const Diagnostic& other);
  [[gnu::cold]] Diagnostic(Diagnostic&& other) noexcept;
  [[gnu::cold]] Diagnostic& operator=(const Diagnostic& other);
  [[gnu::cold]] Diagnostic& operator=(Diagnostic&& other) noexcept;
  [[gnu::cold]] ~Diagnostic();

  ErrorCode code = ErrorCode::kBadInput;
  /// One line without a final full stop, and without the name of the input file, which the caller knows.
  String message;
  Location where;

  /// Returns one line: "message (part DXIL, offset 0x24, function main, block 3, ...)". The position in the
  /// source is not included, since compilers print it at the start of the line.
  [[gnu::cold]] String to_string() const;
};

// Those without a location, and those that take a literal, leave less to do to each of their many callers.
[[gnu::cold]] Diagnostic bad_input(const char* message);
[[gnu::cold]] Diagnostic bad_input(String message);
[[gnu::cold]] Diagnostic bad_input(String message, Location where);
[[gnu::cold]] Diagnostic unsupported(const char* message);
[[gnu::cold]] Diagnostic unsupported(String message);
[[gnu::cold]] Diagnostic unsupported(String message, Location where);
[[gnu::cold]] Diagnostic bad_choice(const char* message);
[[gnu::cold]] Diagnostic bad_choice(String message);
[[gnu::cold]] Diagnostic bad_choice(String message, Location where);
[[gnu::cold]] Diagnostic internal_check(String message);
[[gnu::cold]] Diagnostic internal_check(String message, Location where);

/// A value, or the diagnostic that explains why there is none.
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

/// Success, or the diagnostic that explains the failure.
template <>
class [[nodiscard]] Result<void> {
 public:
  // Not defaulted: `return {}` would then fill the whole object with zeros first.
  Result() {}
  Result(Diagnostic error) : error_(std::move(error)) {}

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  Diagnostic& error() { return *error_; }
  const Diagnostic& error() const { return *error_; }

 private:
  std::optional<Diagnostic> error_;
};

}  // namespace trellis

/// Evaluates an expression of type `Result<T>`. If it holds an error, returns the error from the calling
/// function; a value is dropped.
#define TRELLIS_RETURN_IF_ERROR(...)                                 \
  do {                                                               \
    if (auto trellis_result = (__VA_ARGS__); !trellis_result.ok()) { \
      return ::std::move(trellis_result.error());                    \
    }                                                                \
  } while (false)
