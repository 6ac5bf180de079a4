// What libraries contain besides code: subobjects. Nodes are reported as for a library that has none.
#include <cstring>

#include "adapters/dxil_spirv/program.hpp"
#include "adapters/dxil_spirv/thread.hpp"

namespace trellis::dxil_spirv {
namespace {

template <class Data>
dxil_spv_result no_node(dxil_spv_parsed_blob blob, unsigned index, Data* data) {
  if (data == nullptr) return invalid_argument("the pointer for the node's data is NULL");
  std::memset(data, 0, sizeof *data);
  if (blob == nullptr) return invalid_argument("the blob is NULL");
  if (index >= blob->program->entry_points().size()) return DXIL_SPV_ERROR_INVALID_ARGUMENT;
  return DXIL_SPV_ERROR_NO_DATA;
}

/// Returns the exports of a subobject. An association lists its subobject before its exports; a hit group
/// lists any hit, closest hit, intersection.
std::vector<const char*> exports_of(const TrellisSubobjectInfo& info) {
  if (info.kind == TRELLIS_SUBOBJECT_HIT_GROUP) return {info.any_hit, info.closest_hit, info.intersection};
  std::vector<const char*> exports;
  if (info.kind != TRELLIS_SUBOBJECT_ASSOCIATION) return exports;
  exports.push_back(info.associated);
  exports.insert(exports.end(), info.exports, info.exports + info.export_count);
  return exports;
}

/// Sets the two numbers that depend on the kind.
void set_arguments(const TrellisSubobjectInfo& info, unsigned (&args)[2]) {
  switch (info.kind) {
    case TRELLIS_SUBOBJECT_STATE_OBJECT_CONFIG:
      args[0] = info.state_object_flags;
      break;
    case TRELLIS_SUBOBJECT_SHADER_CONFIG:
      args[0] = info.max_payload_bytes;
      args[1] = info.max_attribute_bytes;
      break;
    case TRELLIS_SUBOBJECT_PIPELINE_CONFIG:
    case TRELLIS_SUBOBJECT_PIPELINE_CONFIG_1:
      args[0] = info.max_recursion_depth;
      args[1] = info.pipeline_flags;
      break;
    default:
      break;
  }
}

}  // namespace

Subobjects::Subobjects(const TrellisProgram* program, const uint8_t* caller_bytes) {
  const uint32_t count = trellis_program_subobject_count(program);
  rows_.reserve(count);
  exports_.reserve(count);
  TrellisSubobjectInfo info = TRELLIS_SUBOBJECT_INFO_INIT;
  for (uint32_t n = 0; n < count; ++n) {
    if (trellis_program_subobject(program, n, &info) != TRELLIS_SUCCESS) break;
    const std::vector<const char*>& exports = exports_.emplace_back(exports_of(info));
    dxil_spv_rdat_subobject& row = rows_.emplace_back();
    row.kind = static_cast<dxil_spv_rdat_subobject_kind>(info.kind);
    row.subobject_name = info.name;
    row.hit_group_type =
        info.is_procedural != 0 ? DXIL_SPV_HIT_GROUP_TYPE_PROCEDURAL : DXIL_SPV_HIT_GROUP_TYPE_TRIANGLE;
    row.exports = exports.empty() ? nullptr : exports.data();
    row.num_exports = static_cast<unsigned>(exports.size());
    set_arguments(info, row.args);
    if (info.data_size == 0 || info.data_offset == TRELLIS_NO_FILE_OFFSET) continue;
    row.payload = caller_bytes + info.data_offset;
    row.payload_size = static_cast<size_t>(info.data_size);
  }
}

}  // namespace trellis::dxil_spirv

using namespace trellis::dxil_spirv;

extern "C" {

dxil_spv_result dxil_spv_parsed_blob_get_entry_point_node_input(dxil_spv_parsed_blob blob, unsigned index,
                                                                dxil_spv_node_input_data* data) {
  return no_node(blob, index, data);
}

dxil_spv_result dxil_spv_parsed_blob_get_entry_point_num_node_outputs(dxil_spv_parsed_blob blob,
                                                                      unsigned index, unsigned* count) {
  const dxil_spv_result result = no_node(blob, index, count);
  return result == DXIL_SPV_ERROR_NO_DATA ? DXIL_SPV_SUCCESS : result;
}

dxil_spv_result dxil_spv_parsed_blob_get_entry_point_node_output(dxil_spv_parsed_blob blob, unsigned index,
                                                                 unsigned output,
                                                                 dxil_spv_node_output_data* data) {
  static_cast<void>(output);
  return no_node(blob, index, data);
}

unsigned dxil_spv_parsed_blob_get_num_rdat_subobjects(dxil_spv_parsed_blob blob) {
  return blob == nullptr ? 0 : static_cast<unsigned>(blob->program->subobjects().rows().size());
}

void dxil_spv_parsed_blob_get_rdat_subobject(dxil_spv_parsed_blob blob, unsigned index,
                                             dxil_spv_rdat_subobject* subobject) {
  if (subobject == nullptr) return;
  *subobject = {};
  if (index < dxil_spv_parsed_blob_get_num_rdat_subobjects(blob)) {
    *subobject = blob->program->subobjects().rows()[index];
  }
}
}
