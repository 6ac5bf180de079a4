// The part PSV0 (pipeline state validation), which describes a shader without its bitcode. Also the small
// parts SFI0 and HASH.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "dxil_frontend/container/digest.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// The first 16 bytes of the runtime information, which depend on the stage. Only the fields of the shader's
/// stage are set.
struct PsvStageInfo {
  bool writes_position = false;                   ///< Vertex, domain and geometry shaders.
  uint32_t input_control_points = 0;              ///< Hull and domain shaders.
  uint32_t output_control_points = 0;             ///< Hull shaders.
  uint32_t tessellator_domain = 0;                ///< Hull and domain shaders.
  uint32_t tessellator_output = 0;                ///< Hull shaders.
  uint32_t input_primitive = 0;                   ///< Geometry shaders.
  uint32_t output_topology = 0;                   ///< Geometry shaders.
  uint32_t stream_mask = 0;                       ///< Geometry shaders.
  bool writes_depth = false;                      ///< Pixel shaders.
  bool sample_frequency = false;                  ///< Pixel shaders.
  uint32_t groupshared_bytes = 0;                 ///< Mesh shaders.
  uint32_t groupshared_view_dependent_bytes = 0;  ///< Mesh shaders.
  uint32_t payload_bytes = 0;                     ///< Mesh and amplification shaders.
  uint32_t max_vertices = 0;                      ///< Mesh shaders; geometry shaders from version 1 on.
  uint32_t max_primitives = 0;                    ///< Mesh shaders.
};

/// A range of registers that the shader uses.
struct PsvResource {
  /// 1 sampler, 2 CBV; SRVs: 3 typed, 4 raw, 5 structured; UAVs: 6 typed, 7 raw, 8 structured, 9 structured
  /// with counter.
  uint32_t type = 0;
  uint32_t space = 0;
  uint32_t lower = 0;
  uint32_t upper = 0;  ///< Inclusive; UINT32_MAX: unbounded.
  uint32_t kind = 0;   ///< Version 2 on: the number of a ResourceKind; else 0.
  uint32_t flags = 0;  ///< Version 2 on: 1 used by 64-bit atomics.
};

/// A signature element with all its rows.
struct PsvSignatureElement {
  std::string_view semantic;          ///< Points into the part; empty for system values.
  Vector<uint32_t> semantic_indices;  ///< One for each row.
  uint8_t rows = 0;
  uint8_t start_row = 0;
  uint8_t columns = 0;
  uint8_t start_column = 0;
  bool allocated = false;
  uint8_t semantic_kind = 0;   ///< DXIL's number (0 arbitrary, 3 position, ...).
  uint8_t component_type = 0;  ///< Number as in signature parts (1 u32, 2 s32, 3 f32, ...).
  uint8_t interpolation = 0;
  uint8_t dynamic_index_mask = 0;
  uint8_t stream = 0;
};

struct PipelineState {
  /// 0 .. 4, derived from the size of the runtime information. Fields of later versions are zero.
  uint32_t version = 0;
  ShaderKind kind = ShaderKind::kInvalid;  ///< Version 1 on.
  PsvStageInfo stage;
  uint32_t min_wave_lanes = 0;              ///< 0: no bound.
  uint32_t max_wave_lanes = 0;              ///< UINT32_MAX: no bound.
  bool uses_view_id = false;                ///< Version 1 on.
  uint8_t patch_constant_vectors = 0;       ///< Hull, domain and mesh shaders (per primitive); version 1 on.
  uint8_t mesh_topology = 0;                ///< Mesh shaders; version 1 on.
  uint8_t input_vectors = 0;                ///< Version 1 on.
  std::array<uint8_t, 4> output_vectors{};  ///< One for each stream; version 1 on.
  std::array<uint32_t, 3> thread_group_size{};  ///< Compute, mesh and amplification shaders; version 2 on.
  std::string_view entry_name;                  ///< Version 3 on. Points into the part.
  uint32_t groupshared_bytes = 0;               ///< Version 4 on.
  Vector<PsvResource> resources;
  Vector<PsvSignatureElement> inputs, outputs, patch_constants;  ///< Version 1 on.
};

/// Reads the data of a PSV0 part that starts `file_offset` bytes into the file. Version 0 does not store the
/// stage: `program_kind`, from the program header, is used. Later versions must agree with `program_kind`
/// unless that is kInvalid. Of the dependency tables at the end, only the size is checked. Errors: kBadInput.
Result<PipelineState> parse_pipeline_state(std::span<const uint8_t> part, ShaderKind program_kind,
                                           uint64_t file_offset = 0);

/// SFI0: returns the optional features that the shader needs, as D3D_SHADER_FEATURE flags. Errors: kBadInput.
Result<uint64_t> parse_feature_flags(std::span<const uint8_t> part, uint64_t file_offset = 0);

/// HASH: the hash of the bitcode, or of its source.
struct ShaderHash {
  bool includes_source = false;
  Digest digest{};  ///< md5() of the DXIL part's bitcode, unless includes_source.
};
Result<ShaderHash> parse_shader_hash(std::span<const uint8_t> part, uint64_t file_offset = 0);

}  // namespace trellis::dxil
