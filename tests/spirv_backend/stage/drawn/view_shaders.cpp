#include "tests/spirv_backend/stage/drawn/view_shaders.hpp"

#include <array>

#include "tests/spirv_backend/stage/stage_program.hpp"

namespace trellis::test_drawing {
namespace {

using dxil::ComponentType;
using dxil::Opcode;
using dxil::ShaderKind;
using spirv::SemanticKind;
using test_backend::V;
using test_stages::StageProgram;

constexpr uint8_t kFlat = 1, kLinear = 2;

V view_of(StageProgram& p) { return p.b.dx(dxil::Op::kViewID, p.b.int_type(32), {}); }
V as_float(StageProgram& p, V number) { return p.b.op(Opcode::kUIToFP, p.b.float_type(32), {number}); }

}  // namespace

dxil::Shader view_vertex_shader(const ViewVertexShape& shape) {
  StageProgram p(ShaderKind::kVertex);
  const dxil::TypeId word = p.b.int_type(32), real = p.b.float_type(32);
  p.input({"POSITION", SemanticKind::kArbitrary, ComponentType::kF32, 1, 4, {0, 0}});
  p.input({"SV_InstanceID", SemanticKind::kInstanceId, ComponentType::kU32, 1, 1, {1, 0}});
  if (shape.reads_mark) p.input({"MARK", SemanticKind::kArbitrary, ComponentType::kU32, 1, 1, {2, 0}});
  p.output({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}, 4});
  p.output({"DATA", SemanticKind::kArbitrary, ComponentType::kU32, 1, 2, {1, 0}, kFlat});
  const V instance = p.load(word, 1, p.b.i32(0), 0);
  const V shift = p.b.op(Opcode::kFMul, real, {as_float(p, instance), p.b.f32(0.5f)});
  for (uint8_t c = 0; c < 4; ++c) {
    const V value = p.load(0, c);
    p.store(0, c, c == 0 ? p.b.op(Opcode::kFAdd, real, {value, shift}) : value);
  }
  p.store(1, 0, shape.reads_mark ? p.load(word, 2, p.b.i32(0), 0) : instance);
  p.store(1, 1, shape.reads_view ? view_of(p) : p.b.i32(77));
  uint32_t element = 2;
  if (shape.layer) {
    p.output({"SV_RenderTargetArrayIndex",
              SemanticKind::kRenderTargetArrayIndex,
              ComponentType::kU32,
              1,
              1,
              {2, 0},
              kFlat});
    p.store(element++, 0, p.b.i32(*shape.layer));
  }
  if (shape.viewport) {
    p.output({"SV_ViewportArrayIndex",
              SemanticKind::kViewportArrayIndex,
              ComponentType::kU32,
              1,
              1,
              {3, 0},
              kFlat});
    p.store(element++, 0, p.b.i32(*shape.viewport));
  }
  return p.take();
}

dxil::Shader view_pixel_shader(bool reads_view) {
  StageProgram p(ShaderKind::kPixel);
  const dxil::TypeId word = p.b.int_type(32);
  p.input({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}, 4});
  p.input({"DATA", SemanticKind::kArbitrary, ComponentType::kU32, 1, 2, {1, 0}, kFlat});
  p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kU32, 1, 4, {0, 0}});
  for (uint8_t c = 0; c < 2; ++c) p.store(0, c, p.load(word, 1, p.b.i32(0), c));
  p.store(0, 2, reads_view ? view_of(p) : p.b.i32(55));
  p.store(0, 3, p.b.i32(99));
  return p.take();
}

dxil::Shader view_place_shader() {
  StageProgram p(ShaderKind::kPixel);
  const dxil::TypeId word = p.b.int_type(32);
  p.input({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}, 4});
  p.input({"DATA", SemanticKind::kArbitrary, ComponentType::kU32, 1, 2, {1, 0}, kFlat});
  p.input({"SV_RenderTargetArrayIndex",
           SemanticKind::kRenderTargetArrayIndex,
           ComponentType::kU32,
           1,
           1,
           {2, 0},
           kFlat});
  p.input(
      {"SV_ViewportArrayIndex", SemanticKind::kViewportArrayIndex, ComponentType::kU32, 1, 1, {3, 0}, kFlat});
  p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kU32, 1, 4, {0, 0}});
  for (uint8_t c = 0; c < 2; ++c) p.store(0, c, p.load(word, 1, p.b.i32(0), c));
  p.store(0, 2, view_of(p));
  const V layer = p.load(word, 2, p.b.i32(0), 0), viewport = p.load(word, 3, p.b.i32(0), 0);
  const V high = p.b.op(Opcode::kMul, word, {layer, p.b.i32(16)});
  p.store(0, 3, p.b.op(Opcode::kAdd, word, {high, viewport}));
  return p.take();
}

