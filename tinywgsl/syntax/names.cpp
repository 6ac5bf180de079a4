#include "tinywgsl/syntax/names.hpp"

#include "tinywgsl/syntax/parser.hpp"

namespace trellis::tinywgsl {

Diagnostic error_at(Place place, const std::string& message) {
  return bad_input("line " + std::to_string(place.line) + ", column " + std::to_string(place.column) + ": " +
                   message);
}

Names::Problem Names::add_function(const Token& name) {
  const bool is_new =
      symbols_.try_emplace(std::string(name.text), Symbol{Kind::kFunction, function_number(), 0}).second;
  if (is_new) return {};
  return error_at(name.place, "the name '" + std::string(name.text) + "' is already used");
}

Names::Problem Names::add_parameter(const Token& name) {
  if (symbols_.contains(name.text)) {
    return error_at(name.place,
                    "the name '" + std::string(name.text) +
                        "' is already used (variables of different functions must have different names)");
  }
  uint32_t number = kNone;
  if (Problem problem = find_local(name, number)) return problem;
  mark_assigned(number);
  return {};
}

uint32_t Names::first_local() const {
  if (program_.functions.empty()) return 0;
  const Function& last = program_.functions.back();
  return last.first_local + last.local_count;
}

Names::Problem Names::find_local(const Token& name, uint32_t& number) {
  const std::string text(name.text);
  const auto [found, is_new] = symbols_.try_emplace(
      text, Symbol{Kind::kLocal, static_cast<uint32_t>(program_.locals.size()), function_number()});
  const Symbol& symbol = found->second;
  if (is_new) {
    if (program_.locals.size() - first_local() >= kMaxLocals) {
      return error_at(name.place,
                      "a function has at most " + std::to_string(kMaxLocals) + " local variables");
    }
    program_.locals.push_back(text);
    assigned_.push_back(false);
    first_use_.push_back(name.place);
  } else if (symbol.kind != Kind::kLocal) {
    return error_at(name.place, "expected a local variable, but '" + text + "' is a " +
                                    (symbol.kind == Kind::kShared ? "shared array" : "function"));
  } else if (symbol.function != function_number()) {
    return error_at(
        name.place,
        "'" + text +
            "' belongs to another function (variables of different functions must have different names)");
  }
  number = symbol.number;
  return {};
}

Names::Problem Names::find_shared(const Token& name, uint32_t& number) {
  const std::string text(name.text);
  const auto [found, is_new] =
      symbols_.try_emplace(text, Symbol{Kind::kShared, static_cast<uint32_t>(program_.shared.size()), 0});
  if (is_new) program_.shared.push_back(text);
  if (found->second.kind != Kind::kShared) {
    return error_at(name.place, "expected a shared array, but '" + text + "' is a " +
                                    (found->second.kind == Kind::kLocal ? "local variable" : "function"));
  }
  number = found->second.number;
  return {};
}

Names::Problem Names::find_callee(const Token& name, uint32_t& number) const {
  const std::string text(name.text);
  if (text == "main") return error_at(name.place, "main cannot be called");
  const auto found = symbols_.find(text);
  if (found == symbols_.end() || found->second.kind != Kind::kFunction) {
    return error_at(name.place,
                    "unknown function '" + text + "' (functions must be declared before their callers)");
  }
  number = found->second.number;
  if (number == function_number()) {
    return error_at(name.place, "'" + text + "' calls itself: recursion is not allowed");
  }
  return {};
}

Names::Problem Names::check_assigned(const Function& function) const {
  for (uint32_t i = function.first_local; i < function.first_local + function.local_count; ++i) {
    if (assigned_[i]) continue;
    return error_at(first_use_[i], "unknown name '" + program_.locals[i] + "': no statement in function '" +
                                       function.name + "' assigns to it");
  }
  return {};
}

}  // namespace trellis::tinywgsl
