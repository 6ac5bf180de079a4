#include "api/pictures/dump_files.hpp"

namespace trellis {

std::string file_name_of(std::string_view name, const char* if_empty) {
  constexpr size_t kLongest = 100;
  std::string result;
  for (const char character : name.substr(0, kLongest)) {
    const bool plain = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
                       (character >= '0' && character <= '9') || character == '-' || character == '_' ||
                       (character == '.' && !result.empty());
    result += plain ? character : '_';
  }
  return result.empty() ? if_empty : result;
}

std::string new_file_name(std::string_view name, const char* if_empty, std::set<std::string>& taken) {
  const std::string first = file_name_of(name, if_empty);
  std::string result = first;
  for (int copy = 2; !taken.insert(result).second; ++copy) result = first + "-" + std::to_string(copy);
  return result;
}

std::string numbered_name(uint32_t number, std::string_view name) {
  std::string digits = std::to_string(number);
  if (digits.size() < 2) digits.insert(0, "0");
  return digits + "-" + file_name_of(name, "pass");
}

}  // namespace trellis
