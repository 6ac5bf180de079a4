// What the interface's functions return, and how its options and callbacks change the modules.
#include <dxil_spirv_c.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/adapters/dxil_spirv/conversion.hpp"
#include "tests/adapters/dxil_spirv/layer.h"

namespace trellis::test_dxil_spirv {
namespace {

TEST(DxilSpirvInterface, MisuseIsAnsweredWithResults) {
  const std::vector<uint8_t> bytes = bytes_of("programs/bc1_bc4_block_decode");
  EXPECT_EQ(layer_misuse(bytes.data(), bytes.size()), 0) << "the line of misuse.c";
}

TEST(DxilSpirvInterface, SaysItsVersion) {
  unsigned major = 0, minor = 0, patch = 1;
  dxil_spv_get_version(&major, &minor, &patch);
  EXPECT_EQ(major, 2u);
  EXPECT_EQ(minor, 68u);
  EXPECT_EQ(patch, 0u);
}

TEST(DxilSpirvInterface, ReportsAProgramsEntryPoints) {
  const Conversion c("stages/hs_displacement_patch");
  const char *name = nullptr, *source_name = nullptr;
  unsigned index = 7;
  EXPECT_EQ(dxil_spv_parsed_blob_get_entry_point_name(c.blob, 0, &name), DXIL_SPV_SUCCESS);
  EXPECT_EQ(dxil_spv_parsed_blob_get_entry_point_demangled_name(c.blob, 0, &source_name), DXIL_SPV_SUCCESS);
  EXPECT_STREQ(name, "main");
  EXPECT_STREQ(source_name, "main");
  EXPECT_EQ(dxil_spv_parsed_blob_get_entry_index_by_name(c.blob, "main", &index), DXIL_SPV_SUCCESS);
  EXPECT_EQ(index, 0u);
  EXPECT_EQ(dxil_spv_parsed_blob_get_shader_stage(c.blob), DXIL_SPV_STAGE_HULL);
  EXPECT_EQ(dxil_spv_parsed_blob_get_shader_stage_for_entry(c.blob, "main"), DXIL_SPV_STAGE_HULL);
  const void* bitcode = nullptr;
  size_t size = 0;
  ASSERT_EQ(dxil_spv_parsed_blob_get_raw_ir(c.blob, &bitcode, &size), DXIL_SPV_SUCCESS);
  ASSERT_GT(size, 4u);
  EXPECT_EQ(std::string(static_cast<const char*>(bitcode), 2), "BC");
  dxil_spv_parsed_blob again = nullptr;
  EXPECT_EQ(dxil_spv_parse_dxil(bitcode, size, &again), DXIL_SPV_SUCCESS);
  EXPECT_EQ(dxil_spv_parsed_blob_get_shader_stage(again), DXIL_SPV_STAGE_HULL);
  dxil_spv_parsed_blob_free(again);
  const char* text = nullptr;
  ASSERT_EQ(dxil_spv_parsed_blob_get_disassembled_ir(c.blob, &text), DXIL_SPV_SUCCESS);
  EXPECT_TRUE(has(text, "define void @main"));
}

TEST(DxilSpirvInterface, ScansEachRangeOnce) {
  const Conversion c("resources/append_consume_partition");
  std::map<unsigned, unsigned> counters;  // Register to whether the UAV has a counter.
  const auto uav = [](void* user, const dxil_spv_uav_d3d_binding* range, dxil_spv_uav_vulkan_binding*) {
    const dxil_spv_d3d_binding& at = range->d3d_binding;
    EXPECT_EQ(at.stage, DXIL_SPV_STAGE_COMPUTE);
    EXPECT_EQ(at.kind, DXIL_SPV_RESOURCE_KIND_STRUCTURED_BUFFER);
    EXPECT_EQ(at.resource_index, at.register_index);
    EXPECT_EQ(at.range_size, 1u);
    EXPECT_EQ(at.alignment, at.register_index == 2 ? 4u : 32u);
    (*static_cast<std::map<unsigned, unsigned>*>(user))[at.register_index] = range->has_counter;
    return DXIL_SPV_TRUE;
  };
  EXPECT_EQ(dxil_spv_parsed_blob_scan_resources(c.blob, nullptr, nullptr, nullptr, uav, &counters),
            DXIL_SPV_SUCCESS);
  EXPECT_EQ(counters, (std::map<unsigned, unsigned>{{0, 1}, {1, 1}, {2, 1}}));
  const auto refuse = [](void*, const dxil_spv_d3d_binding*, dxil_spv_cbv_vulkan_binding*) {
    return DXIL_SPV_FALSE;
  };
  EXPECT_EQ(dxil_spv_parsed_blob_scan_resources(c.blob, nullptr, nullptr, refuse, nullptr, nullptr),
            DXIL_SPV_ERROR_GENERIC);
}

TEST(DxilSpirvInterface, ReportsWhatAPipelineHasToKnow) {
  const Conversion compute("ops/wave_size_fixed_attribute");
  EXPECT_TRUE(has(compute.text(), "OpEntryPoint GLCompute"));
  unsigned x = 0, y = 0, z = 0, least = 0, most = 1, best = 1, required = 0, points = 1;
  EXPECT_EQ(dxil_spv_converter_get_compute_workgroup_dimensions(compute.converter, &x, &y, &z),
            DXIL_SPV_SUCCESS);
  EXPECT_GT(x * y * z, 0u);
  EXPECT_EQ(dxil_spv_converter_get_compute_wave_size_range(compute.converter, &least, &most, &best),
            DXIL_SPV_SUCCESS);
  EXPECT_GT(least, 0u);
  EXPECT_EQ(most, 0u);
  EXPECT_EQ(best, 0u);
  EXPECT_EQ(dxil_spv_converter_get_compute_required_wave_size(compute.converter, &required),
            DXIL_SPV_SUCCESS);
  EXPECT_EQ(required, least);
  EXPECT_EQ(dxil_spv_converter_get_patch_vertex_count(compute.converter, &points), DXIL_SPV_SUCCESS);
  EXPECT_EQ(points, 0u);

  const Conversion hull("stages/hs_more_outputs_than_inputs");
  EXPECT_TRUE(has(hull.text(), "OpEntryPoint TessellationControl"));
  EXPECT_EQ(dxil_spv_converter_get_patch_vertex_count(hull.converter, &points), DXIL_SPV_SUCCESS);
  EXPECT_EQ(points, 4u);  // This is the number of control points per input patch, not per output patch.
}

TEST(DxilSpirvInterface, TheModulesEntryPointIsMain) {
  Conversion c("programs/adpcm_int16_codec");
  EXPECT_TRUE(has(c.text(), "\"main\""));
  const char* name = nullptr;
  EXPECT_EQ(dxil_spv_converter_get_compiled_entry_point(c.converter, &name), DXIL_SPV_SUCCESS);
  EXPECT_STREQ(name, "main");
}

TEST(DxilSpirvInterface, WithoutCallbacksSetAndBindingAreSpaceAndRegister) {
  const Conversion c("resources/append_consume_partition");
  const std::string text = c.text();
  EXPECT_TRUE(has(text, "Binding 2"));
  EXPECT_TRUE(has(text, "DescriptorSet 1"));  // The set of the counters.
  EXPECT_TRUE(has(text, "OpTypeImage %uint Buffer"));
}

TEST(DxilSpirvInterface, RootParametersFollowOneAnother) {
  const Conversion c("stages/hs_displacement_patch");
  dxil_spv_converter_set_root_descriptor_count(c.converter, 3);
  dxil_spv_converter_set_root_constant_word_count(c.converter, 20);
  dxil_spv_converter_set_cbv_remapper(
      c.converter,
      [](void*, const dxil_spv_d3d_binding*, dxil_spv_cbv_vulkan_binding* answer) {
        answer->push_constant = DXIL_SPV_TRUE;
        answer->vulkan.push_constant.offset_in_words = 2;
        return DXIL_SPV_TRUE;
      },
      nullptr);
  const std::string text = c.text();
  EXPECT_TRUE(has(text, "PushConstant"));
  EXPECT_FALSE(has(text, " Uniform\n"));
}

TEST(DxilSpirvInterface, OptionsReachTheModule) {
  const Conversion blended("stages/ps_alpha_to_coverage");
  EXPECT_FALSE(has(blended.text(), "OpDecorate %out_SV_Target_0 Index 0"));
  const Conversion tessellated("stages/hs_displacement_patch");
  const std::string before = tessellated.text();
  tessellated.set(dxil_spv_option_max_tess_factor{{DXIL_SPV_OPTION_MAX_TESS_FACTOR}, 8});
  EXPECT_TRUE(has(tessellated.text(), "%float_8"));
  EXPECT_FALSE(has(before, "%float_8 "));
  tessellated.set(dxil_spv_option_vulkan_memory_model{{DXIL_SPV_OPTION_VULKAN_MEMORY_MODEL}, DXIL_SPV_TRUE});
  EXPECT_TRUE(has(tessellated.text(), "OpMemoryModel Logical Vulkan"));
}

TEST(DxilSpirvInterface, DiscardsAsTheDeviceCan) {
  const Conversion c("stages/ps_discard_then_uav_writes");
  EXPECT_TRUE(has(c.text(), "OpDemoteToHelperInvocation"));
  c.set(dxil_spv_option_shader_demote_to_helper{{DXIL_SPV_OPTION_SHADER_DEMOTE_TO_HELPER}, DXIL_SPV_FALSE});
  EXPECT_FALSE(has(c.text(), "OpDemoteToHelperInvocation"));
}

TEST(DxilSpirvInterface, SwizzlesTargets) {
  const Conversion c("stages/ps_mrt_all_target_types");
  const std::string before = c.text();
  const unsigned swizzles[] = {0b11000110};  // BGRA.
  c.set(dxil_spv_option_output_swizzle{{DXIL_SPV_OPTION_OUTPUT_SWIZZLE}, swizzles, 1});
  EXPECT_NE(c.text(), before);
  c.set(dxil_spv_option_output_swizzle{{DXIL_SPV_OPTION_OUTPUT_SWIZZLE}, nullptr, 0});
  EXPECT_EQ(c.text(), before);
}

/// The locations of a mesh shader's elements, by semantic.
using Places = std::map<std::string, dxil_spv_vulkan_shader_stage_io>;

TEST(DxilSpirvInterface, CapturesAndReplaysTheElementsBetweenStages) {
  const Conversion mesh("stages/ms_primitive_system_values");
  Places places;
  dxil_spv_converter_set_stage_output_remapper(
      mesh.converter,
      [](void* user, const dxil_spv_d3d_shader_stage_io* io, dxil_spv_vulkan_shader_stage_io* place) {
        const bool is_new = static_cast<Places*>(user)->emplace(io->semantic, *place).second;
        EXPECT_TRUE(is_new) << io->semantic;
        return DXIL_SPV_TRUE;
      },
      &places);
  const std::string text = mesh.text();
  ASSERT_TRUE(places.count("TINT") == 1 && places.count("CELL") == 1 && places.count("UV") == 1);
  EXPECT_EQ(places.size(), 3u);  // System values become built-ins without a location.
  EXPECT_EQ(places["UV"].flags, static_cast<unsigned>(DXIL_SPV_SHADER_STAGE_IO_NONE));
  EXPECT_EQ(places["TINT"].flags, static_cast<unsigned>(DXIL_SPV_SHADER_STAGE_IO_PER_PRIMITIVE));
  EXPECT_EQ(places["CELL"].flags, static_cast<unsigned>(DXIL_SPV_SHADER_STAGE_IO_PER_PRIMITIVE));
  EXPECT_NE(places["CELL"].location, places["UV"].location);

  const Conversion pixel("stages/ps_mrt_all_target_types");
  dxil_spv_converter_set_stage_input_remapper(
      pixel.converter,
      [](void*, const dxil_spv_d3d_shader_stage_io* io, dxil_spv_vulkan_shader_stage_io* place) {
        if (std::string(io->semantic) == "COLOR") place->location = 21;
        if (std::string(io->semantic) == "U") {
          *place = {22, 0, DXIL_SPV_SHADER_STAGE_IO_PER_PRIMITIVE};
        }
        return DXIL_SPV_TRUE;
      },
      nullptr);
  const std::string replayed = pixel.text();
  EXPECT_TRUE(has(replayed, "Location 21"));
  EXPECT_TRUE(has(replayed, "Location 22"));
  EXPECT_TRUE(has(replayed, "PerPrimitive"));
}

TEST(DxilSpirvInterface, CapturesStreamOutput) {
  const Conversion c("stages/gs_multiple_streams");
  dxil_spv_converter_set_stream_output_remapper(
      c.converter,
      [](void*, const dxil_spv_d3d_stream_output* output, dxil_spv_vulkan_stream_output* capture) {
        if (std::string(output->semantic) == "VELOCITY") *capture = {8, 28, 1, DXIL_SPV_TRUE};
        return DXIL_SPV_TRUE;
      },
      nullptr);
  const std::string text = c.text();
  EXPECT_TRUE(has(text, "OpCapability TransformFeedback"));
  EXPECT_TRUE(has(text, "XfbBuffer 1"));
  EXPECT_TRUE(has(text, "XfbStride 28"));
  EXPECT_TRUE(has(text, "Offset 8"));
  EXPECT_FALSE(has(text, "XfbBuffer 0"));
}

TEST(DxilSpirvInterface, ViewsArePackedIntoSpecializationConstants) {
  const Conversion c("stages/gs_instanced_cube_faces");
  c.set(dxil_spv_option_view_instancing{
      {DXIL_SPV_OPTION_VIEW_INSTANCING}, DXIL_SPV_TRUE, DXIL_SPV_TRUE, 1000, 1001});
  EXPECT_EQ(dxil_spv_converter_set_meta_descriptor(
                c.converter, DXIL_SPV_META_DESCRIPTOR_DYNAMIC_VIEW_INSTANCING_OFFSETS,
                DXIL_SPV_META_DESCRIPTOR_KIND_UBO_CONTAINING_CONSTANT, 0, 0),
            DXIL_SPV_SUCCESS);
  const std::string text = c.text();
  EXPECT_TRUE(has(text, "SpecId 1000"));
  EXPECT_TRUE(has(text, "SpecId 1001"));
  EXPECT_TRUE(has(text, "BuiltIn ViewIndex"));
  dxil_spv_bool compatible = DXIL_SPV_TRUE;
  EXPECT_EQ(dxil_spv_converter_is_multiview_compatible(c.converter, &compatible), DXIL_SPV_SUCCESS);
  EXPECT_EQ(compatible, DXIL_SPV_FALSE);  // The shader writes the layer itself.
}

TEST(DxilSpirvInterface, EntryPointsOfALibraryAreConvertedByName) {
  const Conversion c("raytracing/library_full_pipeline");
  unsigned count = 0;
  ASSERT_EQ(dxil_spv_parsed_blob_get_num_entry_points(c.blob, &count), DXIL_SPV_SUCCESS);
  ASSERT_GT(count, 2u);
  EXPECT_EQ(dxil_spv_parsed_blob_get_num_rdat_subobjects(c.blob), 0u);
  std::set<dxil_spv_shader_stage> stages;
  for (unsigned n = 0; n < count; ++n) {
    const char* name = nullptr;
    ASSERT_EQ(dxil_spv_parsed_blob_get_entry_point_name(c.blob, n, &name), DXIL_SPV_SUCCESS);
    stages.insert(dxil_spv_parsed_blob_get_shader_stage_for_entry(c.blob, name));
    dxil_spv_converter_set_entry_point(c.converter, name);
    EXPECT_TRUE(has(c.text(), "\"main\"")) << name;
  }
  EXPECT_EQ(stages.count(DXIL_SPV_STAGE_RAY_GENERATION), 1u);
  EXPECT_EQ(stages.count(DXIL_SPV_STAGE_UNKNOWN), 0u);
}

TEST(DxilSpirvInterface, ConvertsTheFirstEntryPointByDefault) {
  const Conversion c("raytracing/library_full_pipeline");
  const char* first = nullptr;
  ASSERT_EQ(dxil_spv_parsed_blob_get_entry_point_demangled_name(c.blob, 0, &first), DXIL_SPV_SUCCESS);
  EXPECT_TRUE(has(c.text(), "\"main\""));
  const char* converted = nullptr;
  ASSERT_EQ(dxil_spv_converter_get_compiled_entry_point(c.converter, &converted), DXIL_SPV_SUCCESS);
  EXPECT_STREQ(converted, first);
}

dxil_spv_bool whole_heap(void* index, const dxil_spv_d3d_binding*, dxil_spv_srv_vulkan_binding* answer) {
  *answer = {};
  answer->buffer_binding.bindless.use_heap = DXIL_SPV_TRUE;
  answer->buffer_binding.root_constant_index = *static_cast<unsigned*>(index);
  return DXIL_SPV_TRUE;
}

TEST(DxilSpirvInterface, AHeapWithoutRootConstantsHasNoTableOffset) {
  const Conversion c("resources/rootsig_directly_indexed_heaps");
  unsigned index = UINT32_MAX;
  dxil_spv_converter_set_srv_remapper(c.converter, whole_heap, &index);
  const std::string without = c.text();
  EXPECT_FALSE(has(without, "PushConstant"));
  index = 0;
  EXPECT_EQ(c.text(), without);
  dxil_spv_converter_set_root_constant_word_count(c.converter, 1);
  EXPECT_TRUE(has(c.text(), "PushConstant"));
}

TEST(DxilSpirvInterface, ErrorsGoToStandardErrorByDefault) {
  dxil_spv_set_thread_log_callback(nullptr, nullptr);
  ::testing::internal::CaptureStderr();
  dxil_spv_parsed_blob blob = nullptr;
  EXPECT_NE(dxil_spv_parse_dxil_blob("no container", 12, &blob), DXIL_SPV_SUCCESS);
  const std::string written = ::testing::internal::GetCapturedStderr();
  EXPECT_TRUE(written.starts_with("[ERROR]: ")) << written;
  EXPECT_TRUE(written.ends_with('\n')) << written;
}

TEST(DxilSpirvInterface, LocalRootSignaturesLieInTheShaderRecord) {
  const Conversion c("raytracing/shader_record_local_cbuffer");
  dxil_spv_converter_set_entry_point(c.converter, "metalHit");
  c.set(dxil_spv_option_sbt_descriptor_size_log2{{DXIL_SPV_OPTION_SBT_DESCRIPTOR_SIZE_LOG2}, 6, 3});
  const std::string before = c.text();
  EXPECT_FALSE(has(before, "ShaderRecordBufferKHR"));
  constexpr unsigned kSpace = 10;
  dxil_spv_converter_add_local_root_constants(c.converter, kSpace, 0, 5);
  dxil_spv_converter_add_local_root_descriptor(c.converter, DXIL_SPV_RESOURCE_CLASS_SRV, kSpace, 0);
  EXPECT_EQ(dxil_spv_converter_begin_local_root_descriptor_table(c.converter), DXIL_SPV_SUCCESS);
  dxil_spv_converter_add_local_root_descriptor_table(c.converter, DXIL_SPV_RESOURCE_CLASS_UAV, kSpace, 0, 4,
                                                     0);
  dxil_spv_converter_add_local_root_descriptor_table(c.converter, DXIL_SPV_RESOURCE_CLASS_SRV, kSpace, 1, 2,
                                                     77);
  EXPECT_EQ(dxil_spv_converter_end_local_root_descriptor_table(c.converter), DXIL_SPV_SUCCESS);
  dxil_spv_converter_add_local_root_descriptor_table(c.converter, DXIL_SPV_RESOURCE_CLASS_SAMPLER, kSpace, 0,
                                                     1, 0);
  const std::string text = c.text();
  EXPECT_TRUE(has(text, "ShaderRecordBufferKHR"));
  EXPECT_TRUE(has(text, "PhysicalStorageBuffer"));
  EXPECT_TRUE(has(text, "%uint_77 = OpConstant"));  // The range's offset in its table.
  EXPECT_TRUE(has(text, "%uint_6 = OpConstant"));   // Log2 of the size of a resource descriptor.
  EXPECT_TRUE(has(text, "%uint_3 = OpConstant"));   // Log2 of the size of a sampler descriptor.
}

TEST(DxilSpirvInterface, ShaderModel5IsUnsupported) {
  // A container with a SHEX part and no DXIL part.
  const char container[] =
      "DXBC\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\x34\0\0\0\1\0\0\0\x24\0\0\0SHEX\x08\0\0\0\x50\0\5\0\2\0\0"
      "\0";
  dxil_spv_parsed_blob blob = nullptr;
  EXPECT_EQ(dxil_spv_parse_dxil_blob(container, 0x34, &blob), DXIL_SPV_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(blob, nullptr);
}

}  // namespace
}  // namespace trellis::test_dxil_spirv
