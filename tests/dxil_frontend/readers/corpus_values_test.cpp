// Values of some shaders, taken by hand from their disassembly (llvm-dis of LLVM 14).
#include <gtest/gtest.h>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil::test {
namespace {

Shader read_label(const std::string& label) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  if (!bytes) {
    ADD_FAILURE() << label << " is missing";
    return {};
  }
  Result<Shader> shader = read_shader(*bytes);
  if (!shader) {
    ADD_FAILURE() << label << ": " << shader.error().to_string();
    return {};
  }
  return std::move(*shader);
}

const Function& entry_function(const Shader& shader) {
  static const Function kEmpty;
  if (shader.entry_points.empty() || shader.entry_points[0].function == kNone) return kEmpty;
  return shader.module.functions[shader.entry_points[0].function];
}

int count_text(const Shader& shader, const Function& function, const std::string& part) {
  int count = 0;
  for (const Instruction& i : function.instructions) {
    count += to_text(shader.module, function, i).find(part) != std::string::npos ? 1 : 0;
  }
  return count;
}

TEST(CorpusValues, ConstantTable) {
  const Shader shader = read_label("ops/constant_table_256_words");
  ASSERT_EQ(shader.module.globals.size(), 1u);
  const Global& table = shader.module.globals[0];
  EXPECT_EQ(table.name, "mixTable");
  EXPECT_TRUE(table.is_constant);
  EXPECT_EQ(to_text(shader.module, table.value_type), "[256 x i32]");
  const Constant* data = shader.module.constant(table.initializer);
  ASSERT_TRUE(data != nullptr && data->kind == ConstantKind::kData);
  ASSERT_EQ(data->element_count, 256u);
  EXPECT_EQ(shader.module.constant_data[data->first_element], 1340216884u);
  EXPECT_EQ(shader.module.constant_data[data->first_element + 5], static_cast<uint32_t>(-377067579));
  EXPECT_EQ(shader.module.constant_data[data->first_element + 255], static_cast<uint32_t>(-1763417833));

  const Function& main = entry_function(shader);
  ASSERT_EQ(main.blocks.size(), 3u);
  EXPECT_TRUE(main.blocks[1].hints.dont_unroll);
  EXPECT_FALSE(main.blocks[0].hints.dont_unroll);
  const std::string loop = block_to_text(shader.module, main, 1);
  EXPECT_EQ(loop.substr(0, loop.find("lshr") - 10),
            "%8:i32 = phi %5, %28\n"
            "%9:i32 = phi %6, %29\n"
            "%10:i32 = phi 0, %30\n");
  EXPECT_NE(
      loop.find("%12:ptr = getelementptr [256 x i32], @mixTable, 0, %11\n%13:i32 = load %12, align 4\n"),
      std::string::npos)
      << loop;
  EXPECT_NE(loop.find("%32:i1 = icmp eq %10, %31\nbr %32, block2, block1\n"), std::string::npos) << loop;
  EXPECT_EQ(shader.entry_points[0].thread_group_size, (std::array<uint32_t, 3>{64, 1, 1}));
  EXPECT_EQ(shader.flags, 16u);
}

