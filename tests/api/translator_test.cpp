// The library as a caller sees it: reading once and translating many times, error codes, and the checks that
// always run.
#include "api/translator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "api/modules/validate.hpp"
#include "api/reflection/reflect.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

std::vector<uint8_t> shader_bytes(const std::string& label) {
  auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  return bytes ? std::move(*bytes) : std::vector<uint8_t>();
}

const char* const kShader = "control_flow/break_continue_mixed";

TEST(Translator, BytesToValidModule) {
  Translator translator;
  TranslateOptions options;
  options.validate = true;
  const auto translation = translator.translate(shader_bytes(kShader), options);
  ASSERT_TRUE(translation) << translation.error().to_string();
  ASSERT_GT(translation->spirv.size(), 5u);
  EXPECT_EQ(translation->spirv[0], 0x07230203u);
  EXPECT_EQ(translation->entry_points, std::vector<std::string>{"main"});
}

TEST(Translator, ReadOnceTranslateManyTimes) {
  Translator translator;
  const auto program = translator.read(shader_bytes(kShader));
  ASSERT_TRUE(program) << program.error().to_string();
  for (const Target target : {Target::kVulkan1_1, Target::kVulkan1_2, Target::kVulkan1_3}) {
    TranslateOptions options;
    options.target = target;
    const auto first = translator.translate(*program, options);
    const auto second = translator.translate(*program, options);
    ASSERT_TRUE(first && second) << static_cast<int>(target);
    EXPECT_EQ(first->spirv, second->spirv);
    EXPECT_TRUE(validate_module(first->spirv, target)) << static_cast<int>(target);
  }
}

TEST(Translator, SameWordsFromFreshAndUsedTranslators) {
  const auto bytes = shader_bytes(kShader);
  Translator used;
  ASSERT_TRUE(used.translate(shader_bytes("control_flow/gcd_three_forms")));
  EXPECT_FALSE(used.translate(std::vector<uint8_t>(100, 1)));
  const auto from_used = used.translate(bytes);
  Translator fresh;
  const auto from_fresh = fresh.translate(bytes);
  ASSERT_TRUE(from_used && from_fresh);
  EXPECT_EQ(from_used->spirv, from_fresh->spirv);
}

TEST(Translator, ManyThreadsEachWithItsOwn) {
  const auto bytes = shader_bytes(kShader);
  Translator reference;
  const auto expected = reference.translate(bytes);
  ASSERT_TRUE(expected);
  std::vector<int> sound(4, 0);
  std::vector<std::thread> threads;
  for (int& result : sound) {
    threads.emplace_back([&bytes, &expected, &result] {
      Translator translator;
      for (int i = 0; i < 20; ++i) {
        const auto translation = translator.translate(bytes);
        if (!translation || translation->spirv != expected->spirv) return;
      }
      result = 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::count(sound.begin(), sound.end(), 1), 4);
}

TEST(Translator, TimesOfEveryStage) {
  Translator translator;
  TranslateOptions options;
  options.validate = true;
  for (const dxil::Reader reader : {dxil::Reader::kRecords, dxil::Reader::kLlvm}) {
    ReadOptions reading;
    reading.reader = reader;
    const auto translation = translator.translate(shader_bytes(kShader), options, reading);
    ASSERT_TRUE(translation);
    const std::string_view other = reader == dxil::Reader::kRecords ? "LLVM's reader" : "decoding";
    for (const NamedTime& stage : named_times(translation->times))
      EXPECT_EQ(stage.nanoseconds > 0, stage.name != other) << stage.name;
  }
}

TEST(Translator, BadInputByCode) {
  Translator translator;
  const auto empty = translator.translate(std::vector<uint8_t>());
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, ErrorCode::kBadInput);

  const auto program = translator.read(shader_bytes(kShader));
  ASSERT_TRUE(program);
  TranslateOptions options;
  options.entry = "nobody";
  const auto wrong_entry = translator.translate(*program, options);
  ASSERT_FALSE(wrong_entry);
  EXPECT_EQ(wrong_entry.error().code, ErrorCode::kBadInput);
  EXPECT_NE(wrong_entry.error().message.find("'nobody'"), std::string::npos);
}

TEST(Translator, SeveralEntryPointsAreListed) {
  Program program;
  for (const char* name : {"first", "second"}) {
    dxil::EntryPoint entry_point;
    entry_point.name = name;
    entry_point.kind = dxil::ShaderKind::kNode;
    program.shader.entry_points.push_back(entry_point);
  }
  const Translator translator;
  const auto unnamed = translator.translate(program);
  ASSERT_FALSE(unnamed);
  EXPECT_EQ(unnamed.error().code, ErrorCode::kBadInput);
  EXPECT_NE(unnamed.error().message.find("first, second"), std::string::npos) << unnamed.error().message;

  TranslateOptions options;
  options.entry = "second";
  const auto named = translator.translate(program, options);
  ASSERT_FALSE(named);
  EXPECT_EQ(named.error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(entry_list(program), "first node\nsecond node\n");
}

TEST(Translator, StagesThatAreNotTranslatedAreNamed) {
  Translator translator;
  TranslateOptions options;
  options.entry = "tally";
  const auto translation =
      translator.translate(shader_bytes("raytracing/wg_finished_cross_group_sharing"), options);
  ASSERT_FALSE(translation);
  EXPECT_EQ(translation.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(translation.error().message.find("node shaders"), std::string::npos);
}

TEST(Translator, DigestIsCheckedByDefault) {
  auto bytes = shader_bytes(kShader);
  bytes[4] ^= 1;
  Translator translator;
  EXPECT_FALSE(translator.translate(bytes));
  ReadOptions options;
  options.verify_digest = false;
  EXPECT_TRUE(translator.translate(bytes, {}, options));
}

TEST(Translator, PassesAreReported) {
  struct Sink final : PassSink, structurizer::PassObserver {
    structurizer::PassObserver* begin_function(const dxil::Module&, const dxil::Function& function,
                                               const structurizer::Flow& flow) override {
      functions.push_back(function.name);
      blocks = flow.graph.block_count();
      return this;
    }
    void after_graph_pass(std::string_view, const cfg::Graph&) override { ++graph_passes; }
    void after_pass(std::string_view, const structurizer::Structured& function) override {
      ++passes;
      last_blocks = function.order.size();
    }
    std::vector<std::string> functions;
    size_t blocks = 0, graph_passes = 0, passes = 0, last_blocks = 0;
  };
  Sink sink;
  TranslateOptions options;
  options.pass_sink = &sink;
  Translator translator;
  ASSERT_TRUE(translator.translate(shader_bytes(kShader), options));
  EXPECT_EQ(sink.functions.size(), 1u);
  EXPECT_GE(sink.graph_passes, 1u);
  EXPECT_GE(sink.passes, 2u);
  EXPECT_GT(sink.blocks, 4u);
  EXPECT_GT(sink.last_blocks, 4u);
}

TEST(Translator, LlvmTextAndItsErrors) {
  Translator translator;
  const auto text = translator.llvm_text(shader_bytes(kShader));
  ASSERT_TRUE(text) << text.error().to_string();
  EXPECT_NE(text->find("define void @main()"), std::string::npos);
  EXPECT_FALSE(translator.llvm_text(std::vector<uint8_t>(64, 0)));
}

}  // namespace
}  // namespace trellis
