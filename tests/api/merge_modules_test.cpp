// Merges the modules of a library into one: equal declarations are shared, the rest stays separate, and the
// result is valid.
#include "api/modules/merge_modules.hpp"

#include <gtest/gtest.h>

#include <map>
#include <spirv/unified1/spirv.hpp11>

#include "api/modules/validate.hpp"
#include "api/translator.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

Vector<uint32_t> translated_entry(const std::string& label, Target target = Target::kVulkan1_3) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  if (!bytes) return {};
  TranslateOptions options;
  options.target = target;
  auto translation = Translator().translate(*bytes, options);
  return translation ? std::move(translation->spirv) : Vector<uint32_t>();
}

/// Counts the module's instructions by opcode.
std::map<spv::Op, uint32_t> counts(const Vector<uint32_t>& words) {
  std::map<spv::Op, uint32_t> all;
  for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
    if (words[at] >> 16 == 0) break;
    ++all[static_cast<spv::Op>(words[at] & 0xFFFF)];
  }
  return all;
}

TEST(MergeModules, ASingleModuleStaysUnchanged) {
  const Vector<uint32_t> module = translated_entry("programs/bitonic_sort_pairs");
  ASSERT_FALSE(module.empty());
  const auto merged = merge_modules(std::span(&module, 1));
  ASSERT_TRUE(merged) << merged.error().to_string();
  EXPECT_EQ(counts(*merged), counts(module));
  EXPECT_TRUE(validate_module(*merged, Target::kVulkan1_3));
}

TEST(MergeModules, SharesTypesAndKeepsFunctions) {
  const Vector<uint32_t> module = translated_entry("programs/bitonic_sort_pairs");
  auto renamed = module;
  // Changes the entry point's name from "main" to another one.
  for (size_t at = 5; at < renamed.size(); at += renamed[at] >> 16) {
    if (static_cast<spv::Op>(renamed[at] & 0xFFFF) != spv::Op::OpEntryPoint) continue;
    ASSERT_EQ(renamed[at + 3], 0x6E69616Du);
    renamed[at + 3] = 0x6E69616Cu;
  }
  const auto merged = merge_modules(Vector<Vector<uint32_t>>{module, renamed});
  ASSERT_TRUE(merged) << merged.error().to_string();
  const auto valid = validate_module(*merged, Target::kVulkan1_3);
  EXPECT_TRUE(valid) << valid.error().to_string();
  auto before = counts(module), after = counts(*merged);
  EXPECT_EQ(after[spv::Op::OpTypeInt], before[spv::Op::OpTypeInt]);
  EXPECT_EQ(after[spv::Op::OpTypeStruct], before[spv::Op::OpTypeStruct]);
  EXPECT_EQ(after[spv::Op::OpConstant], before[spv::Op::OpConstant]);
  EXPECT_EQ(after[spv::Op::OpCapability], before[spv::Op::OpCapability]);
  EXPECT_EQ(after[spv::Op::OpDecorate], before[spv::Op::OpDecorate]);
  EXPECT_EQ(after[spv::Op::OpFunction], 2 * before[spv::Op::OpFunction]);
  EXPECT_EQ(after[spv::Op::OpEntryPoint], 2u);
}

TEST(MergeModules, MergesModulesWithLittleInCommon) {
  Vector<Vector<uint32_t>> modules;
  for (const char* label : {"stages/ps_sample_positions", "ops/groupshared_atomics_64bit",
                            "ops/double_conversions", "stages/gs_instanced_cube_faces"}) {
    modules.push_back(translated_entry(label));
    ASSERT_FALSE(modules.back().empty()) << label;
  }
  // Two modules have an entry point "main" of the same stage; drop one of them.
  modules.erase(modules.begin() + 1);
  const auto merged = merge_modules(modules);
  ASSERT_TRUE(merged) << merged.error().to_string();
  const auto valid = validate_module(*merged, Target::kVulkan1_3);
  EXPECT_TRUE(valid) << valid.error().to_string();
  EXPECT_EQ(*merge_modules(modules), *merged);
}

TEST(MergeModules, DoesNotMergeVariablesOfOneModule) {
  // Views of one heap that differ only in their types, or not at all.
  for (const char* label : {"resources/heap_nonuniform_materials", "stages/ps_clustered_bindless"}) {
    const Vector<uint32_t> module = translated_entry(label);
    ASSERT_FALSE(module.empty());
    const auto merged = merge_modules(std::span(&module, 1));
    ASSERT_TRUE(merged);
    EXPECT_EQ(counts(*merged)[spv::Op::OpVariable], counts(module)[spv::Op::OpVariable]) << label;
    const auto valid = validate_module(*merged, Target::kVulkan1_3);
    EXPECT_TRUE(valid) << label << valid.error().to_string();
  }
}

TEST(MergeModules, RefusesModulesOfTwoVersions) {
  const auto merged =
      merge_modules(Vector<Vector<uint32_t>>{translated_entry("ops/double_conversions"),
                                             translated_entry("ops/double_conversions", Target::kVulkan1_1)});
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().code, ErrorCode::kInternalCheck);
}

TEST(MergeModules, RefusesInvalidModules) {
  const Vector<uint32_t> module = translated_entry("programs/bitonic_sort_pairs");
  const auto refusal = [&module](auto damage) {
    Vector<uint32_t> damaged = module;
    damage(damaged);
    const auto merged = merge_modules(std::span(&damaged, 1));
    return merged ? std::string("merged") : std::string(merged.error().message);
  };
  // Word 5 starts the first instruction, OpCapability; OpEntryPoint refers to a function.
  EXPECT_NE(refusal([](auto& words) { words[5] = 2u << 16 | 0x7FFF; }).find("an instruction 32767"),
            std::string::npos);
  EXPECT_NE(refusal([](auto& words) { words[5] = 17; }).find("of 0 words"), std::string::npos);
  EXPECT_NE(refusal([](auto& words) { words.push_back(9u << 16 | 253); }).find("of 9 words"),
            std::string::npos);
  EXPECT_NE(refusal([](auto& words) { words[3] = 2; }).find("with invalid operands"), std::string::npos);
  EXPECT_NE(refusal([](auto& words) { words.resize(4); }).find("no header"), std::string::npos);
}

TEST(Library, BecomesOneModuleWithAllItsEntryPoints) {
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / "ops/library_compute_entries.dxil");
  ASSERT_TRUE(bytes);
  Translator translator;
  const auto program = translator.read(*bytes);
  ASSERT_TRUE(program);
  TranslateOptions options;
  options.all_entries = true;
  options.validate = true;
  const auto whole = translator.translate(*program, options);
  ASSERT_TRUE(whole) << whole.error().to_string();
  EXPECT_EQ(whole->entry_points, (std::vector<std::string>{"first", "second"}));
  size_t words_apart = 0, uses_apart = 0;
  for (const char* name : {"first", "second"}) {
    TranslateOptions one;
    one.entry = name;
    const auto part = translator.translate(*program, one);
    ASSERT_TRUE(part);
    words_apart += part->spirv.size();
    uses_apart += part->bindings.size();
  }
  EXPECT_LT(whole->spirv.size(), words_apart);
  EXPECT_LT(whole->bindings.size(), uses_apart);
  options.entry = "first";
  EXPECT_FALSE(translator.translate(*program, options));
}

}  // namespace
}  // namespace trellis
