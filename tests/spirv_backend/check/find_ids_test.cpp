// Compares which words find_ids() takes for IDs with what SPIRV-Tools' parser reports for the same modules.
#include "spirv_backend/check/find_ids.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <spirv-tools/libspirv.hpp>
#include <vector>

#include "dxil_frontend/read_shader.hpp"
#include "tests/spirv_backend/check/good_modules.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::module_check {
namespace {

bool is_id(spv_operand_type_t type) {
  return type == SPV_OPERAND_TYPE_ID || type == SPV_OPERAND_TYPE_TYPE_ID ||
         type == SPV_OPERAND_TYPE_RESULT_ID || type == SPV_OPERAND_TYPE_SCOPE_ID ||
         type == SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID;
}

/// Returns nothing if the words do not match the row.
std::optional<std::vector<uint16_t>> ids_of(const Row& row, std::span<const uint32_t> words,
                                            uint32_t case_words) {
  std::vector<uint16_t> ids(words.size());
  const uint16_t* const end = find_ids(row, words, case_words, ids.data());
  if (end == nullptr) return std::nullopt;
  ids.resize(static_cast<size_t>(end - ids.data()));
  return ids;
}

spv_result_t compare(void*, const spv_parsed_instruction_t* i) {
  std::vector<uint16_t> expected;
  uint32_t case_words = 1;
  for (uint16_t n = 0; n < i->num_operands; ++n) {
    const spv_parsed_operand_t& operand = i->operands[n];
    if (is_id(operand.type)) expected.push_back(operand.offset);
    if (operand.type == SPV_OPERAND_TYPE_TYPED_LITERAL_NUMBER) case_words = operand.num_words;
  }
  const Row* row = find_row(i->opcode);
  if (row == nullptr) return SPV_SUCCESS;  // Trellis never emits this instruction.
  const auto found = ids_of(*row, std::span(i->words, i->num_words), case_words);
  EXPECT_EQ(found, expected) << row->name;
  EXPECT_EQ(result_word(*row) == 0 ? 0 : i->words[result_word(*row)], i->result_id) << row->name;
  return SPV_SUCCESS;
}

void expect_the_same(std::span<const uint32_t> words) {
  spvtools::Context context(SPV_ENV_UNIVERSAL_1_6);
  ASSERT_FALSE(words.empty());
  EXPECT_EQ(
      spvBinaryParse(context.CContext(), nullptr, words.data(), words.size(), nullptr, compare, nullptr),
      SPV_SUCCESS);
}

TEST(FindIds, SaysWhatTheParserSays) {
  for (const std::string_view text : {module_check_testing::kComputeText, module_check_testing::kPixelText}) {
    expect_the_same(module_check_testing::words_of(std::string(text)));
  }
  // Uses every ninth shader of each folder, and each entry point of a library separately.
  size_t modules = 0;
  for (const std::string_view folder : {"ops", "resources", "stages", "raytracing"}) {
    const std::string_view folders[] = {folder};
    const auto corpus = test_support::list_corpus(test_support::corpus_root(), folders);
    ASSERT_TRUE(corpus.ok());
    for (size_t n = 0; n < corpus->size(); n += 9) {
      const auto bytes = test_support::read_binary_file((*corpus)[n].dxil);
      const auto shader = bytes ? dxil::read_shader(*bytes) : Result<dxil::Shader>(bytes.error());
      for (size_t e = 0; shader && e < shader->entry_points.size(); ++e) {
        dxil::Shader one = *shader;
        one.entry_points = {shader->entry_points[e]};
        const auto module = test_backend::translate(one);
        if (!module) continue;
        expect_the_same(*module);
        ++modules;
      }
    }
  }
  EXPECT_GT(modules, 40u);
}

TEST(FindIds, KnowsLiteralsOfTwoWords) {
  const Row* row = find_row(251);  // OpSwitch.
  ASSERT_NE(row, nullptr);
  const uint32_t words[] = {9u << 16 | 251, 10, 11, 1, 0, 12, 2, 0, 13};
  EXPECT_EQ(ids_of(*row, words, 2), (std::vector<uint16_t>{1, 2, 5, 8}));
}

TEST(FindIds, RefusesWhatDoesNotFit) {
  const Row* row = find_row(128);  // OpIAdd.
  ASSERT_NE(row, nullptr);
  const uint32_t words[] = {6u << 16 | 128, 1, 2, 3, 4, 5};
  EXPECT_TRUE(ids_of(*row, std::span(words, 5), 1));
  EXPECT_FALSE(ids_of(*row, std::span(words, 4), 1));
  EXPECT_FALSE(ids_of(*row, words, 1));
}

}  // namespace
}  // namespace trellis::module_check
