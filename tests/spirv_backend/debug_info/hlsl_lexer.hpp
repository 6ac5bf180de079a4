// Words, numbers and marks of HLSL, with their lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trellis::test_backend::hlsl {

struct Token {
  enum class Kind : uint8_t { kName, kNumber, kMark, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;
  uint64_t number = 0;
  bool is_unsigned = false;
  uint32_t line = 0;
};

/// The last one is kEnd. Characters are numbers; comments are gone.
std::vector<Token> lex(const std::string& source);

}  // namespace trellis::test_backend::hlsl
