// Sixty-four threads that use the library at the same time get the same bytes as a single thread.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "trellis/trellis.hpp"

namespace trellis {
namespace {

using test_support::CorpusShader;

constexpr uint32_t kThreads = 64;
constexpr uint32_t kThreadsPerShader =
    4;  // How many threads translate each shader, at the same time where possible.

/// The result of translating one shader: the module, or the error.
struct Outcome {
  std::vector<uint32_t> words;
  std::string error;
  std::string reflection;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct Input {
  std::string label;
  std::vector<uint8_t> dxil;
  api::Program program;  ///< Null if it cannot be read.
  Outcome expected;
};

/// Translates the program that all threads share or, if `reads` is set, one that this call reads itself.
Outcome translate(api::Translator& translator, const Input& input, bool reads) {
  Outcome outcome;
  const api::Program own = reads ? translator.read(input.dxil.data(), input.dxil.size()) : api::Program();
  const api::Program& program = reads ? own : input.program;
  if (!program) {
    outcome.error = reads ? translator.error().text : "not read";
    return outcome;
  }
  TrellisTranslateOptions options = api::translate_options();
  options.entry_point = program.entry_point_count() == 0 ? nullptr : program.entry_point(0).name;
  const api::Module module = translator.translate(program, options);
  if (!module) {
    outcome.error = translator.error().text;
    return outcome;
  }
  outcome.words.assign(module.words(), module.words() + module.word_count());
  outcome.reflection = module.reflection();
  return outcome;
}

std::vector<Input> read_corpus(api::Translator& translator) {
  constexpr std::string_view kFolders[] = {"control_flow", "programs", "uniformity", "reconvergence", "ops",
                                           "resources",    "stages",   "raytracing", "variants"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), kFolders);
  std::vector<Input> inputs;
  if (!shaders) {
    ADD_FAILURE() << shaders.error().to_string();
    return inputs;
  }
  for (const CorpusShader& shader : *shaders) {
    const auto dxil = test_support::read_binary_file(shader.dxil);
    if (!dxil) {
      ADD_FAILURE() << dxil.error().to_string();
      continue;
    }
    Input input;
    input.label = shader.label();
    input.dxil = *dxil;
    input.program = translator.read(dxil->data(), dxil->size());
    input.expected = translate(translator, input, true);
    inputs.push_back(std::move(input));
  }
  return inputs;
}

TEST(ConcurrentTranslation, GivesTheBytesOfOneThread) {
  api::Translator translator;
  const std::vector<Input> inputs = read_corpus(translator);
  ASSERT_GT(inputs.size(), kThreads);

  // Translations overlap only if the threads start together and take neighboring inputs.
  std::barrier start(kThreads);
  std::vector<std::string> faults(kThreads);
  std::atomic<uint32_t> translated = 0;
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      api::Translator own;
      start.arrive_and_wait();
      for (size_t i = t / kThreadsPerShader; i < inputs.size(); i += kThreads / kThreadsPerShader) {
        const Input& input = inputs[i];
        const Outcome outcome = translate(own, input, t % 2 == 0 || !input.program);
        if (outcome != input.expected) faults[t] += input.label + ": " + outcome.error + "\n";
        if (!outcome.words.empty()) ++translated;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& fault : faults) EXPECT_EQ(fault, "");
  EXPECT_GT(translated, inputs.size() / 2 * kThreadsPerShader);
}

// Several threads query one module, and threads destroy objects that other threads created.
TEST(ConcurrentTranslation, AnyThreadMayUseAndDestroyModules) {
  const auto dxil =
      test_support::read_binary_file(test_support::corpus_root() / "programs/radix_sort_lsd_stable.dxil");
  ASSERT_TRUE(dxil);
  api::Translator translator;
  const api::Program program = translator.read(dxil->data(), dxil->size());
  ASSERT_TRUE(program);
  const api::Module shared = translator.translate(program);
  ASSERT_TRUE(shared);
  const std::vector<uint32_t> words(shared.words(), shared.words() + shared.word_count());

  std::vector<api::Module> modules(kThreads);
  std::barrier step(kThreads);
  std::atomic<uint32_t> agreed = 0;
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      api::Translator own;
      step.arrive_and_wait();
      modules[t] = own.translate(program);
      bool agrees =
          modules[t] && modules[t].word_count() == words.size() && shared.word_count() == words.size();
      agrees = agrees && std::string_view(shared.reflection()) == modules[t].reflection() &&
               std::string_view(program.reflection()).find("entry_points") != std::string_view::npos;
      agrees = agrees && shared.binding_count() == modules[t].binding_count();
      for (uint32_t i = 0; agrees && i < shared.binding_count(); ++i) {
        agrees = shared.binding(i).binding.binding == modules[t].binding(i).binding.binding;
      }
      agreed += agrees ? 1 : 0;
      step.arrive_and_wait();
      modules[(t + 1) % kThreads] = api::Module();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(agreed, kThreads);
}

}  // namespace
}  // namespace trellis