dxil::Shader view_feeding_shader(bool has_position, uint32_t position_columns, uint32_t other_columns,
                                 const char* other) {
  StageProgram p(ShaderKind::kVertex);
  p.input({"POSITION", SemanticKind::kArbitrary, ComponentType::kF32, 1, 4, {0, 0}});
  p.input({"COLOR", SemanticKind::kArbitrary, ComponentType::kF32, 1, 4, {1, 0}});
  const auto columns = position_columns;
  if (has_position) {
    p.output({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, columns, {0, 0}, 4});
  } else {
    p.output({"POSITION", SemanticKind::kArbitrary, ComponentType::kF32, 1, columns, {0, 0}, kLinear});
  }
  p.output({other, SemanticKind::kArbitrary, ComponentType::kF32, 1, other_columns, {1, 0}, kLinear});
  for (uint8_t c = 0; c < columns; ++c) p.store(0, c, p.load(0, c));
  for (uint8_t c = 0; c < other_columns; ++c) p.store(1, c, p.load(1, c));
  return p.take();
}

dxil::Shader view_color_shader() {
  StageProgram p(ShaderKind::kPixel);
  p.input({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}, 4});
  p.input({"COLOR", SemanticKind::kArbitrary, ComponentType::kF32, 1, 3, {1, 0}, kLinear});
  p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kF32, 1, 2, {0, 0}});
  p.store(0, 0, p.load(1, 0));
  p.store(0, 1, as_float(p, view_of(p)));
  return p.take();
}

dxil::Shader view_domain_shader(bool reads_view) {
  StageProgram p(ShaderKind::kDomain);
  const dxil::TypeId real = p.b.float_type(32);
  p.entry().domain = dxil::DomainState{2, 3};
  p.input({"POSITION", SemanticKind::kArbitrary, ComponentType::kF32, 1, 3, {0, 0}});
  p.input({"UV", SemanticKind::kArbitrary, ComponentType::kF32, 1, 2, {1, 0}});
  p.output({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}, 4});
  p.output({"DATA", SemanticKind::kArbitrary, ComponentType::kU32, 1, 2, {1, 0}, kFlat});
  for (uint8_t c = 0; c < 3; ++c) {
    V sum = p.b.f32(0);
    for (uint8_t point = 0; point < 3; ++point) {
      const V at = p.b.dx(dxil::Op::kLoadOutputControlPoint, real,
                          {p.b.i32(0), p.b.i32(0), p.b.i8(c), p.b.i32(point)});
      const V weight = p.b.dx(dxil::Op::kDomainLocation, real, {p.b.i8(point)});
      sum = p.b.op(Opcode::kFAdd, real, {sum, p.b.op(Opcode::kFMul, real, {at, weight})});
    }
    p.store(0, c, sum);
  }
  p.store(0, 3, p.b.f32(1));
  p.store(1, 0, p.b.i32(3));
  p.store(1, 1, reads_view ? view_of(p) : p.b.i32(77));
  return p.take();
}

dxil::Shader view_mesh_shader(bool reads_view) {
  constexpr uint32_t kThreads = 2, kCorners = 3;
  StageProgram p(ShaderKind::kMesh);
  const dxil::TypeId word = p.b.int_type(32), real = p.b.float_type(32), nothing = p.b.void_type();
  p.entry().thread_group_size = std::array<uint32_t, 3>{kThreads, 1, 1};
  p.entry().mesh = dxil::MeshState{kThreads * kCorners, kThreads, 2, 0};
  p.output({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}, 4});
  p.output({"DATA", SemanticKind::kArbitrary, ComponentType::kU32, 1, 2, {1, 0}, kFlat});
  p.primitive({"SV_RenderTargetArrayIndex",
               SemanticKind::kRenderTargetArrayIndex,
               ComponentType::kU32,
               1,
               1,
               {0, 0},
               kFlat});
  const V zero = p.b.i32(0);
  const V thread = p.b.dx(dxil::Op::kThreadId, word, {zero}),
          own = p.b.dx(dxil::Op::kThreadIdInGroup, word, {zero});
  const V seen = reads_view ? view_of(p) : p.b.dx(dxil::Op::kGroupId, word, {zero});
  p.b.dx(dxil::Op::kSetMeshOutputCounts, nothing, {p.b.i32(kThreads * kCorners), p.b.i32(kThreads)});
  const V left = p.b.op(Opcode::kFMul, real, {as_float(p, thread), p.b.f32(0.5f)});
  const V first = p.b.op(Opcode::kMul, word, {own, p.b.i32(kCorners)});
  // All stores to a row use the same constants: these become one value, which drivers expect.
  const V elements[2] = {p.b.i32(0), p.b.i32(1)};
  V corners[kCorners];
  for (uint32_t k = 0; k < kCorners; ++k) {
    corners[k] = p.b.op(Opcode::kAdd, word, {first, p.b.i32(k)});
    const auto store = [&](uint32_t element, uint8_t column, V value) {
      p.b.dx(dxil::Op::kStoreVertexOutput, nothing,
             {elements[element], zero, p.b.i8(column), value, corners[k]});
    };
    store(0, 0, p.b.op(Opcode::kFAdd, real, {left, p.b.f32(k == 1 ? -0.5f : -1)}));
    store(0, 1, p.b.f32(k == 2 ? 1.0f : -1));
    store(0, 2, p.b.f32(0.5f));
    store(0, 3, p.b.f32(1));
    store(1, 0, thread);
    store(1, 1, seen);
  }
  p.b.dx(dxil::Op::kEmitIndices, nothing, {own, corners[0], corners[1], corners[2]});
  p.b.dx(dxil::Op::kStorePrimitiveOutput, nothing, {zero, zero, p.b.i8(0), p.b.i32(1), own});
  return p.take();
}

}  // namespace trellis::test_drawing
