// The part RDAT: built by hand, with damage to every field, and from the libraries of the corpus.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/container/parts/rdat_part.hpp"
#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/dxil_frontend/container/rdat_builder.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil {
namespace {

using container_testing::Bytes;
using container_testing::every_subobject;
using container_testing::RdatBuilder;
using container_testing::root_signature_bytes;

constexpr uint32_t kNone32 = UINT32_MAX;

Result<LibraryData> parse(const std::vector<uint8_t>& part) {
  Vector<Diagnostic> left_out;
  return parse_library_data(part, 0, left_out);
}

std::string refusal(const std::vector<uint8_t>& part) {
  const auto data = parse(part);
  return data ? "" : std::string(data.error().to_string());
}

/// A part with resources and functions. The first function has wave sizes from 4 to 32 and a flag.
std::vector<uint8_t> functions() {
  RdatBuilder b;
  b.resource({2, 13, 0, 1, 3, 3, b.text("frame"), 8});
  b.resource({1, 11, 4, 0, 2, kNone32, b.text("log"), 2});
  const uint32_t uses = b.indices({1, 0}), calls = b.indices({b.text("helper")});
  b.function({b.text("\x01?shade@@YAXXZ"), b.text("shade"), uses, calls, 10, 16, 8, 0x100000, 1, 0x400,
              0xA0065, 0x00012004, kNone32});
  b.function(
      {b.text("helper"), b.text("helper"), kNone32, kNone32, 6, 0, 0, 0, 0, 0xFFFF, 0x60060, 0, kNone32});
  return b.make();
}

TEST(LibraryData, ReadsResourcesAndFunctions) {
  const auto data = parse(functions());
  ASSERT_TRUE(data) << data.error().to_string();
  ASSERT_EQ(data->resources.size(), 2u);
  EXPECT_EQ(data->resources[0].resource_class, ResourceClass::kCbv);
  EXPECT_EQ(data->resources[0].name, "frame");
  EXPECT_EQ(data->resources[0].space, 1u);
  EXPECT_EQ(data->resources[1].upper_bound, UINT32_MAX);
  EXPECT_EQ(data->resources[1].flags, uint32_t{kRuntimeCounter});
  ASSERT_EQ(data->functions.size(), 2u);
  const RuntimeFunction& shade = data->functions[0];
  EXPECT_EQ(shade.unmangled_name, "shade");
  EXPECT_EQ(shade.resources, (Vector<uint32_t>{1, 0}));
  ASSERT_EQ(shade.dependencies.size(), 1u);
  EXPECT_EQ(shade.dependencies[0], "helper");
  EXPECT_EQ(shade.kind, ShaderKind::kClosestHit);
  EXPECT_EQ(shade.payload_bytes, 16u);
  EXPECT_EQ(shade.attribute_bytes, 8u);
  EXPECT_EQ(shade.feature_flags, 0x100100000u);
  EXPECT_EQ(shade.stage_mask, 0x400u);
  EXPECT_EQ(shade.min_model_minor, 5u);
  EXPECT_EQ(shade.min_wave_lanes, 4u);
  EXPECT_EQ(shade.max_wave_lanes, 32u);
  EXPECT_EQ(shade.flags, kRuntimeProgramEntry);
  EXPECT_EQ(data->find_function("helper"), &data->functions[1]);
}

TEST(LibraryData, ReadsSubobjects) {
  const std::vector<uint8_t> part = every_subobject().make();
  const auto data = parse(part);
  ASSERT_TRUE(data) << data.error().to_string();
  ASSERT_EQ(data->subobjects.size(), 8u);
  const auto& all = data->subobjects;
  EXPECT_EQ(std::get<StateObjectConfig>(all[0].value).flags, 5u);
  for (const size_t n : {1, 2}) {
    const auto& root = std::get<RootSignatureSubobject>(all[n].value);
    EXPECT_EQ(root.is_local, n == 2);
    ASSERT_TRUE(root.signature);
    const std::vector<uint8_t> bytes = root_signature_bytes(root.is_local);
    ASSERT_EQ(root.size, bytes.size());
    ASSERT_TRUE(root.file_offset);
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(),
                           part.begin() + static_cast<std::ptrdiff_t>(*root.file_offset)));
    EXPECT_EQ(std::get<RootConstants>(root.signature->parameters[0].value).dword_count, 5u);
  }
  const auto& link = std::get<ExportsAssociation>(all[3].value);
  EXPECT_EQ(link.subobject, "local");
  ASSERT_EQ(link.exports.size(), 1u);
  EXPECT_EQ(std::get<RaytracingShaderConfig>(all[4].value).max_payload_bytes, 32u);
  EXPECT_EQ(std::get<RaytracingPipelineConfig>(all[5].value).max_recursion_depth, 3u);
  EXPECT_FALSE(std::get<RaytracingPipelineConfig>(all[5].value).flags);
  const auto& group = std::get<HitGroup>(all[6].value);
  EXPECT_TRUE(group.is_procedural);
  EXPECT_EQ(group.any_hit, "filter");
  EXPECT_EQ(group.intersection, "torus");
  EXPECT_EQ(std::get<RaytracingPipelineConfig>(all[7].value).flags, 0x100u);
}

