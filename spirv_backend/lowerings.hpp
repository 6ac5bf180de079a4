// The table from DXIL operation to lowering function. A group of operations is a file ops_GROUP.cpp or
// resources_GROUP.cpp that gives a list of its lowerings; lowerings.cpp puts the lists together.
#pragma once

#include <cstdint>
#include <span>

#include "spirv_backend/function_emitter.hpp"

namespace trellis::spirv {

struct LoweringEntry {
  uint32_t opcode = 0;  ///< DXIL's number.
  Lowering lower = nullptr;
};

/// Null if the operation is not translated.
Lowering lowering_of(uint32_t dxil_opcode);

// The groups. LLVM's own instructions (add, icmp, trunc, load, ...) are not here: instructions_*.cpp.
std::span<const LoweringEntry> math_lowerings();     ///< ops_math.cpp: float operations.
std::span<const LoweringEntry> integer_lowerings();  ///< ops_integer.cpp: integers, bits, 64-bit helpers.
std::span<const LoweringEntry>
packed_lowerings();  ///< ops_packed.cpp: pack, unpack, dot4add, msad, f16 <-> f32.
std::span<const LoweringEntry> wave_lowerings();             ///< ops_wave.cpp: waves.
std::span<const LoweringEntry> quad_lowerings();             ///< ops_quad.cpp: quads, derivatives.
std::span<const LoweringEntry> thread_lowerings();           ///< ops_thread.cpp: thread ids, barriers.
std::span<const LoweringEntry> handle_lowerings();           ///< resources_handles.cpp
std::span<const LoweringEntry> buffer_lowerings();           ///< resources_buffers.cpp: loads and stores.
std::span<const LoweringEntry> constant_buffer_lowerings();  ///< resources_constants.cpp
std::span<const LoweringEntry> atomic_lowerings();           ///< resources_atomics.cpp: atomics, counters.
std::span<const LoweringEntry> ray_query_lowerings();        ///< ops_ray_query.cpp: inline ray queries.
std::span<const LoweringEntry> query_lowerings();            ///< resources_queries.cpp: sizes, residency.
std::span<const LoweringEntry> sample_lowerings();           ///< resources_sample.cpp: samples, gathers, LOD.
std::span<const LoweringEntry> texture_lowerings();          ///< resources_textures.cpp: texels.
std::span<const LoweringEntry> pixel_lowerings();            ///< ops_pixel.cpp: pixel shaders, built-ins.
std::span<const LoweringEntry> stage_io_lowerings();         ///< ops_stage_io.cpp: elements of signatures.
std::span<const LoweringEntry> primitive_lowerings();        ///< ops_primitives.cpp: geometry, mesh.
std::span<const LoweringEntry> tessellation_lowerings();     ///< ops_tessellation.cpp
std::span<const LoweringEntry> payload_lowerings();          ///< ops_payload.cpp: what meshes are given.

}  // namespace trellis::spirv
