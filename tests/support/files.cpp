#include "tests/support/files.hpp"

#include <cstring>
#include <fstream>

namespace trellis::test_support {
namespace {

template <typename Container>
Result<Container> read_whole(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) return bad_input("cannot read " + path.string() + ": " + error.message());
  Container contents(size, {});
  std::ifstream stream(path, std::ios::binary);
  stream.read(reinterpret_cast<char*>(contents.data()), static_cast<std::streamsize>(size));
  if (!stream || stream.gcount() != static_cast<std::streamsize>(size)) {
    return bad_input("cannot read " + path.string());
  }
  return contents;
}

}  // namespace

std::string source_path(std::string_view below_root) {
  return std::string(TRELLIS_SOURCE_DIR "/").append(below_root);
}

Result<std::vector<uint8_t>> read_binary_file(const std::filesystem::path& path) {
  return read_whole<std::vector<uint8_t>>(path);
}

Result<std::string> read_text_file(const std::filesystem::path& path) {
  return read_whole<std::string>(path);
}

Result<std::vector<uint32_t>> read_spirv_file(const std::filesystem::path& path) {
  auto bytes = read_binary_file(path);
  if (!bytes) return bytes.error();
  if (bytes->size() % 4 != 0) return bad_input(path.string() + " is not a whole number of 32-bit words");
  std::vector<uint32_t> words(bytes->size() / 4);
  if (!words.empty()) std::memcpy(words.data(), bytes->data(), bytes->size());
  return words;
}

Result<void> write_binary_file(const std::filesystem::path& path, std::span<const uint8_t> bytes) {
  std::ofstream stream(path, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream) return bad_input("cannot write " + path.string());
  return {};
}

}  // namespace trellis::test_support
