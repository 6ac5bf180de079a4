#include "dxil_frontend/container/msf.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "dxil_frontend/container/byte_view.hpp"
#include "support/routed_memory.hpp"

namespace trellis::dxil {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kMagic =
    "Microsoft C/C++ MSF 7.00\r\n\x1a"
    "DS\0\0\0"sv;
constexpr uint32_t kDxbcMagic = 0x43425844;  // "DXBC"
constexpr uint32_t kNoStream = UINT32_MAX;   // The size of a deleted stream.
constexpr uint32_t kMinBlockSize = 512, kMaxBlockSize = 32768;

// The superblock: the magic, then 32-bit numbers.
constexpr uint64_t kBlockSizeAt = 32;
constexpr uint64_t kBlockCountAt = 40;
constexpr uint64_t kDirectorySizeAt = 44;
constexpr uint64_t kBlockMapAt = 52;
constexpr uint64_t kSuperblockSize = 56;

Diagnostic bad(String message, uint64_t offset) {
  Location where;
  where.part = "MSF";
  where.offset = offset;
  return bad_input(std::move(message), std::move(where));
}

class MsfReader {
 public:
  explicit MsfReader(std::span<const uint8_t> file) : file_(file), view_(file) {}

  Result<MsfContainer> find_container() {
    TRELLIS_RETURN_IF_ERROR(read_superblock());
    TRELLIS_RETURN_IF_ERROR(read_directory());
    return find_stream();
  }

 private:
  Result<void> read_superblock() {
    if (!view_.fits(0, kSuperblockSize)) {
      return bad("the PDB file is truncated: " + decimal(view_.size()) + " bytes, its first block needs " +
                     decimal(kSuperblockSize),
                 view_.size());
    }
    block_size_ = view_.u32(kBlockSizeAt);
    if (block_size_ < kMinBlockSize || block_size_ > kMaxBlockSize || !std::has_single_bit(block_size_)) {
      return bad("blocks of " + decimal(block_size_) +
                     " bytes: the block size of a PDB file must be a power of two from " +
                     decimal(kMinBlockSize) + " to " + decimal(kMaxBlockSize),
                 kBlockSizeAt);
    }
    const uint32_t stated = view_.u32(kBlockCountAt);
    if (!view_.fits_array(0, stated, block_size_)) {
      return bad("the PDB file is truncated: " + decimal(stated) + " blocks of " + decimal(block_size_) +
                     " bytes, the file has " + decimal(view_.size()) + " bytes",
                 kBlockCountAt);
    }
    // dxc's block count is one too small: the last block of its files comes after those that it counts.
    block_count_ = view_.size() / block_size_;
    return {};
  }

  uint64_t blocks_of(uint64_t bytes) const { return (bytes + block_size_ - 1) / block_size_; }

  /// Assembles the directory from its blocks. Their numbers are listed at the start of a block.
  Result<void> read_directory() {
    const uint32_t size = view_.u32(kDirectorySizeAt);
    if (size < 4 || size > view_.size()) {
      return bad(
          "a stream directory of " + decimal(size) + " bytes in a PDB file of " + decimal(view_.size()),
          kDirectorySizeAt);
    }
    const uint64_t list = uint64_t{view_.u32(kBlockMapAt)} * block_size_;
    const auto count = static_cast<uint32_t>(blocks_of(size));
    if (!view_.fits_array(list, count, 4)) {
      return bad("the stream directory's list of blocks is outside the PDB file", kBlockMapAt);
    }
    directory_.reserve(uint64_t{count} * block_size_);
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t entry = list + uint64_t{i} * 4;
      if (auto done = append_block(view_.u32(entry), "the stream directory", entry, directory_); !done) {
        return done;
      }
    }
    directory_.resize(size);
    return {};
  }

  Result<void> check_block(uint32_t block, const String& owner, uint64_t entry) const {
    if (block < block_count_) return {};
    return bad(owner + " has block " + decimal(block) + ", the PDB file has " + decimal(block_count_), entry);
  }