TEST(LibraryData, RefusesInvalidValues) {
  const auto with = [](auto change) {
    RdatBuilder b;
    change(b);
    return refusal(b.make());
  };
  const auto has = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(with([](RdatBuilder& b) { b.resource({4, 13, 0, 0, 0, 0, 0, 0}); }), "resource class 4 is unknown");
  has(with([](RdatBuilder& b) { b.resource({0, 19, 0, 0, 0, 0, 0, 0}); }), "resource kind 19 is unknown");
  has(with([](RdatBuilder& b) { b.resource({0, 2, 0, 0, 0, 0, 400, 0}); }), "outside the name table");
  has(with([](RdatBuilder& b) {
        const uint32_t uses = b.indices({0});
        b.function({0, 0, uses, kNone32, 7, 0, 0, 0, 0, 0, 0, 0, 0});
      }),
      "uses resource 0 of 0");
  has(with([](RdatBuilder& b) {
        b.function({0, 0, 5, kNone32, 7, 0, 0, 0, 0, 0, 0, 0, 0});
      }),
      "an array lies outside its table");
  has(with([](RdatBuilder& b) {
        b.function({0, 0, kNone32, kNone32, 16, 0, 0, 0, 0, 0, 0, 0, 0});
      }),
      "shader kind 16 is unknown");
  has(with([](RdatBuilder& b) { b.subobject({3, 0}); }), "subobject kind 3 is unknown");
  has(with([](RdatBuilder& b) { b.subobject({11, 0, 2}); }), "hit group type 2 is unknown");
  has(with([](RdatBuilder& b) { b.subobject({11, 0, 1, 0, 0, 0}); }), "has no intersection shader");
  has(with([](RdatBuilder& b) { b.subobject({1, 0, 0, 4}); }), "outside the table of bytes");
  has(with([](RdatBuilder& b) {
        const std::vector<uint8_t> global = root_signature_bytes(false);
        b.subobject({2, 0, b.raw(global), static_cast<uint32_t>(global.size())});
      }),
      "do not say that it is local");
  has(refusal(Bytes().u32s({0x11, 0}).data), "version 17 is unknown");
  has(refusal(Bytes().u32s({0x10, 4, 0}).data), "tables go past the end");
  has(refusal(Bytes().u32s({0x10, 1, 12, 4, 64}).data), "goes past the end of the part");
  has(refusal(Bytes().u32s({0x10, 1, 12, 4, 24, 1, 16, 0, 0, 0, 0}).data), "rows of 16 bytes");
  has(refusal(Bytes().u32s({0x10, 1, 12, 4, 8, 1, 52}).data), "go past the end of the table");
}

/// Returns the library data and the warnings of reading it.
std::pair<Result<LibraryData>, Vector<Diagnostic>> read_with_warnings(RdatBuilder& b) {
  Vector<Diagnostic> left_out;
  Result<LibraryData> data = parse_library_data(b.make(), 0, left_out);
  return {std::move(data), std::move(left_out)};
}

// A library that is not linked yet. Without a register, an array of four seems to end after the last
// register.
TEST(LibraryData, ResourcesWithoutRegistersAreRead) {
  RdatBuilder b;
  b.resource({1, 12, 0, kNone32, kNone32, 2, b.text("many"), 0});
  const auto [data, warnings] = read_with_warnings(b);
  ASSERT_TRUE(data) << data.error().to_string();
  ASSERT_EQ(data->resources.size(), 1u);
  EXPECT_EQ(data->resources[0].lower_bound, kNone32);
  EXPECT_TRUE(warnings.empty());
}

TEST(LibraryData, WarnsOfErrorsThatOnlyPipelinesReject) {
  RdatBuilder range;
  range.resource({0, 2, 0, 0, 4, 3, range.text("image"), 0});
  const auto [resources, of_range] = read_with_warnings(range);
  ASSERT_TRUE(resources) << resources.error().to_string();
  ASSERT_EQ(of_range.size(), 1u);
  EXPECT_NE(of_range[0].message.find("the register range of image ends before it begins"), std::string::npos);
  RdatBuilder depth;
  depth.subobject({10, depth.text("config"), 32});
  depth.subobject({12, depth.text("second"), 31, 0});
  const auto [config, of_depth] = read_with_warnings(depth);
  ASSERT_TRUE(config) << config.error().to_string();
  EXPECT_EQ(std::get<RaytracingPipelineConfig>(config->subobjects[0].value).max_recursion_depth, 32u);
  ASSERT_EQ(of_depth.size(), 1u);
  EXPECT_NE(of_depth[0].message.find("config declares a recursion depth of 32, more than 31"),
            std::string::npos);
}

