// All operations of both vendors: the page names them, and those that are not supported are refused by name.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdio>
#include <sstream>
#include <string>

#include "lower/vendor/intrinsics.hpp"
#include "tests/lower/vendor/vendor_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

using lower::IntrinsicRow;

std::string page() {
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root().parent_path() / "docs/vendor.md");
  EXPECT_TRUE(bytes);
  return bytes ? std::string(bytes->begin(), bytes->end()) : std::string();
}

/// Whether the text has the name, not as a part of a longer one.
bool has_name(const std::string& text, const std::string& name) {
  const auto is_of_name = [&text](size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    if (!is_of_name(at + name.size()) && (at == 0 || !is_of_name(at - 1))) return true;
  }
  return false;
}

TEST(VendorOperations, ThePageHasAll) {
  const std::string text = page();
  for (const auto rows : {lower::ags_rows(), lower::nvapi_rows()}) {
    for (const IntrinsicRow& row : rows) EXPECT_TRUE(has_name(text, row.name)) << row.name;
  }
  EXPECT_FALSE(has_name(text, "WaveMatrix"));
}

TEST(VendorOperations, ThePageSaysWhyOnesAreRefused) {
  const std::string text = page(), refused = "| refused | ";
  for (const auto rows : {lower::ags_rows(), lower::nvapi_rows()}) {
    for (const IntrinsicRow& row : rows) {
      std::istringstream lines(text);
      bool is_refused = false;
      for (std::string line; std::getline(lines, line);) {
        const size_t at = line.find(refused);
        if (at == std::string::npos || !has_name(line.substr(0, at), row.name)) continue;
        is_refused = true;
        EXPECT_GT(line.size(), at + refused.size() + 10) << row.name << " without a reason";
      }
      EXPECT_EQ(is_refused, row.write == nullptr) << row.name;
    }
  }
}

TEST(VendorOperations, UnsupportedOnesOfAgsAreRefusedByName) {
  uint32_t count = 0;
  for (const IntrinsicRow& row : lower::ags_rows()) {
    if (row.write != nullptr) continue;
    char number[8];
    std::snprintf(number, sizeof number, "0x%02x", row.number);
    EXPECT_EQ(refusal_of("%x = ags " + std::to_string(0x50000000u | row.number) +
                         ", 0, 0\nwrite u1, 0, %x\nret void\n"),
              std::string("AGS operation ") + row.name + " (" + number + ") is not supported");
    ++count;
  }
  EXPECT_EQ(count, 10u);
}

TEST(VendorOperations, UnsupportedOnesOfNvapiAreRefusedByName) {
  uint32_t count = 0;
  for (const IntrinsicRow& row : lower::nvapi_rows()) {
    if (row.write != nullptr) continue;
    const std::string number = std::to_string(row.number);
    EXPECT_EQ(refusal_of("%k = count\nfield %k, 0, " + number + "\n%x = count\nwrite u1, 0, %x\nret void\n"),
              "NVAPI operation " + number + " (" + row.name + ") is not supported");
    ++count;
  }
  EXPECT_EQ(count, 32u);
}

}  // namespace
}  // namespace trellis::test_backend
