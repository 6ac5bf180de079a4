// What a shader says of itself, as JSON for people and programs.
//
// The shape (fields that do not apply are left out; numbers are decimal, flags also come by name):
//
//   {
//     "shader_model": "cs_6_6", "stage": "compute",
//     "dxil_version": "1.6", "validator_version": "1.8", "compiler": "dxc ...",
//     "debug_name": "shader.pdb", "hash": "32 hexadecimal digits",
//     "shader_flags": {"value": 524304, "names": ["raw_and_structured_buffers", "wave_ops"]},
//     "feature_flags": {"value": 16384, "names": ["wave_ops"]},               // Container part SFI0.
//     "entry_points": [{
//       "name": "main", "stage": "compute",
//       "thread_group_size": [64, 1, 1],
//       "wave_size": {"minimum": 32},                                         // maximum, preferred: ranges.
//       "early_depth_stencil": true,                                          // Pixel, when forced.
//       "geometry": {"input_primitive", "max_vertices", "streams": [0], "output_topology", "instance_count"},
//       "hull": {"patch_constant_function", "input_control_points", "output_control_points", "domain",
//                "partitioning", "output_primitive", "max_tess_factor"},
//       "domain": {"domain", "input_control_points"},
//       "mesh": {"max_vertices", "max_primitives", "output_topology", "payload_bytes"},
//       "amplification": {"payload_bytes"},
//       "payload_bytes": 16, "attribute_bytes": 8,                            // Ray stages.
//       "inputs": [{"semantic": "TEXCOORD", "indices": [0], "system_value": "SV_Position",
//                   "component_type": "f32", "rows": 1, "columns": 2, "row": 1, "column": 0,
//                   "interpolation": "linear", "stream": 0, "used_columns": "xy"}],
//       "outputs": [...], "patch_constants": [...]                            // "primitives" in mesh shaders.
//     }],
//     "resources": [{
//       "name": "values", "class": "UAV", "kind": "StructuredBuffer", "id": 0,
//       "space": 0, "register": "u0", "count": 1,                             // count: a number or "unbounded".
//       "component_type": "f32", "sample_count": 4, "stride": 16, "size": 64, // As the kind has them.
//       "sampler_kind": "comparison",
//       "globally_coherent": true, "counter": true, "rasterizer_ordered": true, "atomics_64bit": true
//     }],
//     "root_signature": {                                                     // Container part RTS0.
//       "version": "1.1", "flags": 1,
//       "parameters": [
//         {"type": "descriptor_table", "visibility": "all", "ranges": [{"class": "SRV", "count": 4,
//          "register": "t0", "space": 0, "offset": 0, "flags": 0}]},          // offset: a number or "append".
//         {"type": "constants", "visibility": "all", "register": "b0", "space": 0, "dwords": 4},
//         {"type": "descriptor", "visibility": "all", "class": "UAV", "register": "u0", "space": 0, "flags": 0}],
//       "static_samplers": [{"register": "s0", "space": 0, "visibility": "all", "filter", "address": [1, 1, 1],
//                            "mip_lod_bias", "max_anisotropy", "comparison", "border_color", "min_lod",
//                            "max_lod", "flags"}]
//     }
//   }
//
// A resource of a library that has no register yet has "register": null.
#pragma once

#include <string>

#include "dxil_frontend/shader.hpp"

namespace trellis::dxil {

/// Indented by two spaces, without a final newline. The same shader gives the same text. Names that are not
/// UTF-8 come with replacement characters.
std::string reflect_json(const Shader& shader);

}  // namespace trellis::dxil
