// Geometry, hull, domain, mesh and amplification shaders: execution modes, types of variables, and what is
// refused.
#include <gtest/gtest.h>

#include <tuple>

#include "tests/spirv_backend/stage/stage_program.hpp"

namespace trellis::test_stages {
namespace {

using spv::BuiltIn;
using spv::Capability;
using spv::Decoration;
using spv::ExecutionMode;
using spv::Op;
using spv::StorageClass;

TEST(GeometryStage, ModesFollowTheState) {
  const ModuleView m = valid_module(read_stage_shader("gs_instanced_cube_faces"));
  EXPECT_EQ(m.model(), spv::ExecutionModel::Geometry);
  EXPECT_TRUE(m.has_mode(ExecutionMode::Triangles));
  EXPECT_TRUE(m.has_mode(ExecutionMode::OutputTriangleStrip));
  EXPECT_TRUE(m.has_mode(ExecutionMode::Invocations));
  EXPECT_EQ(m.type_of(m.named("in.WORLD")), "f32x4[3]");
  EXPECT_NE(m.builtin(BuiltIn::Layer, StorageClass::Output), 0u);
  EXPECT_NE(m.builtin(BuiltIn::InvocationId, StorageClass::Input), 0u);
  EXPECT_EQ(m.count(Op::OpEmitVertex), 1u);
  const ModuleView adjacency = valid_module(read_stage_shader("gs_triadj_silhouette"));
  EXPECT_TRUE(adjacency.has_mode(ExecutionMode::InputTrianglesAdjacency));
  EXPECT_TRUE(adjacency.has_mode(ExecutionMode::OutputLineStrip));
  EXPECT_EQ(adjacency.type_of(adjacency.named("in.POSITION")), "f32x3[6]");
}

TEST(GeometryStage, StreamsHaveLocationsOfTheirOwn) {
  const ModuleView m = valid_module(read_stage_shader("gs_multiple_streams"));
  EXPECT_TRUE(m.has_capability(Capability::GeometryStreams));
  EXPECT_EQ(m.count(Op::OpEmitVertex), 0u);
  EXPECT_GE(m.count(Op::OpEmitStreamVertex), 5u);
  EXPECT_EQ(m.decoration(m.named("out.SEED"), Decoration::Stream), 1u);
  EXPECT_EQ(m.decoration(m.named("out.KIND"), Decoration::Stream), 2u);
  EXPECT_EQ(m.decoration(m.named("out.COUNTS"), Decoration::Stream), 3u);
  EXPECT_EQ(m.decoration(m.named("out.COUNTS"), Decoration::Location), 6u);
}

/// A geometry shader that takes points and emits points.
class PointProgram : public StageProgram {
 public:
  PointProgram() : StageProgram(ShaderKind::kGeometry) {
    entry().geometry = dxil::GeometryState{1, 4, 1, 1, 1};
    input({"A", SemanticKind::kArbitrary, ComponentType::kF32, 1, 1, {0, 0}});
    output({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}});
  }
};

TEST(GeometryStage, OnlyDeclaredStreamsAreEmittedTo) {
  PointProgram p;
  p.b.dx(dxil::Op::kEmitStream, p.b.void_type(), {p.b.i8(1)});
  const Diagnostic error = refusal(p.take());
  EXPECT_EQ(error.code, ErrorCode::kBadInput);
  EXPECT_NE(error.message.find("stream"), std::string::npos);
}

TEST(GeometryStage, VerticesOfThePrimitiveOnly) {
  PointProgram p;
  p.b.dx(dxil::Op::kLoadInput, p.b.float_type(32), {p.b.i32(0), p.b.i32(0), p.b.i8(0), p.b.i32(1)});
  EXPECT_EQ(refusal(p.take()).code, ErrorCode::kBadInput);
}

TEST(GeometryStage, ImpossibleStatesAreRefused) {
  const auto refused = [](const dxil::GeometryState& state) {
    PointProgram p;
    p.entry().geometry = state;
    return refusal(p.take());
  };
  EXPECT_EQ(refused({4, 4, 1, 1, 1}).code, ErrorCode::kBadInput) << "an unknown primitive";
  EXPECT_EQ(refused({11, 4, 1, 1, 1}).code, ErrorCode::kUnsupported) << "patches";
  EXPECT_EQ(refused({1, 4, 0, 1, 1}).code, ErrorCode::kBadInput) << "no stream";
  EXPECT_EQ(refused({1, 4, 1, 1, 0}).code, ErrorCode::kBadInput) << "no instance";
  EXPECT_EQ(refused({1, 4, 3, 5, 1}).code, ErrorCode::kBadInput) << "streams of triangles";
  EXPECT_EQ(refused({1, 4, 1, 4, 1}).code, ErrorCode::kUnsupported) << "a triangle list";
}

// Such a shader is run for its side effects. Without a stream it need not declare a topology in DXIL, but
// Vulkan requires one.
TEST(GeometryStage, MayEmitNothing) {
  for (const uint32_t topology : {0u, 1u}) {
    PointProgram p;
    p.entry().geometry = dxil::GeometryState{1, 0, 1, topology, 1};
    const ModuleView m = valid_module(p.take());
    EXPECT_TRUE(m.has_mode(ExecutionMode::OutputVertices)) << topology;
    EXPECT_TRUE(m.has_mode(ExecutionMode::OutputPoints)) << topology;
  }
}

TEST(HullStage, TwoPhasesMakeOneEntry) {
  const ModuleView m = valid_module(read_stage_shader("hs_reads_output_control_points"));
  EXPECT_EQ(m.model(), spv::ExecutionModel::TessellationControl);
  EXPECT_TRUE(m.has_mode(ExecutionMode::OutputVertices));
  EXPECT_TRUE(m.has_mode(ExecutionMode::Triangles));
  EXPECT_TRUE(m.has_mode(ExecutionMode::SpacingFractionalOdd));
  EXPECT_TRUE(m.has_mode(ExecutionMode::VertexOrderCw));
  EXPECT_EQ(m.count(Op::OpControlBarrier), 1u);
  EXPECT_EQ(m.count(Op::OpFunctionCall), 2u);
  EXPECT_EQ(m.type_of(m.named("out.BEND")), "f32x3[3]");
  const uint32_t outer = m.builtin(BuiltIn::TessLevelOuter, StorageClass::Output);
  EXPECT_EQ(m.type_of(outer), "f32[4]");
  EXPECT_TRUE(m.has(outer, Decoration::Patch));
  EXPECT_EQ(m.type_of(m.builtin(BuiltIn::TessLevelInner, StorageClass::Output)), "f32[2]");
  EXPECT_TRUE(m.has(m.named("patch.LO"), Decoration::Patch));
}

TEST(HullStage, EveryPartitioningAndOutputHasItsMode) {
  EXPECT_TRUE(valid_module(read_stage_shader("hs_pow2_point_topology")).has_mode(ExecutionMode::PointMode));
  EXPECT_TRUE(
      valid_module(read_stage_shader("hs_pow2_point_topology")).has_mode(ExecutionMode::SpacingEqual));
  const ModuleView isolines = valid_module(read_stage_shader("hs_isoline_even"));
  EXPECT_TRUE(isolines.has_mode(ExecutionMode::Isolines));
  EXPECT_TRUE(isolines.has_mode(ExecutionMode::SpacingFractionalEven));
  const ModuleView quads = valid_module(read_stage_shader("hs_quad_fractional_odd_divergent"));
  EXPECT_TRUE(quads.has_mode(ExecutionMode::Quads));
  EXPECT_TRUE(quads.has_mode(ExecutionMode::VertexOrderCcw));
}

TEST(HullStage, PatchConstantsOfHullAndDomainMatch) {
  const ModuleView hull = valid_module(read_stage_shader("hs_patch_constant_arrays"));
  const ModuleView domain = valid_module(read_stage_shader("ds_patch_constants_dynamic"));
  for (const char* name : {"patch.COEF", "patch.BASIS", "patch.MATS", "patch.PAIR"}) {
    ASSERT_NE(hull.named(name), 0u);
    const auto location = hull.decoration(hull.named(name), Decoration::Location);
    EXPECT_TRUE(location.has_value());
    EXPECT_EQ(location, domain.decoration(domain.named(name), Decoration::Location)) << name;
    EXPECT_EQ(hull.type_of(hull.named(name)), domain.type_of(domain.named(name))) << name;
  }
}

TEST(HullStage, ControlPointsWithoutAFunctionArePassedThrough) {
  dxil::Shader shader = read_stage_shader("hs_tri_passthrough_integer");
  shader.entry_points[0].function = dxil::kNone;
  const ModuleView m = valid_module(shader);
  EXPECT_EQ(m.count(Op::OpFunctionCall), 1u);
  EXPECT_EQ(m.count(Op::OpControlBarrier), 1u);
  EXPECT_EQ(m.type_of(m.named("out.POSITION")), "f32x3[3]");
  EXPECT_EQ(m.type_of(m.named("in.UV")), "f32x2[3]");
}

TEST(HullStage, DifferentControlPointsAreNotPassedThrough) {
  dxil::Shader shader = read_stage_shader("hs_tri_passthrough_integer");
  shader.entry_points[0].function = dxil::kNone;
  shader.entry_points[0].outputs[1].columns = 1;
  EXPECT_EQ(refusal(shader).code, ErrorCode::kBadInput);
}

TEST(HullStage, TessFactorsAreLimited) {
  dxil::Shader shader = read_stage_shader("hs_tri_passthrough_integer");
  const uint32_t before = valid_module(shader).count(Op::OpSelect);
  shader.entry_points[0].hull->max_tess_factor = 3;
  EXPECT_EQ(valid_module(shader).count(Op::OpSelect), before + 4);
}

TEST(HullStage, ImpossibleStatesAreRefused) {
  const auto refused = [](auto change) {
    dxil::Shader shader = read_stage_shader("hs_tri_passthrough_integer");
    change(*shader.entry_points[0].hull);
    return refusal(shader).code;
  };
  EXPECT_EQ(refused([](dxil::HullState& s) { s.patch_constant_function_index = dxil::kNone; }),
            ErrorCode::kBadInput);
  EXPECT_EQ(refused([](dxil::HullState& s) { s.output_control_points = 0; }), ErrorCode::kBadInput);
  EXPECT_EQ(refused([](dxil::HullState& s) { s.domain = 0; }), ErrorCode::kBadInput);
  EXPECT_EQ(refused([](dxil::HullState& s) { s.partitioning = 0; }), ErrorCode::kBadInput);
}

TEST(HullStage, PatchConstantsThatAreMissing) {
  dxil::Shader shader = read_stage_shader("hs_tri_passthrough_integer");
  shader.entry_points[0].patch_constants.pop_back();
  const Diagnostic error = refusal(shader);
  EXPECT_EQ(error.code, ErrorCode::kBadInput);
  EXPECT_NE(error.message.find("patch constant"), std::string::npos);
}

TEST(DomainStage, DomainDecidesModeAndComponents) {
  const ModuleView m = valid_module(read_stage_shader("ds_tri_barycentric"));
  EXPECT_EQ(m.model(), spv::ExecutionModel::TessellationEvaluation);
  EXPECT_TRUE(m.has_mode(ExecutionMode::Triangles));
  EXPECT_EQ(m.type_of(m.named("in.NORMAL")), "f32x3[3]");
  for (const auto& [domain, component, is_there] :
       {std::tuple{2u, 2u, true}, {3u, 2u, false}, {1u, 1u, true}}) {
    StageProgram p(ShaderKind::kDomain);
    p.entry().domain = dxil::DomainState{domain, 4};
    p.output({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}});
    p.store(0, 0,
            p.b.dx(dxil::Op::kDomainLocation, p.b.float_type(32), {p.b.i8(static_cast<uint8_t>(component))}));
    if (is_there) {
      valid_module(p.take());
    } else {
      EXPECT_EQ(refusal(p.take()).code, ErrorCode::kBadInput);
    }
  }
}

