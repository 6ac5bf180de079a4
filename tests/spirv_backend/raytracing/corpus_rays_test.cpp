// Every library of the corpus gives a valid module for each ray stage, or an error that says what is wrong.
#include <algorithm>
#include <string>

#include "dxil_frontend/program/library_data.hpp"
#include "tests/spirv_backend/program_builder.hpp"
#include "tests/spirv_backend/raytracing/ray_test.hpp"
#include "tests/spirv_backend/translated.hpp"

namespace trellis::test_rays {
namespace {

using dxil::ShaderKind;
using test_backend::Op;
using test_backend::Opcode;
using test_backend::ProgramBuilder;
using test_backend::V;

constexpr const char* kLibraries[] = {"ambient_occlusion_hemisphere",
                                      "anyhit_shared_helper_ignores",
                                      "anyhit_transmittance_sorted_list",
                                      "glossy_reflection_with_fallback",
                                      "instance_arrays_nonuniform",
                                      "intersection_csg_intervals",
                                      "intersection_torus_march",
                                      "library_full_pipeline",
                                      "liveness_across_trace",
                                      "miss_sky_with_sun_loop",
                                      "path_tracer_dielectric_stack",
                                      "raygen_callshader_loop",
                                      "rayquery_in_raygen_and_hit",
                                      "recursion_mirror_limited",
                                      "shader_record_index_to_global_heap",
                                      "shader_record_local_cbuffer",
                                      "shadow_rays_many_lights",
                                      "system_values_closesthit_all",
                                      "trace_every_flag"};

TEST(RayLibraries, GiveValidModules) {
  for (const char* name : kLibraries) {
    const Library library(name);
    for (const dxil::EntryPoint& entry : library.program().shader.entry_points) {
      for (const auto model : {spirv::MemoryModel::kGlsl450, spirv::MemoryModel::kVulkan}) {
        for (const spirv::Target target : {spirv::Target::kVulkan1_2, spirv::Target::kVulkan1_3}) {
          TranslateOptions options;
          options.entry = entry.name;
          options.target = target;
          options.device.memory_model = model;
          const auto translation = Translator().translate(library.program(), options);
          ASSERT_TRUE(translation) << name << " " << entry.source_name << ": "
                                   << translation.error().to_string();
          EXPECT_EQ(test_backend::validate(translation->spirv, target), "")
              << name << " " << entry.source_name;
        }
      }
    }
  }
}

// Attributes also get a name if the shader does not read them.
TEST(RayLibraries, KeepTheirNames) {
  for (const char* name : kLibraries) {
    const Library library(name, /*debug_info=*/true);
    for (const dxil::EntryPoint& entry : library.program().shader.entry_points) {
      TranslateOptions options;
      options.entry = entry.name;
      options.debug_info = spirv::DebugInfoLevel::kFull;
      const auto translation = Translator().translate(library.program(), options);
      ASSERT_TRUE(translation) << name << " " << entry.source_name << ": " << translation.error().to_string();
      EXPECT_EQ(test_backend::validate(translation->spirv), "") << name << " " << entry.source_name;
    }
  }
}

TEST(RayLibraries, GiveOneValidModuleOfAllEntryPoints) {
  for (const char* name : kLibraries) {
    const Library library(name);
    TranslateOptions options;
    options.all_entries = true;
    const auto translation = Translator().translate(library.program(), options);
    ASSERT_TRUE(translation) << name << ": " << translation.error().to_string();
    EXPECT_EQ(translation->entry_points.size(), library.program().shader.entry_points.size());
    EXPECT_EQ(test_backend::validate(translation->spirv), "") << name;
  }
}

TEST(RayLibraries, WithoutEntryPointsGiveNothing) {
  const Library library("exported_helpers_only");
  const auto translation = Translator().translate(library.program());
  ASSERT_FALSE(translation);
  EXPECT_EQ(translation.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(translation.error().message.find("nothing to translate: 4 exported functions"), std::string::npos)
      << translation.error().message;
}

TEST(RayLibraries, NeedAVulkanThatHasThem) {
  const Library library("trace_every_flag");
  TranslateOptions options;
  options.target = spirv::Target::kVulkan1_1;
  const auto translation = Translator().translate(library.program(), options);
  ASSERT_FALSE(translation);
  EXPECT_EQ(translation.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(translation.error().message.find("need SPIR-V 1.4"), std::string::npos);
}

TEST(RayLibraries, ContradictionsOfSubobjectsAreWarnedOf) {
  const Library library("trace_every_flag");
  Program program = library.program();
  ASSERT_NE(program.shader.library_data, nullptr);
  dxil::LibraryData data = *program.shader.library_data;
  dxil::HitGroup group;
  group.closest_hit = "allFlags";
  data.subobjects.push_back({"group", group});
  program.shader.library_data = std::make_shared<const dxil::LibraryData>(std::move(data));
  const auto translation = Translator().translate(program);
  ASSERT_TRUE(translation) << translation.error().to_string();
  const auto& warnings = translation->warnings;
  EXPECT_EQ(std::count(warnings.begin(), warnings.end(),
                       "hit group group takes allFlags, a raygeneration shader, for its closesthit shader"),
            1);
}

// Ray generation has depth 0: its rays need a recursion depth of 1, and those of hit shaders a depth of 2.
TEST(RayLibraries, RecursionBeyondTheConfigurationIsWarnedOf) {
  const Library library("library_full_pipeline");
  ASSERT_NE(library.program().shader.library_data, nullptr);
  const auto warnings_of = [&](uint32_t depth, const char* entry) {
    Program program = library.program();
    dxil::LibraryData data = *program.shader.library_data;
    dxil::RaytracingPipelineConfig config;
    config.max_recursion_depth = depth;
    data.subobjects.push_back({"config", config});
    program.shader.library_data = std::make_shared<const dxil::LibraryData>(std::move(data));
    TranslateOptions options;
    options.entry = entry;
    const auto translation = Translator().translate(program, options);
    EXPECT_TRUE(translation) << translation.error().to_string();
    uint32_t count = 0;
    for (const auto& line : translation->warnings) {
      if (line.find("recursion depth") != line.npos) ++count;
    }
    return count;
  };
  EXPECT_EQ(warnings_of(0, "camera"), 1u);
  EXPECT_EQ(warnings_of(1, "camera"), 0u);
  EXPECT_EQ(warnings_of(1, "triangleHit"), 1u);
  EXPECT_EQ(warnings_of(2, "triangleHit"), 0u);
  EXPECT_EQ(warnings_of(0, "sampleTexture"), 0u) << "it traces none";
}

class LibraryWarnings : public testing::Test {
 protected:
  /// Returns the warnings for an entry point of library_full_pipeline, after `change` has changed the
  /// library's data.
  template <class Change>
  static std::vector<std::string> of(const char* entry, Change change) {
    const Library library("library_full_pipeline");
    Program program = library.program();
    dxil::LibraryData data = *program.shader.library_data;
    change(data);
    program.shader.library_data = std::make_shared<const dxil::LibraryData>(std::move(data));
    TranslateOptions options;
    options.entry = entry;
    const auto translation = Translator().translate(program, options);
    EXPECT_TRUE(translation) << translation.error().to_string();
    return {translation->warnings.begin(), translation->warnings.end()};
  }
  static dxil::RuntimeFunction& row(dxil::LibraryData& data, const char* name) {
    return *std::find_if(data.functions.begin(), data.functions.end(),
                         [&](const dxil::RuntimeFunction& f) { return f.unmangled_name == name; });
  }
  static void allow(dxil::LibraryData& data, uint32_t payload, uint32_t attributes) {
    data.subobjects.push_back({"sizes", dxil::RaytracingShaderConfig{payload, attributes}});
  }
};

TEST_F(LibraryWarnings, OfATracedPayload) {
  EXPECT_TRUE(of("camera", [](auto& data) { allow(data, 16, 12); }).empty());
  const auto found = of("camera", [](auto& data) { allow(data, 12, 12); });
  EXPECT_EQ(std::count(found.begin(), found.end(),
                       "entry point camera passes on a payload of 16 bytes, but sizes allows 12"),
            1);
}

TEST_F(LibraryWarnings, OfReportedAttributes) {
  EXPECT_TRUE(of("sphereTest", [](auto& data) { allow(data, 16, 12); }).empty());
  const auto found = of("sphereTest", [](auto& data) { allow(data, 16, 8); });
  EXPECT_EQ(std::count(found.begin(), found.end(),
                       "entry point sphereTest passes on attributes of 12 bytes, but sizes allows 8"),
            1);
}

TEST_F(LibraryWarnings, OfContradictionsToTheModule) {
  EXPECT_TRUE(of("triangleHit", [](auto&) {}).empty());
  const std::string end = " according to the library's runtime data (part RDAT)";
  EXPECT_EQ(of("triangleHit", [](auto& data) { row(data, "triangleHit").payload_bytes = 20; }),
            (std::vector<std::string>{
                "entry point triangleHit has a payload or parameter of 16 bytes, but 20" + end}));
  EXPECT_EQ(of("triangleHit", [](auto& data) { row(data, "triangleHit").attribute_bytes = 12; }),
            (std::vector<std::string>{"entry point triangleHit has attributes of 8 bytes, but 12" + end}));
  EXPECT_EQ(of("triangleHit", [](auto& data) { row(data, "triangleHit").kind = ShaderKind::kAnyHit; }),
            (std::vector<std::string>{"entry point triangleHit has the stage closesthit, but anyhit" + end}));
}

TEST_F(LibraryWarnings, OfHitGroupsWithMissingShaders) {
  const auto found = of("triangleHit", [](auto& data) {
    dxil::HitGroup group;
    group.closest_hit = "nobody";
    data.subobjects.push_back({"group", group});
  });
  EXPECT_EQ(
      found,
      (std::vector<std::string>{
          "hit group group takes nobody for its closesthit shader, which the library does not contain"}));
}

/// Builds a program whose only function is an entry point of a ray stage.
class RayProgram : public testing::Test {
 protected:
  ProgramBuilder b;
  dxil::Shader shader;

  void begin(uint32_t parameters) {
    b.begin_function("main", b.void_type(), std::vector<dxil::TypeId>(parameters, b.pointer()));
  }
  dxil::Shader take(ShaderKind kind, std::optional<uint32_t> payload, std::optional<uint32_t> attributes) {
    dxil::Shader made = b.take();
    dxil::EntryPoint& entry = made.entry_points[0];
    entry.kind = kind;
    entry.source_name = "main";
    entry.thread_group_size.reset();
    entry.payload_bytes = payload;
    entry.attribute_bytes = attributes;
    made.kind = ShaderKind::kLibrary;
    return made;
  }
  static std::string refusal(const dxil::Shader& made) {
    const auto module = test_backend::translate(made);
    return module ? std::string("translated") : std::string(module.error().message);
  }
  V word_of(V pointer, uint32_t word) {
    return b.op(Opcode::kGep, b.pointer(), {pointer, b.i32(word)}, b.int_type(32));
  }
};

TEST_F(RayProgram, RefusesAPayloadThatIsLargerThanDeclared) {
  begin(1);
  b.op(Opcode::kStore, b.void_type(), {b.i32(1), word_of(b.argument(0), 4)});
  b.finish();
  b.end_function();
  EXPECT_NE(refusal(take(ShaderKind::kMiss, 16, {})).find("reaches byte 20"), std::string::npos);
}

TEST_F(RayProgram, RefusesLargeAttributes) {
  begin(2);
  b.finish();
  b.end_function();
  EXPECT_NE(refusal(take(ShaderKind::kClosestHit, 16, 36)).find("attributes of 36 bytes"), std::string::npos);
}

TEST_F(RayProgram, RefusesParametersThatAStageDoesNotHave) {
  begin(2);
  b.finish();
  b.end_function();
  EXPECT_NE(refusal(take(ShaderKind::kMiss, 16, {})).find("has 2 parameters, miss shaders have 1"),
            std::string::npos);
}

TEST_F(RayProgram, RefusesOperationsOfOtherStages) {
  begin(1);
  b.dx(Op::kIgnoreHit, b.void_type(), std::vector<V>{});
  b.finish();
  b.end_function();
  EXPECT_NE(refusal(take(ShaderKind::kMiss, 16, {})).find("the operation is not allowed in miss shaders"),
            std::string::npos);
}

TEST_F(RayProgram, RefusesAStageWithoutASize) {
  begin(1);
  b.finish();
  b.end_function();
  EXPECT_NE(refusal(take(ShaderKind::kCallable, {}, {})).find("size of the payload"), std::string::npos);
}

/// Builds a ray generation shader with misses, the hit objects that need the fewest operands.
class HitProgram : public RayProgram {
 protected:
  dxil::TypeId object() {
    if (type_ == dxil::kNone) type_ = b.record({b.pointer()}, "dx.types.HitObject");
    return type_;
  }
  V make_miss(uint32_t flags = 0) {
    std::vector<V> operands = {b.i32(flags), b.i32(0)};
    for (uint32_t n = 0; n < 8; ++n) operands.push_back(b.f32(1));
    return b.dx(Op::kHitObject_MakeMiss, object(), operands);
  }
  V make_nop() { return b.dx(Op::kHitObject_MakeNop, object(), std::vector<V>{}); }
  V is_miss(V of) { return b.dx(Op::kHitObject_IsMiss, b.int_type(1), {of}); }
  V launch_index() { return b.dx(Op::kDispatchRaysIndex, b.int_type(32), {b.i8(0)}); }
  Result<Vector<uint32_t>> translated(spirv::HitObjects way) {
    b.end_function();
    spirv::EmitOptions options;
    options.device.hit_objects = way;
    return test_backend::translate(take(ShaderKind::kRayGeneration, {}, {}), options);
  }
  std::string outcome(spirv::HitObjects way = spirv::HitObjects::kPlain) {
    const auto module = translated(way);
    return module ? std::string("translated") : std::string(module.error().message);
  }
  /// Emits a loop in which `body` makes a hit object from that of the previous iteration.
  template <class Body>
  void loop(Body body) {
    const dxil::BlockId head = b.block(), inside = b.block(), behind = b.block();
    const V none = make_nop();
    b.branch(head);
    b.at(head);
    const V previous = b.phi(object());
    b.add_incoming(previous, 0, none);
    b.branch_if(b.compare(dxil::Predicate::kUlt, launch_index(), b.i32(3)), inside, behind);
    b.at(inside);
    const V next = body(previous);
    b.branch(head);
    b.add_incoming(previous, inside, next);
    b.at(behind);
    b.finish();
  }

 private:
  dxil::TypeId type_ = dxil::kNone;
};

TEST_F(HitProgram, MayHandAnObjectToTheNextIteration) {
  begin(0);
  loop([&](V previous) {
    is_miss(previous);
    return make_miss();
  });
  EXPECT_EQ(outcome(), "translated");
}

TEST_F(HitProgram, MayNotKeepAnObjectWhileTheSameOperationMakesAnother) {
  begin(0);
  loop([&](V previous) {
    const V next = make_miss();
    is_miss(previous);
    return next;
  });
  EXPECT_NE(outcome().find("in use when the same operation makes another one"), std::string::npos);
}

// SetShaderTableIndex returns a copy; with the extension it changes the object itself.
TEST_F(HitProgram, MayUseAnObjectAsItWasOnlyWithoutTheExtension) {
  begin(0);
  const V old = make_miss();
  is_miss(b.dx(Op::kHitObject_SetShaderTableIndex, object(), {old, b.i32(2)}));
  is_miss(old);
  b.finish();
  EXPECT_EQ(outcome(), "translated");
}

TEST_F(HitProgram, MayNotUseAnObjectAsItWasWithTheExtension) {
  begin(0);
  const V old = make_miss();
  is_miss(b.dx(Op::kHitObject_SetShaderTableIndex, object(), {old, b.i32(2)}));
  is_miss(old);
  b.finish();
  EXPECT_NE(outcome(spirv::HitObjects::kExtension).find("in its state before SetShaderTableIndex"),
            std::string::npos);
}

// NV's extension does not keep the flags of an object's ray, so the module has to.
TEST_F(HitProgram, RayFlagsAreKeptWhereNvDoesNotReturnThem) {
  constexpr uint32_t kFlags = 0x51;
  begin(0);
  const V miss = make_miss(kFlags);
  const V flags = b.dx(Op::kHitObject_RayFlags, b.int_type(32), {miss});
  b.dx(Op::kMaybeReorderThread, b.void_type(), {miss, flags, b.i32(7)});
  b.finish();
  const auto module = translated(spirv::HitObjects::kNv);
  ASSERT_TRUE(module) << module.error().to_string();
  EXPECT_EQ(test_backend::validate(*module), "");
  EXPECT_EQ(test_backend::count_of(*module, spv::Op::OpReorderThreadWithHitObjectNV), 1u);
  const auto operand_of = [&](spv::Op opcode, uint32_t at, uint32_t value, uint32_t wanted) {
    for (size_t n = 5; n < module->size(); n += std::max((*module)[n] >> 16, 1u)) {
      const uint32_t* i = module->data() + n;
      if ((i[0] & 0xFFFF) == static_cast<uint32_t>(opcode) && i[at] == value) return i[wanted];
    }
    return 0u;
  };
  const uint32_t constant = operand_of(spv::Op::OpConstant, 3, kFlags, 2);
  const uint32_t variable = operand_of(spv::Op::OpStore, 2, constant, 1);
  EXPECT_NE(variable, 0u) << test_backend::disassemble(*module);
  EXPECT_NE(operand_of(spv::Op::OpLoad, 3, variable, 2), 0u) << test_backend::disassemble(*module);
}

TEST_F(HitProgram, MayNotSetATableIndexWithNv) {
  begin(0);
  is_miss(b.dx(Op::kHitObject_SetShaderTableIndex, object(), {make_miss(), b.i32(2)}));
  b.finish();
  const auto module = translated(spirv::HitObjects::kNv);
  ASSERT_FALSE(module);
  const std::string message(module.error().to_string());
  EXPECT_NE(message.find("HitObject_SetShaderTableIndex"), std::string::npos) << message;
  EXPECT_NE(message.find("SPV_NV_shader_invocation_reorder has no such operation"), std::string::npos);
}

TEST_F(HitProgram, RefusesAMissWithoutAStructureToTraceItIn) {
  begin(0);
  const V payload = b.op(Opcode::kAlloca, b.pointer(), {b.i32(1)}, b.int_type(32));
  b.dx(Op::kHitObject_Invoke, b.void_type(), {make_miss(), payload});
  b.finish();
  EXPECT_NE(outcome().find("there is no acceleration structure to trace it in"), std::string::npos);
}

TEST_F(HitProgram, RefusesOtherStructsForHitObjects) {
  begin(0);
  const dxil::TypeId other = b.record({b.pointer()}, "Other");
  is_miss(b.dx(Op::kHitObject_MakeNop, other, std::vector<V>{}));
  b.finish();
  EXPECT_NE(outcome().find("not a hit object"), std::string::npos);
}

TEST_F(HitProgram, RefusesFunctionsThatReturnThem) {
  b.begin_function("made", object(), {});
  b.finish(make_miss());
  b.end_function();
  begin(0);
  const V made = b.op(Opcode::kCall, object(), std::vector<V>{}, 0);
  is_miss(made);
  b.finish();
  EXPECT_NE(outcome().find("a function that returns a hit object is not supported"), std::string::npos);
}

/// Counts instructions in the modules of a program.
class RayModules : public RayProgram {
 protected:
  Vector<uint32_t> module(const dxil::Shader& made) {
    const auto words = test_backend::translate(made);
    if (!words) {
      ADD_FAILURE() << words.error().to_string();
      return {};
    }
    EXPECT_EQ(test_backend::validate(*words), "") << test_backend::disassemble(*words);
    return *words;
  }
};

TEST_F(RayModules, EndTheBlockWhereNothingFollows) {
  begin(2);
  const dxil::BlockId ignore = b.block(), accept = b.block();
  const V first = b.op(Opcode::kLoad, b.int_type(32), {b.argument(0)});
  b.branch_if(b.compare(dxil::Predicate::kEq, first, b.i32(3)), ignore, accept);
  b.at(ignore);
  b.dx(Op::kIgnoreHit, b.void_type(), std::vector<V>{});
  b.op(Opcode::kUnreachable, b.void_type(), std::vector<V>{});
  b.at(accept);
  b.dx(Op::kAcceptHitAndEndSearch, b.void_type(), std::vector<V>{});
  b.op(Opcode::kUnreachable, b.void_type(), std::vector<V>{});
  b.end_function();
  const Vector<uint32_t> words = module(take(ShaderKind::kAnyHit, 4, 8));
  EXPECT_EQ(test_backend::count_of(words, spv::Op::OpIgnoreIntersectionKHR), 1u);
  EXPECT_EQ(test_backend::count_of(words, spv::Op::OpTerminateRayKHR), 1u);
  EXPECT_EQ(test_backend::count_of(words, spv::Op::OpFunctionCall), 0u);
}

TEST_F(RayModules, CallAFunctionThatEndsTheSearchWhereCodeFollows) {
  begin(2);
  const dxil::BlockId after = b.block();
  b.dx(Op::kIgnoreHit, b.void_type(), std::vector<V>{});
  b.branch(after);
  b.at(after);
  b.op(Opcode::kStore, b.void_type(), {b.i32(1), b.argument(0)});
  b.finish();
  b.end_function();
  const Vector<uint32_t> words = module(take(ShaderKind::kAnyHit, 4, 8));
  EXPECT_EQ(test_backend::count_of(words, spv::Op::OpIgnoreIntersectionKHR), 1u);
  EXPECT_EQ(test_backend::count_of(words, spv::Op::OpFunctionCall), 1u);
}

TEST_F(RayModules, CopyAttributesThatTheProgramWrites) {
  begin(2);
  b.op(Opcode::kStore, b.void_type(), {b.i32(1), b.argument(1)});
  const V read = b.op(Opcode::kLoad, b.int_type(32), {b.argument(1)});
  b.op(Opcode::kStore, b.void_type(), {read, b.argument(0)});
  b.finish();
  b.end_function();
  module(take(ShaderKind::kClosestHit, 4, 8));
}

// The incoming payload is copied to the callable's parameter and back as a single value.
TEST_F(RayModules, CopyLargePayloadsAsAWhole) {
  constexpr uint32_t kBytes = 5000;
  begin(1);
  b.dx(Op::kCallShader, b.void_type(), std::vector<V>{b.i32(3), b.argument(0)});
  b.finish();
  b.end_function();
  const Vector<uint32_t> words = module(take(ShaderKind::kMiss, kBytes, {}));
  EXPECT_EQ(test_backend::count_of(words, spv::Op::OpExecuteCallableKHR), 1u);
  EXPECT_EQ(test_backend::count_of(words, spv::Op::OpLoad), 2u);
  EXPECT_EQ(test_backend::count_of(words, spv::Op::OpStore), 2u);
}

// A part of the payload cannot be copied as a whole, since it is not a variable.
TEST_F(RayProgram, RefusesLargePartsOfAPayload) {
  begin(1);
  const V half = b.op(Opcode::kLoad, b.float_type(16), {b.argument(0)});
  b.op(Opcode::kStore, b.void_type(), {half, b.argument(0)});
  b.dx(Op::kCallShader, b.void_type(), std::vector<V>{b.i32(3), b.argument(0)});
  b.finish();
  b.end_function();
  EXPECT_NE(refusal(take(ShaderKind::kMiss, 5000, {})).find("a payload of this size is not supported"),
            std::string::npos);
}

TEST_F(RayModules, KeepHalvesBesideThePayload) {
  begin(1);
  const V half = b.op(Opcode::kLoad, b.float_type(16), {b.argument(0)});
  const V second = b.op(Opcode::kGep, b.pointer(), {b.argument(0), b.i32(1)}, b.float_type(16));
  b.op(Opcode::kStore, b.void_type(), {half, second});
  b.finish();
  b.end_function();
  module(take(ShaderKind::kMiss, 6, {}));
}

}  // namespace
}  // namespace trellis::test_rays
