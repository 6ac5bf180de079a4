// The list of lowering passes. tests/file/lower/passes has the program before and after each pass, as text.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dxil_frontend/program/text/program_text.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "lower/lower.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/lower/program_text.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::lower::testing {
namespace {

/// The functions that are reached, after each pass that changed the program, by the pass's name.
class Texts final : public PassObserver {
 public:
  void after_pass(std::string_view pass, const LoweredProgram& program) override {
    std::string text;
    const dxil::Module& module = program.module();
    for (size_t f = 0; f < module.functions.size(); ++f) {
      if (program.reached()[f] != 0) text += dxil::function_to_text(module, module.functions[f]);
    }
    order.emplace_back(pass);
    by_pass[order.back()] = text;
  }

  std::vector<std::string> order;
  std::map<std::string, std::string> by_pass;
};

/// Lowers the program of program_text(); `passes`: those that change it.
Texts lowered(const dxil::Shader& shader, const std::vector<std::string>& passes, Options options = {}) {
  Texts texts;
  options.observer = &texts;
  options.verify = true;
  const Result<LoweredProgram> program = lower(shader, shader.entry_points.front(), options);
  EXPECT_TRUE(program) << program.error().to_string();
  std::vector<std::string> order = {"input"};
  order.insert(order.end(), passes.begin(), passes.end());
  EXPECT_EQ(texts.order, order);
  return texts;
}

Texts lowered(std::string_view body, const std::vector<std::string>& passes, Options options = {}) {
  const Result<dxil::Shader> shader = dxil::test::read_text(test_backend::program_text(body));
  if (!shader) {
    ADD_FAILURE() << shader.error().to_string();
    return {};
  }
  return lowered(*shader, passes, options);
}

TEST(Lowering, CopiesNothingIfNoPassApplies) {
  const Result<dxil::Shader> shader = dxil::test::read_text(test_backend::program_text(R"(
define void @main() {
  %t = thread
  write u1, 0, %t
  ret void
})"));
  ASSERT_TRUE(shader) << shader.error().to_string();
  const Result<LoweredProgram> program = lower(*shader, shader->entry_points.front());
  ASSERT_TRUE(program);
  EXPECT_EQ(&program->shader(), &*shader);
  EXPECT_EQ(program->own_shader(), nullptr);
  EXPECT_EQ(&program->entry_point(), &shader->entry_points.front());
}

TEST(Lowering, PassesHaveNamesAndSentences) {
  std::set<std::string_view> names;
  for (const Pass& pass : passes()) {
    EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
    EXPECT_GT(std::string_view(pass.summary).size(), 20u) << pass.name;
  }
  EXPECT_FALSE(names.empty());
}

TEST(Lowering, PassesAreDocumentedInOrder) {
  const auto page = test_support::read_binary_file(test_support::corpus_root().parent_path() /
                                                   "docs/internals/architecture.md");
  ASSERT_TRUE(page) << page.error().to_string();
  const std::string text(page->begin(), page->end());
  size_t at = text.find("## Lowering passes");
  for (const Pass& pass : passes()) {
    ASSERT_NE(at, std::string::npos) << pass.name;
    at = text.find("| `" + std::string(pass.name) + "` | ", at);
  }
  EXPECT_NE(at, std::string::npos);
}

TEST(Lowering, LargeSwitches) {
  std::string body = "define void @main() {\n  %t = thread\n  switch i32 %t, label %other [\n";
  for (int n = 0; n < 16384; ++n) body += "    i32 " + std::to_string(n) + ", label %one\n";
  body += R"(  ]
one:
  write u1, 0, %t
  ret void
other:
  ret void
})";
  Texts texts = lowered(body, {"large-switches"});
  const auto count = [&texts](const std::string& pass, const std::string& word) {
    size_t found = 0;
    const std::string& text = texts.by_pass[pass];
    for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  EXPECT_EQ(count("input", "  switch "), 1u);
  EXPECT_EQ(count("large-switches", "  switch "), 2u);
  EXPECT_EQ(count("input", "  icmp"), 0u);
  EXPECT_EQ(count("input", ": block1"), count("large-switches", ": block1"));
}

dxil::Shader read_reference(const std::string& name) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / name);
  if (!bytes) {
    ADD_FAILURE() << bytes.error().to_string();
    return {};
  }
  auto shader = dxil::read_shader(*bytes);
  if (!shader) {
    ADD_FAILURE() << shader.error().to_string();
    return {};
  }
  return std::move(*shader);
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Lowering, AgsBecomesVendorOperations) {
  Texts texts = lowered(read_reference("vendor/ags_draw_index.dxil"), {"vendor"});
  const std::string &before = texts.by_pass["input"], &after = texts.by_pass["vendor"];
  EXPECT_TRUE(contains(before, "dx.op.atomicCompareExchange")) << before;
  EXPECT_FALSE(contains(after, "dx.op.atomicCompareExchange")) << after;
  EXPECT_TRUE(contains(after, ":i32 = dx.op(3221225472)\n")) << after;  // kVendorDrawIndex.
}

TEST(Lowering, HitObjects) {
  Texts texts = lowered(read_reference("sm69/hit_reorder_coherent_memory.dxil"), {"hit-objects"});
  EXPECT_TRUE(contains(texts.by_pass["input"], ":%dx.types.HitObject = ")) << texts.by_pass["input"];
  EXPECT_FALSE(contains(texts.by_pass["hit-objects"], "%dx.types.HitObject")) << texts.by_pass["hit-objects"];
}

}  // namespace
}  // namespace trellis::lower::testing
