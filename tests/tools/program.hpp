// Runs the trellis program as a user would, in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace trellis::tools_test {

struct RunResult {
  int exit_code = -1;  ///< -1: killed.
  std::string output, errors;
};

/// Runs the program with the arguments; `input` goes to its standard input.
RunResult trellis(const std::vector<std::string>& arguments, const std::string& input = {});

/// Runs the program with standard error on a terminal; `output` is what the terminal showed.
RunResult trellis_on_terminal(const std::vector<std::string>& arguments);

/// A shader of the corpus: "control_flow/nested_breaks".
std::filesystem::path shader(const std::string& label);

/// A test with an empty folder that is removed afterwards.
class InFolder : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& bytes) const;
  std::string read(const std::string& name) const;
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
  /// All files below the folder, hidden ones too, relative to it, sorted.
  std::vector<std::string> files() const;

  std::filesystem::path folder_;
};

/// The bytes of a whole file.
std::string file_bytes(const std::filesystem::path& file);

/// True if the text is one line that starts with `start` and holds `part`.
testing::AssertionResult is_one_line(const std::string& text, const std::string& start,
                                     const std::string& part);

}  // namespace trellis::tools_test
