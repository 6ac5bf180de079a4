#include "dxil_frontend/container/parts/rdat_part.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "dxil_frontend/container/byte_view.hpp"
#include "dxil_frontend/container/parts/information_parts.hpp"
#include "dxil_frontend/container/parts/root_signature_part.hpp"

namespace trellis::dxil {
namespace {

constexpr uint32_t kVersion = 0x10;
constexpr uint32_t kNullReference = UINT32_MAX;
constexpr uint32_t kMaxRecursion = 31;
constexpr uint32_t kNoRegister = UINT32_MAX;

enum PartType : uint32_t {
  kStrings = 1,
  kIndices = 2,
  kResources = 3,
  kFunctions = 4,
  kRawBytes = 5,
  kSubobjects = 6,
};
constexpr uint32_t kPartTypes = 7;

enum SubobjectKind : uint32_t {
  kStateObjectConfig = 0,
  kGlobalRootSignature = 1,
  kLocalRootSignature = 2,
  kAssociation = 8,
  kShaderConfig = 9,
  kPipelineConfig = 10,
  kHitGroup = 11,
  kPipelineConfig1 = 12,
};

// The smallest rows that contain all fields read here. Later versions append fields.
constexpr uint32_t kResourceBytes = 32, kFunctionBytes = 44, kFunction2Bytes = 52, kSubobjectBytes = 24;

/// The location of a table's rows.
struct Rows {
  uint64_t first = 0;
  uint32_t count = 0, stride = 0;
  uint64_t row(uint32_t n) const { return first + uint64_t{n} * stride; }
};

class LibraryDataReader {
 public:
  LibraryDataReader(std::span<const uint8_t> part, uint64_t file_offset, Vector<Diagnostic>& left_out)
      : bytes_(part), view_(part), file_offset_(file_offset), left_out_(left_out) {}

  Result<LibraryData> read() {
    const bool done = read_parts() && read_resources() && read_functions() && read_subobjects();
    if (!done) return std::move(*error_);
    return std::move(data_);
  }

 private:
  bool fail(uint64_t at, String message) {
    Location where;
    where.part = "RDAT";
    where.offset = file_offset_ + at;
    error_ = bad_input(std::move(message), std::move(where));
    return false;
  }

  /// Records an error that does not prevent translation of the library's shaders.
  void warn(uint64_t at, String message) {
    Location where;
    where.part = "RDAT";
    where.offset = file_offset_ + at;
    left_out_.push_back(bad_input(std::move(message), std::move(where)));
  }

  bool read_parts() {
    Result<RuntimeData> outline = parse_runtime_data(bytes_, file_offset_);
    if (!outline) {
      error_ = std::move(outline.error());
      return false;
    }
    if (outline->version != kVersion) return fail(0, "version " + decimal(outline->version) + " is unknown");
    for (const RuntimeData::Table& table : outline->tables) {
      if (table.type >= kPartTypes) continue;
      if (parts_[table.type]) return fail(table.at, "two tables are of type " + decimal(table.type));
      parts_[table.type] = table;
    }
    return true;
  }

  /// Locates the rows of a table; there are none if the table is absent.
  bool table(PartType type, uint32_t least_stride, Rows& rows) {
    const std::optional<RuntimeData::Table>& part = parts_[type];
    rows = {};
    if (!part) return true;
    rows = {part->at, part->count, part->stride};
    if (rows.count == 0 || rows.stride >= least_stride) return true;
    return fail(part->at - 4,
                "rows of " + decimal(rows.stride) + " bytes, less than " + decimal(least_stride));
  }

  /// Reads the text that the word at `field` refers to.
  bool text(uint64_t field, String& result) {
    const uint32_t offset = view_.u32(field);
    const std::optional<RuntimeData::Table>& strings = parts_[kStrings];
    if (!strings || offset >= strings->size) return fail(field, "a name is outside the name table");
    const auto found = ByteView(bytes_.subspan(strings->at, strings->size)).string(offset);
    if (!found) return fail(field, "a name is not terminated inside the name table");
    text_bytes_ += found->size();
    if (text_bytes_ > kMaxTextBytes) return fail(field, "there are too many names, or they are too long");
    result = String(*found);
    return true;
  }

