// The list of operations: whole, and in step with the backend.
#include "api/operations.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

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

TEST(Operations, RowsSayTypesStagesAndShaderModel) {
  const std::vector<OperationSupport> list = operation_support();
  EXPECT_EQ(find(list, "Bfi")->overloads, "i32");
  EXPECT_EQ(find(list, "FAbs")->overloads, "f16 f32 f64, vectors");
  EXPECT_EQ(find(list, "DispatchMesh")->stages, "as");
  EXPECT_EQ(find(list, "FAbs")->stages, "all");
  EXPECT_EQ(find(list, "CreateHandleFromHeap")->since, "6.6");
  EXPECT_EQ(find(list, "Reserved3")->since, "");
}

TEST(Operations, ThePageIsCurrent) {
  std::ifstream file(TRELLIS_SOURCE_DIR "/docs/operations.md", std::ios::binary);
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_TRUE(page == operation_list(ListFormat::kMarkdown))
      << "docs/operations.md is stale: make it again with\n"
         "  build/release/bin/trellis --list-operations --format markdown >docs/operations.md";
}

}  // namespace
}  // namespace trellis
