#include "tests/dxil_frontend/container/msf_writer.hpp"

#include <string_view>

#include "tests/dxil_frontend/container/byte_builder.hpp"

namespace trellis::container_testing {

namespace {

using namespace std::string_view_literals;

/// Appends whole blocks, and returns the number of the first.
uint32_t append_blocks(Bytes& file, const std::vector<uint8_t>& bytes, uint32_t block_size) {
  const auto first = static_cast<uint32_t>(file.data.size() / block_size);
  file.append(bytes);
  file.data.resize((file.data.size() + block_size - 1) / block_size * block_size);
  return first;
}

}  // namespace

MsfFile make_msf(const MsfSource& source) {
  const uint32_t size = source.block_size;
  Bytes file, sizes, lists;
  file.data.resize(std::size_t{size} * 3);
  for (std::size_t n = 0; n < source.streams.size(); ++n) {
    const std::vector<uint8_t>& stream = source.streams[n];
    if (source.deleted_stream == n) {
      sizes.u32(UINT32_MAX);
      continue;
    }
    sizes.u32(static_cast<uint32_t>(stream.size()));
    const auto blocks = static_cast<uint32_t>((stream.size() + size - 1) / size);
    std::vector<uint8_t> stored = stream;
    if (source.scattered) {
      stored.resize(std::size_t{blocks} * size);
      std::vector<uint8_t> reversed;
      for (uint32_t b = blocks; b-- > 0;) {
        const auto at = stored.begin() + std::ptrdiff_t{b} * size;
        reversed.insert(reversed.end(), at, at + size);
      }
      stored = reversed;
    }
    const uint32_t first = append_blocks(file, stored, size);
    for (uint32_t b = 0; b < blocks; ++b) lists.u32(source.scattered ? first + blocks - 1 - b : first + b);
  }
  Bytes directory;
  directory.u32(static_cast<uint32_t>(source.streams.size())).append(sizes.data).append(lists.data);
  const uint32_t directory_block = append_blocks(file, directory.data, size);
  const auto directory_blocks = static_cast<uint32_t>(file.data.size() / size) - directory_block;
  Bytes map;
  for (uint32_t b = 0; b < directory_blocks; ++b) map.u32(directory_block + b);
  const uint32_t map_block = append_blocks(file, map.data, size);
  Bytes superblock;
  superblock.text(
      "Microsoft C/C++ MSF 7.00\r\n\x1a"
      "DS\0\0\0"sv);
  superblock.u32s({size, 1, static_cast<uint32_t>(file.data.size() / size),
                   static_cast<uint32_t>(directory.data.size()), 0, map_block});
  std::copy(superblock.data.begin(), superblock.data.end(), file.data.begin());
  return {file.data, std::size_t{map_block} * size, std::size_t{directory_block} * size};
}

}  // namespace trellis::container_testing
