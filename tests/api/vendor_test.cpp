// Vendor intrinsics are recognized, and no ordinary access is mistaken for one.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "api/modules/validate.hpp"
#include "api/reflection/reflect.hpp"
#include "api/translator.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

Result<Program> program_in(const std::filesystem::path& file, const ReadOptions& options = {}) {
  const auto bytes = test_support::read_binary_file(file);
  if (!bytes) return bytes.error();
  return Translator().read(*bytes, options);
}

std::filesystem::path data(const std::string& name) {
  return test_support::source_path(std::string("tests/api/data/") + name + ".dxil");
}

std::string interface_of(const std::string& shader) {
  return shader.starts_with("ags_") ? "AMD's AGS" : "NVIDIA's NVAPI";
}

/// Returns the first line that contains `part`, or empty if there is none.
std::string line_with(const Vector<String>& lines, std::string_view part) {
  for (const String& line : lines) {
    if (std::string_view(line).find(part) != std::string_view::npos) return line.c_str();
  }
  return {};
}

TranslateOptions options_of(const std::string& shader, const Program& program) {
  TranslateOptions options;
  options.all_entries = program.shader.kind == dxil::ShaderKind::kLibrary;
  options.device.hit_objects = spirv::HitObjects::kTriangles;
  if (shader.starts_with("nv_")) options.vendor_slots.nvapi = {7, 3};
  return options;
}

TEST(Vendor, EachShaderIsTranslatedOrRefusedOnRequest) {
  Translator translator;
  uint32_t translated = 0;
  for (const auto& file : std::filesystem::directory_iterator(test_support::corpus_root() / "vendor")) {
    if (file.path().extension() != ".dxil") continue;
    const std::string name = file.path().stem();
    SCOPED_TRACE(name);
    const auto program = program_in(file.path());
    ASSERT_TRUE(program) << program.error().to_string();
    TranslateOptions options = options_of(name, *program);
    options.validate = true;
    const auto plain = translator.translate(*program, options);
    ASSERT_TRUE(plain) << plain.error().to_string();
    EXPECT_TRUE(plain->warnings.empty()) << plain->warnings.front();
    for (const BoundResource& bound : plain->bindings) {
      EXPECT_TRUE(bound.use.info->space != 3 && bound.use.info->space != 2147420894);
    }
    ++translated;
    options.vendor = VendorPolicy::kRefuse;
    const auto refused = translator.translate(*program, options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported);
    EXPECT_TRUE(std::string_view(refused.error().message)
                    .starts_with(interface_of(name) + " intrinsics are refused (UAV "))
        << refused.error().message;
    EXPECT_NE(std::string_view(reflection_text(*program)).find("\"vendor_intrinsics\": ["),
              std::string_view::npos);
  }
  EXPECT_EQ(translated, 44u);
}

// Indices in the reflection are those of its list of resources, from which AGS' buffer is missing.
TEST(Vendor, AgsBufferIsNotListed) {
  const auto program = program_in(test_support::corpus_root() / "vendor/ags_wmma_formats.dxil");
  ASSERT_TRUE(program);
  const auto translation = Translator().translate(*program, {});
  ASSERT_TRUE(translation) << translation.error().to_string();
  const auto json =
      nlohmann::json::parse(std::string(reflection_text(*program, *translation, translation->spirv)));
  ASSERT_EQ(json["resources"].size(), 3u);
  EXPECT_EQ(json["vendor_intrinsics"],
            nlohmann::json::parse(R"([{"interface": "AGS", "space": 2147420894, "register": "u0"}])"));
  ASSERT_EQ(json["module"]["bindings"].size(), 3u);
  for (size_t n = 0; n < 3; ++n) EXPECT_EQ(json["module"]["bindings"][n]["resource"], n);
}

// NVAPI's is not, if the caller names it.
TEST(Vendor, NvapiBufferIsListedUnlessItIsNamed) {
  const auto file = test_support::corpus_root() / "vendor/nv_votes_lane_and_match.dxil";
  const auto unnamed = program_in(file);
  ASSERT_TRUE(unnamed);
  const auto plain = nlohmann::json::parse(std::string(reflection_text(*unnamed)));
  const auto& use = plain["vendor_intrinsics"].at(0);
  EXPECT_EQ(use["interface"], "NVAPI");
  EXPECT_EQ(plain["resources"].at(use["resource"].get<size_t>())["register"], "u7");

  ReadOptions reading;
  reading.vendor_slots.nvapi = {7, 3};
  const auto program = program_in(file, reading);
  ASSERT_TRUE(program);
  const auto translation = Translator().translate(*program, {});  // It knows the slot from the program.
  ASSERT_TRUE(translation) << translation.error().to_string();
  EXPECT_TRUE(translation->warnings.empty());
  const auto json =
      nlohmann::json::parse(std::string(reflection_text(*program, *translation, translation->spirv)));
  EXPECT_EQ(json["resources"].size(), plain["resources"].size() - 1);
  EXPECT_EQ(json["vendor_intrinsics"],
            nlohmann::json::parse(R"([{"interface": "NVAPI", "space": 3, "register": "u7"}])"));
  for (const auto& resource : json["resources"]) EXPECT_NE(resource["register"], "u7");
  for (const auto& binding : json["module"]["bindings"]) {
    EXPECT_LT(binding["resource"].get<size_t>(), json["resources"].size());
  }
}

