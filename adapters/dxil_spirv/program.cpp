#include "adapters/dxil_spirv/program.hpp"

#include <cstdio>

#include "adapters/dxil_spirv/thread.hpp"

namespace trellis::dxil_spirv {
namespace {

/// Owns a program until it is passed on.
struct ProgramHandle {
  TrellisProgram* program = nullptr;
  ~ProgramHandle() { trellis_program_destroy(program); }
};

TrellisReadOptions read_options() {
  TrellisReadOptions options = TRELLIS_READ_OPTIONS_INIT;
  // The interface has no error for a wrong digest, so callers either have checked it or do not care.
  options.ignore_digest = 1;
  return options;
}

dxil_spv_result parse(const void* data, size_t size, dxil_spv_parsed_blob* blob) {
  if (blob == nullptr) return invalid_argument("the pointer for the blob is NULL");
  *blob = nullptr;
  if (data == nullptr) return invalid_argument("no bytes to parse");
  return guarded([&]() {
    TrellisTranslator* translator = thread().translator();
    if (translator == nullptr) return DXIL_SPV_ERROR_OUT_OF_MEMORY;
    const TrellisReadOptions options = read_options();
    ProgramHandle handle;
    if (trellis_program_read(translator, data, size, &options, &handle.program) != TRELLIS_SUCCESS) {
      return thread().fail(DXIL_SPV_ERROR_PARSER);
    }
    const auto* bytes = static_cast<const uint8_t*>(data);
    auto made = std::make_unique<dxil_spv_parsed_blob_s>();
    made->program = std::make_shared<const Program>(handle.program, std::span(bytes, size));
    handle.program = nullptr;
    *blob = made.release();
    return DXIL_SPV_SUCCESS;
  });
}

/// Returns an entry point's name, given its index.
dxil_spv_result name_at(dxil_spv_parsed_blob blob, unsigned index, const char* TrellisEntryPointInfo::*which,
                        const char** name) {
  if (name == nullptr) return invalid_argument("the pointer for the name is NULL");
  *name = nullptr;
  if (blob == nullptr) return invalid_argument("the blob is NULL");
  const auto& entry_points = blob->program->entry_points();
  if (index >= entry_points.size()) return DXIL_SPV_ERROR_INVALID_ARGUMENT;
  *name = entry_points[index].*which;
  return DXIL_SPV_SUCCESS;
}

const char* disassemble(dxil_spv_parsed_blob_s& blob) {
  if (!blob.disassembly.empty()) return blob.disassembly.c_str();
  TrellisTranslator* translator = thread().translator();
  if (translator == nullptr) return nullptr;
  const TrellisReadOptions options = read_options();
  const auto& bytes = blob.program->bytes();
  const char* text = nullptr;
  if (trellis_disassemble(translator, bytes.data(), bytes.size(), &options, &text) != TRELLIS_SUCCESS) {
    thread().fail(DXIL_SPV_ERROR_PARSER);
    return nullptr;
  }
  blob.disassembly = text;
  return blob.disassembly.c_str();
}

}  // namespace

dxil_spv_shader_stage stage_of(TrellisStage stage) {
  switch (stage) {
    case TRELLIS_STAGE_PIXEL:
      return DXIL_SPV_STAGE_PIXEL;
    case TRELLIS_STAGE_VERTEX:
      return DXIL_SPV_STAGE_VERTEX;
    case TRELLIS_STAGE_GEOMETRY:
      return DXIL_SPV_STAGE_GEOMETRY;
    case TRELLIS_STAGE_HULL:
      return DXIL_SPV_STAGE_HULL;
    case TRELLIS_STAGE_DOMAIN:
      return DXIL_SPV_STAGE_DOMAIN;
    case TRELLIS_STAGE_COMPUTE:
      return DXIL_SPV_STAGE_COMPUTE;
    case TRELLIS_STAGE_RAY_GENERATION:
      return DXIL_SPV_STAGE_RAY_GENERATION;
    case TRELLIS_STAGE_INTERSECTION:
      return DXIL_SPV_STAGE_INTERSECTION;
    case TRELLIS_STAGE_ANY_HIT:
      return DXIL_SPV_STAGE_ANY_HIT;
    case TRELLIS_STAGE_CLOSEST_HIT:
      return DXIL_SPV_STAGE_CLOSEST_HIT;
    case TRELLIS_STAGE_MISS:
      return DXIL_SPV_STAGE_MISS;
    case TRELLIS_STAGE_CALLABLE:
      return DXIL_SPV_STAGE_CALLABLE;
    case TRELLIS_STAGE_MESH:
      return DXIL_SPV_STAGE_MESH;
    case TRELLIS_STAGE_AMPLIFICATION:
      return DXIL_SPV_STAGE_AMPLIFICATION;
    default:
      return DXIL_SPV_STAGE_UNKNOWN;
  }
}

dxil_spv_d3d_binding range_of(const TrellisResourceInfo& info, TrellisStage stage, uint32_t index_in_class,
                              uint32_t size) {
  constexpr uint32_t kRawAlignment = 16;
  dxil_spv_d3d_binding range = {};
  range.stage = stage_of(stage);
  range.kind = static_cast<dxil_spv_resource_kind>(info.kind);
  range.resource_index = index_in_class;
  range.register_space = info.space;
  range.register_index = info.first_register;
  range.range_size = size;
  if (info.kind == TRELLIS_KIND_RAW_BUFFER) range.alignment = kRawAlignment;
  if (info.kind == TRELLIS_KIND_STRUCTURED_BUFFER) range.alignment = info.stride;
  return range;
}

Program::Program(TrellisProgram* program, std::span<const uint8_t> bytes)
    : program_(program), bytes_(bytes.begin(), bytes.end()), subobjects_(program, bytes.data()) {
  TrellisEntryPointInfo entry_point = TRELLIS_ENTRY_POINT_INFO_INIT;
  const uint32_t entry_count = trellis_program_entry_point_count(program);
  for (uint32_t n = 0; n < entry_count; ++n) {
    if (trellis_program_entry_point(program, n, &entry_point) != TRELLIS_SUCCESS) break;
    entry_points_.push_back(entry_point);
  }
  TrellisResourceInfo resource = TRELLIS_RESOURCE_INFO_INIT;
  uint32_t counts[4] = {};
  const uint32_t resource_count = trellis_program_resource_count(program);
  for (uint32_t n = 0; n < resource_count; ++n) {
    if (trellis_program_resource(program, n, &resource) != TRELLIS_SUCCESS) break;
    resources_.push_back(resource);
    index_in_class_.push_back(counts[resource.resource_class & 3]++);
  }
}

const TrellisEntryPointInfo* Program::find_entry_point(const char* name) const {
  uint32_t index = 0;
  if (name != nullptr && *name != '\0') index = trellis_program_find_entry_point(program_, name);
  return index < entry_points_.size() ? &entry_points_[index] : nullptr;
}

}  // namespace trellis::dxil_spirv