TEST(MeshStage, PrimitivesAndVerticesAreArrays) {
  const ModuleView m = valid_module(read_stage_shader("ms_store_output_dynamic_row"));
  EXPECT_EQ(m.model(), spv::ExecutionModel::MeshEXT);
  EXPECT_TRUE(m.has_extension("SPV_EXT_mesh_shader"));
  EXPECT_TRUE(m.has_mode(ExecutionMode::OutputTrianglesEXT));
  EXPECT_TRUE(m.has_mode(ExecutionMode::OutputPrimitivesEXT));
  EXPECT_EQ(m.type_of(m.named("out.ROW")), "f32x4[4][16]");
  const uint32_t cells = m.named("primitive.CELL");
  EXPECT_EQ(m.type_of(cells), "u32x2[3][8]");
  EXPECT_TRUE(m.has(cells, Decoration::PerPrimitiveEXT));
  EXPECT_EQ(m.decoration(cells, Decoration::Location), 5u) << "after the vertices' five";
  EXPECT_EQ(m.type_of(m.builtin(BuiltIn::PrimitiveTriangleIndicesEXT, StorageClass::Output)), "u32x3[8]");
  EXPECT_EQ(m.count(Op::OpSetMeshOutputsEXT), 1u);
  const ModuleView lines = valid_module(read_stage_shader("ms_lines_loop_output"));
  EXPECT_TRUE(lines.has_mode(ExecutionMode::OutputLinesEXT));
  EXPECT_EQ(lines.type_of(lines.builtin(BuiltIn::PrimitiveLineIndicesEXT, StorageClass::Output)),
            "u32x2[127]");
  const ModuleView meshlet = valid_module(read_stage_shader("ms_meshlet"));
  EXPECT_EQ(meshlet.type_of(meshlet.builtin(BuiltIn::CullPrimitiveEXT, StorageClass::Output)), "bool[124]");
}

