// The exports of a library and how its entry points are distinguished: overloads, which have the same name in
// HLSL, functions with several names, and one function with several local root signatures.
#include "api/reflection/reflect.hpp"
#include "dxil_frontend/program/library_data.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/spirv_backend/raytracing/ray_test.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::test_rays {
namespace {

// Two overloads, a function with a second name, one that reads a constant, a compute shader, and a function
// for other libraries.
constexpr const char* kExportingLibrary = R"(
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"
%Tint = type { i32, i32, i32, i32 }
%dx.types.Handle = type { ptr }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
@Tint = external constant %Tint, align 4

define void @"\01?shade@@YAXUSmall@@@Z"(ptr noalias nocapture %p) {
  store i32 11, ptr %p, align 4
  ret void
}
define void @"\01?shade@@YAXULarge@@@Z"(ptr noalias nocapture %p) {
  %second = getelementptr inbounds i32, ptr %p, i32 1
  store i32 22, ptr %second, align 4
  ret void
}
define void @"\01?tint@@YAXUSmall@@@Z"(ptr noalias nocapture %p) {
  %object = load %Tint, ptr @Tint, align 4
  %handle = call %dx.types.Handle @dx.op.createHandleForLib.Tint(i32 160, %Tint %object)
  %row = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %handle, i32 0)
  %word = extractvalue %dx.types.CBufRet.i32 %row, 2
  store i32 %word, ptr %p, align 4
  ret void
}
define void @group() {
  ret void
}
define i32 @"\01?helper@@YAIXZ"() {
  ret i32 5
}
declare %dx.types.Handle @dx.op.createHandleForLib.Tint(i32, %Tint)
declare %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32, %dx.types.Handle, i32)

!dx.version = !{!0}
!dx.valver = !{!0}
!dx.shaderModel = !{!1}
!dx.resources = !{!2}
!dx.entryPoints = !{!5, !7, !8, !9, !10, !11}
!0 = !{i32 1, i32 3}
!1 = !{!"lib", i32 6, i32 3}
!2 = !{null, null, !3, null}
!3 = !{!4}
!4 = !{i32 0, ptr @Tint, !"Tint", i32 3, i32 7, i32 1, i32 16, null}
!5 = !{null, !"", null, !2, !6}
!6 = !{i32 0, i64 16}
!7 = !{ptr @group, !"group", null, null, !{i32 8, i32 5, i32 4, !13, i32 5, !12}}
!8 = !{ptr @"\01?shade@@YAXULarge@@@Z", !"\01?shade@@YAXULarge@@@Z", null, null, !{i32 8, i32 12, i32 6, i32 8, i32 5, !12}}
!9 = !{ptr @"\01?shade@@YAXUSmall@@@Z", !"\01?shade@@YAXUSmall@@@Z", null, null, !{i32 8, i32 12, i32 6, i32 8, i32 5, !12}}
!10 = !{ptr @"\01?shade@@YAXUSmall@@@Z", !"\01?varnish@@YAXUSmall@@@Z", null, null, !{i32 8, i32 12, i32 6, i32 8, i32 5, !12}}
!11 = !{ptr @"\01?tint@@YAXUSmall@@@Z", !"\01?tint@@YAXUSmall@@@Z", null, null, !{i32 8, i32 12, i32 6, i32 8, i32 5, !12}}
!12 = !{i32 0}
!13 = !{i32 1, i32 1, i32 1}
)";

constexpr const char* kSmallShade = "\x01?shade@@YAXUSmall@@@Z";
constexpr const char* kLargeShade = "\x01?shade@@YAXULarge@@@Z";

class Exports : public RayTest {
 protected:
  void SetUp() override {
    RayTest::SetUp();
    const auto bitcode = dxil::test::assemble(kExportingLibrary);
    ASSERT_TRUE(bitcode) << bitcode.error().to_string();
    auto program = Translator().read(*bitcode);
    ASSERT_TRUE(program) << program.error().to_string();
    program_ = std::move(*program);
  }

  RayShader callable(const std::string& entry, TranslateOptions options = {}) const {
    options.entry = entry;
    RayShader shader;
    const auto translation = Translator().translate(program_, options);
    if (!translation) {
      ADD_FAILURE() << entry << ": " << translation.error().to_string();
      return shader;
    }
    const auto valid = vulkan::validate(translation->spirv);
    EXPECT_TRUE(valid) << valid.error().to_string();
    shader = {VK_SHADER_STAGE_CALLABLE_BIT_KHR, translation->spirv, translation->entry_points.front()};
    return shader;
  }

  std::string refusal(const std::string& entry) const {
    TranslateOptions options;
    options.entry = entry;
    const auto translation = Translator().translate(program_, options);
    return translation ? "translated" : std::string(translation.error().message);
  }

