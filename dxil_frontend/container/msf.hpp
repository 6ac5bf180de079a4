// PDB files as dxc writes them: files of the format MSF 7.00 ("multi-stream file"; described on LLVM's page
// docs/PDB/MsfFile) with a DXBC container as one of their streams.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Whether `file` begins with the magic of the format.
bool is_msf(std::span<const uint8_t> file);

/// The location of the container in a PDB file.
struct MsfContainer {
  uint32_t block_size = 0;
  uint32_t stream_count = 0;
  uint32_t stream = 0;             ///< Number of the stream that holds the container.
  std::span<const uint8_t> bytes;  ///< Points into the file, or into `copy`.
  /// The bytes assembled from the stream's blocks; null if the blocks are contiguous in the file.
  std::shared_ptr<const Vector<uint8_t>> copy;
};

/// Finds the first stream that begins with "DXBC"; in dxc's files it is number 5. Checks every number that it
/// uses, and allocates at most a constant multiple of the file's size. Errors: kBadInput, part "MSF", with
/// the offset of the field; also if there is no such stream.
Result<MsfContainer> find_msf_container(std::span<const uint8_t> file);

}  // namespace trellis::dxil
