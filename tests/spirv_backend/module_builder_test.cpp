#include "spirv_backend/module/module_builder.hpp"

#include <gtest/gtest.h>

#include "tests/spirv_backend/translated.hpp"

namespace trellis::spirv {
namespace {

using test_backend::count_of;
using test_backend::disassemble;

TEST(ModuleBuilder, GivesEqualTypesAndConstantsOneId) {
  ModuleBuilder b(Target::kVulkan1_3);
  EXPECT_EQ(b.type_int(32), b.type(kU32));
  EXPECT_EQ(b.type(kF32.with_count(4)), b.type_vector(b.type_float(32), 4));
  EXPECT_EQ(b.constant_u32(7), b.constant(kU32, 7));
  EXPECT_NE(b.constant_u32(7), b.constant(kF32, 7)) << "same bits, other type";
  EXPECT_NE(b.type_array(b.type_int(32), 4), b.type_array(b.type_int(32), 4, 16)) << "other layout";
  EXPECT_EQ(b.type_array(b.type_int(32), 4, 16), b.type_array(b.type_int(32), 4, 16));
  const Id members[] = {b.type_int(32)};
  EXPECT_EQ(b.type_struct(members), b.type_struct(members));
  EXPECT_NE(b.type_block(members), b.type_block(members)) << "blocks are decorated one by one";
}

TEST(ModuleBuilder, DistinguishesThousandsOfConstants) {
  ModuleBuilder b(Target::kVulkan1_3);
  std::vector<Id> ids;
  for (uint32_t n = 0; n < 5000; ++n) ids.push_back(b.constant_u32(n * 2654435761u));
  for (uint32_t n = 0; n < 5000; ++n) ASSERT_EQ(b.constant_u32(n * 2654435761u), ids[n]) << n;
  EXPECT_EQ(count_of(b.finish(), spv::Op::OpConstant), 5000u);
}

TEST(ModuleBuilder, WritesConstantsInTheirWidth) {
  ModuleBuilder b(Target::kVulkan1_3);
  b.constant(kU64, 0x123456789ABCDEF0);
  b.constant(kU16, 0xFFFF1234);
  b.constant(kF64, 0x3FF0000000000000);
  b.constant_bool(true);
  b.constant(kU32.with_count(3), 5);
  const std::string text = disassemble(b.finish());
  EXPECT_NE(text.find("1311768467463790320"), std::string::npos) << text;
  EXPECT_NE(text.find(" 4660\n"), std::string::npos) << "high bits are cut: " << text;
  EXPECT_NE(text.find("OpConstantTrue"), std::string::npos) << text;
  EXPECT_NE(text.find("OpConstantComposite"), std::string::npos) << text;
  for (const char* capability : {"Int64", "Int16", "Float64"}) {
    EXPECT_NE(text.find(std::string("OpCapability ") + capability), std::string::npos) << capability;
  }
}

TEST(ModuleBuilder, DeclaresCapabilitiesAndExtensionsOnce) {
  ModuleBuilder b(Target::kVulkan1_2);
  for (int n = 0; n < 3; ++n) {
    b.capability(spv::Capability::Int64);
    b.extension("SPV_EXT_descriptor_indexing", kSpirv15);
    b.extension("SPV_KHR_shader_clock");
    b.extension("SPV_KHR_shader");
    b.glsl_std_450();
  }
  const Vector<uint32_t> words = b.finish();
  EXPECT_EQ(words[1], kSpirv15);
  EXPECT_EQ(count_of(words, spv::Op::OpCapability), 2u) << "Shader and Int64";
  EXPECT_EQ(count_of(words, spv::Op::OpExtension), 2u) << "descriptor indexing is in the core of 1.5";
  EXPECT_EQ(count_of(words, spv::Op::OpExtInstImport), 1u);
}

TEST(ModuleBuilder, ListsGlobalsInTheInterfaceAsTheVersionWants) {
  for (Target target : {Target::kVulkan1_1, Target::kVulkan1_3}) {
    ModuleBuilder b(target);
    b.variable(spv::StorageClass::Private, b.type_int(32));
    const Id input = b.builtin_input(spv::BuiltIn::WorkgroupId, kU32.with_count(3));
    EXPECT_EQ(b.builtin_input(spv::BuiltIn::WorkgroupId, kU32.with_count(3)), input);
    const Id function = b.new_id();
    b.entry_point(spv::ExecutionModel::GLCompute, function, "entry point of nineteen");
    const Vector<uint32_t> words = b.finish();
    size_t at = 5;
    while ((words[at] & 0xFFFF) != static_cast<uint32_t>(spv::Op::OpEntryPoint)) at += words[at] >> 16;
    // Nine words: opcode, model, function, and 23 characters with their terminator in 6 words. The rest are
    // variables.
    EXPECT_EQ((words[at] >> 16) - 9, target == Target::kVulkan1_1 ? 1u : 2u);
  }
}

TEST(ModuleBuilder, CutsNamesAtNul) {
  ModuleBuilder b(Target::kVulkan1_3);
  const Id id = b.type_void();
  b.name(id, std::string_view("ab\0cd", 5));
  const std::string text = disassemble(b.finish());
  EXPECT_NE(text.find("\"ab\""), std::string::npos) << text;
}

}  // namespace
}  // namespace trellis::spirv
