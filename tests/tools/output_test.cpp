// Tests destinations of output: folders, links, existing files, and readers that close the pipe early.
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

TEST_F(Output, ANameThatEndsInASlashIsAFolder) {
  EXPECT_EQ(trellis({shader_, "-o", path("new") + "/"}).exit_code, 0);
  EXPECT_EQ(files(), (std::vector<std::string>{"new/break_continue_mixed.spv"}));
}

TEST_F(Output, SeveralInputsNeedTheNameOfAFolder) {
  const std::string other = shader("control_flow/gcd_three_forms").string();
  const RunResult run = trellis({shader_, other, "-o", path("single.spv")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.errors.find("looks like a file name"), std::string::npos) << run.errors;
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

TEST_F(Output, EachEntryPointIsAFileOfItsOwn) {
  const std::string library = shader("raytracing/path_tracer_dielectric_stack").string();
  ASSERT_EQ(trellis({library, "--each-entry", "-o", path("new/tracer.spv")}).exit_code, 0);
  EXPECT_EQ(files(), (std::vector<std::string>{"new/tracer.interfaceHit.spv", "new/tracer.march.spv",
                                               "new/tracer.out_.spv"}));
  for (const char* entry : {"interfaceHit", "march", "out_"}) {
    ASSERT_EQ(trellis({library, "--entry", entry, "-o", path("one.spv")}).exit_code, 0);
    EXPECT_EQ(read("one.spv"), read("new/tracer." + std::string(entry) + ".spv")) << entry;
  }
}

TEST_F(Output, OfSeveralLibrariesEachEntryPointIsNamedAfterItsOwn) {
  const RunResult run =
      trellis({shader("raytracing/trace_every_flag").string(),
               shader("raytracing/recursion_mirror_limited").string(), "--each-entry", "-o", path("all")});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(files(), (std::vector<std::string>{"all/recursion_mirror_limited.dark.spv",
                                               "all/recursion_mirror_limited.mirror.spv",
                                               "all/trace_every_flag.allFlags.spv"}));
}

// Unsupported entry points are left out and named.
TEST_F(Output, EntryPointsThatAreNotSupportedAreLeftOut) {
  const std::string library = shader("faults/node_beside_others").string();
  for (const char* option : {"--each-entry", "--all-entries"}) {
    const RunResult run = trellis({library, option, "--validate", "-o", path("lib.spv")});
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_NE(run.errors.find("entry point middle is left out: "), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("1 of 3 entry points is not supported and left out"), std::string::npos)
        << run.errors;
  }
  EXPECT_EQ(files(), (std::vector<std::string>{"lib.first.spv", "lib.last.spv", "lib.spv"}));
  EXPECT_EQ(trellis({library, "--entry", "first", "-o", path("one.spv")}).exit_code, 0);
  EXPECT_EQ(read("one.spv"), read("lib.first.spv"));
  EXPECT_EQ(trellis({library, "--list-entries"}).exit_code, 0);
}

// dxc accepts hit attributes of any size.
TEST_F(Output, EntryPointsWithTooManyAttributesAreLeftOut) {
  const RunResult run = trellis(
      {shader("faults/attributes_too_large").string(), "--each-entry", "--validate", "-o", path("lib.spv")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_NE(run.errors.find("attributes of 40 bytes, more than 32"), std::string::npos) << run.errors;
  EXPECT_EQ(files(), (std::vector<std::string>{"lib.exactly.spv", "lib.fits.spv"}));
}

// The refusal names the call, not the handles that are passed to it.
TEST_F(Output, CallsOfOtherLibrariesAreRefusedAsSuch) {
  for (const char* form : {"handles_to_elsewhere", "handles_to_elsewhere.od"}) {
    const std::string library = shader(std::string("faults/") + form).string();
    for (const char* entry : {"arrays", "structs"}) {
      const RunResult run = trellis({library, "--entry", entry, "-o", path("lib.spv")});
      EXPECT_EQ(run.exit_code, 3);
      EXPECT_NE(run.errors.find("a call to a function without a body"), std::string::npos) << run.errors;
    }
  }
  EXPECT_TRUE(files().empty());
}

// If no entry point can be translated, nothing is written.
TEST_F(Output, EachEntryPointOrNone) {
  const std::string nodes = shader("faults/node_alone").string();
  for (const char* option : {"--each-entry", "--all-entries"}) {
    const RunResult run = trellis({nodes, option, "-o", path("nodes.spv")});
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_NE(run.errors.find("node shaders are not translated"), std::string::npos) << run.errors;
  }
  const std::string helpers = shader("raytracing/exported_helpers_only").string();
  const RunResult none = trellis({helpers, "--each-entry", "-o", path("helpers.spv")});
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_NE(none.errors.find("nothing to translate: 4 exported functions"), std::string::npos) << none.errors;
  EXPECT_TRUE(files().empty());
}

TEST_F(Output, EachEntryPointNeedsANameToBeginWith) {
  const std::string library = shader("raytracing/trace_every_flag").string();
  const auto refusal = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {library, "--each-entry"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const RunResult run = trellis(arguments);
    EXPECT_EQ(run.exit_code, 2) << run.errors;
    return run.errors;
  };
  EXPECT_NE(refusal({}).find("add -o FILE"), std::string::npos);
  EXPECT_NE(refusal({"-o", "-"}).find("add -o FILE"), std::string::npos);
  EXPECT_NE(refusal({"-o", path("a.spv"), "--all-entries"}).find("cannot be combined"), std::string::npos);
  EXPECT_NE(refusal({"-o", path("a.spv"), "--entry", "allFlags"}).find("cannot be combined"),
            std::string::npos);
  EXPECT_NE(refusal({"-o", path("a.json"), "--reflect"}).find("--each-entry cannot be combined with"),
            std::string::npos);
  // The input must not be overwritten.
  fs::copy_file(library, path("own.allFlags.spv"));
  const std::string before = read("own.allFlags.spv");
  EXPECT_EQ(trellis({path("own.allFlags.spv"), "--each-entry", "-o", path("own.spv")}).exit_code, 2);
  EXPECT_EQ(read("own.allFlags.spv"), before);
}

TEST_F(Output, AFileKeepsItsMode) {
  write("mine.spv", "");
  ASSERT_EQ(::chmod(path("mine.spv").c_str(), 0600), 0);
  EXPECT_EQ(trellis({shader_, "-o", path("mine.spv")}).exit_code, 0);
  EXPECT_EQ(mode_of(path("mine.spv")), 0600u);
  EXPECT_FALSE(read("mine.spv").empty());
}

TEST_F(Output, APipeMayBeClosedEarly) {
  const std::string command = std::string("'") + TRELLIS_PROGRAM + "' '" + shader_ + "' --emit spvasm 2>'" +
                              path("errors") + "' | true";
  for (int n = 0; n < 5; ++n) {
    EXPECT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(read("errors"), "");
  }
}

}  // namespace
}  // namespace trellis::tools_test
