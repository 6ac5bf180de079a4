// The shared library exports exactly its interface: a symbol that appears or disappears is a change of the
// interface. It reaches thread-local memory by the fast model.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/files.hpp"

namespace {

/// Returns the lines that a command prints.
std::vector<std::string> lines_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::vector<std::string> lines;
  std::array<char, 1024> line = {};
  while (pipe != nullptr && std::fgets(line.data(), static_cast<int>(line.size()), pipe.get()) != nullptr) {
    lines.emplace_back(line.data());
  }
  return lines;
}

/// Returns the external symbols of a library; `options` tells nm which symbol table to read.
std::set<std::string> exported_names(const std::string& options, const std::string& library) {
  std::set<std::string> names;
  for (const std::string& line :
       lines_of(std::string(TRELLIS_NM) + " " + options + " --defined-only " + library)) {
    std::istringstream words(line);
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

#ifdef __GLIBC__
// Each allocation reads a thread-local pointer, which takes a call by the model that libraries have by
// default.
TEST(SharedLibrary, ReachesThreadLocalMemoryWithoutACall) {
  const std::vector<std::string> lines = lines_of(std::string(TRELLIS_READELF) + " -d " TRELLIS_LIBRARY_FILE);
  const auto has_flag = [](const std::string& line) { return line.find("STATIC_TLS") != std::string::npos; };
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), has_flag));
}
#endif

#ifdef TRELLIS_STATIC_LIBRARY_FILE
TEST(Exports, OfTheStaticLibraryAreTheSame) {
  EXPECT_EQ(exported_names("-g", TRELLIS_STATIC_LIBRARY_FILE), declared_names());
}
#endif

}  // namespace
