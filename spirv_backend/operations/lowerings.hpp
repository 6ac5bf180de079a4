// Maps DXIL operations to lowering functions. Each group of operations is a file that provides a list of its
// lowerings; instructions/operations.cpp combines the lists.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/dxil_op.hpp"
#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

struct LoweringEntry {
  dxil::Op op = {};
  Lowering lower = nullptr;
};

// The groups in this directory. Lowerings of LLVM instructions (add, icmp, trunc, load, ...) are in
// instructions/.
std::span<const LoweringEntry> math_lowerings();     ///< math.cpp: float operations.
std::span<const LoweringEntry> integer_lowerings();  ///< integer.cpp: integers, bits, 64-bit helpers.
std::span<const LoweringEntry> packed_lowerings();  ///< packed.cpp: pack, unpack, dot4add, msad, f16 <-> f32.
std::span<const LoweringEntry> wave_lowerings();    ///< wave.cpp: wave operations.
std::span<const LoweringEntry> quad_lowerings();    ///< quad.cpp: quads, derivatives.
std::span<const LoweringEntry> thread_lowerings();  ///< thread.cpp: thread ids, barriers.
std::span<const LoweringEntry> handle_lowerings();  ///< handles.cpp
std::span<const LoweringEntry> buffer_lowerings();  ///< buffers.cpp: loads and stores.
std::span<const LoweringEntry> constant_buffer_lowerings();  ///< constant_buffers.cpp
std::span<const LoweringEntry> atomic_lowerings();           ///< atomics.cpp: atomics, counters.
std::span<const LoweringEntry> matrix_lowerings();           ///< matrix_product.cpp
std::span<const LoweringEntry> ray_query_lowerings();        ///< ray_query.cpp: inline ray queries.
std::span<const LoweringEntry> triangle_lowerings();         ///< triangle_positions.cpp
std::span<const LoweringEntry> query_lowerings();            ///< queries.cpp: sizes, residency.
std::span<const LoweringEntry> sample_lowerings();           ///< sampling.cpp: samples, gathers, LOD.
std::span<const LoweringEntry> feedback_lowerings();         ///< sampler_feedback.cpp
std::span<const LoweringEntry> texture_lowerings();          ///< textures.cpp: texel loads and stores.
std::span<const LoweringEntry> pixel_lowerings();            ///< pixel.cpp: pixel shaders, built-ins.
std::span<const LoweringEntry> stage_io_lowerings();         ///< stage_io.cpp: signature elements.
std::span<const LoweringEntry> primitive_lowerings();        ///< primitives.cpp: geometry, mesh.
std::span<const LoweringEntry> tessellation_lowerings();     ///< tessellation.cpp
std::span<const LoweringEntry> payload_lowerings();          ///< payload.cpp: the payload of mesh shaders.
std::span<const LoweringEntry> ray_pipeline_lowerings();     ///< ray_pipeline.cpp: ray stages.

}  // namespace trellis::spirv