TEST(LibraryData, ContradictionsAreFound) {
  RdatBuilder b;
  b.function({b.text("m1"), b.text("shade"), kNone32, kNone32, 10, 48, 8, 0, 0, 0, 0x60063, 0, kNone32});
  b.function({b.text("m2"), b.text("out"), kNone32, kNone32, 11, 16, 0, 0, 0, 0, 0x60063, 0, kNone32});
  b.subobject({9, b.text("sizes"), 32, 4});
  b.subobject({11, b.text("group"), 0, b.text("out"), b.text("shade")});
  b.subobject({11, b.text("other"), 0, b.text("elsewhere"), 0});
  b.subobject({8, b.text("link"), b.text("nothing"), kNone32});
  const auto data = parse(b.make());
  ASSERT_TRUE(data) << data.error().to_string();
  const Vector<String> found = find_contradictions(*data);
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(found[0], "the payload of shade has 48 bytes, sizes allows 32");
  EXPECT_EQ(found[1], "the attributes of shade have 8 bytes, sizes allows 4");
  EXPECT_EQ(found[2], "hit group group takes out, a miss shader, for its anyhit shader");
  EXPECT_EQ(found[3],
            "hit group other takes elsewhere for its anyhit shader, which the library does not contain");
  EXPECT_EQ(found[4], "link associates exports with nothing, which is not a subobject of the library");
}

// A library may declare that it depends on another one.
TEST(LibraryData, HitGroupsMayNameFunctionsOfOtherLibraries) {
  for (const uint32_t flags : {0u, 1u}) {
    RdatBuilder b;
    b.subobject({0, b.text("config"), flags});
    b.subobject({11, b.text("group"), 0, b.text(""), b.text("elsewhere")});
    const auto data = parse(b.make());
    ASSERT_TRUE(data) << data.error().to_string();
    EXPECT_EQ(find_contradictions(*data).size(), flags == 0 ? 1u : 0u);
  }
}

// Whatever the words contain, the reader terminates and reads nothing outside the part.
TEST(LibraryData, SurvivesDamageToAnyWord) {
  const std::vector<uint8_t> whole = every_subobject().make();
  const std::vector<uint8_t> other = functions();
  for (const auto& part : {whole, other}) {
    for (size_t at = 0; at + 4 <= part.size(); at += 4) {
      for (const uint32_t value : {0u, 1u, 0x7FFFFFFFu, 0xFFFFFFFFu, 0x10000u, 31u}) {
        std::vector<uint8_t> damaged = part;
        container_testing::put_u32(damaged, at, value);
        static_cast<void>(parse(damaged));
      }
      // The part in its own allocation: sanitizers detect reads after its end.
      static_cast<void>(
          parse(std::vector<uint8_t>(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(at))));
    }
  }
  std::mt19937 random(7);
  for (uint32_t n = 0; n < 20000; ++n) {
    std::vector<uint8_t> damaged = n % 2 == 0 ? whole : other;
    for (uint32_t k = 0; k < 1 + n % 4; ++k)
      damaged[random() % damaged.size()] = static_cast<uint8_t>(random());
    static_cast<void>(parse(damaged));
  }
}

TEST(LibraryData, IsReadFromTheCorpus) {
  constexpr std::string_view kFolders[] = {"raytracing"};
  const auto corpus = test_support::list_corpus(test_support::corpus_root(), kFolders);
  ASSERT_TRUE(corpus.ok());
  uint32_t libraries = 0;
  for (const auto& item : *corpus) {
    const auto bytes = test_support::read_binary_file(item.dxil);
    ASSERT_TRUE(bytes.ok());
    const auto container = parse_container(*bytes);
    ASSERT_TRUE(container.ok());
    const Part* part = container->find(fourcc("RDAT"));
    if (part == nullptr) continue;
    ++libraries;
    Vector<Diagnostic> left_out;
    const auto data = parse_library_data(part->data, part->offset, left_out);
    ASSERT_TRUE(data) << item.label() << ": " << data.error().to_string();
    EXPECT_FALSE(data->functions.empty()) << item.label();
    if (item.name != "library_full_pipeline") continue;
    EXPECT_EQ(data->resources.size(), 6u);
    ASSERT_EQ(data->functions.size(), 8u);
    const RuntimeFunction& hit = data->functions[1];
    EXPECT_EQ(hit.unmangled_name, "triangleHit");
    EXPECT_EQ(hit.kind, ShaderKind::kClosestHit);
    EXPECT_EQ(hit.payload_bytes, 16u);
    EXPECT_EQ(hit.attribute_bytes, 8u);
    EXPECT_EQ(hit.stage_mask, 0x400u);
    EXPECT_EQ(hit.resources, (Vector<uint32_t>{0, 2}));
  }
  EXPECT_GE(libraries, 21u);
}

}  // namespace
}  // namespace trellis::dxil
