#include "tests/support/corpus.hpp"

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "tests/support/case_header.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_support {
namespace {

namespace fs = std::filesystem;

// The wave size of the plain .expected buffers for shaders whose results depend on it.
constexpr uint32_t kDefaultWaveSize = 8;

bool parse_expected_name(const std::string& name, ExpectedBuffer& buffer) {
  int consumed = 0;
  if (std::sscanf(name.c_str(), "u%u.bin%n", &buffer.index, &consumed) == 1 &&
      static_cast<size_t>(consumed) == name.size()) {
    return true;
  }
  consumed = 0;
  return std::sscanf(name.c_str(), "u%u,space%u.bin%n", &buffer.index, &buffer.space, &consumed) == 2 &&
         static_cast<size_t>(consumed) == name.size();
}

fs::path beside(const fs::path& hlsl, const std::string& suffix) {
  return hlsl.parent_path() / (hlsl.stem().string() + suffix);
}

/// Returns the folder with the buffers for this subgroup size.
Result<fs::path> expected_folder(const fs::path& hlsl, uint32_t subgroup_size) {
  const fs::path for_size = beside(hlsl, ".wave" + std::to_string(subgroup_size));
  if (fs::is_directory(for_size)) return for_size;
  const bool depends_on_size =
      fs::is_directory(beside(hlsl, ".wave32")) || fs::is_directory(beside(hlsl, ".wave64"));
  if (depends_on_size && subgroup_size != kDefaultWaveSize) {
    return unsupported(hlsl.stem().string() + " has no expected buffers for subgroups of " +
                       std::to_string(subgroup_size));
  }
  return beside(hlsl, ".expected");
}

}  // namespace

std::string ExpectedBuffer::name() const {
  return register_name(RegisterClass::kUnorderedAccess, index, space);
}

fs::path corpus_root() { return source_path("reference_shaders"); }

Result<std::vector<CorpusShader>> list_corpus(const fs::path& root,
                                              std::span<const std::string_view> folders) {
  std::vector<CorpusShader> shaders;
  for (const std::string_view folder : folders) {
    const size_t first = shaders.size();
    std::error_code error;
    for (const auto& item : fs::directory_iterator(root / folder, error)) {
      if (item.path().extension() != ".hlsl") continue;
      shaders.push_back(
          {std::string(folder), item.path().stem().string(), item.path(), beside(item.path(), ".dxil")});
      if (!fs::is_regular_file(shaders.back().dxil)) {
        return bad_input("no DXIL beside " + item.path().string());
      }
    }
    if (error) return bad_input("cannot list " + (root / folder).string() + ": " + error.message());
    if (shaders.size() == first) return bad_input("no shaders in " + (root / folder).string());
    std::sort(shaders.begin() + static_cast<std::ptrdiff_t>(first), shaders.end(),
              [](const CorpusShader& a, const CorpusShader& b) { return a.name < b.name; });
  }
  return shaders;
}

Result<std::vector<ExpectedBuffer>> load_expected(const fs::path& hlsl, uint32_t subgroup_size) {
  auto folder = expected_folder(hlsl, subgroup_size);
  if (!folder) return folder.error();
  std::vector<ExpectedBuffer> buffers;
  std::error_code error;
  for (const auto& item : fs::directory_iterator(*folder, error)) {
    ExpectedBuffer buffer;
    if (!parse_expected_name(item.path().filename().string(), buffer)) {
      return bad_input(item.path().string() + " is not named after a register");
    }
    auto contents = read_binary_file(item.path());
    if (!contents) return contents.error();
    buffer.contents = std::move(*contents);
    buffers.push_back(std::move(buffer));
  }
  if (error) return bad_input("cannot list " + folder->string() + ": " + error.message());
  if (buffers.empty()) return bad_input("no expected buffers in " + folder->string());
  std::sort(buffers.begin(), buffers.end(), [](const ExpectedBuffer& a, const ExpectedBuffer& b) {
    return std::tie(a.space, a.index) < std::tie(b.space, b.index);
  });
  return buffers;
}

}  // namespace trellis::test_support
