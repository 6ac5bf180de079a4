// trellis-describe: writes the texts that are generated from the option table.
//   trellis-describe bash|zsh|fish OUT        completion
//   trellis-describe manual TEMPLATE OUT      the template with the line %SECTIONS% replaced
//   trellis-describe page PAGE OUT            a page with its tables regenerated
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tools/describe/describe.hpp"

namespace {

using namespace trellis::tools;

constexpr std::string_view kPlace = "%SECTIONS%\n";

/// Returns the requested text; empty if the arguments are invalid or a file cannot be read.
std::string make_text(const std::vector<std::string>& arguments) {
  const std::string& kind = arguments[0];
  if (kind == "bash") return bash_completion();
  if (kind == "zsh") return zsh_completion();
  if (kind == "fish") return fish_completion();
  std::ifstream file(arguments[1], std::ios::binary);
  std::ostringstream stream;
  stream << file.rdbuf();
  std::string text = stream.str();
  if (kind == "page") return with_tables(text);
  const size_t at = text.find(kPlace);
  if (kind != "manual" || at == std::string::npos) return {};
  return text.replace(at, kPlace.size(), manual_sections());
}

}  // namespace

int main(int argument_count, char** argument_list) {
  const std::vector<std::string> arguments(argument_list + 1, argument_list + argument_count);
  const std::string text = arguments.size() < 2 ? std::string() : make_text(arguments);
  if (text.empty()) {
    std::fputs("usage: trellis-describe bash|zsh|fish OUT, manual TEMPLATE OUT, or page PAGE OUT\n", stderr);
    return 2;
  }
  std::ofstream out(arguments.back(), std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (out) return 0;
  std::fprintf(stderr, "trellis-describe: %s cannot be written\n", arguments.back().c_str());
  return 1;
}