TEST(MeshStage, SixteenBitAttributesCanBeNarrow) {
  spirv::EmitOptions options;
  options.stage.storage_16bit_io = true;
  const ModuleView m = valid_module(read_stage_shader("ms_array_and_16bit_attributes"), options);
  EXPECT_EQ(m.type_of(m.named("primitive.TINT")), "f16x4[14]");
  EXPECT_TRUE(m.has_capability(Capability::StorageInputOutput16));
}

/// A mesh shader with one thread.
class MeshProgram : public StageProgram {
 public:
  MeshProgram() : StageProgram(ShaderKind::kMesh) {
    entry().thread_group_size = std::array<uint32_t, 3>{1, 1, 1};
    entry().mesh = dxil::MeshState{3, 1, 2, 0};
    output({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}});
  }
};

TEST(MeshStage, PlacesBeyondTheDeclaredNumbers) {
  {
    MeshProgram p;
    p.b.dx(dxil::Op::kStoreVertexOutput, p.b.void_type(),
           {p.b.i32(0), p.b.i32(0), p.b.i8(0), p.b.f32(1), p.b.i32(3)});
    EXPECT_EQ(refusal(p.take()).code, ErrorCode::kBadInput);
  }
  MeshProgram p;
  p.b.dx(dxil::Op::kEmitIndices, p.b.void_type(), {p.b.i32(1), p.b.i32(0), p.b.i32(1), p.b.i32(2)});
  EXPECT_EQ(refusal(p.take()).code, ErrorCode::kBadInput);
}

