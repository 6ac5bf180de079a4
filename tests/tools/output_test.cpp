// Where output goes: folders, links, files that are there already, readers that have seen enough.
#include <sys/stat.h>

#include <cstdlib>

#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

namespace fs = std::filesystem;

class Output : public InFolder {
 protected:
  const std::string shader_ = shader("control_flow/break_continue_mixed").string();
};

mode_t mode_of(const std::string& file) {
  struct stat status = {};
  return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

TEST_F(Output, AFolderIsMadeWhereANameEndsInASlash) {
  EXPECT_EQ(trellis({shader_, "-o", path("new") + "/"}).exit_code, 0);
  EXPECT_EQ(files(), (std::vector<std::string>{"new/break_continue_mixed.spv"}));
}

TEST_F(Output, SeveralInputsGoIntoNothingNamedLikeAFile) {
  const std::string other = shader("control_flow/gcd_three_forms").string();
  const RunResult run = trellis({shader_, other, "-o", path("single.spv")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.errors.find("is named like a file"), std::string::npos) << run.errors;
  EXPECT_TRUE(files().empty());
  EXPECT_EQ(trellis({shader_, other, "-o", path("single.spv") + "/"}).exit_code, 0);
  EXPECT_TRUE(fs::is_directory(path("single.spv")));
}

TEST_F(Output, ExtensionsInCapitalsAreExtensions) {
  fs::create_directory(path("in"));
  fs::copy_file(shader_, path("in/A.DXIL"));
  EXPECT_EQ(trellis({path("in"), "-o", path("out")}).exit_code, 0);
  EXPECT_TRUE(exists("out/A.spv"));
}

TEST_F(Output, ALinkStaysALink) {
  fs::create_directory(path("far"));
  fs::create_symlink("far/real.spv", path("link.spv"));
  for (int n = 0; n < 2; ++n) {
    EXPECT_EQ(trellis({shader_, "-o", path("link.spv")}).exit_code, 0);
    EXPECT_TRUE(fs::is_symlink(path("link.spv")));
    EXPECT_TRUE(fs::is_regular_file(path("far/real.spv")));
  }
  EXPECT_EQ(files(), (std::vector<std::string>{"far/real.spv", "link.spv"}));
}

TEST_F(Output, AFileKeepsItsMode) {
  write("mine.spv", "");
  ASSERT_EQ(::chmod(path("mine.spv").c_str(), 0600), 0);
  EXPECT_EQ(trellis({shader_, "-o", path("mine.spv")}).exit_code, 0);
  EXPECT_EQ(mode_of(path("mine.spv")), 0600u);
  EXPECT_FALSE(read("mine.spv").empty());
}

TEST_F(Output, AReaderThatHasSeenEnoughIsNoError) {
  const std::string command = std::string("'") + TRELLIS_PROGRAM + "' '" + shader_ + "' --emit spvasm 2>'" +
                              path("errors") + "' | true";
  for (int n = 0; n < 5; ++n) {
    EXPECT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(read("errors"), "");
  }
}

}  // namespace
}  // namespace trellis::tools_test