  /// Reads the array of words that the word at `field` refers to.
  bool words(uint64_t field, Vector<uint32_t>& result) {
    const uint32_t index = view_.u32(field);
    if (index == kNullReference) return true;
    const std::optional<RuntimeData::Table>& indices = parts_[kIndices];
    if (!indices || index >= indices->size / 4) return fail(field, "an array lies outside its table");
    const uint32_t count = view_.u32(indices->at + uint64_t{index} * 4);
    if (count > indices->size / 4 - index - 1) return fail(field, "an array goes past the end of its table");
    word_count_ += count;
    if (word_count_ > kMaxWords) return fail(field, "there are too many arrays, or they are too long");
    for (uint32_t n = 0; n < count; ++n) {
      result.push_back(view_.u32(indices->at + (uint64_t{index} + 1 + n) * 4));
    }
    return true;
  }

  /// Reads the array of names that the word at `field` refers to.
  bool texts(uint64_t field, Vector<String>& result) {
    const uint32_t index = view_.u32(field);
    Vector<uint32_t> offsets;
    if (!words(field, offsets)) return false;
    for (uint32_t n = 0; n < offsets.size(); ++n) {
      if (!text(parts_[kIndices]->at + (uint64_t{index} + 1 + n) * 4, result.emplace_back())) return false;
    }
    return true;
  }

  bool read_resources() {
    Rows rows;
    if (!table(kResources, kResourceBytes, rows)) return false;
    for (uint32_t n = 0; n < rows.count; ++n) {
      const uint64_t at = rows.row(n);
      RuntimeResource& resource = data_.resources.emplace_back();
      const uint32_t resource_class = view_.u32(at), kind = view_.u32(at + 4);
      if (resource_class > static_cast<uint32_t>(ResourceClass::kSampler)) {
        return fail(at, "resource class " + decimal(resource_class) + " is unknown");
      }
      if (kind > static_cast<uint32_t>(ResourceKind::kFeedbackTexture2DArray)) {
        return fail(at + 4, "resource kind " + decimal(kind) + " is unknown");
      }
      resource.resource_class = static_cast<ResourceClass>(resource_class);
      resource.kind = static_cast<ResourceKind>(kind);
      resource.id = view_.u32(at + 8);
      resource.space = view_.u32(at + 12);
      resource.lower_bound = view_.u32(at + 16);
      resource.upper_bound = view_.u32(at + 20);
      if (!text(at + 24, resource.name)) return false;
      // Resources without registers get them from the linker.
      if (resource.upper_bound < resource.lower_bound && resource.lower_bound != kNoRegister) {
        warn(at + 20, "the register range of " + resource.name + " ends before it begins");
      }
      resource.flags = view_.u32(at + 28);
    }
    return true;
  }

  bool read_functions() {
    Rows rows;
    if (!table(kFunctions, kFunctionBytes, rows)) return false;
    for (uint32_t n = 0; n < rows.count; ++n) {
      const uint64_t at = rows.row(n);
      RuntimeFunction& function = data_.functions.emplace_back();
      if (!text(at, function.name) || !text(at + 4, function.unmangled_name)) return false;
      if (!words(at + 8, function.resources) || !texts(at + 12, function.dependencies)) return false;
      for (const uint32_t resource : function.resources) {
        if (resource >= data_.resources.size()) {
          return fail(at + 8, "a function uses resource " + decimal(resource) + " of " +
                                  decimal(data_.resources.size()));
        }
      }
      const uint32_t kind = view_.u32(at + 16);
      if (kind >= static_cast<uint32_t>(ShaderKind::kInvalid)) {
        return fail(at + 16, "shader kind " + decimal(kind) + " is unknown");
      }
      function.kind = static_cast<ShaderKind>(kind);
      function.payload_bytes = view_.u32(at + 20);
      function.attribute_bytes = view_.u32(at + 24);
      function.feature_flags = view_.u32(at + 28) | uint64_t{view_.u32(at + 32)} << 32;
      function.stage_mask = view_.u32(at + 36);
      const uint32_t target = view_.u32(at + 40);
      function.min_model_major = target >> 4 & 0xF;
      function.min_model_minor = target & 0xF;
      if (rows.stride < kFunction2Bytes) continue;
      function.min_wave_lanes = view_.u8(at + 44);
      function.max_wave_lanes = view_.u8(at + 45);
      function.flags = view_.u16(at + 46);
    }
    return true;
  }

