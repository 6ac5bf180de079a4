// Converts a range of bits of a variable to indices of a part.
#include "spirv_backend/debug_info/variable_parts.hpp"

#include <gtest/gtest.h>

namespace trellis::spirv {
namespace {

using dxil::DebugInfo;
using dxil::DebugType;
using dxil::DebugTypeKind;

uint32_t add(DebugInfo& info, DebugTypeKind kind, uint32_t element, uint32_t count, uint32_t rows = 0) {
  DebugType type;
  type.kind = kind;
  type.element = element;
  type.count = count;
  type.rows = rows;
  type.bits = kind == DebugTypeKind::kBasic ? count : info.types[element].bits * count * std::max(rows, 1u);
  info.types.push_back(type);
  return static_cast<uint32_t>(info.types.size() - 1);
}

/// Returns the part's indices, such as "1 2", or "none".
std::string indices(const DebugInfo& info, const WantedPart& wanted) {
  VariablePart part;
  if (!find_part(info, wanted, part)) return "none";
  std::string text;
  for (const uint32_t index : part.indices) text += (text.empty() ? "" : " ") + std::to_string(index);
  return text;
}

class VariableParts : public testing::Test {
 protected:
  DebugInfo info;
  uint32_t word = add(info, DebugTypeKind::kBasic, cfg::kNone, 32);
  uint32_t wide = add(info, DebugTypeKind::kBasic, cfg::kNone, 64);
  uint32_t vector = add(info, DebugTypeKind::kVector, word, 3);
  uint32_t matrix = add(info, DebugTypeKind::kMatrix, word, 4, 2);
  uint32_t words = add(info, DebugTypeKind::kArray, word, 8);
  uint32_t vectors = add(info, DebugTypeKind::kArray, vector, 5);
};

TEST_F(VariableParts, AreFoundInVectorsMatricesAndArrays) {
  EXPECT_EQ(indices(info, {word, 0, 0, 1}), "");
  EXPECT_EQ(indices(info, {word, 0, 32, 1}), "");
  EXPECT_EQ(indices(info, {vector, 64, 32, 1}), "2");
  EXPECT_EQ(indices(info, {vector, 0, 0, 3}), "");
  EXPECT_EQ(indices(info, {matrix, 5 * 32, 32, 1}), "1 1");
  EXPECT_EQ(indices(info, {vectors, 4 * 96 + 32, 32, 1}), "4 1");
  EXPECT_EQ(indices(info, {words, 0, 0, 8}), "");
}

TEST_F(VariableParts, AreFoundInStructs) {
  DebugType type;
  type.kind = DebugTypeKind::kStruct;
  type.bits = 64 + 256 + 96;
  type.members = {{"a", word, 1, 0, 32}, {"b", words, 2, 64, 256}, {"c", vector, 3, 320, 96}};
  info.types.push_back(type);
  const auto structure = static_cast<uint32_t>(info.types.size() - 1);
  EXPECT_EQ(indices(info, {structure, 0, 32, 1}), "0");
  EXPECT_EQ(indices(info, {structure, 64, 256, 8}), "1");
  EXPECT_EQ(indices(info, {structure, 96, 32, 1}), "1 1");
  EXPECT_EQ(indices(info, {structure, 352, 32, 1}), "2 1");
  EXPECT_EQ(indices(info, {structure, 32, 32, 1}), "none");  // Between two members.
}

TEST_F(VariableParts, OfOtherShapesAreNotFound) {
  EXPECT_EQ(indices(info, {cfg::kNone, 0, 32, 1}), "none");
  EXPECT_EQ(indices(info, {vector, 16, 32, 1}), "none");
  EXPECT_EQ(indices(info, {vector, 96, 32, 1}), "none");
  EXPECT_EQ(indices(info, {vector, UINT64_MAX, 32, 1}), "none");
  EXPECT_EQ(indices(info, {vector, 0, 64, 1}), "none");
  EXPECT_EQ(indices(info, {wide, 0, 32, 1}), "none");
  EXPECT_EQ(indices(info, {words, 0, 0, 4}), "none");
}

}  // namespace
}  // namespace trellis::spirv