TEST(CorpusValues, GloballyCoherentResources) {
  const Shader shader = read_label("resources/uav_globallycoherent_last_group");
  ASSERT_EQ(shader.resources.size(), 6u);
  const Resource& srv = shader.resources[0];
  EXPECT_EQ(srv.resource_class, ResourceClass::kSrv);
  EXPECT_EQ(srv.kind, ResourceKind::kStructuredBuffer);
  EXPECT_EQ(srv.stride, 4u);
  const ResourceKind kinds[] = {ResourceKind::kRawBuffer, ResourceKind::kStructuredBuffer,
                                ResourceKind::kTexture2D, ResourceKind::kTypedBuffer};
  const ComponentType types[] = {ComponentType::kInvalid, ComponentType::kInvalid, ComponentType::kF32,
                                 ComponentType::kU32};
  for (uint32_t i = 0; i < 4; ++i) {
    const Resource& uav = shader.resources[1 + i];
    EXPECT_EQ(uav.kind, kinds[i]) << i;
    EXPECT_EQ(uav.component_type, types[i]) << i;
    EXPECT_EQ(uav.lower_bound, i);
    EXPECT_TRUE(uav.globally_coherent);
    EXPECT_FALSE(uav.has_counter);
  }
  EXPECT_EQ(shader.resources[5].resource_class, ResourceClass::kCbv);
  EXPECT_EQ(shader.resources[5].size, 4u);
  ASSERT_EQ(shader.module.globals.size(), 2u);
  EXPECT_EQ(shader.module.globals[0].name, "\x01?shared_@@3PAMA");
  EXPECT_EQ(shader.module.globals[0].address_space, 3);
  const std::string first = block_to_text(shader.module, entry_function(shader), 0);
  EXPECT_NE(first.find("%9:%dx.types.ResRet.f32 = dx.op.bufferLoad.f32(68) %4, %6, 0\n"), std::string::npos)
      << first;
  EXPECT_NE(first.find("dx.op.barrier(80) 9\n%12:i1 = icmp ult %7, 32\nbr %12, block1, block2\n"),
            std::string::npos)
      << first;
}

TEST(CorpusValues, SparseRenderTargets) {
  const Shader shader = read_label("stages/ps_mrt_dynamic_target_index");
  EXPECT_EQ(shader.kind, ShaderKind::kPixel);
  const EntryPoint& entry = shader.entry_points.at(0);
  ASSERT_EQ(entry.inputs.size(), 2u);
  EXPECT_EQ(entry.inputs[0].semantic_kind, 3);
  EXPECT_EQ(entry.inputs[0].interpolation, 4);
  EXPECT_EQ(entry.inputs[0].usage_mask, 3u);
  EXPECT_EQ(entry.inputs[1].semantic, "K");
  EXPECT_EQ(entry.inputs[1].component_type, ComponentType::kU32);
  EXPECT_EQ(entry.inputs[1].start_row, 1);
  ASSERT_EQ(entry.outputs.size(), 6u);
  for (uint32_t i = 0; i < 6; ++i) {
    EXPECT_EQ(entry.outputs[i].id, i);
    EXPECT_EQ(entry.outputs[i].semantic, "SV_Target");
    EXPECT_EQ(entry.outputs[i].semantic_indices, (std::vector<uint32_t>{5 - i}));
    EXPECT_EQ(entry.outputs[i].start_row, static_cast<int32_t>(5 - i));
    EXPECT_EQ(entry.outputs[i].usage_mask, 15u);
  }
  EXPECT_EQ(shader.resources.at(0).kind, ResourceKind::kTexture2DArray);
  EXPECT_EQ(shader.resources.at(1).size, 32u);
}

TEST(CorpusValues, TypedBuffersOfManyFormats) {
  const Shader shader = read_label("resources/uav_typed_loads_many_formats");
  using C = ComponentType;
  const C types[] = {C::kF32, C::kF32,      C::kF32,      C::kU32, C::kI32, C::kUNormF32, C::kSNormF32,
                     C::kF32, C::kUNormF32, C::kSNormF32, C::kU32, C::kI32, C::kF16};
  ASSERT_EQ(shader.resources.size(), std::size(types));
  for (size_t i = 0; i < std::size(types); ++i) EXPECT_EQ(shader.resources[i].component_type, types[i]) << i;
  EXPECT_EQ(shader.resources[10].kind, ResourceKind::kTexture2DArray);
  EXPECT_EQ(shader.resources[11].kind, ResourceKind::kTexture3D);
  EXPECT_EQ(shader.entry_points[0].flags, 40992u);
  EXPECT_FALSE(shader.entry_points[0].native_16bit());
}

