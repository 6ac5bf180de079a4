#include "dxil_frontend/container/parts/root_signature_part.hpp"

#include <bit>
#include <cstdio>
#include <optional>

#include "dxil_frontend/container/byte_view.hpp"

namespace trellis::dxil {

namespace {

constexpr uint32_t kRootSignatureHeaderSize = 24;
constexpr uint32_t kParameterSize = 12;
constexpr uint32_t kLastVisibility = static_cast<uint32_t>(ShaderVisibility::kMesh);
// Tables may share ranges by pointing at the same bytes, so the part's size does not bound their number.
// D3D12 allows 64 dwords of parameters, and no real table has nearly as many ranges as this.
constexpr uint64_t kMaxRangesRead = 1 << 20;

enum ParameterType : uint32_t { kTable, kConstants, kCbv, kSrv, kUav };

class RootSignatureReader {
 public:
  RootSignatureReader(std::span<const uint8_t> part, uint64_t file_offset)
      : view_(part), file_offset_(file_offset) {}

  Result<RootSignature> read() {
    if (!read_header() || !read_parameters() || !read_samplers()) return *error_;
    return std::move(result_);
  }

 private:
  template <typename... Values>
  bool fail(uint64_t offset, const char* text, Values... values) {
    char buffer[200];
    std::snprintf(buffer, sizeof buffer, text, values...);
    Location where;
    where.part = "RTS0";
    where.offset = file_offset_ + offset;
    error_ = bad_input(buffer, where);
    return false;
  }

  bool read_header() {
    if (!view_.fits(0, kRootSignatureHeaderSize)) {
      return fail(0, "root signature has %llu bytes, its header needs %u",
                  static_cast<unsigned long long>(view_.size()), kRootSignatureHeaderSize);
    }
    result_.version = view_.u32(0);
    if (result_.version < 1 || result_.version > 3) {
      fail(0, "root signature version %u; 1 (1.0), 2 (1.1) and 3 (1.2) are supported", result_.version);
      error_->code = ErrorCode::kUnsupported;
      return false;
    }
    result_.flags = view_.u32(20);
    result_.at = file_offset_;
    return true;
  }

  /// Checks that an array which the signature points at is inside: `count` records of `stride` bytes at
  /// `offset`.
  bool check_array(const char* what, uint64_t at, uint32_t offset, uint32_t count, uint32_t stride) {
    if (view_.fits_array(offset, count, stride)) return true;
    return fail(at, "%u %s of %u bytes at offset 0x%x do not fit a root signature of 0x%llx bytes", count,
                what, stride, offset, static_cast<unsigned long long>(view_.size()));
  }

  bool read_visibility(uint64_t at, ShaderVisibility& visibility) {
    const uint32_t value = view_.u32(at);
    if (value > kLastVisibility) return fail(at, "unknown shader visibility %u", value);
    visibility = static_cast<ShaderVisibility>(value);
    return true;
  }

  bool read_parameters() {
    const uint32_t count = view_.u32(4);
    const uint32_t offset = view_.u32(8);
    if (!check_array("root parameters", 4, offset, count, kParameterSize)) return false;
    result_.parameters.reserve(count);
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t at = uint64_t{offset} + uint64_t{i} * kParameterSize;
      RootParameter parameter;
      parameter.at = file_offset_ + at;
      if (!read_visibility(at + 4, parameter.visibility)) return false;
      if (!read_payload(i, at, view_.u32(at), view_.u32(at + 8), parameter)) return false;
      result_.parameters.push_back(std::move(parameter));
    }
    return true;
  }

  bool read_payload(uint32_t index, uint64_t at, uint32_t type, uint32_t offset, RootParameter& parameter) {
    switch (type) {
      case kTable: {
        if (!check_array("descriptor table", at + 8, offset, 1, 8)) return false;
        return read_table(offset, parameter.value.emplace<DescriptorTable>());
      }
      case kConstants: {
        if (!check_array("root constants", at + 8, offset, 1, 12)) return false;
        parameter.value = RootConstants{view_.u32(offset), view_.u32(uint64_t{offset} + 4),
                                        view_.u32(uint64_t{offset} + 8)};
        return true;
      }
      case kCbv:
      case kSrv:
      case kUav: {
        const bool has_flags = result_.version >= 2;
        if (!check_array("root descriptor", at + 8, offset, 1, has_flags ? 12 : 8)) return false;
        parameter.value =
            RootDescriptor{static_cast<RootDescriptorType>(type), view_.u32(offset),
                           view_.u32(uint64_t{offset} + 4), has_flags ? view_.u32(uint64_t{offset} + 8) : 0};
        return true;
      }
      default:
        return fail(at, "root parameter %u has unknown type %u", index, type);
    }
  }