  bool read_subobjects() {
    Rows rows;
    if (!table(kSubobjects, kSubobjectBytes, rows)) return false;
    for (uint32_t n = 0; n < rows.count; ++n) {
      const uint64_t at = rows.row(n);
      Subobject& subobject = data_.subobjects.emplace_back();
      if (!text(at + 4, subobject.name) || !read_subobject(at, subobject)) return false;
    }
    return true;
  }

  bool read_subobject(uint64_t at, Subobject& subobject) {
    const uint32_t kind = view_.u32(at);
    const uint64_t fields = at + 8;
    switch (kind) {
      case kStateObjectConfig:
        subobject.value = StateObjectConfig{view_.u32(fields)};
        return true;
      case kGlobalRootSignature:
      case kLocalRootSignature:
        return read_root_signature(fields, kind == kLocalRootSignature, subobject);
      case kAssociation: {
        ExportsAssociation association;
        if (!text(fields, association.subobject) || !texts(fields + 4, association.exports)) return false;
        subobject.value = std::move(association);
        return true;
      }
      case kShaderConfig:
        subobject.value = RaytracingShaderConfig{view_.u32(fields), view_.u32(fields + 4)};
        return true;
      case kPipelineConfig:
      case kPipelineConfig1: {
        RaytracingPipelineConfig config{view_.u32(fields), std::nullopt};
        // The depth only matters to a pipeline.
        if (config.max_recursion_depth > kMaxRecursion) {
          warn(fields, subobject.name + " declares a recursion depth of " +
                           decimal(config.max_recursion_depth) + ", more than " + decimal(kMaxRecursion));
        }
        if (kind == kPipelineConfig1) config.flags = view_.u32(fields + 4);
        subobject.value = config;
        return true;
      }
      case kHitGroup:
        return read_hit_group(fields, subobject);
      default:
        return fail(at, "subobject kind " + decimal(kind) + " is unknown");
    }
  }

  bool read_hit_group(uint64_t fields, Subobject& subobject) {
    const uint32_t type = view_.u32(fields);
    if (type > 1) return fail(fields, "hit group type " + decimal(type) + " is unknown");
    HitGroup group;
    group.is_procedural = type == 1;
    if (!text(fields + 4, group.any_hit) || !text(fields + 8, group.closest_hit)) return false;
    if (group.is_procedural && !text(fields + 12, group.intersection)) return false;
    if (group.is_procedural && group.intersection.empty()) {
      return fail(fields + 12, "a procedural hit group has no intersection shader");
    }
    subobject.value = std::move(group);
    return true;
  }

  bool read_root_signature(uint64_t fields, bool is_local, Subobject& subobject) {
    const uint32_t offset = view_.u32(fields), size = view_.u32(fields + 4);
    const std::optional<RuntimeData::Table>& raw = parts_[kRawBytes];
    if (!raw || offset > raw->size || size > raw->size - offset) {
      return fail(fields, "a root signature lies outside the table of bytes");
    }
    RootSignatureSubobject value;
    value.is_local = is_local;
    const uint64_t at = raw->at + offset;
    value.file_offset = file_offset_ + at;
    value.size = size;
    Result<RootSignature> signature = dxil::read_root_signature(bytes_.subspan(at, size), false);
    if (!signature && signature.error().code != ErrorCode::kUnsupported) {
      return fail(at, "the root signature " + subobject.name + ": " + signature.error().message);
    }
    if (!signature) {
      signature.error().message =
          "the root signature " + subobject.name + " is ignored: " + signature.error().message;
      left_out_.push_back(std::move(signature.error()));
    } else if (((signature->flags & kRootLocal) != 0) != is_local) {
      return fail(at, "the flags of the root signature " + subobject.name +
                          (is_local ? " do not say that it is local" : " say that it is local"));
    } else {
      value.signature = std::move(*signature);
    }
    subobject.value = std::move(value);
    return true;
  }

  // Many rows may refer to the same name or array. These limits bound the memory that a small file can make
  // this reader use.
  static constexpr uint64_t kMaxTextBytes = uint64_t{1} << 26, kMaxWords = uint64_t{1} << 22;

