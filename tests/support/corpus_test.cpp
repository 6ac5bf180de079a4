#include "tests/support/corpus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "tests/support/case_header.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_support {
namespace {

constexpr std::string_view kAllFolders[] = {"control_flow", "programs",  "uniformity", "reconvergence",
                                            "ops",          "resources", "stages",     "raytracing",
                                            "large",        "variants",  "vendor"};

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::path(::testing::TempDir()) /
              ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  void add(const std::string& name, std::vector<uint8_t> contents = {1, 2, 3, 4}) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    ASSERT_TRUE(write_binary_file(path_ / name, contents));
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

TEST(Corpus, ListsEveryShaderInOrder) {
  const auto shaders = list_corpus(corpus_root(), kAllFolders);
  ASSERT_TRUE(shaders) << shaders.error().to_string();
  EXPECT_EQ(shaders->size(), 817u);
  EXPECT_EQ(shaders->front().folder, "control_flow");
  const auto by_name = [](const CorpusShader& a, const CorpusShader& b) { return a.name < b.name; };
  EXPECT_TRUE(std::is_sorted(shaders->begin(), shaders->begin() + 95, by_name));
}

TEST(Corpus, EveryHeaderIsReadableAndEveryRunHasItsBuffers) {
  const auto shaders = list_corpus(corpus_root(), kAllFolders);
  ASSERT_TRUE(shaders);
  size_t runs = 0;
  for (const CorpusShader& shader : *shaders) {
    const auto header = read_case_header(shader.hlsl);
    ASSERT_TRUE(header) << header.error().to_string();
    if (header->execution == Execution::kNo) continue;
    ++runs;
    const auto expected = load_expected(shader.hlsl, 8);
    ASSERT_TRUE(expected) << expected.error().to_string();
    // There is one file for each unordered-access register, with the register's size.
    size_t outputs = 0;
    for (const RegisterLine& line : header->registers) {
      if (line.register_class != RegisterClass::kUnorderedAccess) continue;
      ++outputs;
      const auto found = std::find_if(expected->begin(), expected->end(), [&](const ExpectedBuffer& buffer) {
        return buffer.name() == line.name();
      });
      ASSERT_NE(found, expected->end()) << shader.label() << " " << line.name();
      EXPECT_EQ(found->contents.size(), line.bytes) << shader.label() << " " << line.name();
    }
    EXPECT_EQ(outputs, expected->size()) << shader.label();
  }
  EXPECT_EQ(runs, 503u);
}

TEST(Corpus, MissingFoldersAndContainersAreErrors) {
  const TemporaryFolder folder;
  constexpr std::string_view kFolders[] = {"some"};
  EXPECT_FALSE(list_corpus(folder.path(), kFolders));
  folder.add("some/readme.txt");
  EXPECT_FALSE(list_corpus(folder.path(), kFolders));
  folder.add("some/b.hlsl");
  EXPECT_FALSE(list_corpus(folder.path(), kFolders));
  folder.add("some/b.dxil");
  folder.add("some/a.od.hlsl");
  folder.add("some/a.od.dxil");
  const auto shaders = list_corpus(folder.path(), kFolders);
  ASSERT_TRUE(shaders);
  ASSERT_EQ(shaders->size(), 2u);
  EXPECT_EQ(shaders->front().label(), "some/a.od");
}

TEST(Corpus, ExpectedBuffersFollowTheSubgroupSize) {
  const TemporaryFolder folder;
  folder.add("votes.hlsl");
  folder.add("votes.expected/u0.bin", {8, 0, 0, 0});
  folder.add("votes.wave32/u0.bin", {32, 0, 0, 0});
  const auto hlsl = folder.path() / "votes.hlsl";
  EXPECT_EQ(load_expected(hlsl, 8)->front().contents[0], 8);
  EXPECT_EQ(load_expected(hlsl, 32)->front().contents[0], 32);
  EXPECT_FALSE(load_expected(hlsl, 16));
  std::filesystem::remove_all(folder.path() / "votes.wave32");
  EXPECT_EQ(load_expected(hlsl, 16)->front().contents[0], 8);
}

TEST(Corpus, ExpectedBuffersAreSortedBySpaceAndRegister) {
  const TemporaryFolder folder;
  folder.add("x.hlsl");
  folder.add("x.expected/u0,space1.bin", {1, 0, 0, 0});
  folder.add("x.expected/u10.bin", {10, 0, 0, 0});
  folder.add("x.expected/u2.bin", {2, 0, 0, 0});
  const auto buffers = load_expected(folder.path() / "x.hlsl", 8);
  ASSERT_TRUE(buffers);
  ASSERT_EQ(buffers->size(), 3u);
  EXPECT_EQ((*buffers)[0].name(), "u2");
  EXPECT_EQ((*buffers)[1].name(), "u10");
  EXPECT_EQ((*buffers)[2].name(), "u0,space1");
  folder.add("x.expected/u2.bin.old");
  EXPECT_FALSE(load_expected(folder.path() / "x.hlsl", 8));
  EXPECT_FALSE(load_expected(folder.path() / "y.hlsl", 8));
}

}  // namespace
}  // namespace trellis::test_support