TEST(CorpusValues, RayQueryInPixelShader) {
  const Shader shader = read_label("raytracing/rayquery_pixel_shadow_pcf");
  EXPECT_EQ(shader.model_minor, 5u);
  EXPECT_EQ(shader.flags, 33554432u);
  const Resource* structure = shader.find_resource(ResourceClass::kSrv, 0);
  ASSERT_NE(structure, nullptr);
  EXPECT_EQ(structure->kind, ResourceKind::kAccelerationStructure);
  EXPECT_EQ(structure->lower_bound, 2u);
  EXPECT_EQ(shader.find_resource(ResourceClass::kSampler, 0)->sampler_kind, 0u);
  EXPECT_EQ(shader.find_resource(ResourceClass::kCbv, 0)->size, 20u);
  bool has_branch_hint = false, has_unroll_hint = false;
  for (const BasicBlock& block : entry_function(shader).blocks) {
    has_branch_hint |= block.hints.branch;
    has_unroll_hint |= block.hints.dont_unroll;
  }
  EXPECT_TRUE(has_branch_hint);
  EXPECT_TRUE(has_unroll_hint);
}

TEST(CorpusValues, HullShader) {
  const Shader shader = read_label("stages/hs_reads_output_control_points");
  const EntryPoint& entry = shader.entry_points.at(0);
  ASSERT_TRUE(entry.hull.has_value());
  EXPECT_EQ(entry.hull->input_control_points, 3u);
  EXPECT_EQ(entry.hull->output_control_points, 3u);
  EXPECT_EQ(entry.hull->domain, 2u);
  EXPECT_EQ(entry.hull->partitioning, 3u);
  EXPECT_EQ(entry.hull->output_primitive, 3u);
  EXPECT_EQ(entry.hull->max_tess_factor, 64.0f);
  ASSERT_NE(entry.hull->patch_constant_function_index, kNone);
  EXPECT_EQ(shader.module.functions[entry.hull->patch_constant_function_index].name,
            entry.hull->patch_constant_function);
  EXPECT_EQ(entry.hull->patch_constant_function.substr(0, 9), "\x01?patchFn");
  ASSERT_EQ(entry.patch_constants.size(), 4u);
  EXPECT_EQ(entry.patch_constants[0].rows, 3u);
  EXPECT_EQ(entry.patch_constants[0].semantic_indices, (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(entry.patch_constants[0].start_column, 3);
  EXPECT_EQ(entry.patch_constants[3].semantic, "HI");
}

TEST(CorpusValues, GeometryAndDomain) {
  const Shader cube = read_label("stages/gs_instanced_cube_faces");
  const EntryPoint& geometry = cube.entry_points.at(0);
  ASSERT_TRUE(geometry.geometry.has_value());
  EXPECT_EQ(geometry.geometry->input_primitive, 3u);
  EXPECT_EQ(geometry.geometry->max_vertices, 3u);
  EXPECT_EQ(geometry.geometry->output_topology, 5u);
  EXPECT_EQ(geometry.geometry->instance_count, 6u);
  EXPECT_EQ(geometry.inputs.at(1).semantic_kind, 10);
  EXPECT_EQ(geometry.inputs.at(1).start_row, -1);
  EXPECT_EQ(geometry.outputs.at(3).start_column, 1);
  EXPECT_EQ(cube.resources.at(0).size, 388u);

  const Shader strands = read_label("stages/ds_isoline_strands");
  const EntryPoint& domain = strands.entry_points.at(0);
  ASSERT_TRUE(domain.domain.has_value());
  EXPECT_EQ(domain.domain->domain, 1u);
  EXPECT_EQ(domain.domain->input_control_points, 2u);
  EXPECT_EQ(domain.patch_constants.at(0).rows, 2u);
}

TEST(CorpusValues, MeshAndAmplification) {
  const Shader mesh = read_label("stages/ms_primitive_system_values");
  const EntryPoint& entry = mesh.entry_points.at(0);
  ASSERT_TRUE(entry.mesh.has_value());
  EXPECT_EQ(entry.mesh->max_vertices, 64u);
  EXPECT_EQ(entry.mesh->max_primitives, 32u);
  EXPECT_EQ(entry.mesh->topology, 2u);
  EXPECT_EQ(entry.thread_group_size, (std::array<uint32_t, 3>{64, 1, 1}));
  ASSERT_EQ(entry.patch_constants.size(), 7u);
  EXPECT_EQ(entry.patch_constants[4].semantic, "SV_CullPrimitive");
  EXPECT_EQ(entry.patch_constants[4].component_type, ComponentType::kI1);

  const Shader cull = read_label("stages/as_meshlet_cull");
  EXPECT_EQ(cull.kind, ShaderKind::kAmplification);
  EXPECT_EQ(cull.entry_points.at(0).amplification_payload_bytes, 260u);
  EXPECT_EQ(cull.find_resource(ResourceClass::kSrv, 1)->stride, 64u);
}

TEST(CorpusValues, LibraryOfNodes) {
  const Shader shader = read_label("raytracing/wg_finished_cross_group_sharing");
  EXPECT_EQ(shader.kind, ShaderKind::kLibrary);
  EXPECT_EQ(shader.model_minor, 8u);
  EXPECT_EQ(shader.flags, 8589934608u);
  ASSERT_EQ(shader.entry_points.size(), 2u);
  EXPECT_EQ(shader.entry_points[0].name, "report");
  EXPECT_EQ(shader.entry_points[1].name, "tally");
  EXPECT_EQ(shader.entry_points[1].kind, ShaderKind::kNode);
  EXPECT_EQ(shader.entry_points[1].thread_group_size, (std::array<uint32_t, 3>{64, 1, 1}));
  ASSERT_EQ(shader.resources.size(), 2u);
  EXPECT_EQ(shader.resources[0].name, "values");
  ASSERT_NE(shader.resources[0].symbol, kNone);
  EXPECT_EQ(shader.module.globals[shader.module.values[shader.resources[0].symbol].index].name,
            "\x01?values@@3V?$StructuredBuffer@I@@A");
  bool found = false;
  for (const DxOpCallee& callee : shader.module.dx_op_callees) {
    if (callee.overload != "struct.Tally.0") continue;
    found = true;
    ASSERT_NE(callee.overload_type, kNone);
    EXPECT_EQ(shader.module.types[callee.overload_type].members.size(), 4u);
  }
  EXPECT_TRUE(found);
  const Function* tally = find_function(shader.module, "tally");
  ASSERT_NE(tally, nullptr);
  EXPECT_EQ(count_text(shader, *tally, "getelementptr %struct.Tally.0, %11, 0, 3"), 7);
  EXPECT_EQ(count_text(shader, *tally, "atomicrmw umax"), 1);
  EXPECT_EQ(count_text(shader, *tally, "ptr(6) = dx.op.getNodeRecordPtr.struct.Tally.0(239)"), 1);
}

TEST(CorpusValues, LifetimeMarkersAreGone) {
  const Shader shader = read_label("ops/flags_lifetime_markers");
  const Function& main = entry_function(shader);
  EXPECT_EQ(count_text(shader, main, "llvm."), 0);
  EXPECT_EQ(count_text(shader, main, "alloca"), 2);
}

TEST(CorpusValues, NonUniformArraysOfResources) {
  const Shader shader = read_label("raytracing/instance_arrays_nonuniform");
  int count = 0;
  for (const Function& function : shader.module.functions)
    count += count_text(shader, function, "getelementptr nonuniform");
  EXPECT_EQ(count, 4);
}

TEST(CorpusValues, PointerPhiOfTheVoxelWalk) {
  const Shader shader = read_label("programs/voxel_dda_with_portals");
  const Function& main = entry_function(shader);
  EXPECT_EQ(count_text(shader, main, ":ptr = phi"), 0);
}

}  // namespace
}  // namespace trellis::dxil::test
