// What libraries hold besides code: nodes and subobjects, of which callers are told as of a library in which
// there are none.
#include <cstring>

#include "adapters/dxil_spirv/program.hpp"
#include "adapters/dxil_spirv/thread.hpp"

namespace trellis::dxil_spirv {
namespace {

template <class Data>
dxil_spv_result no_node(dxil_spv_parsed_blob blob, unsigned index, Data* data) {
  if (data == nullptr) return invalid_argument("there is nowhere to put the node's data");
  std::memset(data, 0, sizeof *data);
  if (blob == nullptr) return invalid_argument("the blob is NULL");
  if (index >= blob->program->entry_points().size()) return DXIL_SPV_ERROR_INVALID_ARGUMENT;
  return DXIL_SPV_ERROR_NO_DATA;
}

}  // namespace
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
  static_cast<void>(blob);
  return 0;
}

void dxil_spv_parsed_blob_get_rdat_subobject(dxil_spv_parsed_blob blob, unsigned index,
                                             dxil_spv_rdat_subobject* subobject) {
  static_cast<void>(blob);
  static_cast<void>(index);
  if (subobject != nullptr) std::memset(subobject, 0, sizeof *subobject);
}
}
