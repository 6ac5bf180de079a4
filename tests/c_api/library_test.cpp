// Functions and subobjects of libraries, through the C interface.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/c_api/shared_program.hpp"
#include "tests/dxil_frontend/container/msf_writer.hpp"
#include "tests/dxil_frontend/container/rdat_builder.hpp"
#include "tests/dxil_frontend/container/root_signature_writer.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "trellis/trellis.hpp"

namespace trellis::test_c_api {
namespace {

using container_testing::RdatBuilder;
using container_testing::root_signature_bytes;

std::vector<uint8_t> library_with(const RdatBuilder& runtime_data) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / "raytracing" /
                                                    "shader_record_local_cbuffer.dxil");
  EXPECT_TRUE(bytes);
  return bytes ? container_testing::with_runtime_data(*bytes, runtime_data) : std::vector<uint8_t>();
}

Program read_bytes(const Translator& translator, const std::vector<uint8_t>& bytes) {
  TrellisProgram* program = nullptr;
  EXPECT_EQ(trellis_program_read(translator.get(), bytes.data(), bytes.size(), nullptr, &program),
            TRELLIS_SUCCESS)
      << error_text(translator);
  return Program(program);
}

TrellisFunctionInfo function(const Program& program, uint32_t index) {
  TrellisFunctionInfo info = TRELLIS_FUNCTION_INFO_INIT;
  EXPECT_EQ(trellis_program_function(program.get(), index, &info), TRELLIS_SUCCESS);
  return info;
}

TrellisSubobjectInfo subobject(const Program& program, uint32_t index) {
  TrellisSubobjectInfo info = TRELLIS_SUBOBJECT_INFO_INIT;
  EXPECT_EQ(trellis_program_subobject(program.get(), index, &info), TRELLIS_SUCCESS);
  return info;
}

struct ReleaseSignature {
  void operator()(TrellisRootSignature* object) const { trellis_root_signature_destroy(object); }
};
using HeldSignature = std::unique_ptr<TrellisRootSignature, ReleaseSignature>;

TEST(LibraryFunctions, AreWhatTheSourceExports) {
  const Translator translator = make_translator();
  const Program library = read_shader(translator, "raytracing/library_full_pipeline");
  ASSERT_NE(library, nullptr);
  ASSERT_EQ(trellis_program_function_count(library.get()), 8u);
  std::set<uint32_t> entry_points;
  for (uint32_t n = 0; n < 8; ++n) {
    const TrellisFunctionInfo info = function(library, n);
    TrellisEntryPointInfo entry = TRELLIS_ENTRY_POINT_INFO_INIT;
    ASSERT_EQ(trellis_program_entry_point(library.get(), info.entry_point, &entry), TRELLIS_SUCCESS);
    EXPECT_STREQ(info.name, entry.name);
    EXPECT_STREQ(info.source_name, entry.source_name);
    EXPECT_EQ(info.stage, entry.stage);
    EXPECT_EQ(info.payload_bytes, entry.payload_bytes);
    EXPECT_EQ(info.stages, 1u << info.stage);
    entry_points.insert(info.entry_point);
  }
  EXPECT_EQ(entry_points.size(), 8u);
  const TrellisFunctionInfo hit = function(library, 1);
  EXPECT_STREQ(hit.source_name, "triangleHit");
  EXPECT_EQ(hit.name[0], '\x01');
  EXPECT_EQ(hit.stage, uint32_t{TRELLIS_STAGE_CLOSEST_HIT});
  EXPECT_EQ(hit.payload_bytes, 16u);
  EXPECT_EQ(hit.attribute_bytes, 8u);
  EXPECT_EQ(hit.shader_model_major, 6u);
  EXPECT_EQ(hit.dependency_count, 0u);
  ASSERT_EQ(hit.resource_count, 2u);
  const uint32_t kinds[] = {TRELLIS_KIND_CONSTANT_BUFFER, TRELLIS_KIND_ACCELERATION_STRUCTURE};
  for (uint32_t n = 0; n < 2; ++n) {
    TrellisResourceInfo resource = TRELLIS_RESOURCE_INFO_INIT;
    ASSERT_EQ(trellis_program_resource(library.get(), hit.resources[n], &resource), TRELLIS_SUCCESS);
    EXPECT_EQ(resource.kind, kinds[n]);
  }
}

