// PDB files as dxc writes them: the file format MSF 7.00 ("multi-stream file"; LLVM's page docs/PDB/MsfFile
// describes it), with a DXBC container as one of its streams.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Whether `file` begins as a file of the format does.
bool is_msf(std::span<const uint8_t> file);

/// Where the container of a PDB file is.
struct MsfContainer {
  uint32_t block_size = 0;
  uint32_t stream_count = 0;
  uint32_t stream = 0;             ///< Its number.
  std::span<const uint8_t> bytes;  ///< Points into the file, or to `copy`.
  /// The bytes put together, if the stream's blocks do not follow one another in the file; else null.
  std::shared_ptr<const Vector<uint8_t>> copy;
};

/// The first stream that begins with "DXBC"; dxc makes it number 5. Every number on the way is checked, and
/// no more memory is taken than a multiple of the file's size. Errors: kBadInput, part "MSF", with the offset
/// of the field; a file without such a stream is one.
Result<MsfContainer> find_msf_container(std::span<const uint8_t> file);

}  // namespace trellis::dxil
