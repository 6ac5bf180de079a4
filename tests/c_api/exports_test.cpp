// The shared library exports exactly its interface: a symbol that appears or disappears is a change of the
// interface.
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

/// Returns the external symbols of a library; `options` tells nm which symbol table to read.
std::set<std::string> exported_names(const std::string& options, const std::string& library) {
  const std::string command = std::string(TRELLIS_NM) + " " + options + " --defined-only " + library;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::set<std::string> names;
  std::array<char, 1024> line = {};
  while (pipe != nullptr && std::fgets(line.data(), static_cast<int>(line.size()), pipe.get()) != nullptr) {
    std::istringstream words(line.data());
    std::string address, kind, name;
    words >> address >> kind >> name;
    // Skips the version node and the lines that introduce an object file.
    if (kind == "A" || name.empty()) continue;
    names.insert(name.substr(0, name.find('@')));
  }
  return names;
}

/// Returns the functions that the headers declare.
std::set<std::string> declared_names() {
  std::set<std::string> names;
  for (const auto& file :
       std::filesystem::directory_iterator(trellis::test_support::source_path("include/trellis"))) {
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
