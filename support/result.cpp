#include "support/result.hpp"

#include <cstdio>

#include "support/containers.hpp"

namespace trellis {

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
