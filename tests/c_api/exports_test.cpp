// What the shared library exports is its interface: a name that comes or goes is a change of it.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/files.hpp"

namespace {

/// The names of a library that others can refer to; `options` says which kind of table it has.
std::set<std::string> exported_names(const std::string& options, const std::string& library) {
  const std::string command = std::string(TRELLIS_NM) + " " + options + " --defined-only " + library;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::set<std::string> names;
  std::array<char, 1024> line = {};
  while (pipe != nullptr && std::fgets(line.data(), static_cast<int>(line.size()), pipe.get()) != nullptr) {
    std::istringstream words(line.data());
    std::string address, kind, name;
    words >> address >> kind >> name;
    if (kind == "A" || name.empty()) continue;  // The version's own name; lines that begin a file.
    names.insert(name.substr(0, name.find('@')));
  }
  return names;
}

/// The functions the headers declare.
std::set<std::string> declared_names() {
  std::set<std::string> names;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(TRELLIS_SOURCE_DIR) + "/include/trellis")) {
    if (file.path().extension() != ".h") continue;
    const auto header = trellis::test_support::read_text_file(file.path().string());
    EXPECT_TRUE(header);
    std::istringstream lines(header ? *header : std::string());
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("TRELLIS_API ")) continue;
      const size_t end = line.find('('), begin = line.find_last_of(" *", end);
      names.insert(line.substr(begin + 1, end - begin - 1));
    }
  }
  return names;
}

TEST(Exports, AreTheFunctionsOfTheHeadersAndNothingElse) {
  const std::set<std::string> exported = exported_names("-D", TRELLIS_LIBRARY_FILE);
  EXPECT_GT(exported.size(), 20u);
  EXPECT_EQ(exported, declared_names());
}

#ifdef TRELLIS_STATIC_LIBRARY_FILE
TEST(Exports, OfTheStaticLibraryAreTheSame) {
  EXPECT_EQ(exported_names("-g", TRELLIS_STATIC_LIBRARY_FILE), declared_names());
}
#endif

}  // namespace
