#include "offscreen_triangle/shaders.hpp"

#include <cstddef>
#include <string_view>

#include "vulkan_helpers/gpu.hpp"

namespace example {
namespace {

trellis::api::Program read(trellis::api::Translator& translator, const std::string& path,
                           TrellisStage stage) {
  const std::vector<uint8_t> dxil = read_file(path);
  trellis::api::Program program = translator.read(dxil.data(), dxil.size());
  if (!program) fail(path + ": " + translator.error().text);
  if (program.entry_point_count() != 1 || program.entry_point(0).stage != stage) {
    fail(path + ": not a " + (stage == TRELLIS_STAGE_VERTEX ? "vertex" : "pixel") + " shader");
  }
  return program;
}

/// Binds to a slice of the heap: slots that start `offset` after the beginning of the table, which a word of
/// the root data gives.
void in_heap(TrellisBinding& binding, uint32_t array, size_t table, uint32_t offset) {
  binding.kind = TRELLIS_BIND_HEAP;
  binding.set = kHeapSet;
  binding.binding = array;
  binding.table_offset = static_cast<uint32_t>(table);
  binding.first_element = offset;
}

void at_address(TrellisBinding& binding, size_t address) {
  binding.kind = TRELLIS_BIND_ADDRESS;
  binding.root_offset = static_cast<uint32_t>(address);
}

/// Implements the root signature of the pixel shader. Returns false for resources that it does not contain.
bool bind_pixel_resource(const TrellisResourceUse& use, TrellisBinding& binding) {
  const TrellisResourceInfo& info = *use.info;
  switch (info.resource_class) {
    case TRELLIS_CLASS_CBV:
      if (info.space == 1) {
        binding.kind = TRELLIS_BIND_ROOT_CONSTANTS;
        binding.root_offset = offsetof(RootData, constants);
        binding.root_size = sizeof(RootData::constants);
      } else if (info.first_register == 0) {
        at_address(binding, offsetof(RootData, pixel_constants));
      } else {
        in_heap(binding, kHeapConstants, offsetof(RootData, cbv_uav_table), info.first_register - 2);
      }
      return true;
    case TRELLIS_CLASS_SRV:
      in_heap(binding, kHeapImages, offsetof(RootData, srv_table), info.space == 2 ? kRestOffset : 0);
      return info.kind == TRELLIS_KIND_TEXTURE_2D;
    case TRELLIS_CLASS_UAV:
      in_heap(binding, kHeapStorageImages, offsetof(RootData, cbv_uav_table), kLogOffset);
      return info.kind == TRELLIS_KIND_TEXTURE_2D;
    default:
      binding.kind = TRELLIS_BIND_DESCRIPTOR;
      binding.set = kSamplerSet;
      binding.binding = 0;
      return info.count <= kSamplers;
  }
}

bool bind_vertex_resource(const TrellisResourceUse& use, TrellisBinding& binding) {
  at_address(binding, offsetof(RootData, vertex_constants));
  return use.info->resource_class == TRELLIS_CLASS_CBV;
}

using Bind = bool (*)(const TrellisResourceUse&, TrellisBinding&);

trellis::api::Module translate(trellis::api::Translator& translator, const trellis::api::Program& program,
                               Bind bind, const std::string& path) {
  TrellisTranslateOptions options = trellis::api::translate_options();
  trellis::api::set_bind(options, bind);
  options.root_data_size = sizeof(RootData);
  trellis::api::Module module = translator.translate(program, options);
  if (!module) fail(path + ": " + translator.error().text);
  return module;
}

std::vector<VertexInput> vertex_inputs(const trellis::api::Program& program) {
  std::vector<VertexInput> inputs;
  for (uint32_t i = 0; i < program.entry_point(0).input_count; ++i) {
    const TrellisSignatureElementInfo element = program.signature_element(0, TRELLIS_SIGNATURE_INPUT, i);
    if (*element.system_value != '\0') continue;  // System values come from the device, not from a buffer.
    if (element.rows != 1)
      fail(std::string(element.semantic) + ": arrays of vertex inputs are not supported");
    inputs.push_back({element.semantic + std::to_string(element.semantic_index),
                      static_cast<uint32_t>(element.first_register), element.columns,
                      std::string_view(element.component_type) != "f32"});
  }
  return inputs;
}

}  // namespace

Shaders translate_shaders(const std::string& vertex_path, const std::string& pixel_path) {
  trellis::api::Translator translator;
  if (!translator) fail("out of memory");
  const trellis::api::Program vertex = read(translator, vertex_path, TRELLIS_STAGE_VERTEX);
  const trellis::api::Program pixel = read(translator, pixel_path, TRELLIS_STAGE_PIXEL);
  Shaders shaders;
  shaders.vertex = translate(translator, vertex, bind_vertex_resource, vertex_path);
  shaders.pixel = translate(translator, pixel, bind_pixel_resource, pixel_path);
  shaders.inputs = vertex_inputs(vertex);
  return shaders;
}

}  // namespace example