  Result<void> append_block(uint32_t block, const String& owner, uint64_t entry, Vector<uint8_t>& out) const {
    TRELLIS_RETURN_IF_ERROR(check_block(block, owner, entry));
    const std::span<const uint8_t> bytes = file_.subspan(uint64_t{block} * block_size_, block_size_);
    out.insert(out.end(), bytes.begin(), bytes.end());
    return {};
  }

  /// Finds the container's stream. Layout of the directory: the number of streams, their sizes, then the
  /// block numbers of each.
  Result<MsfContainer> find_stream() const {
    const ByteView directory(directory_);
    const uint32_t streams = directory.u32(0);
    if (!directory.fits_array(4, streams, 4)) {
      return bad("a stream directory of " + decimal(directory.size()) + " bytes has no room for " +
                     decimal(streams) + " streams",
                 kDirectorySizeAt);
    }
    uint64_t list = 4 + uint64_t{streams} * 4;
    for (uint32_t stream = 0; stream < streams; ++stream) {
      const uint32_t stated = directory.u32(4 + uint64_t{stream} * 4);
      const uint64_t size = stated == kNoStream ? 0 : stated;
      const String name = "stream " + decimal(stream);
      // The same block may be listed several times, so the number of listed blocks does not bound the size.
      if (size > view_.size()) {
        return bad(name + " has " + decimal(size) + " bytes, the PDB file " + decimal(view_.size()),
                   kDirectorySizeAt);
      }
      const uint64_t count = blocks_of(size);
      if (!directory.fits(list, count * 4)) {
        return bad("the stream directory ends before the blocks of " + name, kDirectorySizeAt);
      }
      if (size >= 4 && begins_container(directory.u32(list))) {
        return read_stream(directory, stream, size, list);
      }
      list += count * 4;
    }
    return bad("the PDB file contains no DXBC container: none of its " + decimal(streams) +
                   " streams begins with \"DXBC\"",
               kDirectorySizeAt);
  }

  bool begins_container(uint32_t block) const {
    return block < block_count_ && view_.u32(uint64_t{block} * block_size_) == kDxbcMagic;
  }

  Result<MsfContainer> read_stream(const ByteView& directory, uint32_t stream, uint64_t size,
                                   uint64_t list) const {
    MsfContainer found;
    found.block_size = block_size_;
    found.stream_count = directory.u32(0);
    found.stream = stream;
    const uint64_t count = blocks_of(size);
    const uint32_t first = directory.u32(list);
    const String name = "stream " + decimal(stream);
    bool in_a_row = true;
    for (uint64_t i = 0; i < count; ++i) {
      const uint32_t block = directory.u32(list + i * 4);
      TRELLIS_RETURN_IF_ERROR(check_block(block, name, kDirectorySizeAt));
      in_a_row = in_a_row && block == first + i;
    }
    if (in_a_row) {
      found.bytes = file_.subspan(uint64_t{first} * block_size_, size);
      return found;
    }
    Vector<uint8_t> copy;
    copy.reserve(count * block_size_);
    for (uint64_t i = 0; i < count; ++i) {
      const uint32_t block = directory.u32(list + i * 4);
      TRELLIS_RETURN_IF_ERROR(append_block(block, name, kDirectorySizeAt, copy));
    }
    copy.resize(size);
    found.copy = make_routed_shared<const Vector<uint8_t>>(std::move(copy));
    found.bytes = *found.copy;
    return found;
  }

  std::span<const uint8_t> file_;
  ByteView view_;
  uint32_t block_size_ = 0;
  uint64_t block_count_ = 0;  // The number of whole blocks in the file.
  Vector<uint8_t> directory_;
};

}  // namespace

bool is_msf(std::span<const uint8_t> file) {
  return file.size() >= kMagic.size() &&
         std::equal(kMagic.begin(), kMagic.end(), file.begin(),
                    [](char a, uint8_t b) { return static_cast<uint8_t>(a) == b; });
}

Result<MsfContainer> find_msf_container(std::span<const uint8_t> file) {
  return MsfReader(file).find_container();
}

}  // namespace trellis::dxil
