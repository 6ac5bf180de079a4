#include "support/result.hpp"

#include <cstdio>

#include "support/containers.hpp"

namespace trellis {

Diagnostic::Diagnostic() = default;
Diagnostic::Diagnostic(ErrorCode error_code, String text, Location place)
    : code(error_code), message(std::move(text)), where(std::move(place)) {}
Diagnostic::Diagnostic(const Diagnostic&) = default;
Diagnostic::Diagnostic(Diagnostic&&) noexcept = default;
Diagnostic& Diagnostic::operator=(const Diagnostic&) = default;
Diagnostic& Diagnostic::operator=(Diagnostic&&) noexcept = default;
Diagnostic::~Diagnostic() = default;

Diagnostic bad_input(const char* message) { return {ErrorCode::kBadInput, message, {}}; }
Diagnostic bad_input(String message) { return {ErrorCode::kBadInput, std::move(message), {}}; }
Diagnostic bad_input(String message, Location where) {
  return {ErrorCode::kBadInput, std::move(message), std::move(where)};
}
Diagnostic unsupported(const char* message) { return {ErrorCode::kUnsupported, message, {}}; }
Diagnostic unsupported(String message) { return {ErrorCode::kUnsupported, std::move(message), {}}; }
Diagnostic unsupported(String message, Location where) {
  return {ErrorCode::kUnsupported, std::move(message), std::move(where)};
}
Diagnostic bad_choice(const char* message) { return {ErrorCode::kBadChoice, message, {}}; }
Diagnostic bad_choice(String message) { return {ErrorCode::kBadChoice, std::move(message), {}}; }
Diagnostic bad_choice(String message, Location where) {
  return {ErrorCode::kBadChoice, std::move(message), std::move(where)};
}
Diagnostic internal_check(String message) { return {ErrorCode::kInternalCheck, std::move(message), {}}; }
Diagnostic internal_check(String message, Location where) {
  return {ErrorCode::kInternalCheck, std::move(message), std::move(where)};
}

String Diagnostic::to_string() const {
  String place;
  auto add = [&place](const char* label, const String& text) {
    if (text.empty()) return;
    if (!place.empty()) place += ", ";
    place += label;
    place += text;
  };
  add("part ", where.part);
  if (where.offset) {
    char buffer[24];
    std::snprintf(buffer, sizeof buffer, "0x%llx", static_cast<unsigned long long>(*where.offset));
    add("offset ", buffer);
  }
  add("function ", where.function);
  add("block ", where.block);
  add("", where.instruction);
  add("", where.operation);
  return place.empty() ? message : message + " (" + place + ")";
}

}  // namespace trellis