// Vulkan forbids setting larger counts than the declared ones. Counts that cannot be larger are not clamped.
TEST(MeshStage, CountsThatAreComputedStayInTheirBounds) {
  const auto announced = [](bool is_masked) {
    MeshProgram p;
    p.entry().thread_group_size = std::array<uint32_t, 3>{64, 1, 1};
    const dxil::TypeId i32 = p.b.int_type(32);
    V count = p.b.dx(dxil::Op::kFlattenedThreadIdInGroup, i32, {});
    count = p.b.op(test_backend::Opcode::kMul, i32, {count, p.b.i32(77)});
    if (is_masked) count = p.b.op(test_backend::Opcode::kAnd, i32, {count, p.b.i32(1)});
    p.b.dx(dxil::Op::kSetMeshOutputCounts, p.b.void_type(), {count, count});
    return valid_module(p.take());
  };
  const auto minima = [](const ModuleView& m) {
    uint32_t found = 0;
    for (const auto& i : m.all(spv::Op::OpExtInst)) found += i[3] == GLSLstd450UMin ? 1 : 0;
    return found;
  };
  EXPECT_EQ(minima(announced(false)), 2u);
  EXPECT_EQ(minima(announced(true)), 0u);
}

TEST(MeshStage, NeedsVulkan12) {
  spirv::EmitOptions options;
  options.target = spirv::Target::kVulkan1_1;
  const Diagnostic error = refusal(read_stage_shader("ms_single_triangle"), options);
  EXPECT_EQ(error.code, ErrorCode::kUnsupported);
  EXPECT_NE(error.message.find("Vulkan 1.2"), std::string::npos);
}

