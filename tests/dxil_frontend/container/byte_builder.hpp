// Builders of test files: little-endian bytes, containers of parts, bitstreams.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trellis::container_testing {

/// Little-endian bytes, appended in order.
struct Bytes {
  std::vector<uint8_t> data;

  Bytes& u8(uint32_t value);
  Bytes& u16(uint32_t value);
  Bytes& u32(uint32_t value);
  Bytes& u32s(std::initializer_list<uint32_t> values);
  Bytes& f32(float value);
  Bytes& text(std::string_view value);  ///< Appends the text without a NUL.
  Bytes& append(std::span<const uint8_t> bytes);
};

/// Overwrites the bytes at `offset`.
void put_u32(std::vector<uint8_t>& bytes, std::size_t offset, uint32_t value);

struct PartSource {
  std::string name;  ///< Four letters.
  std::vector<uint8_t> data;
};

/// Returns a container without a digest.
std::vector<uint8_t> make_container(const std::vector<PartSource>& parts);

/// Returns the data of a DXIL part: a compute shader of model 6.0 with that bitcode.
std::vector<uint8_t> make_program(std::span<const uint8_t> bitcode);

/// Returns 'B' 'C' C0 DE, without anything after it.
std::vector<uint8_t> bitcode_magic();

/// Writes the bitstream format: blocks, unabbreviated records, abbreviations.
class BitstreamBuilder {
 public:
  BitstreamBuilder();
  void fixed(uint64_t value, unsigned width);
  void vbr(uint64_t value, unsigned width);
  void align32();
  /// Opens a block whose abbreviation ids have `width` bits.
  void begin_block(uint32_t id, unsigned width = 4);
  void end_block();
  void record(uint32_t code, std::span<const uint64_t> operands);
  void record(uint32_t code, std::initializer_list<uint64_t> operands) {
    record(code, std::span(operands.begin(), operands.size()));
  }
  /// Returns the stream so far, padded to whole words.
  std::vector<uint8_t> finish();

 private:
  struct Open {
    unsigned outer_width;
    std::size_t length_at;  ///< Byte offset of the length word.
  };
  std::vector<uint8_t> bytes_;
  uint64_t bits_ = 0;
  unsigned bit_count_ = 0;
  unsigned width_ = 2;
  std::vector<Open> open_;
};

}  // namespace trellis::container_testing