TEST(LibraryFunctions, ThatAreNotEntryPointsAreReportedAsSuch) {
  const Translator translator = make_translator();
  const Program library = read_shader(translator, "raytracing/exported_helpers_only");
  ASSERT_NE(library, nullptr);
  ASSERT_GT(trellis_program_function_count(library.get()), 0u);
  const TrellisFunctionInfo info = function(library, 0);
  EXPECT_EQ(info.stage, uint32_t{TRELLIS_STAGE_LIBRARY});
  EXPECT_EQ(info.entry_point, TRELLIS_NO_INDEX);
  EXPECT_EQ(trellis_program_subobject_count(library.get()), 0u);
}

TEST(LibraryFunctions, NameTheirDependenciesAndWhatIsNowhere) {
  RdatBuilder b;
  b.resource({1, 11, 77, 0, 2, 2, b.text("nowhere"), 0});
  const uint32_t uses = b.indices({0}), calls = b.indices({b.text("left"), b.text("right")});
  b.function({b.text("f"), b.text("f"), uses, calls, 6, 0, 0, 0x40, 1, 0xFFFF, 0x60065, 0x2004, UINT32_MAX});
  const Translator translator = make_translator();
  const Program library = read_bytes(translator, library_with(b));
  ASSERT_NE(library, nullptr);
  const TrellisFunctionInfo info = function(library, 0);
  ASSERT_EQ(info.dependency_count, 2u);
  EXPECT_STREQ(info.dependencies[0], "left");
  EXPECT_STREQ(info.dependencies[1], "right");
  ASSERT_EQ(info.resource_count, 1u);
  EXPECT_EQ(info.resources[0], TRELLIS_NO_INDEX);
  EXPECT_EQ(info.feature_flags, 0x100000040u);
  EXPECT_EQ(info.shader_model_minor, 5u);
  EXPECT_EQ(info.wave_size_minimum, 4u);
  EXPECT_EQ(info.wave_size_maximum, 32u);
  EXPECT_EQ(info.stages, 0xFFFFu);
}

class LibrarySubobjects : public testing::Test {
 protected:
  void SetUp() override {
    bytes = library_with(container_testing::every_subobject());
    program = read_bytes(translator, bytes);
    ASSERT_NE(program, nullptr);
    ASSERT_EQ(trellis_program_subobject_count(program.get()), 8u);
  }
  /// Returns the bytes of `file` at the place that the root signature's subobject gives.
  static std::vector<uint8_t> data_of(const TrellisSubobjectInfo& info, const std::vector<uint8_t>& file) {
    EXPECT_LE(info.data_offset + info.data_size, file.size());
    if (info.data_offset + info.data_size > file.size()) return {};
    const uint8_t* at = file.data() + info.data_offset;
    return {at, at + info.data_size};
  }

  Translator translator = make_translator();
  std::vector<uint8_t> bytes;
  Program program;
};