// Such a texture needs a view of another format, so the reflection has to report it.
TEST(Vendor, TexturesOf64BitAtomicsAreReflected) {
  const auto program =
      program_in(test_support::corpus_root() / "vendor/ags_atomic_u64_texture_and_loads.dxil");
  ASSERT_TRUE(program);
  const auto translation = Translator().translate(*program, {});
  ASSERT_TRUE(translation) << translation.error().to_string();
  ASSERT_EQ(translation->bindings.size(), 2u);
  EXPECT_EQ(translation->bindings[0].use.info->component_type, dxil::ComponentType::kU64);
  EXPECT_TRUE(translation->bindings[0].use.info->uses_64bit_atomics);
}

TEST(Vendor, WhatLooksLikeNvapiGetsAWarning) {
  const auto program = program_in(test_support::corpus_root() / "vendor/nv_votes_lane_and_match.dxil");
  ASSERT_TRUE(program);
  const auto translation = Translator().translate(*program, {});
  ASSERT_TRUE(translation) << translation.error().to_string();
  EXPECT_EQ(line_with(translation->warnings, "intrinsics").substr(0, 74),
            "entry point main seems to use NVIDIA's NVAPI intrinsics through UAV u7, sp");
}

// Only NV's extension can make hits. In 6.9, operands are elements of constant vectors; without optimization,
// they go through local variables.
TEST(Vendor, HitsAreMadeByNvsExtension) {
  for (const char* name : {"nv_make_hit", "nv_make_hit_6_9", "nv_make_hit_Od"}) {
    SCOPED_TRACE(name);
    ReadOptions reading;
    reading.vendor_slots.nvapi = {7, 3};
    const auto program = program_in(data(name), reading);
    ASSERT_TRUE(program) << program.error().to_string();
    TranslateOptions options;
    options.validate = true;
    options.device.hit_objects = spirv::HitObjects::kNv;
    const auto translation = Translator().translate(*program, options);
    ASSERT_TRUE(translation) << translation.error().to_string();
    const auto text = assembly_text(translation->spirv);
    ASSERT_TRUE(text);
    // Instance, primitive, geometry, hit kind, contribution and multiplier, or the index of the record.
    EXPECT_NE(std::string_view(*text).find(" %uint_1 %uint_3 %uint_2 %uint_254 %uint_4 %uint_5 "),
              std::string_view::npos);
    EXPECT_NE(std::string_view(*text).find("OpHitObjectRecordHitNV"), std::string_view::npos);
    EXPECT_NE(std::string_view(*text).find("OpHitObjectRecordHitWithIndexNV"), std::string_view::npos);
    EXPECT_EQ(std::string_view(*text).find("OpTraceRayKHR"), std::string_view::npos);
    EXPECT_EQ(std::string_view(*text).find("OpExecuteCallableKHR"), std::string_view::npos);

    options.device.hit_objects = spirv::HitObjects::kExtension;
    const auto refused = Translator().translate(*program, options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(
        std::string(refused.error().message),
        "NVAPI operation HIT_OBJECT_MAKE_HIT needs SPV_NV_shader_invocation_reorder (option hit_objects)");
    options.vendor = VendorPolicy::kZero;
    options.device.hit_objects = spirv::HitObjects::kTriangles;
    const auto zero = Translator().translate(*program, options);
    ASSERT_TRUE(zero) << zero.error().to_string();
    EXPECT_EQ(zero->warnings.size(), 2u);
  }
}

TEST(Vendor, AllOtherShadersAreOrdinary) {
  uint32_t count = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(test_support::corpus_root())) {
    if (file.path().extension() != ".dxil" || file.path().parent_path().filename() == "vendor") continue;
    const auto program = program_in(file.path());
    if (!program) continue;
    EXPECT_TRUE(dxil::find_vendor_uses(program->shader, {}, {}).empty()) << file.path();
    ++count;
  }
  EXPECT_GT(count, 1200u);
}

TEST(Vendor, IntelIsRecognizedByItsWords) {
  for (const char* name : {"igdext_like", "igdext_like_Od"}) {
    const auto program = program_in(data(name));
    ASSERT_TRUE(program) << program.error().to_string();
    const auto translation = Translator().translate(*program, {});
    ASSERT_TRUE(translation) << translation.error().to_string();
    EXPECT_EQ(line_with(translation->warnings, "intrinsics").substr(0, 69),
              "entry point main seems to use Intel's igdext intrinsics through UAV u")
        << name;
  }
  for (const char* name : {"igdext_like_ordinary", "igdext_like_append"}) {
    const auto program = program_in(data(name));
    ASSERT_TRUE(program) << program.error().to_string();
    EXPECT_TRUE(dxil::find_vendor_uses(program->shader, {}, {}).empty()) << name;
  }
}

/// A buffer that does not look like NVAPI's is treated as NVAPI's if the caller names its slot.
TEST(Vendor, TheCallerMayNameTheSlot) {
  const auto program = program_in(data("igdext_like_append"));
  ASSERT_TRUE(program);
  TranslateOptions options;
  options.vendor = VendorPolicy::kRefuse;
  options.vendor_slots.nvapi = {3, 1};  // A different register space.
  EXPECT_TRUE(Translator().translate(*program, options));
  options.vendor_slots.nvapi = {3, 0};
  const auto refused = Translator().translate(*program, options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(std::string(refused.error().message), "NVIDIA's NVAPI intrinsics are refused (UAV u3 (ext))");
}

}  // namespace
}  // namespace trellis
