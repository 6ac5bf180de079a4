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

/// What LLVM reads if it has to read bodies.
std::string text_for(const ModuleSource& module, BitcodeUse use) {
  const std::vector<uint8_t> bitcode = module.build();
  Result<CheckedBitcode> checked = check_bitcode(bitcode, 0, use);
  if (!checked) return std::string(checked.error().to_string());
  checked->show_all();
  const Result<String> text = print_module(checked->of(bitcode));
  return std::string(text ? *text : text.error().to_string());
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// A function has an attribute that no text names.
ModuleSource module_with_attributes() {
  ModuleSource module = small_module();
  module.attribute_groups.pop_back();
  module.attributes = {{kParamAttrEntry, {1}}};
  return module;
}

TEST(BitcodeHiding, AttributesAreHiddenUnlessTheyAreTexts) {
  EXPECT_TRUE(has(text_for(small_module(), BitcodeUse::kCode), "\"b\"=\"c\""));
  const ModuleSource module = module_with_attributes();
  EXPECT_TRUE(has(text_for(module, BitcodeUse::kAll), "nounwind"));
  const std::string code = text_for(module, BitcodeUse::kCode);
  EXPECT_FALSE(has(code, "nounwind")) << code;
  EXPECT_TRUE(has(code, "define void @main()")) << code;
}

TEST(BitcodeHiding, TheBitcodeItselfStaysAsItIs) {
  const std::vector<uint8_t> bitcode = module_with_attributes().build();
  const Result<CheckedBitcode> all = check_bitcode(bitcode);
  ASSERT_TRUE(all.ok());
  EXPECT_TRUE(all->repaired.empty());
  const Result<CheckedBitcode> code = check_bitcode(bitcode, 0, BitcodeUse::kCode);
  ASSERT_TRUE(code.ok());
  EXPECT_EQ(code->repaired.size(), bitcode.size());
  EXPECT_NE(code->repaired, Vector<uint8_t>(bitcode.begin(), bitcode.end()));
}

std::vector<uint32_t> hidden_ids(const ModuleSource& module) {
  const Result<CheckedBitcode> code = check_bitcode(module.build(), 0, BitcodeUse::kCode);
  std::vector<uint32_t> ids;
  if (!code) return ids;
  for (const CheckedBitcode::HiddenBlock& block : code->hidden_blocks) ids.push_back(block.id);
  return ids;
}

TEST(BitcodeHiding, WhatIsHiddenCanBeShownAgain) {
  const std::vector<uint8_t> bitcode = small_module().build();
  Result<CheckedBitcode> code = check_bitcode(bitcode, 0, BitcodeUse::kCode);
  ASSERT_TRUE(code.ok());
  EXPECT_NE(code->repaired, Vector<uint8_t>(bitcode.begin(), bitcode.end()));
  EXPECT_FALSE(code->hidden_blocks.empty());
  code->show_all();
  EXPECT_TRUE(code->hidden_blocks.empty());
  EXPECT_EQ(code->repaired, Vector<uint8_t>(bitcode.begin(), bitcode.end()));
}

// This module has the kinds of metadata in a block of metadata of their own.
TEST(BitcodeHiding, ConstantsAreHiddenUnlessAGlobalHoldsOne) {
  ModuleSource module = small_module();
  EXPECT_EQ(hidden_ids(module), (std::vector<uint32_t>{kMetadataBlock, kMetadataBlock}));
  constexpr uint64_t kNoInitializer = 0, kExternal = 0;
  module.globals.back() = {kModuleGlobalVar, {5, 3, kNoInitializer, kExternal, 0, 0}};
  EXPECT_EQ(hidden_ids(module), (std::vector<uint32_t>{kMetadataBlock, kMetadataBlock, kConstantsBlock}));
}

// Bodies cannot be read without their metadata.
TEST(BitcodeHiding, NothingIsHiddenFromABodyThatLlvmHasToRead) {
  ModuleSource module = small_module();
  module.metadata.push_back({kMdExpression, {6}});  // As debug information has them.
  ASSERT_TRUE(check_bitcode(module.build()).ok());
  EXPECT_TRUE(hidden_ids(module).empty());
}

}  // namespace
}  // namespace trellis::dxil