TEST_F(LibrarySubobjects, OfEveryKindAreReported) {
  const uint32_t kinds[] = {0, 1, 2, 8, 9, 10, 11, 12};
  const char* names[] = {"flags", "global", "local", "link", "sizes", "depth", "group", "depth1"};
  for (uint32_t n = 0; n < 8; ++n) {
    const TrellisSubobjectInfo info = subobject(program, n);
    EXPECT_EQ(info.kind, kinds[n]);
    EXPECT_STREQ(info.name, names[n]);
    for (const char* text : {info.any_hit, info.closest_hit, info.intersection, info.associated}) {
      EXPECT_NE(text, nullptr);
    }
  }
  EXPECT_EQ(subobject(program, 0).state_object_flags, 5u);
  const TrellisSubobjectInfo link = subobject(program, 3);
  EXPECT_STREQ(link.associated, "local");
  ASSERT_EQ(link.export_count, 1u);
  EXPECT_STREQ(link.exports[0], "shade");
  EXPECT_EQ(subobject(program, 4).max_payload_bytes, 32u);
  EXPECT_EQ(subobject(program, 4).max_attribute_bytes, 8u);
  EXPECT_EQ(subobject(program, 5).max_recursion_depth, 3u);
  const TrellisSubobjectInfo group = subobject(program, 6);
  EXPECT_EQ(group.is_procedural, 1u);
  EXPECT_STREQ(group.any_hit, "filter");
  EXPECT_STREQ(group.closest_hit, "shade");
  EXPECT_STREQ(group.intersection, "torus");
  EXPECT_EQ(subobject(program, 7).max_recursion_depth, 31u);
  EXPECT_EQ(subobject(program, 7).pipeline_flags, 0x100u);
}

TEST_F(LibrarySubobjects, RootSignaturesAreInTheCallersBytes) {
  EXPECT_EQ(data_of(subobject(program, 1), bytes), root_signature_bytes(false));
  EXPECT_EQ(data_of(subobject(program, 2), bytes), root_signature_bytes(true));
}

TEST_F(LibrarySubobjects, RootSignaturesAreInThePdbFileIfItHasThemInOnePiece) {
  container_testing::MsfSource source;
  source.streams = {{1, 2, 3}, bytes};
  const auto whole = container_testing::make_msf(source).bytes;
  const Program in_order = read_bytes(translator, whole);
  ASSERT_NE(in_order, nullptr);
  EXPECT_EQ(data_of(subobject(in_order, 2), whole), root_signature_bytes(true));
  source.scattered = true;
  const Program scattered = read_bytes(translator, container_testing::make_msf(source).bytes);
  ASSERT_NE(scattered, nullptr);
  const TrellisSubobjectInfo info = subobject(scattered, 2);
  EXPECT_EQ(info.data_offset, TRELLIS_NO_FILE_OFFSET);
  EXPECT_EQ(info.data_size, root_signature_bytes(true).size());
  TrellisRootSignature* signature = nullptr;
  EXPECT_EQ(trellis_root_signature_of_subobject(translator.get(), scattered.get(), 2, &signature),
            TRELLIS_SUCCESS);
  EXPECT_EQ(trellis_root_signature_parameter_count(HeldSignature(signature).get()), 1u);
}

TEST_F(LibrarySubobjects, LiveAsLongAsTheProgram) {
  bytes.assign(bytes.size(), 0xCD);
  translator.reset();
  EXPECT_STREQ(subobject(program, 6).closest_hit, "shade");
  EXPECT_STREQ(subobject(program, 3).exports[0], "shade");
}

TEST_F(LibrarySubobjects, BecomeLocalRootSignatures) {
  TrellisRootSignature* made = nullptr;
  ASSERT_EQ(trellis_root_signature_of_subobject(translator.get(), program.get(), 2, &made), TRELLIS_SUCCESS);
  const HeldSignature signature(made);
  EXPECT_EQ(trellis_root_signature_flags(signature.get()), 0x80u);
  program.reset();
  EXPECT_EQ(trellis_root_signature_parameter_count(signature.get()), 1u);
}

HeldSignature read_signature(const Translator& translator, const std::vector<dxil::RootParameter>& parameters,
                             uint32_t flags) {
  dxil::RootSignature written;
  written.version = 2;
  written.flags = flags;
  for (const dxil::RootParameter& parameter : parameters) written.parameters.push_back(parameter);
  const std::vector<uint8_t> bytes = container_testing::write_root_signature(written);
  TrellisRootSignature* signature = nullptr;
  EXPECT_EQ(trellis_root_signature_read(translator.get(), bytes.data(), bytes.size(), nullptr, &signature),
            TRELLIS_SUCCESS)
      << error_text(translator);
  return HeldSignature(signature);
}

