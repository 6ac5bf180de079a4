#include "dxil_frontend/container/parts/pipeline_state_part.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "dxil_frontend/container/byte_view.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

constexpr std::array<uint32_t, 5> kInfoSizes = {24, 36, 48, 52, 56};  // Indexed by version.
constexpr uint32_t kResourceSize = 16;                                // Versions 0 and 1.
constexpr uint32_t kResourceSizeV2 = 24;
constexpr uint32_t kElementSize = 16;
constexpr uint32_t kMaxRecordSize = 4096;  // A larger record size is garbage.
constexpr uint32_t kStreams = 4;

template <typename... Values>
Diagnostic part_error(const char* part, uint64_t offset, const char* text, Values... values) {
  char buffer[200];
  std::snprintf(buffer, sizeof buffer, text, values...);
  Location where;
  where.part = part;
  where.offset = offset;
  return bad_input(buffer, where);
}

/// Reads the part sequentially: the size of each array precedes it.
class PipelineStateReader {
 public:
  PipelineStateReader(std::span<const uint8_t> part, ShaderKind kind, uint64_t file_offset)
      : view_(part), file_offset_(file_offset) {
    result_.kind = kind;
  }

  Result<PipelineState> read() {
    if (!read_runtime_info() || !read_resources()) return *error_;
    if (result_.version >= 1 && (!read_tables() || !read_elements() || !skip_dependencies())) return *error_;
    return std::move(result_);
  }

 private:
  template <typename... Values>
  bool fail(uint64_t offset, const char* text, Values... values) {
    error_ = part_error("PSV0", file_offset_ + offset, text, values...);
    return false;
  }

  /// Reads the u32 at the read position and advances past it.
  bool take_u32(const char* what, uint32_t& value) {
    if (!view_.fits(at_, 4)) return fail(at_, "part ends before %s", what);
    value = view_.u32(at_);
    at_ += 4;
    return true;
  }

  /// Advances past `count` records of `stride` bytes; sets `start` to their offset.
  bool take_array(const char* what, uint32_t count, uint32_t stride, uint64_t& start) {
    if (!view_.fits_array(at_, count, stride)) {
      return fail(at_, "%u %s of %u bytes go past the end of the part (0x%llx bytes)", count, what, stride,
                  static_cast<unsigned long long>(view_.size()));
    }
    start = at_;
    at_ += uint64_t{count} * stride;
    return true;
  }

  bool read_runtime_info() {
    uint32_t size = 0;
    if (!take_u32("the size of the runtime information", size)) return false;
    if (size < kInfoSizes[0] || size > kMaxRecordSize) {
      return fail(0, "runtime information has %u bytes, expected %u to %u", size, kInfoSizes.front(),
                  kInfoSizes.back());
    }
    uint64_t start = 0;
    if (!take_array("runtime information records", 1, size, start)) return false;
    while (result_.version + 1 < kInfoSizes.size() && size >= kInfoSizes[result_.version + 1])
      ++result_.version;
    if (result_.version >= 1) {
      const uint8_t kind = view_.u8(start + 24);
      if (kind >= static_cast<uint8_t>(ShaderKind::kInvalid))
        return fail(start + 24, "unknown shader kind %u", unsigned{kind});
      if (result_.kind != ShaderKind::kInvalid && result_.kind != static_cast<ShaderKind>(kind)) {
        return fail(start + 24, "shader kind %u, but the program header says %u", unsigned{kind},
                    static_cast<unsigned>(result_.kind));
      }
      result_.kind = static_cast<ShaderKind>(kind);
    }
    result_.min_wave_lanes = view_.u32(start + 16);
    result_.max_wave_lanes = view_.u32(start + 20);
    read_stage(start);
    if (result_.version >= 1) read_version1(start);
    if (result_.version >= 2) {
      for (uint32_t axis = 0; axis < 3; ++axis)
        result_.thread_group_size[axis] = view_.u32(start + 36 + 4 * axis);
    }
    if (result_.version >= 3) entry_name_offset_ = view_.u32(start + 48);
    if (result_.version >= 4) result_.groupshared_bytes = view_.u32(start + 52);
    return true;
  }