  /// Runs callables, each with the data of its record, and returns what they leave in a parameter of two
  /// words that was {1, 2}.
  static std::vector<uint32_t> called(const std::vector<RayShader>& callables,
                                      const std::vector<std::vector<uint32_t>>& records = {}) {
    RayDispatch dispatch;
    set_generation(dispatch, calling_generation(2));
    std::vector<TracedRay> calls;
    for (uint32_t n = 0; n < callables.size(); ++n) {
      add_general(dispatch, dispatch.callables, callables[n]);
      if (!records.empty()) dispatch.callables.back().data = vulkan::bytes_of(records[n]);
      TracedRay call;
      call.flags = n;
      call.payload = {1, 2};
      calls.push_back(call);
    }
    dispatch.size[0] = static_cast<uint32_t>(callables.size());
    dispatch.resources = partner_resources(VK_NULL_HANDLE, calls);
    return traced(dispatch).back();
  }

  Program program_;
};

TEST_F(Exports, AreFoundByTheirNamesAndByThoseOfHlslWhereOneHasThem) {
  const dxil::Shader& shader = program_.shader;
  ASSERT_EQ(shader.entry_points.size(), 5u);
  EXPECT_EQ(entry_list(program_),
            "group compute\n?shade@@YAXULarge@@@Z callable\n?shade@@YAXUSmall@@@Z callable\nvarnish "
            "callable\ntint callable\n");
  EXPECT_EQ(shader.find_entry_point("shade"), nullptr);
  EXPECT_EQ(shader.find_entry_point("helper"), nullptr) << "it is for other libraries";
  ASSERT_NE(shader.find_entry_point(kLargeShade), nullptr);
  EXPECT_EQ(shader.find_entry_point(kLargeShade)->name, kLargeShade);
  EXPECT_EQ(shader.find_entry_point(kLargeShade + 1), shader.find_entry_point(kLargeShade))
      << "without the byte 01";
  EXPECT_EQ(shader.find_entry_point("tint"), &shader.entry_points[4]);
}

TEST_F(Exports, OverloadsAreNamedWhereTheNameIsNotClear) {
  EXPECT_EQ(refusal("shade"),
            "several entry points are named 'shade'; entry points are: group, ?shade@@YAXULarge@@@Z, "
            "?shade@@YAXUSmall@@@Z, varnish, tint");
  EXPECT_NE(refusal("shadow").find("no entry point is named 'shadow'"), std::string::npos);
  EXPECT_NE(refusal("").find("name one"), std::string::npos);
}

TEST_F(Exports, OverloadsAndSecondNamesAreShadersOfTheirOwn) {
  EXPECT_EQ(called({callable(kSmallShade), callable(kLargeShade), callable("varnish")}),
            (std::vector<uint32_t>{11, 2, 1, 22, 11, 2}));
  EXPECT_EQ(callable("varnish").entry, "\x01?varnish@@YAXUSmall@@@Z");
}

// A single module contains a function under both of its names.
TEST_F(Exports, AllInOneModule) {
  TranslateOptions options;
  options.all_entries = true;
  const auto translation = Translator().translate(program_, options);
  ASSERT_TRUE(translation) << translation.error().to_string();
  const auto valid = vulkan::validate(translation->spirv);
  ASSERT_TRUE(valid) << valid.error().to_string();
  ASSERT_EQ(translation->entry_points.size(), 5u);
  std::vector<RayShader> shaders;
  for (const char* entry : {"\x01?varnish@@YAXUSmall@@@Z", kLargeShade, kSmallShade})
    shaders.push_back({VK_SHADER_STAGE_CALLABLE_BIT_KHR, translation->spirv, entry});
  EXPECT_EQ(called(shaders), (std::vector<uint32_t>{11, 2, 1, 22, 11, 2}));
}

// The same function is exported for several records: each export finds its constant where its root signature
// puts it.
TEST_F(Exports, AreTranslatedForSeveralLocalRootSignatures) {
  const auto shader = [&](const std::vector<dxil::RootConstants>& parameters) {
    dxil::RootSignature signature;
    signature.version = 2;
    signature.flags = dxil::kRootLocal;
    for (const dxil::RootConstants& constants : parameters)
      signature.parameters.push_back({dxil::ShaderVisibility::kAll, constants, 0});
    TranslateOptions options;
    options.local = {&signature, 0, 0};
    return callable("tint", options);
  };
  const RayShader first = shader({{7, 3, 4}}), behind = shader({{0, 9, 3}, {7, 3, 3}}),
                  shorter = shader({{7, 3, 2}});
  EXPECT_NE(first.words, behind.words);
  EXPECT_EQ(called({first, behind, shorter, first}, {{100, 101, 102, 103, 104, 105},
                                                     {200, 201, 202, 203, 204, 205},
                                                     {300, 301, 302, 303, 304, 305},
                                                     {400, 401, 402, 403, 404, 405}}),
            (std::vector<uint32_t>{102, 2, 205, 2, 0, 2, 402, 2}))
      << "beyond the last constant there is 0";
}

}  // namespace
}  // namespace trellis::test_rays
