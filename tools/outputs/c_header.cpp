#include "tools/outputs/c_header.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <iterator>

namespace trellis::tools {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Returns true for a keyword of C or C++.
bool is_keyword(std::string_view name) {
  constexpr std::string_view kKeywords[] = {
      "alignas",  "alignof",   "and",      "asm",      "auto",    "bool",     "break",    "case",      "catch",    "char",
      "class",    "compl",     "concept",  "const",    "continue", "decltype", "default",  "delete",    "do",       "double",
      "else",     "enum",      "explicit", "export",   "extern",  "false",    "float",    "for",       "friend",   "goto",
      "if",       "inline",    "int",      "long",     "mutable", "namespace", "new",     "noexcept",  "not",      "nullptr",
      "operator", "or",        "private",  "protected", "public", "register", "requires", "restrict",  "return",   "short",
      "signed",   "sizeof",    "static",   "struct",   "switch",  "template", "this",     "throw",     "true",     "try",
      "typedef",  "typeid",    "typename", "union",    "unsigned", "using",   "virtual",  "void",      "volatile", "while",
      "xor",      "constexpr", "main"};
  return std::find(std::begin(kKeywords), std::end(kKeywords), name) != std::end(kKeywords);
}

}  // namespace

bool is_identifier(std::string_view name) {
  const auto is_part = [](char c) { return is_letter(c) || is_digit(c); };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), is_part) && !is_keyword(name);
}

std::string identifier_from(const std::string& file) {
  std::string name = std::filesystem::path(file).filename().replace_extension().string();
  for (char& c : name) {
    if (!is_letter(c) && !is_digit(c)) c = '_';
  }
  if (name.empty() || is_digit(name.front())) name.insert(0, "shader_");
  if (is_keyword(name)) name += '_';
  return name;
}

std::string c_header(std::span<const uint32_t> words, std::string_view name) {
  constexpr size_t kInLine = 8;
  const std::string array(name);
  std::string text = "/* A SPIR-V module; give VkShaderModuleCreateInfo the size in bytes, sizeof " + array + ". */\n" +
                     "#include <stdint.h>\n\nstatic const uint32_t " + array + "[" + std::to_string(words.size()) + "] = {";
  text.reserve(text.size() + words.size() * 12);
  for (size_t n = 0; n < words.size(); ++n) {
    std::array<char, 16> word = {};
    std::snprintf(word.data(), word.size(), "0x%08x,", words[n]);
    text += n % kInLine == 0 ? "\n    " : " ";
    text += word.data();
  }
  return text + "\n};\n";
}

}  // namespace trellis::tools
