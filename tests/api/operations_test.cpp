// The list of operations is complete and agrees with the backend.
#include "api/operations.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "api/translator.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

const OperationSupport* find(const std::vector<OperationSupport>& list, std::string_view name) {
  for (const OperationSupport& operation : list) {
    if (operation.name == name) return &operation;
  }
  return nullptr;
}

TEST(Operations, AllAreListedInOrder) {
  const std::vector<OperationSupport> list = operation_support();
  ASSERT_EQ(list.size(), 347u);
  for (size_t n = 1; n < list.size(); ++n)
    EXPECT_LT(dxil::number_of(list[n - 1].op), dxil::number_of(list[n].op));
  for (const OperationSupport& operation : list) {
    EXPECT_EQ(operation.is_translated, operation.refusal == nullptr) << operation.name;
  }
}

TEST(Operations, ReasonsAreNamed) {
  const std::vector<OperationSupport> list = operation_support();
  EXPECT_TRUE(find(list, "WaveMatch")->is_translated);
  EXPECT_TRUE(find(list, "RawBufferVectorStore")->is_translated);
  const auto reason = [&list](std::string_view name) { return std::string(find(list, name)->refusal); };
  EXPECT_NE(reason("TempRegLoad").find("never in final DXIL"), std::string::npos);
  EXPECT_NE(reason("Reserved3").find("reserved"), std::string::npos);
  EXPECT_TRUE(find(list, "TraceRay")->is_translated);
  EXPECT_TRUE(find(list, "HitObject_TraceRay")->is_translated);
  EXPECT_NE(reason("OutputComplete").find("work graphs"), std::string::npos);
  EXPECT_TRUE(find(list, "WriteSamplerFeedback")->is_translated);
}

// The lists of all shader models and the reserved opcodes, which belong to none, add up to the whole list.
TEST(Operations, AreListedByModel) {
  const auto lines = [](std::string_view model) {
    const std::string text(operation_list(ListFormat::kText, model));
    size_t count = 0;
    for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) ++count;
    return count;
  };
  size_t counted = 0, reserved = 0, models = 0;
  for (const OperationSupport& operation : operation_support()) reserved += operation.since.empty() ? 1 : 0;
  for (uint32_t minor = 0; minor <= 10; ++minor) {
    const size_t of_model = lines("6." + std::to_string(minor));
    if (of_model == 1) continue;  // Only the summary line.
    counted += of_model - 2;
    ++models;
  }
  EXPECT_EQ(counted + reserved, operation_support().size());
  EXPECT_EQ(lines("") - models - 1, operation_support().size());
  EXPECT_EQ(lines("5.1"), 1u);
}

TEST(Operations, LinearAlgebraIsRefusedByName) {
  uint32_t refused = 0;
  const std::vector<OperationSupport> list = operation_support();
  for (const OperationSupport& operation : list) {
    if (!std::string_view(operation.name).starts_with("LinAlg")) continue;
    ASSERT_NE(operation.refusal, nullptr) << operation.name;
    EXPECT_NE(std::string(operation.refusal).find("linear algebra is not translated"), std::string::npos);
    ++refused;
  }
  EXPECT_EQ(refused, 21u);
  EXPECT_TRUE(find(list, "DebugBreak")->is_translated);
}

// Covers operations in loops, operations on local variables without optimization, and operations whose
// arguments also match those of other preview versions.
TEST(Operations, LinearAlgebraOfShadersIsRefusedByName) {
  for (const char* name :
       {"tests/api/data/linear_algebra_gradients", "tests/api/data/linear_algebra_layer",
        "tests/api/data/linear_algebra_matrix_loop", "tests/api/data/linear_algebra_matrix_loop.od",
        "tests/api/data/linear_algebra_matrix_to_memory"}) {
    const auto dxil = test_support::read_binary_file(test_support::source_path(std::string(name) + ".dxil"));
    ASSERT_TRUE(dxil) << dxil.error().to_string();
    const auto translation = Translator().translate(*dxil);
    ASSERT_FALSE(translation) << name;
    EXPECT_EQ(translation.error().code, ErrorCode::kUnsupported);
    const std::string message(translation.error().to_string());
    EXPECT_NE(message.find("linear algebra is not translated"), message.npos) << message;
    EXPECT_NE(message.find("LinAlg"), message.npos) << message;
  }
}

TEST(Operations, RowsSayTypesStagesAndShaderModel) {
  const std::vector<OperationSupport> list = operation_support();
  EXPECT_EQ(find(list, "Bfi")->overloads, "i32");
  EXPECT_EQ(find(list, "FAbs")->overloads, "f16 f32 f64, vectors");
  EXPECT_EQ(find(list, "DispatchMesh")->stages, "as");
  EXPECT_EQ(find(list, "FAbs")->stages, "all");
  EXPECT_EQ(find(list, "CreateHandleFromHeap")->since, "6.6");
  EXPECT_EQ(find(list, "Reserved3")->since, "");
}

TEST(Operations, AreCountedByShaderModel) {
  const std::string text(operation_list(ListFormat::kText));
  EXPECT_NE(text.find("\nshader model 6.0: 133 translated, 4 refused\n"), std::string::npos) << text;
  const std::string page(operation_list(ListFormat::kMarkdown));
  EXPECT_NE(page.find("\n| 6.9 | "), std::string::npos);
  EXPECT_NE(page.find("\n| 6.10 | "), std::string::npos);
}

TEST(Operations, ThePageIsCurrent) {
  std::ifstream file(test_support::source_path("docs/operations.md"), std::ios::binary);
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_TRUE(page == operation_list(ListFormat::kMarkdown))
      << "docs/operations.md is stale: make it again with\n"
         "  build/release/bin/trellis --list-operations --format markdown >docs/operations.md";
}

}  // namespace
}  // namespace trellis
