// Writes PDB files for tests, valid and invalid.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace trellis::container_testing {

struct MsfSource {
  uint32_t block_size = 512;
  std::vector<std::vector<uint8_t>> streams;
  bool scattered = false;                  ///< Store each stream's blocks in reverse order.
  std::optional<uint32_t> deleted_stream;  ///< A stream whose size marks it as deleted.
};

/// A PDB file, with the offsets of the numbers that a test may want to change.
struct MsfFile {
  std::vector<uint8_t> bytes;
  std::size_t block_map_at = 0;  ///< Offset of the list of the directory's blocks.
  std::size_t directory_at = 0;  ///< Offset of the directory, whose blocks are contiguous.
};

/// Writes the superblock, two blocks of free-block maps, the streams, the directory, and its list of blocks.
MsfFile make_msf(const MsfSource& source);

}  // namespace trellis::container_testing
