// The names of a shader while it is being read. Local variables, shared arrays and functions are disjoint
// sets, and so are the variables of different functions (section 3.2 of the paper).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tinywgsl/syntax/lexer.hpp"
#include "tinywgsl/syntax/program.hpp"

namespace trellis::tinywgsl {

/// Returns kBadInput with the message "line L, column C: MESSAGE".
Diagnostic error_at(Place place, const std::string& message);

class Names {
 public:
  using Problem = std::optional<Diagnostic>;

  /// Keeps a reference to the program and enters the names into it.
  explicit Names(Program& program) : program_(program) {}

  /// Starts a function; it gets the number Program::functions.size().
  Problem add_function(const Token& name);
  Problem add_parameter(const Token& name);
  /// Finds a local variable of the current function, creating it if the name is new.
  Problem find_local(const Token& name, uint32_t& number);
  void mark_assigned(uint32_t local) { assigned_[local] = true; }
  Problem find_shared(const Token& name, uint32_t& number);
  /// Finds a function that was declared before.
  Problem find_callee(const Token& name, uint32_t& number) const;
  /// Returns an error if the function uses a variable that it never assigns.
  Problem check_assigned(const Function& function) const;

 private:
  enum class Kind : uint8_t { kLocal, kShared, kFunction };
  struct Symbol {
    Kind kind;
    uint32_t number;
    uint32_t function;  ///< kLocal: the function that it belongs to.
  };

  uint32_t function_number() const { return static_cast<uint32_t>(program_.functions.size()); }
  uint32_t first_local() const;

  Program& program_;
  std::map<std::string, Symbol, std::less<>> symbols_;
  std::vector<bool> assigned_;    ///< By local variable: whether its function assigns it.
  std::vector<Place> first_use_;  ///< By local variable: where it is first used.
};

}  // namespace trellis::tinywgsl
