#include "tests/dxil_frontend/container/byte_builder.hpp"

#include <bit>

namespace trellis::container_testing {

Bytes& Bytes::u8(uint32_t value) {
  data.push_back(static_cast<uint8_t>(value));
  return *this;
}

Bytes& Bytes::u16(uint32_t value) { return u8(value).u8(value >> 8); }

Bytes& Bytes::u32(uint32_t value) { return u16(value).u16(value >> 16); }

Bytes& Bytes::u32s(std::initializer_list<uint32_t> values) {
  for (const uint32_t value : values) u32(value);
  return *this;
}

Bytes& Bytes::f32(float value) { return u32(std::bit_cast<uint32_t>(value)); }

Bytes& Bytes::text(std::string_view value) {
  data.insert(data.end(), value.begin(), value.end());
  return *this;
}

Bytes& Bytes::append(std::span<const uint8_t> bytes) {
  data.insert(data.end(), bytes.begin(), bytes.end());
  return *this;
}

void put_u32(std::vector<uint8_t>& bytes, std::size_t offset, uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) bytes.at(offset + i) = static_cast<uint8_t>(value >> (8 * i));
}

std::vector<uint8_t> make_container(const std::vector<PartSource>& parts) {
  Bytes file;
  file.text("DXBC").u32s({0, 0, 0, 0}).u16(1).u16(0).u32(0).u32(static_cast<uint32_t>(parts.size()));
  std::size_t offset = 32 + 4 * parts.size();
  for (const PartSource& part : parts) {
    file.u32(static_cast<uint32_t>(offset));
    offset += 8 + part.data.size();
  }
  for (const PartSource& part : parts) {
    file.text(part.name).u32(static_cast<uint32_t>(part.data.size())).append(part.data);
  }
  put_u32(file.data, 24, static_cast<uint32_t>(file.data.size()));
  return file.data;
}

std::vector<uint8_t> make_program(std::span<const uint8_t> bitcode) {
  const uint32_t size = static_cast<uint32_t>(bitcode.size());
  Bytes part;
  part.u32(5u << 16 | 6u << 4)
      .u32((24 + size + 3) / 4)
      .text("DXIL")
      .u32(0x100)
      .u32(16)
      .u32(size)
      .append(bitcode);
  return part.data;
}

std::vector<uint8_t> bitcode_magic() { return {'B', 'C', 0xc0, 0xde}; }

BitstreamBuilder::BitstreamBuilder() : bytes_(bitcode_magic()) {}

void BitstreamBuilder::fixed(uint64_t value, unsigned width) {
  for (unsigned i = 0; i < width; ++i) {
    bits_ |= (value >> i & 1) << bit_count_;
    if (++bit_count_ < 8) continue;
    bytes_.push_back(static_cast<uint8_t>(bits_));
    bits_ = 0;
    bit_count_ = 0;
  }
}

void BitstreamBuilder::vbr(uint64_t value, unsigned width) {
  const uint64_t more = uint64_t{1} << (width - 1);
  for (; value >= more; value >>= width - 1) fixed((value & (more - 1)) | more, width);
  fixed(value, width);
}

void BitstreamBuilder::align32() {
  while (bit_count_ != 0 || bytes_.size() % 4 != 0) fixed(0, 1);
}

void BitstreamBuilder::begin_block(uint32_t id, unsigned width) {
  fixed(1, width_);
  vbr(id, 8);
  vbr(width, 4);
  align32();
  open_.push_back({width_, bytes_.size()});
  fixed(0, 32);
  width_ = width;
}

void BitstreamBuilder::end_block() {
  fixed(0, width_);
  align32();
  const Open open = open_.back();
  open_.pop_back();
  put_u32(bytes_, open.length_at, static_cast<uint32_t>((bytes_.size() - open.length_at - 4) / 4));
  width_ = open.outer_width;
}

void BitstreamBuilder::record(uint32_t code, std::span<const uint64_t> operands) {
  fixed(3, width_);
  vbr(code, 6);
  vbr(operands.size(), 6);
  for (const uint64_t operand : operands) vbr(operand, 6);
}

std::vector<uint8_t> BitstreamBuilder::finish() {
  align32();
  return bytes_;
}

}  // namespace trellis::container_testing
