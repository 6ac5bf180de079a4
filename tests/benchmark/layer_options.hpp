// The options that a layer that implements D3D12 sets for each shader.
#pragma once

#include <dxil_spirv_c.h>

namespace trellis::benchmark_layer {

/// Ignores errors: an older library may not know an option.
inline void set_options(dxil_spv_converter converter) {
  const auto add = [&](const auto& option) { dxil_spv_converter_add_option(converter, &option.base); };
  add(dxil_spv_option_shader_demote_to_helper{{DXIL_SPV_OPTION_SHADER_DEMOTE_TO_HELPER}, DXIL_SPV_TRUE});
  add(dxil_spv_option_typed_uav_read_without_format{{DXIL_SPV_OPTION_TYPED_UAV_READ_WITHOUT_FORMAT},
                                                    DXIL_SPV_TRUE});
  add(dxil_spv_option_ssbo_alignment{{DXIL_SPV_OPTION_SSBO_ALIGNMENT}, 1});
  add(dxil_spv_option_physical_storage_buffer{{DXIL_SPV_OPTION_PHYSICAL_STORAGE_BUFFER}, DXIL_SPV_TRUE});
  add(dxil_spv_option_shader_i8_dot{{DXIL_SPV_OPTION_SHADER_I8_DOT}, DXIL_SPV_TRUE});
  add(dxil_spv_option_invariant_position{{DXIL_SPV_OPTION_INVARIANT_POSITION}, DXIL_SPV_TRUE});
  add(dxil_spv_option_scalar_block_layout{
      {DXIL_SPV_OPTION_SCALAR_BLOCK_LAYOUT}, DXIL_SPV_TRUE, DXIL_SPV_FALSE});
  add(dxil_spv_option_physical_address_descriptor_indexing{
      {DXIL_SPV_OPTION_PHYSICAL_ADDRESS_DESCRIPTOR_INDEXING}, 1, 0});
  add(dxil_spv_option_denorm_preserve_support{
      {DXIL_SPV_OPTION_DENORM_PRESERVE_SUPPORT}, DXIL_SPV_TRUE, DXIL_SPV_TRUE});
  add(dxil_spv_option_subgroup_properties{{DXIL_SPV_OPTION_SUBGROUP_PROPERTIES}, 8, 8});
  add(dxil_spv_option_compute_shader_derivatives{
      {DXIL_SPV_OPTION_COMPUTE_SHADER_DERIVATIVES}, DXIL_SPV_FALSE, DXIL_SPV_TRUE});
  dxil_spv_converter_set_root_constant_word_count(converter, 16);
  dxil_spv_converter_set_root_descriptor_count(converter, 4);
}

}  // namespace trellis::benchmark_layer