TEST(ShaderRecords, HaveEachParameterOfALocalRootSignature) {
  using container_testing::constants;
  const Translator translator = make_translator();
  const HeldSignature signature = read_signature(
      translator,
      {constants(0, 5), container_testing::descriptor(dxil::RootDescriptorType::kSrv, 1), constants(1, 1),
       container_testing::table({container_testing::range(dxil::DescriptorRangeType::kSrv, 2, 3)})},
      dxil::kRootLocal);
  uint32_t size = 77;
  EXPECT_EQ(trellis_root_signature_record_size(signature.get(), &size), TRELLIS_SUCCESS);
  EXPECT_EQ(size, 48u);
  const TrellisRootMemberKind kinds[] = {TRELLIS_ROOT_MEMBER_CONSTANTS, TRELLIS_ROOT_MEMBER_ADDRESS,
                                         TRELLIS_ROOT_MEMBER_CONSTANTS, TRELLIS_ROOT_MEMBER_TABLE_BASE};
  const uint32_t offsets[] = {0, 24, 32, 40}, sizes[] = {20, 8, 4, 8};
  for (uint32_t n = 0; n < 4; ++n) {
    TrellisRecordMemberInfo info = TRELLIS_RECORD_MEMBER_INFO_INIT;
    ASSERT_EQ(trellis_root_signature_record_member(signature.get(), n, &info), TRELLIS_SUCCESS);
    EXPECT_EQ(info.parameter, n);
    EXPECT_EQ(info.kind, kinds[n]);
    EXPECT_EQ(info.offset, offsets[n]);
    EXPECT_EQ(info.size, sizes[n]);
  }
}

