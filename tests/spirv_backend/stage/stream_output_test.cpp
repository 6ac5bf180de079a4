// Stream output: which variables are captured, and which declarations are refused.
#include <gtest/gtest.h>

#include "tests/spirv_backend/stage/stage_program.hpp"

namespace trellis::test_stages {
namespace {

using spirv::StreamOutputEntry;
using spv::Decoration;

spirv::EmitOptions capture(std::vector<StreamOutputEntry> entries) {
  spirv::EmitOptions options;
  options.stage.stream_output.entries = std::move(entries);
  return options;
}

ModuleView everything(const spirv::EmitOptions& options) {
  return valid_module(read_stage_shader("vs_passthrough_everything"), options);
}

TEST(StreamOutput, WholeOutputsAreCapturedWhereTheyAre) {
  const ModuleView m = everything(
      capture({{0, "SV_Position", 0, 0, 4, 1, {}}, {0, "A", 0, 0, 3, 1, {}}, {0, "", 0, 0, 2, 1, {}}}));
  EXPECT_TRUE(m.has_capability(spv::Capability::TransformFeedback));
  EXPECT_TRUE(m.has_mode(spv::ExecutionMode::Xfb));
  const uint32_t position = m.builtin(spv::BuiltIn::Position, spv::StorageClass::Output);
  EXPECT_EQ(m.decoration(position, Decoration::Offset), 0u);
  EXPECT_EQ(m.decoration(m.named("out.A"), Decoration::Offset), 16u);
  for (const uint32_t id : {position, m.named("out.A")}) {
    EXPECT_EQ(m.decoration(id, Decoration::XfbBuffer), 1u);
    EXPECT_EQ(m.decoration(id, Decoration::XfbStride), 36u);
  }
  EXPECT_FALSE(m.has(m.named("out.B"), Decoration::XfbBuffer));
  EXPECT_EQ(m.named("captured.A"), 0u);
  EXPECT_EQ(m.count(spv::Op::OpFunctionCall), 0u);
}

TEST(StreamOutput, PartsAreCopied) {
  const ModuleView m = everything(capture({{0, "A", 0, 1, 2, 0, 8u}}));
  const uint32_t copy = m.named("captured.A");
  EXPECT_EQ(m.type_of(copy), "f32x2");
  EXPECT_EQ(m.decoration(copy, Decoration::Offset), 8u);
  EXPECT_EQ(m.decoration(copy, Decoration::XfbStride), 16u);
  EXPECT_EQ(m.decoration(copy, Decoration::Location), 7u) << "after all others";
  EXPECT_FALSE(m.has(m.named("out.A"), Decoration::XfbBuffer));
}

TEST(StreamOutput, NarrowOutputsAreCapturedWide) {
  spirv::EmitOptions options = capture({{0, "PAGE", 0, 0, 1, 0, {}}});
  options.stage.storage_16bit_io = true;
  const ModuleView m = valid_module(read_stage_shader("vs_half_and_int16_attributes"), options);
  EXPECT_EQ(m.type_of(m.named("captured.PAGE")), "u32");
}

TEST(StreamOutput, AsManyComponentsAsThereAre) {
  const ModuleView m = everything(
      capture({{0, "A", 0, 0, spirv::kAllComponents, 0, {}}, {0, "B", 0, 1, spirv::kAllComponents, 0, {}}}));
  EXPECT_EQ(m.decoration(m.named("out.A"), Decoration::XfbStride), 24u);
  EXPECT_EQ(m.type_of(m.named("captured.B")), "i32x3");
}

TEST(StreamOutput, OutputsTheCodeNeverWritesAreCapturedToo) {
  StageProgram p(ShaderKind::kVertex);
  p.output({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}, 4});
  const ModuleView m = valid_module(p.take(), capture({{0, "SV_POSITION", 0, 0, 4, 0, {}}}));
  EXPECT_TRUE(m.has(m.builtin(spv::BuiltIn::Position, spv::StorageClass::Output), Decoration::XfbBuffer));
}

struct Refused {
  StreamOutputEntry entry;
  const char* text;
};

TEST(StreamOutput, InvalidDeclarations) {
  const Refused all[] = {
      {{0, "A", 1, 0, 1, 0, {}}, "entry 1: no such output: A1"},
      {{2, "A", 0, 0, 1, 0, {}}, "no such output: A0 in stream 2"},
      {{0, "NONE", 0, 0, 1, 0, {}}, "no such output: NONE0"},
      {{0, "A", 0, 2, 2, 0, {}}, "A has 3 components; there are not 2 from number 2 on"},
      {{0, "A", 0, 0, 0, 0, {}}, "there are not 0 from number 0 on"},
      {{0, "A", 0, UINT32_MAX, 1, 0, {}}, "A has 3 components"},
      {{0, "A", 0, 0, UINT32_MAX - 1, 0, {}}, "lies beyond the 2048 bytes"},
      {{0, "A", 0, 3, spirv::kAllComponents, 0, {}}, "lies beyond the 2048 bytes"},
      {{0, "", 0, 0, spirv::kAllComponents, 0, {}}, "lies beyond the 2048 bytes"},
      {{0, "A", 0, 0, 1, 4, {}}, "buffer 4 is out of range: the number of buffers is 4"},
      {{0, "A", 0, 0, 1, 0, 6u}, "must be a multiple of 4"},
      {{0, "A", 0, 0, 1, 0, 2048u}, "lies beyond the 2048 bytes"},
      {{0, "", 0, 0, 600, 0, {}}, "lies beyond the 2048 bytes"},
      {{0, "A", 0, 0, 1, 0, 12u}, "two entries are at byte 12"},
  };
  const dxil::Shader shader = read_stage_shader("vs_passthrough_everything");
  for (const Refused& refused : all) {
    const Diagnostic error = refusal(shader, capture({{0, "SV_Position", 0, 0, 4, 0, {}}, refused.entry}));
    EXPECT_EQ(error.code, ErrorCode::kBadInput);
    EXPECT_NE(error.message.find(refused.text), std::string::npos) << error.message;
  }
  for (const uint32_t stride : {12u, 18u, 2052u}) {
    spirv::EmitOptions options = capture({{0, "SV_Position", 0, 0, 4, 0, {}}});
    options.stage.stream_output.strides[0] = stride;
    EXPECT_NE(refusal(shader, options).message.find("buffer 0: the stride is " + std::to_string(stride)),
              std::string::npos);
  }
}

TEST(StreamOutput, EachBufferHasOneStream) {
  const Diagnostic error = refusal(read_stage_shader("gs_multiple_streams"),
                                   capture({{1, "SEED", 0, 0, 1, 2, {}}, {2, "KIND", 0, 0, 1, 2, {}}}));
  EXPECT_NE(error.message.find("buffer 2 belongs to stream 1 already"), std::string::npos) << error.message;
}

TEST(StreamOutput, OtherStagesHaveNone) {
  for (const char* name : {"ms_single_triangle", "hs_tri_passthrough_integer", "ps_view_id"}) {
    const Diagnostic error = refusal(read_stage_shader(name), capture({{0, "A", 0, 0, 1, 0, {}}}));
    EXPECT_EQ(error.code, ErrorCode::kUnsupported);
    EXPECT_NE(error.message.find("no stream output"), std::string::npos) << error.message;
  }
}

TEST(StreamOutput, CopiesNeedLocations) {
  spirv::EmitOptions options = capture({{0, "A", 0, 1, 2, 0, {}}});
  options.stage.max_locations = 7;
  const Diagnostic error = refusal(read_stage_shader("vs_passthrough_everything"), options);
  EXPECT_EQ(error.code, ErrorCode::kUnsupported);
  EXPECT_NE(error.message.find("a part of A is captured"), std::string::npos) << error.message;
}

}  // namespace
}  // namespace trellis::test_stages