using namespace trellis::dxil_spirv;

extern "C" {

dxil_spv_result dxil_spv_parse_dxil_blob(const void* data, size_t size, dxil_spv_parsed_blob* blob) {
  return parse(data, size, blob);
}

dxil_spv_result dxil_spv_parse_reflection_dxil_blob(const void* data, size_t size,
                                                    dxil_spv_parsed_blob* blob) {
  return parse(data, size, blob);
}

dxil_spv_result dxil_spv_parse_dxil(const void* data, size_t size, dxil_spv_parsed_blob* blob) {
  return parse(data, size, blob);
}

void dxil_spv_parsed_blob_free(dxil_spv_parsed_blob blob) { delete blob; }

void dxil_spv_parsed_blob_dump_llvm_ir(dxil_spv_parsed_blob blob) {
  const char* text = nullptr;
  if (dxil_spv_parsed_blob_get_disassembled_ir(blob, &text) == DXIL_SPV_SUCCESS) std::puts(text);
}

dxil_spv_result dxil_spv_parsed_blob_get_disassembled_ir(dxil_spv_parsed_blob blob, const char** text) {
  if (text == nullptr) return invalid_argument("the pointer for the text is NULL");
  *text = nullptr;
  if (blob == nullptr) return invalid_argument("the blob is NULL");
  return guarded([&]() {
    *text = disassemble(*blob);
    return *text == nullptr ? DXIL_SPV_ERROR_GENERIC : DXIL_SPV_SUCCESS;
  });
}

dxil_spv_result dxil_spv_parsed_blob_get_raw_ir(dxil_spv_parsed_blob blob, const void** data, size_t* size) {
  if (data == nullptr || size == nullptr) return invalid_argument("the pointer for the bitcode is NULL");
  *data = nullptr;
  *size = 0;
  if (blob == nullptr) return invalid_argument("the blob is NULL");
  return guarded([&]() {
    TrellisTranslator* translator = thread().translator();
    if (translator == nullptr) return DXIL_SPV_ERROR_OUT_OF_MEMORY;
    const TrellisReadOptions options = read_options();
    const auto& bytes = blob->program->bytes();
    const TrellisResult found =
        trellis_find_bitcode(translator, bytes.data(), bytes.size(), &options, data, size);
    return found == TRELLIS_SUCCESS ? DXIL_SPV_SUCCESS : thread().fail(DXIL_SPV_ERROR_PARSER);
  });
}

dxil_spv_shader_stage dxil_spv_parsed_blob_get_shader_stage(dxil_spv_parsed_blob blob) {
  return dxil_spv_parsed_blob_get_shader_stage_for_entry(blob, nullptr);
}

dxil_spv_shader_stage dxil_spv_parsed_blob_get_shader_stage_for_entry(dxil_spv_parsed_blob blob,
                                                                      const char* entry) {
  if (blob == nullptr) return DXIL_SPV_STAGE_UNKNOWN;
  const TrellisEntryPointInfo* found = blob->program->find_entry_point(entry);
  return found == nullptr ? DXIL_SPV_STAGE_UNKNOWN : stage_of(found->stage);
}

dxil_spv_result dxil_spv_parsed_blob_get_num_entry_points(dxil_spv_parsed_blob blob, unsigned* count) {
  if (count == nullptr) return invalid_argument("the pointer for the count is NULL");
  *count = 0;
  if (blob == nullptr) return invalid_argument("the blob is NULL");
  *count = static_cast<unsigned>(blob->program->entry_points().size());
  return DXIL_SPV_SUCCESS;
}

dxil_spv_result dxil_spv_parsed_blob_get_entry_index_by_name(dxil_spv_parsed_blob blob, const char* entry,
                                                             unsigned* index) {
  if (index == nullptr) return invalid_argument("the pointer for the index is NULL");
  *index = 0;
  if (blob == nullptr || entry == nullptr) return invalid_argument("the blob or the name is NULL");
  const uint32_t found = trellis_program_find_entry_point(blob->program->get(), entry);
  if (found == UINT32_MAX) return DXIL_SPV_ERROR_NO_DATA;
  *index = found;
  return DXIL_SPV_SUCCESS;
}

dxil_spv_result dxil_spv_parsed_blob_get_entry_point_name(dxil_spv_parsed_blob blob, unsigned index,
                                                          const char** name) {
  return name_at(blob, index, &TrellisEntryPointInfo::name, name);
}

dxil_spv_result dxil_spv_parsed_blob_get_entry_point_demangled_name(dxil_spv_parsed_blob blob, unsigned index,
                                                                    const char** name) {
  return name_at(blob, index, &TrellisEntryPointInfo::source_name, name);
}
}
