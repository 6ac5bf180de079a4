// Translates the entry points of a large library, one by one or into one module, and prints nothing: for
// instruction counters (scripts/count-library-instructions). Reads the library once.
//   trellis-library-cost LIBRARY.ll COUNT each|all
// LIBRARY.ll is a library in LLVM assembly. Its entry points are copied under new names until there are
// COUNT.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "api/translator.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/support/files.hpp"

namespace {

int complain(const std::string& what) {
  std::fprintf(stderr, "trellis-library-cost: %s\n", what.c_str());
  return 1;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// A function, and the metadata node that makes it an entry point.
struct Entry {
  std::string name, definition, node;
};

std::vector<Entry> entries_of(const std::string& text) {
  constexpr std::string_view kDefine = "\ndefine void @\"", kEnd = "\n}\n";
  std::vector<Entry> entries;
  for (size_t at = text.find(kDefine); at != std::string::npos; at = text.find(kDefine, at + 1)) {
    Entry entry;
    const size_t name = at + kDefine.size();
    entry.name = text.substr(name, text.find('"', name) - name);
    entry.definition = text.substr(at, text.find(kEnd, at) + kEnd.size() - at);
    const size_t node = text.find("!{ptr @\"" + entry.name + "\", !\"" + entry.name);
    if (node == std::string::npos) continue;
    entry.node = text.substr(node, text.find('\n', node) - node);
    entries.push_back(entry);
  }
  return entries;
}

/// Returns the library with `count` entry points, copies included; empty if it has none.
std::string with_copies(const std::string& text, size_t count) {
  const std::vector<Entry> entries = entries_of(text);
  const std::string list = "!dx.entryPoints = !{";
  const size_t list_at = text.find(list);
  if (entries.empty() || list_at == std::string::npos) return {};
  std::string functions, nodes, references;
  for (size_t n = entries.size(); n < count; ++n) {
    const Entry& entry = entries[n % entries.size()];
    // "\01?shade@@..." becomes "\01?shade7@@...".
    std::string name = entry.name;
    name.insert(name.find("@@"), std::to_string(n));
    functions += replaced(entry.definition, entry.name, name);
    const std::string number = "!" + std::to_string(100000 + n);
    nodes += number + " = " + replaced(entry.node, entry.name, name) + "\n";
    references += ", " + number;
  }
  const size_t list_end = text.find('}', list_at);
  return text.substr(0, list_at) + functions + text.substr(list_at, list_end - list_at) + references +
         text.substr(list_end) + nodes;
}

int run(const trellis::Program& program, bool at_once) {
  trellis::Translator translator;
  trellis::TranslateOptions options;
  options.all_entries = at_once;
  size_t translated = 0;
  for (const trellis::dxil::EntryPoint& entry : program.shader.entry_points) {
    if (!at_once) options.entry = entry.name;
    const auto translation = translator.translate(program, options);
    if (!translation) return complain(std::string(translation.error().to_string()));
    translated += translation->entry_points.size();
    if (at_once) break;
  }
  return translated == program.shader.entry_points.size() ? 0 : complain("entry points are missing");
}

}  // namespace

int main(int count, char** arguments) {
  const bool at_once = count == 4 && std::strcmp(arguments[3], "all") == 0;
  if (count != 4 || (!at_once && std::strcmp(arguments[3], "each") != 0)) {
    return complain("usage: LIBRARY.ll COUNT each|all");
  }
  const auto file = trellis::test_support::read_binary_file(arguments[1]);
  if (!file) return complain(std::string(file.error().to_string()));
  const size_t entries = std::strtoul(arguments[2], nullptr, 10);
  const std::string text = with_copies(std::string(file->begin(), file->end()), entries);
  const auto bitcode = trellis::dxil::test::assemble(text);
  if (!bitcode) return complain(std::string(bitcode.error().to_string()));
  trellis::Translator translator;
  const auto program = translator.read(*bitcode);
  if (!program) return complain(std::string(program.error().to_string()));
  if (program->shader.entry_points.size() != entries) return complain("there are other entry points");
  return run(*program, at_once);
}
