// The adapter exports exactly the functions of the interface. Layers are loaded with all symbols resolved, so
// a missing function would stop them before they could report an error.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/files.hpp"

namespace {

std::set<std::string> exported_names() {
  const std::string command = std::string(TRELLIS_NM) + " -D --defined-only " + TRELLIS_ADAPTER_FILE;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::set<std::string> names;
  std::array<char, 1024> line = {};
  while (pipe != nullptr && std::fgets(line.data(), static_cast<int>(line.size()), pipe.get()) != nullptr) {
    std::istringstream words(line.data());
    std::string address, kind, name;
    words >> address >> kind >> name;
    if (kind != "A") names.insert(name);
  }
  return names;
}

std::set<std::string> declared_names() {
  const auto header = trellis::test_support::read_text_file(
      trellis::test_support::source_path("adapters/dxil_spirv/include/dxil_spirv_c.h"));
  EXPECT_TRUE(header);
  const std::regex function("DXIL_SPV_PUBLIC_API [^(]*?(dxil_spv_\\w+)\\(");
  std::set<std::string> names;
  for (std::sregex_iterator at(header->begin(), header->end(), function), end; at != end; ++at) {
    names.insert((*at)[1]);
  }
  return names;
}

TEST(DxilSpirvExports, AreTheFunctionsOfTheHeaderAndNothingElse) {
  const std::set<std::string> declared = declared_names();
  EXPECT_EQ(declared.size(), 64u);  // The number of functions in version 2.68.
  EXPECT_EQ(exported_names(), declared);
}

}  // namespace
