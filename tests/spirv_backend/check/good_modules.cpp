#include "tests/spirv_backend/check/good_modules.hpp"

#include <gtest/gtest.h>

#include "spirv_backend/check/check.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::module_check_testing {

const std::string_view kComputeText = R"(
OpCapability Shader
OpCapability GroupNonUniform
OpCapability GroupNonUniformBallot
OpCapability GroupNonUniformArithmetic
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %buffer %thread %shared
OpExecutionMode %main LocalSize 8 1 1
%file = OpString "a.hlsl"
OpName %main "main"
OpMemberName %block 0 "words"
OpDecorate %words ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
OpDecorate %thread BuiltIn GlobalInvocationId
OpDecorate %product NoContraction
%void = OpTypeVoid
%bool = OpTypeBool
%u32 = OpTypeInt 32 0
%i32 = OpTypeInt 32 1
%f32 = OpTypeFloat 32
%v2u = OpTypeVector %u32 2
%v3u = OpTypeVector %u32 3
%v4u = OpTypeVector %u32 4
%v2f = OpTypeVector %f32 2
%v2b = OpTypeVector %bool 2
%u0 = OpConstant %u32 0
%u1 = OpConstant %u32 1
%u2 = OpConstant %u32 2
%u3 = OpConstant %u32 3
%acquire_release = OpConstant %u32 264
%u8 = OpConstant %u32 8
%i1 = OpConstant %i32 1
%f1 = OpConstant %f32 1
%true = OpConstantTrue %bool
%two = OpConstantComposite %v2u %u1 %u3
%twof = OpConstantComposite %v2f %f1 %f1
%words = OpTypeRuntimeArray %u32
%block = OpTypeStruct %words
%pair = OpTypeStruct %u32 %u32
%array = OpTypeArray %u32 %u8
%to_block = OpTypePointer StorageBuffer %block
%to_word = OpTypePointer StorageBuffer %u32
%to_input = OpTypePointer Input %v3u
%to_array = OpTypePointer Workgroup %array
%to_shared = OpTypePointer Workgroup %u32
%to_local = OpTypePointer Function %u32
%main_type = OpTypeFunction %void
%add_type = OpTypeFunction %u32 %u32 %u32
%buffer = OpVariable %to_block StorageBuffer
%thread = OpVariable %to_input Input
%shared = OpVariable %to_array Workgroup
%main = OpFunction %void None %main_type
%entry = OpLabel
%local = OpVariable %to_local Function %u0
OpLine %file 3 1
%id3 = OpLoad %v3u %thread
%id = OpCompositeExtract %u32 %id3 0
%place = OpAccessChain %to_word %buffer %u0 %id
%word = OpLoad %u32 %place
OpStore %local %word
%sum = OpIAdd %u32 %word %u3
%shifted = OpShiftLeftLogical %u32 %sum %u1
%signed = OpBitcast %i32 %shifted
%float = OpConvertSToF %f32 %signed
%product = OpFMul %f32 %float %f1
%root = OpExtInst %f32 %glsl Sqrt %product
%back = OpConvertFToU %u32 %root
%small = OpULessThan %bool %back %u8
%chosen = OpSelect %u32 %small %back %u8
%carry = OpIAddCarry %pair %chosen %u1
%low = OpCompositeExtract %u32 %carry 0
%vector = OpCompositeConstruct %v2u %low %chosen
%swapped = OpVectorShuffle %v2u %vector %two 1 2
%inserted = OpCompositeInsert %v2u %u1 %swapped 1
%equal = OpIEqual %v2b %inserted %two
%all = OpAll %bool %equal
%both = OpLogicalAnd %bool %all %true
%ballot = OpGroupNonUniformBallot %v4u %u3 %both
%bits = OpGroupNonUniformBallotBitCount %u32 %u3 Reduce %ballot
%lanes = OpGroupNonUniformIAdd %u32 %u3 Reduce %bits
%slot = OpAccessChain %to_shared %shared %id
%old = OpAtomicIAdd %u32 %slot %u1 %u0 %lanes
OpControlBarrier %u2 %u2 %acquire_release
%length = OpArrayLength %u32 %buffer 0
OpBranch %header
%header = OpLabel
%counter = OpPhi %u32 %u0 %entry %next %latch
OpLoopMerge %after %latch None
OpBranch %condition
%condition = OpLabel
%goes_on = OpULessThan %bool %counter %length
OpBranchConditional %goes_on %body %after
%body = OpLabel
%called = OpFunctionCall %u32 %add %counter %old
OpSelectionMerge %joined None
OpSwitch %called %default 1 %one 2 %joined
%one = OpLabel
%in_one = OpIMul %u32 %called %called
OpBranch %joined
%default = OpLabel
OpBranch %joined
%joined = OpLabel
%merged = OpPhi %u32 %in_one %one %called %default %u0 %body
OpStore %place %merged
OpBranch %latch
%latch = OpLabel
%next = OpIAdd %u32 %counter %u1
OpBranch %header
%after = OpLabel
OpNoLine
%dot = OpDot %f32 %twof %twof
OpReturn
OpFunctionEnd
%add = OpFunction %u32 None %add_type
%left = OpFunctionParameter %u32
%right = OpFunctionParameter %u32
%add_entry = OpLabel
%added = OpIAdd %u32 %left %right
OpReturnValue %added
OpFunctionEnd
)";