  void read_stage(uint64_t start) {
    PsvStageInfo& stage = result_.stage;
    switch (result_.kind) {
      case ShaderKind::kVertex:
        stage.writes_position = view_.u8(start) != 0;
        break;
      case ShaderKind::kHull:
        stage.input_control_points = view_.u32(start);
        stage.output_control_points = view_.u32(start + 4);
        stage.tessellator_domain = view_.u32(start + 8);
        stage.tessellator_output = view_.u32(start + 12);
        break;
      case ShaderKind::kDomain:
        stage.input_control_points = view_.u32(start);
        stage.writes_position = view_.u8(start + 4) != 0;
        stage.tessellator_domain = view_.u32(start + 8);
        break;
      case ShaderKind::kGeometry:
        stage.input_primitive = view_.u32(start);
        stage.output_topology = view_.u32(start + 4);
        stage.stream_mask = view_.u32(start + 8);
        stage.writes_position = view_.u8(start + 12) != 0;
        break;
      case ShaderKind::kPixel:
        stage.writes_depth = view_.u8(start) != 0;
        stage.sample_frequency = view_.u8(start + 1) != 0;
        break;
      case ShaderKind::kMesh:
        stage.groupshared_bytes = view_.u32(start);
        stage.groupshared_view_dependent_bytes = view_.u32(start + 4);
        stage.payload_bytes = view_.u32(start + 8);
        stage.max_vertices = view_.u16(start + 12);
        stage.max_primitives = view_.u16(start + 14);
        break;
      case ShaderKind::kAmplification:
        stage.payload_bytes = view_.u32(start);
        break;
      default:
        break;
    }
  }

  void read_version1(uint64_t start) {
    result_.uses_view_id = view_.u8(start + 25) != 0;
    if (result_.kind == ShaderKind::kGeometry) {
      result_.stage.max_vertices = view_.u16(start + 26);
    } else {
      result_.patch_constant_vectors = view_.u8(start + 26);
      result_.mesh_topology = view_.u8(start + 27);
    }
    for (uint32_t i = 0; i < 3; ++i) element_counts_[i] = view_.u8(start + 28 + i);
    result_.input_vectors = view_.u8(start + 31);
    for (uint32_t i = 0; i < kStreams; ++i) result_.output_vectors[i] = view_.u8(start + 32 + i);
  }

  bool read_resources() {
    uint32_t count = 0;
    if (!take_u32("the number of resources", count)) return false;
    if (count == 0) return true;
    uint32_t stride = 0;
    const uint64_t stride_at = at_;
    if (!take_u32("the size of a resource record", stride)) return false;
    if (stride < kResourceSize || stride > kMaxRecordSize) {
      return fail(stride_at, "resource records have %u bytes, expected %u or %u", stride, kResourceSize,
                  kResourceSizeV2);
    }
    uint64_t start = 0;
    if (!take_array("resource records", count, stride, start)) return false;
    result_.resources.reserve(count);
    for (uint32_t i = 0; i < count; ++i, start += stride) {
      PsvResource resource{view_.u32(start), view_.u32(start + 4), view_.u32(start + 8),
                           view_.u32(start + 12)};
      if (stride >= kResourceSizeV2) {
        resource.kind = view_.u32(start + 16);
        resource.flags = view_.u32(start + 20);
      }
      if (resource.type < 1 || resource.type > 9) {
        return fail(start, "resource %u has unknown type %u", i, resource.type);
      }
      if (resource.lower > resource.upper) {
        return fail(start + 8, "resource %u has registers %u to %u", i, resource.lower, resource.upper);
      }
      result_.resources.push_back(resource);
    }
    return true;
  }

  bool read_tables() {
    uint32_t size = 0;
    if (!take_u32("the size of the string table", size) ||
        !take_array("string table bytes", size, 1, strings_at_)) {
      return false;
    }
    strings_size_ = size;
    if (result_.version >= 3 && !read_string("entry name", at_, entry_name_offset_, result_.entry_name)) {
      return false;
    }
    return take_u32("the number of semantic indices", index_count_) &&
           take_array("semantic indices", index_count_, 4, indices_at_);
  }

  bool read_string(const char* what, uint64_t at, uint32_t offset, std::string_view& text) {
    const auto found = offset < strings_size_ ? view_.string(strings_at_ + offset) : std::nullopt;
    if (!found || offset + found->size() >= strings_size_) {
      return fail(at, "%s at offset 0x%x does not end inside the string table of %u bytes", what, offset,
                  strings_size_);
    }
    text = *found;
    return true;
  }

  bool read_elements() {
    const uint32_t total = element_counts_[0] + element_counts_[1] + element_counts_[2];
    if (total == 0) return true;
    uint32_t stride = 0;
    const uint64_t stride_at = at_;
    if (!take_u32("the size of a signature element", stride)) return false;
    if (stride < kElementSize || stride > kMaxRecordSize) {
      return fail(stride_at, "signature elements have %u bytes, expected %u", stride, kElementSize);
    }
    std::array<Vector<PsvSignatureElement>*, 3> lists = {&result_.inputs, &result_.outputs,
                                                         &result_.patch_constants};
    for (uint32_t list = 0; list < 3; ++list) {
      uint64_t start = 0;
      if (!take_array("signature elements", element_counts_[list], stride, start)) return false;
      lists[list]->resize(element_counts_[list]);
      for (PsvSignatureElement& element : *lists[list]) {
        if (!read_element(start, element)) return false;
        start += stride;
      }
    }
    return true;
  }

