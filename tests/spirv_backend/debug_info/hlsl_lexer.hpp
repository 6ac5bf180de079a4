// Splits HLSL into words, numbers and punctuation, each with its line.
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

/// Returns the tokens; the last one is kEnd. Character literals become numbers, and comments are dropped.
std::vector<Token> lex(const std::string& source);

}  // namespace trellis::test_backend::hlsl