const std::string_view kPixelText = R"(
OpCapability Shader
OpCapability SampledBuffer
OpCapability ImageQuery
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %texture %sampler %storage %coordinate %colour
OpExecutionMode %main OriginUpperLeft
OpDecorate %texture DescriptorSet 0
OpDecorate %texture Binding 0
OpDecorate %sampler DescriptorSet 0
OpDecorate %sampler Binding 1
OpDecorate %storage DescriptorSet 0
OpDecorate %storage Binding 2
OpDecorate %coordinate Location 0
OpDecorate %coordinate Centroid
OpDecorate %colour Location 0
%void = OpTypeVoid
%u32 = OpTypeInt 32 0
%f32 = OpTypeFloat 32
%v2u = OpTypeVector %u32 2
%v4u = OpTypeVector %u32 4
%v2f = OpTypeVector %f32 2
%v4f = OpTypeVector %f32 4
%u0 = OpConstant %u32 0
%u1 = OpConstant %u32 1
%f1 = OpConstant %f32 1
%origin = OpConstantComposite %v2u %u0 %u0
%image = OpTypeImage %f32 2D 0 0 0 1 Unknown
%writable = OpTypeImage %u32 2D 0 0 0 2 R32ui
%sampler_type = OpTypeSampler
%sampled = OpTypeSampledImage %image
%to_image = OpTypePointer UniformConstant %image
%to_writable = OpTypePointer UniformConstant %writable
%to_sampler = OpTypePointer UniformConstant %sampler_type
%to_input = OpTypePointer Input %v2f
%to_output = OpTypePointer Output %v4f
%to_texel = OpTypePointer Image %u32
%main_type = OpTypeFunction %void
%texture = OpVariable %to_image UniformConstant
%sampler = OpVariable %to_sampler UniformConstant
%storage = OpVariable %to_writable UniformConstant
%coordinate = OpVariable %to_input Input
%colour = OpVariable %to_output Output
%main = OpFunction %void None %main_type
%entry = OpLabel
%where = OpLoad %v2f %coordinate
%loaded = OpLoad %image %texture
%chooser = OpLoad %sampler_type %sampler
%both = OpSampledImage %sampled %loaded %chooser
%first = OpImageSampleImplicitLod %v4f %both %where
%second = OpImageSampleExplicitLod %v4f %both %where Lod %f1
%third = OpImageFetch %v4f %loaded %origin Lod %u0
%size = OpImageQuerySizeLod %v2u %loaded %u0
%target = OpLoad %writable %storage
%texel = OpImageRead %v4u %target %origin
OpImageWrite %target %origin %texel
%address = OpImageTexelPointer %to_texel %storage %origin %u0
%old = OpAtomicExchange %u32 %address %u1 %u0 %u0
%some = OpFAdd %v4f %first %second
%all = OpFAdd %v4f %some %third
OpStore %colour %all
OpReturn
OpFunctionEnd
)";

std::vector<uint32_t> words_of(const std::string& text) {
  auto words = vulkan::assemble(text);
  EXPECT_TRUE(words) << (words ? String() : words.error().message) << '\n' << text;
  return words ? *words : std::vector<uint32_t>();
}

std::string damaged(std::string_view text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string_view::npos) << "the text has no " << from;
  std::string result(text);
  if (at != std::string_view::npos) result.replace(at, from.size(), to);
  return result;
}

std::string complaint(const std::vector<uint32_t>& words) {
  const auto sound = module_check::check_module(words);
  if (sound) return "";
  EXPECT_EQ(sound.error().code, ErrorCode::kInternalCheck);
  return sound.error().message;
}

void expect_refused(std::string_view text, std::initializer_list<Damage> damages) {
  for (const Damage& damage : damages) {
    const std::string said = complaint(words_of(damaged(text, damage.from, damage.to)));
    EXPECT_NE(said.find(damage.message), std::string::npos)
        << "wanted: " << damage.message << "\nsaid: " << said << "\nafter: " << damage.to;
  }
}

}  // namespace trellis::module_check_testing
