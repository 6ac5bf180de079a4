// Runs the trellis program as a user would, in a temporary folder.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace trellis::tools_test {

struct RunResult {
  int exit_code = -1;  ///< -1 if it was killed.
  std::string output, errors;
};

/// Runs the program with the arguments and `input` on its standard input.
RunResult trellis(const std::vector<std::string>& arguments, const std::string& input = {});

/// Runs the program with standard error on a terminal; `output` is the text that the terminal received.
RunResult trellis_on_terminal(const std::vector<std::string>& arguments);

/// Returns the path of a shader in the corpus, such as "control_flow/nested_breaks".
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
  /// Returns all files below the folder, including hidden ones, as sorted relative paths.
  std::vector<std::string> files() const;

  std::filesystem::path folder_;
};

/// Reads a whole file.
std::string file_bytes(const std::filesystem::path& file);

/// Whether the text contains the part.
bool has_text(const std::string& text, const std::string& part);

/// Succeeds if the text is one line that starts with `start` and contains `part`.
testing::AssertionResult is_one_line(const std::string& text, const std::string& start,
                                     const std::string& part);

}  // namespace trellis::tools_test