  std::span<const uint8_t> bytes_;
  ByteView view_;
  uint64_t file_offset_;
  Vector<Diagnostic>& left_out_;
  std::optional<RuntimeData::Table> parts_[kPartTypes];
  LibraryData data_;
  uint64_t text_bytes_ = 0, word_count_ = 0;
  std::optional<Diagnostic> error_;
};

/// Returns what is wrong with a function that a hit group names, or an empty string. `may_be_elsewhere`: the
/// library declares that it depends on others.
String wrong_stage(const Map<std::string_view, ShaderKind>& stages, const Subobject& group,
                   const String& name, ShaderKind wanted, bool may_be_elsewhere) {
  const auto found = stages.find(name);
  if (name.empty()) return {};
  if (found == stages.end()) {
    if (may_be_elsewhere) return {};
    return "hit group " + group.name + " takes " + name + " for its " + name_of(wanted) +
           " shader, which the library does not contain";
  }
  if (found->second == wanted) return {};
  return "hit group " + group.name + " takes " + name + ", a " + name_of(found->second) +
         " shader, for its " + name_of(wanted) + " shader";
}

void check_config(const LibraryData& data, const Subobject& subobject, const RaytracingShaderConfig& config,
                  Vector<String>& found) {
  for (const RuntimeFunction& function : data.functions) {
    const bool is_hit = function.kind == ShaderKind::kAnyHit || function.kind == ShaderKind::kClosestHit;
    if ((is_hit || function.kind == ShaderKind::kMiss) && function.payload_bytes > config.max_payload_bytes) {
      found.push_back("the payload of " + function.unmangled_name + " has " +
                      decimal(function.payload_bytes) + " bytes, " + subobject.name + " allows " +
                      decimal(config.max_payload_bytes));
    }
    if (is_hit && function.attribute_bytes > config.max_attribute_bytes) {
      found.push_back("the attributes of " + function.unmangled_name + " have " +
                      decimal(function.attribute_bytes) + " bytes, " + subobject.name + " allows " +
                      decimal(config.max_attribute_bytes));
    }
  }
}

}  // namespace

Result<LibraryData> parse_library_data(std::span<const uint8_t> part, uint64_t file_offset,
                                       Vector<Diagnostic>& left_out) {
  return LibraryDataReader(part, file_offset, left_out).read();
}

Vector<String> find_contradictions(const LibraryData& data) {
  Vector<String> found;
  if (data.subobjects.empty()) return found;
  const auto note = [&found](String what) {
    if (!what.empty()) found.push_back(std::move(what));
  };
  uint32_t configs = 0;
  Map<std::string_view, ShaderKind> stages;
  Map<std::string_view, bool> names;
  constexpr uint32_t kLocalDependsOnExternal = 1;  // D3D12_STATE_OBJECT_FLAGS.
  bool may_be_elsewhere = false;
  for (const RuntimeFunction& function : data.functions) {
    stages[function.unmangled_name] = stages[function.name] = function.kind;
  }
  for (const Subobject& subobject : data.subobjects) {
    names[subobject.name] = true;
    if (const auto* config = std::get_if<StateObjectConfig>(&subobject.value))
      may_be_elsewhere |= (config->flags & kLocalDependsOnExternal) != 0;
    configs += std::holds_alternative<RaytracingShaderConfig>(subobject.value) ? 1 : 0;
  }
  for (const Subobject& subobject : data.subobjects) {
    if (const auto* group = std::get_if<HitGroup>(&subobject.value)) {
      note(wrong_stage(stages, subobject, group->any_hit, ShaderKind::kAnyHit, may_be_elsewhere));
      note(wrong_stage(stages, subobject, group->closest_hit, ShaderKind::kClosestHit, may_be_elsewhere));
      note(wrong_stage(stages, subobject, group->intersection, ShaderKind::kIntersection, may_be_elsewhere));
    } else if (const auto* association = std::get_if<ExportsAssociation>(&subobject.value)) {
      if (!names.contains(association->subobject)) {
        found.push_back(subobject.name + " associates exports with " + association->subobject +
                        ", which is not a subobject of the library");
      }
    } else if (const auto* config = std::get_if<RaytracingShaderConfig>(&subobject.value)) {
      // With several configurations, associations determine which function uses which.
      if (configs == 1) check_config(data, subobject, *config, found);
    }
  }
  return found;
}

}  // namespace trellis::dxil