TEST(ShaderRecords, AreNothingOfOthers) {
  using container_testing::constants;
  const Translator translator = make_translator();
  TrellisRecordMemberInfo info = TRELLIS_RECORD_MEMBER_INFO_INIT;
  const HeldSignature global = read_signature(translator, {constants(0, 5)}, 0);
  const HeldSignature large = read_signature(translator, {constants(0, 1017)}, dxil::kRootLocal);
  for (const HeldSignature* signature : {&global, &large}) {
    uint32_t size = 77;
    EXPECT_EQ(trellis_root_signature_record_size(signature->get(), &size), TRELLIS_ERROR_BAD_INPUT);
    EXPECT_EQ(size, 0u);
    EXPECT_EQ(trellis_root_signature_record_member(signature->get(), 0, &info), TRELLIS_ERROR_BAD_INPUT);
  }
  const HeldSignature local = read_signature(translator, {constants(0, 5)}, dxil::kRootLocal);
  uint32_t size = 77;
  EXPECT_EQ(trellis_root_signature_record_size(local.get(), nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_root_signature_record_size(nullptr, &size), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(trellis_root_signature_record_member(nullptr, 0, &info), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_root_signature_record_member(local.get(), 1, &info), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_root_signature_record_member(local.get(), 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  info.struct_size = 1;
  EXPECT_EQ(trellis_root_signature_record_member(local.get(), 0, &info), TRELLIS_ERROR_INVALID_ARGUMENT);
}

TEST_F(LibrarySubobjects, AreNotGivenForWrongArguments) {
  TrellisSubobjectInfo info = TRELLIS_SUBOBJECT_INFO_INIT;
  EXPECT_EQ(trellis_program_subobject_count(nullptr), 0u);
  EXPECT_EQ(trellis_program_function_count(nullptr), 0u);
  EXPECT_EQ(trellis_program_subobject(nullptr, 0, &info), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_program_subobject(program.get(), 8, &info), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_program_subobject(program.get(), UINT32_MAX, &info), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_program_subobject(program.get(), 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  info.struct_size = 1;
  EXPECT_EQ(trellis_program_subobject(program.get(), 0, &info), TRELLIS_ERROR_INVALID_ARGUMENT);
  TrellisFunctionInfo function_info = TRELLIS_FUNCTION_INFO_INIT;
  EXPECT_EQ(trellis_program_function(program.get(), 0, &function_info), TRELLIS_ERROR_INVALID_ARGUMENT);

  const auto refused = [&](const TrellisProgram* from, uint32_t index, TrellisRootSignature** to) {
    EXPECT_EQ(trellis_root_signature_of_subobject(translator.get(), from, index, to),
              TRELLIS_ERROR_INVALID_ARGUMENT);
    return std::string(trellis_translator_error(translator.get())->message);
  };
  auto* signature = reinterpret_cast<TrellisRootSignature*>(this);
  EXPECT_EQ(refused(program.get(), 8, &signature), "is 8, but the program has 8 subobjects");
  EXPECT_EQ(signature, nullptr);
  EXPECT_EQ(refused(program.get(), 6, &signature), "group is not a root signature");
  EXPECT_EQ(refused(program.get(), 2, nullptr), "is NULL");
  EXPECT_EQ(refused(nullptr, 2, &signature), "the program is NULL, or was destroyed");
  EXPECT_EQ(trellis_root_signature_of_subobject(nullptr, program.get(), 2, &signature),
            TRELLIS_ERROR_INVALID_ARGUMENT);
}

TEST_F(LibrarySubobjects, FillOldStructsAsFarAsTheyGo) {
  TrellisSubobjectInfo info = TRELLIS_SUBOBJECT_INFO_INIT;
  std::memset(&info, 0x5A, sizeof info);
  info.struct_size = offsetof(TrellisSubobjectInfo, name);
  ASSERT_EQ(trellis_program_subobject(program.get(), 6, &info), TRELLIS_SUCCESS);
  EXPECT_EQ(info.kind, uint32_t{TRELLIS_SUBOBJECT_HIT_GROUP});
  EXPECT_EQ(info.data_size, 0x5A5A5A5A5A5A5A5Aull);
}

TEST(LibrarySubobject, OfAnUnreadRootSignatureIsReportedOnly) {
  std::vector<uint8_t> signature = root_signature_bytes(true);
  signature[0] = 9;  // Sets an unknown version.
  RdatBuilder b;
  b.subobject({2, b.text("future"), b.raw(signature), static_cast<uint32_t>(signature.size())});
  const Translator translator = make_translator();
  const Program program = read_bytes(translator, library_with(b));
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(subobject(program, 0).data_size, signature.size());
  TrellisRootSignature* made = nullptr;
  EXPECT_EQ(trellis_root_signature_of_subobject(translator.get(), program.get(), 0, &made),
            TRELLIS_ERROR_UNSUPPORTED);
  EXPECT_EQ(made, nullptr);
}

TEST(LibrarySubobject, OtherProgramsHaveNone) {
  const Translator translator = make_translator();
  const Program program = read_shader(translator, "programs/bitonic_sort_pairs");
  EXPECT_EQ(trellis_program_function_count(program.get()), 0u);
  EXPECT_EQ(trellis_program_subobject_count(program.get()), 0u);
}

TEST(LibrarySubobject, IsAValueInCpp) {
  api::Translator translator;
  const std::vector<uint8_t> bytes = library_with(container_testing::every_subobject());
  const api::Program program = translator.read(bytes.data(), bytes.size());
  ASSERT_TRUE(program) << translator.error().text;
  ASSERT_EQ(program.subobject_count(), 8u);
  EXPECT_STREQ(program.subobject(6).name, "group");
  EXPECT_EQ(translator.root_signature_of_subobject(program, 1).parameter_count(), 1u);
  EXPECT_FALSE(translator.root_signature_of_subobject(program, 0));
  EXPECT_EQ(program.function_count(), 0u);
}

}  // namespace
}  // namespace trellis::test_c_api