  bool read_table(uint64_t at, DescriptorTable& table) {
    const bool has_flags = result_.version >= 2;
    const uint32_t stride = has_flags ? 24 : 20;
    const uint32_t count = view_.u32(at);
    const uint32_t offset = view_.u32(at + 4);
    if (!check_array("descriptor ranges", at, offset, count, stride)) return false;
    range_count_ += count;
    if (range_count_ > kMaxRangesRead) {
      return fail(at, "root signature has more than %llu descriptor ranges",
                  static_cast<unsigned long long>(kMaxRangesRead));
    }
    table.ranges.reserve(count);
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t range_at = uint64_t{offset} + uint64_t{i} * stride;
      const uint32_t type = view_.u32(range_at);
      if (type > static_cast<uint32_t>(DescriptorRangeType::kSampler)) {
        return fail(range_at, "descriptor range %u has unknown type %u", i, type);
      }
      DescriptorRange range;
      range.at = file_offset_ + range_at;
      range.type = static_cast<DescriptorRangeType>(type);
      range.count = view_.u32(range_at + 4);
      range.base_register = view_.u32(range_at + 8);
      range.space = view_.u32(range_at + 12);
      range.flags = has_flags ? view_.u32(range_at + 16) : 0;
      range.table_offset = view_.u32(range_at + (has_flags ? 20 : 16));
      table.ranges.push_back(range);
    }
    return true;
  }

  bool read_samplers() {
    const bool has_flags = result_.version >= 3;
    const uint32_t stride = has_flags ? 56 : 52;
    const uint32_t count = view_.u32(12);
    const uint32_t offset = view_.u32(16);
    if (!check_array("static samplers", 12, offset, count, stride)) return false;
    result_.static_samplers.reserve(count);
    for (uint32_t i = 0; i < count; ++i) {
      StaticSampler sampler;
      if (!read_sampler(i, uint64_t{offset} + uint64_t{i} * stride, has_flags, sampler)) return false;
      result_.static_samplers.push_back(sampler);
    }
    return true;
  }

  bool read_sampler(uint32_t index, uint64_t at, bool has_flags, StaticSampler& sampler) {
    sampler.at = file_offset_ + at;
    sampler.filter = view_.u32(at);
    sampler.address_u = view_.u32(at + 4);
    sampler.address_v = view_.u32(at + 8);
    sampler.address_w = view_.u32(at + 12);
    sampler.mip_lod_bias = std::bit_cast<float>(view_.u32(at + 16));
    sampler.max_anisotropy = view_.u32(at + 20);
    sampler.comparison = view_.u32(at + 24);
    sampler.border_color = view_.u32(at + 28);
    sampler.min_lod = std::bit_cast<float>(view_.u32(at + 32));
    sampler.max_lod = std::bit_cast<float>(view_.u32(at + 36));
    sampler.register_index = view_.u32(at + 40);
    sampler.space = view_.u32(at + 44);
    sampler.flags = has_flags ? view_.u32(at + 52) : 0;
    // Filters are bit fields; the maximum is 0x1d5 (maximum-anisotropic).
    if (sampler.filter > 0x1d5)
      return fail(at, "static sampler %u has unknown filter 0x%x", index, sampler.filter);
    for (uint32_t axis = 0; axis < 3; ++axis) {
      const uint32_t mode = view_.u32(at + 4 + 4 * axis);
      if (mode < 1 || mode > 5) {
        return fail(at + 4 + 4 * axis, "static sampler %u has unknown address mode %u", index, mode);
      }
    }
    if (sampler.comparison > 8) {
      return fail(at + 24, "static sampler %u has unknown comparison %u", index, sampler.comparison);
    }
    if (sampler.border_color > 4) {
      return fail(at + 28, "static sampler %u has unknown border colour %u", index, sampler.border_color);
    }
    return read_visibility(at + 48, sampler.visibility);
  }

  ByteView view_;
  uint64_t file_offset_;
  uint64_t range_count_ = 0;
  RootSignature result_;
  std::optional<Diagnostic> error_;
};

}  // namespace

Result<RootSignature> parse_root_signature(std::span<const uint8_t> part, uint64_t file_offset) {
  return RootSignatureReader(part, file_offset).read();
}

}  // namespace trellis::dxil