TEST(MeshStage, PixelInputsOfPrimitivesAreNamed) {
  spirv::EmitOptions options;
  options.stage.primitive_inputs = {"kind"};
  const ModuleView m = valid_module(read_stage_shader("ps_sparse_targets_out_of_order"), options);
  EXPECT_TRUE(m.has(m.named("in.KIND"), Decoration::PerPrimitiveEXT));
  EXPECT_FALSE(m.has(m.named("in.UV"), Decoration::PerPrimitiveEXT));
  EXPECT_TRUE(m.has_capability(Capability::MeshShadingEXT));
}

TEST(AmplificationStage, TheDispatchEndsTheEntry) {
  const ModuleView m = valid_module(read_stage_shader("as_counts_from_branches"));
  EXPECT_EQ(m.model(), spv::ExecutionModel::TaskEXT);
  EXPECT_EQ(m.count(Op::OpEmitMeshTasksEXT), 1u);
  const ModuleView reader = valid_module(read_stage_shader("ms_payload_reader"));
  EXPECT_EQ(reader.model(), spv::ExecutionModel::MeshEXT);
}

// A payload that is only written needs no copy. A dispatch before the only return ends the entry point, as in
// SPIR-V.
TEST(AmplificationStage, PayloadsThatAreOnlyWrittenAreInPlace) {
  for (const char* name : {"as_constant_dispatch", "as_wave_prefix_payload"}) {
    const ModuleView m = valid_module(read_stage_shader(name));
    EXPECT_EQ(m.count(Op::OpEmitMeshTasksEXT), 1u) << name;
    EXPECT_EQ(m.count(Op::OpFunction), 1u) << name;
    EXPECT_EQ(m.count(Op::OpControlBarrier), 0u) << name << ": the dispatch is one";
    for (const auto& variable : m.all(Op::OpVariable)) {
      EXPECT_NE(variable[2], static_cast<uint32_t>(StorageClass::Workgroup)) << name;
    }
  }
  // With a barrier between the writes and the dispatch, the payload is copied, so that the barrier still
  // orders the writes.
  const ModuleView copied = valid_module(read_stage_shader("as_counts_from_branches"));
  EXPECT_GT(copied.count(Op::OpControlBarrier), 0u);
}

TEST(AmplificationStage, PayloadsThatDoNotFit) {
  dxil::Shader shader = read_stage_shader("as_constant_dispatch");
  shader.entry_points[0].amplification_payload_bytes = 4096;
  EXPECT_EQ(refusal(shader).code, ErrorCode::kBadInput) << "larger than the groupshared variable";
  dxil::Shader reader = read_stage_shader("ms_payload_reader");
  reader.entry_points[0].mesh->payload_bytes = 0;
  EXPECT_EQ(refusal(reader).code, ErrorCode::kBadInput) << "no payload to read";
  reader.entry_points[0].mesh->payload_bytes = 16;
  EXPECT_EQ(refusal(reader).code, ErrorCode::kBadInput) << "reads beyond its end";
}

TEST(PrimitiveStages, OperationsOfOtherStages) {
  const auto refused = [](ShaderKind stage, dxil::Op op) {
    StageProgram p(stage);
    p.output({"A", SemanticKind::kArbitrary, ComponentType::kU32, 1, 1, {0, 0}});
    p.store(0, 0, p.b.dx(op, p.b.int_type(32), {}));
    return refusal(p.take()).code;
  };
  EXPECT_EQ(refused(ShaderKind::kVertex, dxil::Op::kPrimitiveID), ErrorCode::kBadInput);
  EXPECT_EQ(refused(ShaderKind::kVertex, dxil::Op::kGSInstanceID), ErrorCode::kBadInput);
}

}  // namespace
}  // namespace trellis::test_stages
