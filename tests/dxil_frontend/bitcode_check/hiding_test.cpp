// What LLVM does not get to see of bitcode that is only decoded, and what it does.
#include <gtest/gtest.h>

#include <string>

#include "dxil_frontend/bitcode_check/bitcode_check.hpp"
#include "dxil_frontend/bitcode_check/codes.hpp"
#include "dxil_frontend/decode/llvm_reader.hpp"
#include "tests/dxil_frontend/bitcode_check/module_builder.hpp"

namespace trellis::dxil {
namespace {

using namespace bitcode;
using container_testing::ModuleSource;
using container_testing::small_module;
using container_testing::text_operands;

std::string text_for(const ModuleSource& module, BitcodeUse use) {
  const std::vector<uint8_t> bitcode = module.build();
  const Result<CheckedBitcode> checked = check_bitcode(bitcode, 0, use);
  if (!checked) return std::string(checked.error().to_string());
  const Result<String> text = print_module(checked->of(bitcode));
  return std::string(text ? *text : text.error().to_string());
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// A load with metadata that nobody reads, a sum and a branch with some that is read.
ModuleSource module_with_attachments() {
  ModuleSource module = small_module();
  module.kinds.push_back({kMdKind, text_operands("unread", {4})});
  module.attachments = {
      {kMdAttachment, {3, 4, 2}}, {kMdAttachment, {4, 4, 2, 3, 2}}, {kMdAttachment, {6, 2, 3}}};
  return module;
}

TEST(BitcodeHiding, AttachmentsThatAreNotReadAreHidden) {
  const ModuleSource module = module_with_attachments();
  const std::string all = text_for(module, BitcodeUse::kAll);
  EXPECT_TRUE(has(all, "load i32, ptr %2, align 4, !unread")) << all;
  const std::string code = text_for(module, BitcodeUse::kCode);
  EXPECT_FALSE(has(code, "align 4, !unread")) << code;
  EXPECT_TRUE(has(code, "load i32, ptr %2, align 4\n")) << code;
  EXPECT_TRUE(has(code, "!dx.precise")) << code;
  EXPECT_TRUE(has(code, "!llvm.loop")) << code;
}

TEST(BitcodeHiding, ABlockOfSuchAttachmentsIsHidden) {
  ModuleSource module = module_with_attachments();
  module.attachments.resize(1);
  EXPECT_TRUE(has(text_for(module, BitcodeUse::kAll), "!unread"));
  const std::string code = text_for(module, BitcodeUse::kCode);
  EXPECT_TRUE(has(code, "load i32, ptr %2, align 4\n")) << code;
  EXPECT_FALSE(has(code, "!unread")) << code;
}

TEST(BitcodeHiding, AttributesAreHiddenUnlessTheyAreTexts) {
  ModuleSource module = small_module();
  EXPECT_TRUE(has(text_for(module, BitcodeUse::kCode), "\"b\"=\"c\""));
  module.attribute_groups.pop_back();
  module.attributes = {{kParamAttrEntry, {1}}};
  EXPECT_TRUE(has(text_for(module, BitcodeUse::kAll), "nounwind"));
  const std::string code = text_for(module, BitcodeUse::kCode);
  EXPECT_FALSE(has(code, "nounwind")) << code;
  EXPECT_TRUE(has(code, "define void @main()")) << code;
}

TEST(BitcodeHiding, TheBitcodeItselfStaysAsItIs) {
  const std::vector<uint8_t> bitcode = module_with_attachments().build();
  const Result<CheckedBitcode> all = check_bitcode(bitcode);
  ASSERT_TRUE(all.ok());
  EXPECT_TRUE(all->repaired.empty());
  const Result<CheckedBitcode> code = check_bitcode(bitcode, 0, BitcodeUse::kCode);
  ASSERT_TRUE(code.ok());
  EXPECT_EQ(code->repaired.size(), bitcode.size());
  EXPECT_NE(code->repaired, Vector<uint8_t>(bitcode.begin(), bitcode.end()));
}

}  // namespace
}  // namespace trellis::dxil
