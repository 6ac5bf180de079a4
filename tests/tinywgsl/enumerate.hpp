// Enumerates all TinyWGSL programs of a kind up to a number of statements.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace trellis::tinywgsl {

/// The elements of the enumerated statement lists, and the shaders that they are put into. Statements after a
/// break, continue or return in the same list are left out.
struct Family {
  std::string name;
  std::vector<std::string> simple;      ///< Straight-line statements: "barrier", "x = lid", calls.
  std::vector<std::string> returns;     ///< "return p"; empty for main.
  std::vector<std::string> conditions;  ///< Conditions of if statements.
  std::vector<std::string> break_ifs;   ///< Conditions of the break at the end of a continuing block.
  std::vector<std::string> frames;      ///< Whole shaders with "$" in place of the list.
  uint32_t most_statements = 3;
  uint32_t most_nesting = 2;
  bool has_loops = true;
  bool in_loop = false;  ///< "$" is in a loop's body, so break and continue are allowed.
};

/// Returns the families of the long form; the short form has fewer statements in each.
std::vector<Family> families(bool long_form);

/// Calls `use` with the text of each program of a family, in order of size.
void for_each_program(const Family& family, const std::function<void(const std::string& text)>& use);

}  // namespace trellis::tinywgsl