  bool read_element(uint64_t at, PsvSignatureElement& element) {
    if (!read_string("semantic name", at, view_.u32(at), element.semantic)) return false;
    const uint32_t first_index = view_.u32(at + 4);
    element.rows = view_.u8(at + 8);
    if (uint64_t{first_index} + element.rows > index_count_) {
      return fail(at + 4, "semantic indices %u and %u more go past the table of %u", first_index,
                  unsigned{element.rows}, index_count_);
    }
    for (uint32_t row = 0; row < element.rows; ++row) {
      element.semantic_indices.push_back(view_.u32(indices_at_ + 4 * (uint64_t{first_index} + row)));
    }
    element.start_row = view_.u8(at + 9);
    const uint8_t columns = view_.u8(at + 10);
    element.columns = columns & 0xf;
    element.start_column = columns >> 4 & 3;
    element.allocated = (columns >> 6 & 1) != 0;
    element.semantic_kind = view_.u8(at + 11);
    element.component_type = view_.u8(at + 12);
    element.interpolation = view_.u8(at + 13);
    const uint8_t dynamic = view_.u8(at + 14);
    element.dynamic_index_mask = dynamic & 0xf;
    element.stream = dynamic >> 4 & 3;
    return true;
  }

  static uint32_t mask_words(uint32_t vectors) { return (vectors + 7) / 8; }
  /// Each of the four components of every input has one mask of outputs.
  static uint32_t table_words(uint32_t inputs, uint32_t outputs) { return inputs * 4 * mask_words(outputs); }

  bool skip_dependencies() {
    const bool geometry = result_.kind == ShaderKind::kGeometry;
    const bool hull = result_.kind == ShaderKind::kHull;
    const bool mesh = result_.kind == ShaderKind::kMesh;
    const uint32_t streams = geometry ? kStreams : 1;
    const uint32_t patch_vectors = result_.patch_constant_vectors;
    uint32_t words = 0;
    for (uint32_t stream = 0; stream < streams; ++stream) {
      if (result_.uses_view_id) words += mask_words(result_.output_vectors[stream]);
      if (!mesh) words += table_words(result_.input_vectors, result_.output_vectors[stream]);
    }
    if (result_.uses_view_id && (hull || mesh)) words += mask_words(patch_vectors);
    if (hull) words += table_words(result_.input_vectors, patch_vectors);
    if (result_.kind == ShaderKind::kDomain) words += table_words(patch_vectors, result_.output_vectors[0]);
    uint64_t start = 0;
    return take_array("dwords of dependency tables", words, 4, start);
  }

  ByteView view_;
  uint64_t file_offset_;
  uint64_t at_ = 0;
  uint32_t entry_name_offset_ = 0;
  std::array<uint32_t, 3> element_counts_{};
  uint64_t strings_at_ = 0;
  uint32_t strings_size_ = 0;
  uint64_t indices_at_ = 0;
  uint32_t index_count_ = 0;
  PipelineState result_;
  std::optional<Diagnostic> error_;
};

}  // namespace

Result<PipelineState> parse_pipeline_state(std::span<const uint8_t> part, ShaderKind program_kind,
                                           uint64_t file_offset) {
  return PipelineStateReader(part, program_kind, file_offset).read();
}

Result<uint64_t> parse_feature_flags(std::span<const uint8_t> part, uint64_t file_offset) {
  if (part.size() != 8) {
    return part_error("SFI0", file_offset, "feature flags have %zu bytes, expected 8", part.size());
  }
  return ByteView(part).u64(0);
}

Result<ShaderHash> parse_shader_hash(std::span<const uint8_t> part, uint64_t file_offset) {
  if (part.size() != 20)
    return part_error("HASH", file_offset, "hash has %zu bytes, expected 20", part.size());
  const uint32_t flags = ByteView(part).u32(0);
  if (flags > 1) return part_error("HASH", file_offset, "unknown hash flags 0x%x", flags);
  ShaderHash hash;
  hash.includes_source = flags == 1;
  std::copy(part.begin() + 4, part.end(), hash.digest.begin());
  return hash;
}

}  // namespace trellis::dxil
