// PDB files made by hand, right and wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace trellis::container_testing {

struct MsfSource {
  uint32_t block_size = 512;
  std::vector<std::vector<uint8_t>> streams;
  bool scattered = false;                  ///< Every stream's blocks in reverse order.
  std::optional<uint32_t> deleted_stream;  ///< Its size says so.
};

/// Where in the file the numbers are that a test may want to break.
struct MsfFile {
  std::vector<uint8_t> bytes;
  std::size_t block_map_at = 0;  ///< The list of the directory's blocks.
  std::size_t directory_at = 0;  ///< Of the directory, which is in one piece.
};

/// The superblock, two blocks of free-block maps, the streams, the directory, its list of blocks.
MsfFile make_msf(const MsfSource& source);

}  // namespace trellis::container_testing
