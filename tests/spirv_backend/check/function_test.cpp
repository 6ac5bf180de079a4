// Functions, calls, entry points and the order of sections.
#include <gtest/gtest.h>

#include "tests/spirv_backend/check/good_modules.hpp"

namespace trellis::module_check_testing {
namespace {

TEST(ModuleCheckFunctions, DefinitionsAndCalls) {
  expect_refused(
      kComputeText,
      {{"OpFunctionCall %u32 %add %counter %old", "OpFunctionCall %u32 %add %counter", "1 arguments for 2"},
       {"OpFunctionCall %u32 %add %counter %old", "OpFunctionCall %u32 %add %counter %f1",
        "is not of the parameter's type"},
       {"OpDot %f32 %twof %twof", "OpFunctionCall %f32 %add %u1 %u1", "is not that of the function"},
       {"%right = OpFunctionParameter %u32\n", "", "is not defined before it"},
       {"%left = OpFunctionParameter %u32", "%left = OpFunctionParameter %f32",
        "is not the one in the function type"},
       {"%right = OpFunctionParameter %u32",
        "%right = OpFunctionParameter %u32\n%more = OpFunctionParameter %u32", "no such parameter"},
       {"%add = OpFunction %u32 None", "%add = OpFunction %f32 None", "is not the one of its function type"},
       {"%add = OpFunction %u32 None %add_type", "%add = OpFunction %u32 None %u32",
        "is not a type of functions"},
       {"OpReturnValue %added", "OpReturnValue %f1", "is not of the function's result type"},
       {"OpReturnValue %added", "OpReturn", "does not return a value"},
       {"OpReturnValue %added\nOpFunctionEnd", "OpReturnValue %added", "ends inside a function"}});
}

TEST(ModuleCheckFunctions, EntryPoints) {
  expect_refused(
      kComputeText,
      {{"%buffer %thread %shared", "%buffer %thread", "without listing it"},
       {"%buffer %thread %shared", "%buffer %thread %shared %buffer", "is listed twice"},
       {"%buffer %thread %shared", "%buffer %thread %u1", "is not a global variable"},
       {"GLCompute %main", "GLCompute %add", "has a result or parameters"},
       {"OpEntryPoint GLCompute %main \"main\" %buffer %thread %shared\n", "", "has no entry point"},
       {"OpExecutionMode %main LocalSize 8 1 1", "OpExecutionMode %add LocalSize 8 1 1",
        "is not an entry point"},
       {"LocalSize 8 1 1", "LocalSizeHint 8 1 1", "mode 18 is not one that Trellis emits"}});
  // Only a called function uses the variable.
  expect_refused(damaged(kComputeText, "%shared = OpVariable",
                         "%more = OpVariable %to_array Workgroup\n%shared = OpVariable"),
                 {{"%added = OpIAdd", "%spot = OpAccessChain %to_shared %more %left\n%added = OpIAdd",
                   "without listing it"}});
}

TEST(ModuleCheckFunctions, MeshCounts) {
  constexpr std::string_view kMesh = R"(
OpCapability MeshShadingEXT
OpExtension "SPV_EXT_mesh_shader"
OpMemoryModel Logical GLSL450
OpEntryPoint MeshEXT %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpExecutionMode %main OutputVertices 3
OpExecutionMode %main OutputPrimitivesEXT 1
OpExecutionMode %main OutputTrianglesEXT
%void = OpTypeVoid
%type = OpTypeFunction %void
%u32 = OpTypeInt 32 0
%f32 = OpTypeFloat 32
%f1 = OpConstant %f32 1
%u1 = OpConstant %u32 1
%u3 = OpConstant %u32 3
%u4 = OpConstant %u32 4
%main = OpFunction %void None %type
%entry = OpLabel
%call = OpFunctionCall %void %announce
OpReturn
OpFunctionEnd
%announce = OpFunction %void None %type
%body = OpLabel
OpSetMeshOutputsEXT %u3 %u1
OpReturn
OpFunctionEnd
)";
  EXPECT_EQ(complaint(words_of(std::string(kMesh))), "");
  expect_refused(kMesh, {{"%u3 %u1\n", "%u4 %u1\n", "is more than the entry point declares"},
                         {"%u3 %u1\n", "%u3 %u3\n", "is more than the entry point declares"},
                         {"%u3 %u1\n", "%f1 %u1\n", "is not an integer"},
                         {"OpExecutionMode %main OutputPrimitivesEXT 1\n", "", "declares no such outputs"}});
}

TEST(ModuleCheckFunctions, Sections) {
  expect_refused(kComputeText,
                 {{"OpMemoryModel Logical GLSL450\n", "", "declares no memory model"},
                  {"OpMemoryModel Logical GLSL450\n",
                   "OpMemoryModel Logical GLSL450\nOpMemoryModel Logical GLSL450\n", "is declared twice"},
                  {"OpMemoryModel Logical GLSL450\n", "OpMemoryModel Logical GLSL450\nOpCapability Int64\n",
                   "is out of order"},
                  {"%void = OpTypeVoid", "%void = OpTypeVoid\nOpName %void \"late\"", "is out of order"},
                  {"%entry = OpLabel", "%entry = OpLabel\n%late = OpTypeFloat 64", "is out of order"},
                  {"%void = OpTypeVoid", "OpReturn\n%void = OpTypeVoid", "is outside all blocks"}});
}

}  // namespace
}  // namespace trellis::module_check_testing
