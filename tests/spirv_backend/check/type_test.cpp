// Types of operands and results, for each group of instructions.
#include <gtest/gtest.h>

#include "tests/spirv_backend/check/good_modules.hpp"

namespace trellis::module_check_testing {
namespace {

TEST(ModuleCheckTypes, Arithmetic) {
  expect_refused(
      kComputeText,
      {{"%sum = OpIAdd %u32 %word %u3", "%sum = OpIAdd %u32 %word %f1", "is not of the result's width"},
       {"%sum = OpIAdd %u32 %word %u3", "%sum = OpIAdd %f32 %word %u3", "is not an integer"},
       {"OpFMul %f32 %float %f1", "OpFMul %f32 %float %u1", "is not of the result's type"},
       {"OpFMul %f32 %float %f1", "OpFMul %f32 %float %twof", "is not of the result's type"},
       {"OpShiftLeftLogical %u32 %sum %u1", "OpShiftLeftLogical %u32 %sum %two",
        "is not integers, one for each"},
       {"OpIAddCarry %pair", "OpIAddCarry %u32", "is not a struct of two equal integer types"},
       {"OpULessThan %bool %back %u8", "OpULessThan %bool %back %f1", "is not of the other operand's type"},
       {"OpULessThan %bool %back %u8", "OpULessThan %v2b %back %u8", "is not a bool for each component"},
       {"OpSelect %u32 %small %back %u8", "OpSelect %u32 %back %back %u8", "is not a bool"},
       {"OpSelect %u32 %small %back %u8", "OpSelect %u32 %small %back %f1", "is not of the result's type"},
       {"OpLogicalAnd %bool %all %true", "OpLogicalAnd %bool %all %u1", "is not of bools"},
       {"OpAll %bool %equal", "OpAll %bool %small", "is not a vector of bools"},
       {"OpDot %f32 %twof %twof", "OpDot %f32 %twof %two", "is not of the other operand's type"},
       {"OpConvertSToF %f32 %signed", "OpConvertSToF %f32 %f1", "is not of integers"},
       {"OpConvertFToU %u32 %root", "OpConvertFToU %f32 %root", "is not of integers"},
       {"OpBitcast %i32 %shifted", "OpBitcast %i32 %two", "is not of as many bits"},
       {"%glsl Sqrt %product", "%glsl Sqrt %u1", "is not of the result's type"}});
}

TEST(ModuleCheckTypes, Composites) {
  expect_refused(
      kComputeText,
      {{"OpCompositeExtract %u32 %id3 0", "OpCompositeExtract %u32 %id3 3", "index 3 is out of range"},
       {"OpCompositeExtract %u32 %id3 0", "OpCompositeExtract %f32 %id3 0", "is not that of the part"},
       {"OpCompositeExtract %u32 %carry 0", "OpCompositeExtract %u32 %carry 2", "index 2 is out of range"},
       {"OpCompositeExtract %u32 %carry 0", "OpCompositeExtract %u32 %u1 0", "is out of range"},
       {"OpCompositeConstruct %v2u %low %chosen", "OpCompositeConstruct %v2u %low", "1 components for 2"},
       {"OpCompositeConstruct %v2u %low %chosen", "OpCompositeConstruct %v2u %low %f1",
        "is not of the type of the components"},
       {"OpVectorShuffle %v2u %vector %two 1 2", "OpVectorShuffle %v2u %vector %two 1 4",
        "no such component: 4"},
       {"OpVectorShuffle %v2u %vector %two 1 2", "OpVectorShuffle %v2u %vector %two 1",
        "a different number of components"},
       {"OpCompositeInsert %v2u %u1 %swapped 1", "OpCompositeInsert %v2u %f1 %swapped 1",
        "is not of the type of the part"},
       {"OpConstantComposite %v2u %u1 %u3", "OpConstantComposite %v2u %u1 %i1",
        "is not of the type of the components"}});
}

TEST(ModuleCheckTypes, Memory) {
  expect_refused(
      kComputeText,
      {{"%word = OpLoad %u32 %place", "%word = OpLoad %f32 %place", "is not what"},
       {"%word = OpLoad %u32 %place", "%word = OpLoad %u32 %u1", "is not a pointer"},
       {"OpStore %local %word", "OpStore %local %f1", "is not of the type that"},
       {"OpStore %local %word", "OpStore %thread %id3", "is read only"},
       {"OpAccessChain %to_word %buffer %u0 %id", "OpAccessChain %to_word %buffer %id %id", "names a member"},
       {"OpAccessChain %to_word %buffer %u0 %id", "OpAccessChain %to_word %buffer %u1 %id", "names a member"},
       {"OpAccessChain %to_word %buffer %u0 %id", "OpAccessChain %to_word %buffer %u0 %id %id",
        "is not a composite"},
       {"OpAccessChain %to_word %buffer %u0 %id", "OpAccessChain %to_word %buffer %u0 %f1",
        "is not an integer"},
       {"OpAccessChain %to_word %buffer %u0 %id", "OpAccessChain %to_shared %buffer %u0 %id",
        "changes the storage class"},
       {"OpAccessChain %to_word %buffer %u0 %id", "OpAccessChain %to_word %buffer %u0", "does not point to"},
       {"OpAtomicIAdd %u32 %slot %u1 %u0 %lanes", "OpAtomicIAdd %u32 %slot %u1 %u0 %f1",
        "is not of the result's type"},
       {"OpAtomicIAdd %u32 %slot", "OpAtomicIAdd %u32 %shared", "is not what"},
       {"OpArrayLength %u32 %buffer 0", "OpArrayLength %u32 %buffer 1", "not a runtime array"},
       {"%shared = OpVariable %to_array Workgroup", "%shared = OpVariable %to_array Private",
        "is not that of its type"},
       {"%shared = OpVariable %to_array Workgroup", "%shared = OpVariable %array Workgroup",
        "is not a pointer"},
       {"%local = OpVariable %to_local Function %u0", "%local = OpVariable %to_local Function %f1",
        "is of another type"},
       {"OpLine %file 3 1\n%id3 = OpLoad",
        "%late = OpVariable %to_local Function\n%id3 = OpLoad %v3u %thread\n"
        "%later = OpVariable %to_local Function\n%id4 = OpLoad",
        "is not at the beginning of its function"}});
}

TEST(ModuleCheckTypes, LaneOperations) {
  expect_refused(
      kComputeText,
      {{"OpGroupNonUniformBallot %v4u %u3 %both", "OpGroupNonUniformBallot %v4u %u3 %u1", "is not bool"},
       {"OpGroupNonUniformBallot %v4u", "OpGroupNonUniformBallot %v2u", "is not a ballot"},
       {"Reduce %ballot", "Reduce %two", "is not a ballot"},
       {"OpGroupNonUniformIAdd %u32 %u3 Reduce %bits", "OpGroupNonUniformIAdd %u32 %u3 Reduce %f1",
        "is not of the result's type"},
       {"OpGroupNonUniformIAdd %u32 %u3 Reduce %bits", "OpGroupNonUniformFAdd %u32 %u3 Reduce %bits",
        "is not of a type the operation supports"}});
}

TEST(ModuleCheckTypes, Images) {
  expect_refused(
      kPixelText,
      {{"OpSampledImage %sampled %loaded %chooser", "OpSampledImage %sampled %chooser %chooser",
        "is not of the result's image type"},
       {"OpSampledImage %sampled %loaded %chooser", "OpSampledImage %sampled %loaded %loaded",
        "is not a sampler"},
       {"OpImageSampleImplicitLod %v4f %both %where", "OpImageSampleImplicitLod %v4f %loaded %where",
        "is not a sampled image"},
       {"OpImageSampleImplicitLod %v4f %both %where", "OpImageSampleImplicitLod %v4f %both %f1",
        "is not of 2 floats"},
       {"OpImageSampleImplicitLod %v4f %both %where", "OpImageSampleImplicitLod %v4u %both %where",
        "is not that of the image's texels"},
       {"%both %where Lod %f1", "%both %where Lod %u0", "is not of floats"},
       {"%loaded %origin Lod %u0", "%loaded %origin Lod %f1", "is not of integers"},
       {"OpImageFetch %v4f %loaded %origin", "OpImageFetch %v4f %loaded %where", "is not of 2 integers"},
       {"OpImageQuerySizeLod %v2u %loaded", "OpImageQuerySizeLod %u32 %loaded", "is not of 2 integers"},
       {"OpImageWrite %target %origin %texel", "OpImageWrite %target %origin %first",
        "is not of the type of the image's texels"},
       {"%to_texel %storage %origin %u0", "%to_texel %coordinate %origin %u0", "does not point to an image"},
       {"%to_texel = OpTypePointer Image %u32", "%to_texel = OpTypePointer Image %f32",
        "texels of another type"}});
}

TEST(ModuleCheckTypes, Declarations) {
  expect_refused(kComputeText,
                 {{"%v2u = OpTypeVector %u32 2", "%v2u = OpTypeVector %void 2", "is not a scalar"},
                  {"%v2u = OpTypeVector %u32 2", "%v2u = OpTypeVector %u32 1", "has 1 components"},
                  {"%array = OpTypeArray %u32 %u8", "%array = OpTypeArray %u32 %f1", "is not an integer"},
                  {"%array = OpTypeArray %u32 %u8", "%array = OpTypeArray %void %u8", "cannot be stored"},
                  {"%true = OpConstantTrue %bool", "%true = OpConstantTrue %u32", "is not bool"}});
}

TEST(ModuleCheckTypes, CooperativeMatrices) {
  constexpr std::string_view kProduct = R"(
OpCapability Shader
OpCapability Float16
OpCapability VulkanMemoryModel
OpCapability CooperativeMatrixKHR
OpExtension "SPV_KHR_cooperative_matrix"
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %words
OpExecutionMode %main LocalSize 32 1 1
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%half = OpTypeFloat 16
%float = OpTypeFloat 32
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%u3 = OpConstant %uint 3
%u8 = OpConstant %uint 8
%u16 = OpConstant %uint 16
%u256 = OpConstant %uint 256
%zero = OpConstant %float 0
%a = OpTypeCooperativeMatrixKHR %half %u3 %u8 %u16 %u0
%b = OpTypeCooperativeMatrixKHR %half %u3 %u16 %u8 %u1
%c = OpTypeCooperativeMatrixKHR %float %u3 %u8 %u8 %u2
%array = OpTypeArray %uint %u256
%to_array = OpTypePointer Workgroup %array
%to_word = OpTypePointer Workgroup %uint
%words = OpVariable %to_array Workgroup
%type = OpTypeFunction %void
%main = OpFunction %void None %type
%entry = OpLabel
%at = OpAccessChain %to_word %words %u0
%first = OpCooperativeMatrixLoadKHR %a %at %u0 %u8 NonPrivatePointer
%second = OpCooperativeMatrixLoadKHR %b %at %u1 %u8 NonPrivatePointer
%none = OpCompositeConstruct %c %zero
%sum = OpCooperativeMatrixMulAddKHR %c %first %second %none
OpCooperativeMatrixStoreKHR %at %sum %u1 %u16 NonPrivatePointer
OpReturn
OpFunctionEnd
)";
  EXPECT_EQ(complaint(words_of(std::string(kProduct))), "");
  expect_refused(
      kProduct,
      {{"%half %u3 %u8 %u16 %u0", "%half %u3 %u8 %u8 %u0", "the shapes of the matrices do not fit"},
       {"%half %u3 %u16 %u8 %u1", "%half %u3 %u16 %u8 %u0", "is a matrix of another use"},
       {"%float %u3 %u8 %u8 %u2", "%float %u3 %u8 %u0 %u2", "has no rows or columns"},
       {"%float %u3 %u8 %u8 %u2", "%float %u3 %u8 %u8 %u3", "or an unknown use"},
       {"%half %u3 %u8 %u16 %u0", "%void %u3 %u8 %u16 %u0", "is not a number"},
       {"%c %zero\n", "%c %u0\n", "one constituent"},
       {"KHR %c %first %second %none\n", "KHR %c %first %second %zero\n", "is not a cooperative matrix"},
       {"LoadKHR %a %at %u0", "LoadKHR %a %words %u0", "does not point to a scalar"},
       {"LoadKHR %b %at", "LoadKHR %uint %at", "is not of a cooperative matrix"},
       {"StoreKHR %at %sum %u1", "StoreKHR %at %sum %zero", "is not an integer"}});
}

}  // namespace
}  // namespace trellis::module_check_testing
