// All TinyWGSL programs of a kind up to a number of statements.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace trellis::tinywgsl {

/// What the enumerated statement lists are made of, and what stands around them. Statements after a break,
/// continue or return of the same list are left out.
struct Family {
  std::string name;
  std::vector<std::string> simple;      ///< Statements that go on: "barrier", "x = lid", calls.
  std::vector<std::string> returns;     ///< "return p"; none in main.
  std::vector<std::string> conditions;  ///< Of if statements.
  std::vector<std::string> break_ifs;   ///< Conditions of the break at the end of a continuing.
  std::vector<std::string> frames;      ///< Whole shaders with "$" where the list goes.
  uint32_t most_statements = 3;
  uint32_t most_nesting = 2;
  bool has_loops = true;
  bool in_loop = false;  ///< "$" is in a loop's body: break and continue are allowed.
};

/// The families of the long form; the short form has fewer statements in each.
std::vector<Family> families(bool long_form);

/// Calls `use` with the text of each program of a family, the small ones first.
void for_each_program(const Family& family, const std::function<void(const std::string& text)>& use);

}  // namespace trellis::tinywgsl
