#include "dxil_frontend/container/parts/signature_part.hpp"

#include <cstdio>

#include "dxil_frontend/container/byte_view.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

constexpr uint32_t kSignatureHeaderSize = 8;
constexpr uint32_t kSignatureElementSize = 32;
constexpr uint32_t kSignatureStreams = 4;

struct Place {
  std::string_view part_name;
  uint64_t file_offset;

  template <typename... Values>
  Diagnostic error(uint64_t offset, const char* text, Values... values) const {
    char buffer[200];
    std::snprintf(buffer, sizeof buffer, text, values...);
    Location where;
    where.part = String(part_name);
    where.offset = file_offset + offset;
    return bad_input(buffer, where);
  }
};

Result<SignatureRow> read_row(const ByteView& view, uint64_t at, uint32_t index, const Place& place) {
  SignatureRow row;
  row.stream = view.u32(at);
  if (row.stream >= kSignatureStreams)
    return place.error(at, "signature element %u is in stream %u", index, row.stream);
  const uint32_t name_offset = view.u32(at + 4);
  const auto name = view.string(name_offset);
  if (!name) {
    return place.error(at + 4,
                       "semantic name of signature element %u at offset 0x%x does not end inside the part",
                       index, name_offset);
  }
  row.semantic = *name;
  row.semantic_index = view.u32(at + 8);
  row.system_value = view.u32(at + 12);
  const uint32_t component = view.u32(at + 16);
  if (component > static_cast<uint32_t>(SignatureComponent::kF64)) {
    return place.error(at + 16, "signature element %u has unknown component type %u", index, component);
  }
  row.component = static_cast<SignatureComponent>(component);
  row.register_index = view.u32(at + 20);
  row.mask = view.u8(at + 24);
  row.read_write_mask = view.u8(at + 25);
  if (row.mask > 0xf || row.read_write_mask > 0xf) {
    return place.error(at + 24, "signature element %u has masks 0x%x and 0x%x beyond four columns", index,
                       unsigned{row.mask}, unsigned{row.read_write_mask});
  }
  row.minimum_precision = view.u32(at + 28);
  return row;
}

}  // namespace

Result<Vector<SignatureRow>> parse_signature_part(std::span<const uint8_t> part, std::string_view part_name,
                                                  uint64_t file_offset) {
  const ByteView view(part);
  const Place place{part_name, file_offset};
  if (!view.fits(0, kSignatureHeaderSize)) {
    return place.error(0, "signature has %llu bytes, its header needs %u",
                       static_cast<unsigned long long>(view.size()), kSignatureHeaderSize);
  }
  const uint32_t count = view.u32(0);
  const uint32_t first = view.u32(4);
  if (!view.fits_array(first, count, kSignatureElementSize)) {
    return place.error(0, "%u signature elements at offset 0x%x do not fit the part of 0x%llx bytes", count,
                       first, static_cast<unsigned long long>(view.size()));
  }
  Vector<SignatureRow> rows;
  rows.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    Result<SignatureRow> row =
        read_row(view, uint64_t{first} + uint64_t{i} * kSignatureElementSize, i, place);
    if (!row) return row.error();
    rows.push_back(*row);
  }
  return rows;
}

}  // namespace trellis::dxil
