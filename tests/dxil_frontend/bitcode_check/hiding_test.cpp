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

}  // namespace
}  // namespace trellis::dxil
