// All memory comes from the caller's allocator. Running out of it is an ordinary error. Objects return their
// memory to the allocator it came from, whichever thread or translator destroys them.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/c_api/memory/counted_memory.hpp"
#include "tests/c_api/memory/unrouted_memory.hpp"
#include "tests/c_api/shared_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_c_api {
namespace {

constexpr const char* kShader = "programs/bitonic_sort_pairs";

// Builds with assertions record the valid handles in the process's own heap, once per object.
#ifdef NDEBUG
constexpr size_t kNoted = 0;
#else
constexpr size_t kNoted = 1;
#endif

struct DestroyLayout {
  void operator()(TrellisRootSignature* object) const { trellis_root_signature_destroy(object); }
  void operator()(TrellisPipelineLayout* object) const { trellis_pipeline_layout_destroy(object); }
};
using RootSignature = std::unique_ptr<TrellisRootSignature, DestroyLayout>;
using Layout = std::unique_ptr<TrellisPipelineLayout, DestroyLayout>;

std::vector<uint8_t> file_of(const std::string& label) {
  auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  EXPECT_TRUE(bytes) << label;
  return bytes ? std::move(*bytes) : std::vector<uint8_t>();
}

std::vector<uint32_t> words_of(const Module& module) {
  size_t count = 0;
  const uint32_t* words = trellis_module_words(module.get(), &count);
  return {words, words + count};
}

std::vector<uint32_t> words_without_allocator(const char* label) {
  const Translator translator = make_translator();
  const Program program = read_shader(translator, label);
  return words_of(translate(translator, program));
}

// --- What is routed
// -----------------------------------------------------------------------------------------------

/// Returns how many times `call` calls operator new.
size_t unrouted_calls(const std::function<void()>& call) {
  const size_t before = unrouted_memory().made;
  call();
  return unrouted_memory().made - before;
}

struct Translated {
  const char* label;
  bool all_entry_points = false;
  bool debug_info = false;
  bool maximal_reconvergence = false;
  bool validate = false;
};

const Translated kTranslated[] = {
    {"large/votes_chain_120"},
    {"programs/json_tokenizer_depth"},
    {"resources/heap_all_in_one_pointer_graph"},
    {"resources/heap_every_kind_uniform"},
    {"variants/bool_flags_correlated_ifs.debug", false, true},
    {"reconvergence/votes_01005", false, false, true},
};

/// Translates with an allocator, and returns what went through operator new and operator delete meanwhile.
UnroutedMemory unrouted_by(const Translated& which) {
  CountedMemory memory;
  const TrellisTranslatorOptions options = memory.options();
  const Translator translator = make_translator(&options);
  const std::vector<uint8_t> dxil = file_of(which.label);
  TrellisReadOptions read_options = TRELLIS_READ_OPTIONS_INIT;
  read_options.debug_info = which.debug_info ? 1 : 0;
  TrellisProgram* read = nullptr;
  trellis_program_read(translator.get(), dxil.data(), dxil.size(), &read_options, &read);
  const Program program(read);
  TrellisTranslateOptions how = TRELLIS_TRANSLATE_OPTIONS_INIT;
  how.all_entry_points = which.all_entry_points ? 1 : 0;
  how.debug_info = which.debug_info ? TRELLIS_DEBUG_INFO_FULL : TRELLIS_DEBUG_INFO_NONE;
  how.maximal_reconvergence = which.maximal_reconvergence ? 1 : 0;
  how.validate = which.validate ? 1 : 0;
  TrellisModule* made = nullptr;
  const UnroutedMemory before = unrouted_memory();
  const TrellisResult result = trellis_translate(translator.get(), program.get(), &how, &made);
  const UnroutedMemory after = unrouted_memory();
  const Module module(made);
  EXPECT_EQ(result, TRELLIS_SUCCESS) << which.label << ": " << error_text(translator);
  return {after.made - before.made, after.released - before.released};
}

TEST(RoutedMemory, HoldsEverythingThatTranslationNeeds) {
  for (const Translated& which : kTranslated) EXPECT_EQ(unrouted_by(which).made, kNoted) << which.label;
}

/// SPIRV-Tools allocates from the process's own heap while it validates.
TEST(RoutedMemory, OutlivesThatOfSpirvTools) {
  const Translated validated = {"programs/bitonic_sort_pairs", false, false, false, true};
  unrouted_by(validated);  // Lets SPIRV-Tools create its process-wide tables.
  const UnroutedMemory unrouted = unrouted_by(validated);
  EXPECT_GT(unrouted.made, kNoted);
  EXPECT_EQ(unrouted.live(), kNoted);
}

TEST(RoutedMemory, HoldsAllEntryPoints) {
  EXPECT_EQ(unrouted_by({"ops/library_compute_entries", true}).made, kNoted);
}

/// Covers what all kinds of operations, stages and resources allocate, including translations that fail.
TEST(RoutedMemory, HoldsWhatTheShadersOfTheCorpusNeed) {
  CountedMemory memory;
  const TrellisTranslatorOptions options = memory.options();
  const Translator translator = make_translator(&options);
  size_t translated = 0;
  constexpr std::string_view kFolders[] = {"ops", "stages", "resources", "uniformity"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), kFolders);
  ASSERT_TRUE(shaders);
  for (const test_support::CorpusShader& shader : *shaders) {
    const std::string label = shader.label();
    const std::vector<uint8_t> dxil = file_of(label);
    TrellisProgram* read = nullptr;
    if (trellis_program_read(translator.get(), dxil.data(), dxil.size(), nullptr, &read) != TRELLIS_SUCCESS)
      continue;
    const Program program(read);
    TrellisModule* made = nullptr;
    TrellisResult result = TRELLIS_SUCCESS;
    const size_t unrouted =
        unrouted_calls([&] { result = trellis_translate(translator.get(), program.get(), nullptr, &made); });
    const Module module(made);
    EXPECT_EQ(unrouted, made == nullptr ? 0 : kNoted) << label;
    translated += result == TRELLIS_SUCCESS ? 1 : 0;
  }
  EXPECT_GT(translated, 350u);
}

TEST(RoutedMemory, HoldsRootSignaturesAndLayouts) {
  CountedMemory memory;
  const TrellisTranslatorOptions options = memory.options();
  const Translator translator = make_translator(&options);
  const Program program = read_shader(translator, "resources/rootsig_constants_cbv_and_table");
  TrellisRootSignature* read = nullptr;
  TrellisPipelineLayout* made = nullptr;
  TrellisModule* translated = nullptr;
  TrellisPipelineLayout* refined = nullptr;
  const size_t unrouted = unrouted_calls([&] {
    ASSERT_EQ(trellis_root_signature_of_program(translator.get(), program.get(), &read), TRELLIS_SUCCESS);
    ASSERT_EQ(trellis_pipeline_layout_create(translator.get(), read, nullptr, &made), TRELLIS_SUCCESS);
    TrellisTranslateOptions how = TRELLIS_TRANSLATE_OPTIONS_INIT;
    how.layout = made;
    ASSERT_EQ(trellis_translate(translator.get(), program.get(), &how, &translated), TRELLIS_SUCCESS);
    ASSERT_EQ(trellis_pipeline_layout_refine(translator.get(), made, &translated, 1, &refined),
              TRELLIS_SUCCESS);
  });
  EXPECT_EQ(unrouted, 4 * kNoted);
  const RootSignature signature(read);
  const Layout layout(made), other(refined);
  const Module module(translated);
  EXPECT_TRUE(memory.holds(signature.get()));
  EXPECT_TRUE(memory.holds(layout.get()));
  EXPECT_TRUE(memory.holds(trellis_pipeline_layout_description(layout.get())));
}

TEST(RoutedMemory, HoldsAnswersToGarbage) {
  CountedMemory memory;
  const TrellisTranslatorOptions options = memory.options();
  const Translator translator = make_translator(&options);
  const Program program = read_shader(translator, kShader);
  TrellisTranslateOptions how = TRELLIS_TRANSLATE_OPTIONS_INIT;
  how.entry_point = "an entry point that is not in this program";
  TrellisModule* module = nullptr;
  TrellisProgram* none = nullptr;
  const size_t unrouted = unrouted_calls([&] {
    EXPECT_EQ(trellis_translate(translator.get(), program.get(), &how, &module), TRELLIS_ERROR_BAD_INPUT);
    how.struct_size = 3;
    EXPECT_EQ(trellis_translate(translator.get(), program.get(), &how, &module),
              TRELLIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(trellis_program_read(translator.get(), "DXBC, or so it says", 19, nullptr, &none),
              TRELLIS_ERROR_BAD_INPUT);
  });
  EXPECT_EQ(unrouted, 0u);
  EXPECT_TRUE(memory.holds(trellis_translator_error(translator.get())->text));
}

/// LLVM's reader uses the process's own heap. It keeps only its context, which is destroyed with the
/// translator.
TEST(RoutedMemory, HoldsProgramsOnceLlvmIsDone) {
  const std::vector<uint8_t> dxil = file_of(kShader);
  CountedMemory memory;
  const TrellisTranslatorOptions options = memory.options();
  Program program;
  const auto read = [&] {
    const Translator translator = make_translator(&options);
    TrellisProgram* made = nullptr;
    trellis_program_read(translator.get(), dxil.data(), dxil.size(), nullptr, &made);
    program.reset(made);
  };
  read();  // Lets LLVM allocate what it keeps for the lifetime of the process.
  ASSERT_NE(program, nullptr);
  const size_t before = unrouted_memory().live();
  read();
  EXPECT_EQ(unrouted_memory().live(), before);
  program.reset();
  EXPECT_EQ(unrouted_memory().live(), before - kNoted);
}

/// A second read leaves nothing in the process's heap, even while the translator lives, except a few types
/// and constants of the module in LLVM's context.
TEST(RoutedMemory, KeepsNothingOfAReadElsewhereButInLlvmsContext) {
  const std::vector<uint8_t> dxil = file_of(kShader);
  CountedMemory memory;
  const TrellisTranslatorOptions options = memory.options();
  const Translator translator = make_translator(&options);
  const auto read = [&] {
    TrellisProgram* made = nullptr;
    trellis_program_read(translator.get(), dxil.data(), dxil.size(), nullptr, &made);
    return Program(made);
  };
  const Program first = read();
  const size_t before = unrouted_memory().live();
  const Program second = read();
  ASSERT_NE(second, nullptr);
  EXPECT_LE(unrouted_memory().live(), before + 100);
}

TEST(RoutedMemory, HoldsRequestedTexts) {
  CountedMemory memory;
  const TrellisTranslatorOptions options = memory.options();
  const Translator translator = make_translator(&options);
  const Program program = read_shader(translator, kShader);
  const Module module = translate(translator, program);
  ASSERT_NE(module, nullptr);
  const std::vector<uint8_t> dxil = file_of(kShader);
  const char* assembly = nullptr;
  const size_t before = unrouted_memory().live();
  const char* of_program = trellis_program_reflection(program.get());
  const char* of_module = trellis_module_reflection(module.get());
  trellis_disassemble(translator.get(), dxil.data(), dxil.size(), nullptr, &assembly);
  EXPECT_TRUE(memory.holds(assembly));
  const char* report = nullptr;
  trellis_program_check(translator.get(), program.get(), nullptr, nullptr, &report);
  EXPECT_TRUE(memory.holds(report));
  // The writers of JSON and of LLVM assembly have freed everything they used.
  EXPECT_EQ(unrouted_memory().live(), before);
  EXPECT_TRUE(memory.holds(of_program));
  EXPECT_TRUE(memory.holds(of_module));
  size_t count = 0;
  EXPECT_TRUE(memory.holds(trellis_module_words(module.get(), &count)));
}

// --- Running out
// --------------------------------------------------------------------------------------------------

/// Reads and translates with an allocator whose n-th call fails.
class ScarceMemory : public testing::TestWithParam<bool> {
 protected:
  /// Every call of the interface either succeeds or reports that memory ran out; a failed one leaves nothing
  /// behind. Returns true if no allocation failed.
  bool run(size_t fail_at) {
    const bool from_then_on = GetParam();
    CountedMemory memory;
    memory.fail_at(fail_at, from_then_on);
    const TrellisTranslatorOptions options = memory.options();
    TrellisTranslator* raw = nullptr;
    if (trellis_translator_create(&options, &raw) != TRELLIS_SUCCESS) {
      EXPECT_EQ(raw, nullptr);
      EXPECT_EQ(memory.live(), 0u);
      return false;
    }
    const Translator translator(raw);
    bool is_first = true;
    const auto failed = [&](TrellisResult result, const void* object) {
      if (result == TRELLIS_SUCCESS) return false;
      EXPECT_EQ(result, TRELLIS_ERROR_OUT_OF_MEMORY) << fail_at << ": " << error_text(translator);
      EXPECT_EQ(trellis_translator_error(translator.get())->result, TRELLIS_ERROR_OUT_OF_MEMORY);
      EXPECT_EQ(object, nullptr);
      EXPECT_TRUE(is_first);
      is_first = false;
      memory.never_fail();
      return true;
    };
    // The same translator works again once memory is available.
    TrellisProgram* read = nullptr;
    const auto read_again = [&] {
      return trellis_program_read(translator.get(), dxil_.data(), dxil_.size(), nullptr, &read);
    };
    if (failed(read_again(), read)) {
      EXPECT_EQ(read_again(), TRELLIS_SUCCESS);
    }
    const Program program(read);
    TrellisModule* made = nullptr;
    const auto translate_again = [&] {
      return trellis_translate(translator.get(), program.get(), nullptr, &made);
    };
    const size_t live = memory.live();
    if (failed(translate_again(), made)) {
      EXPECT_EQ(memory.live(), live) << fail_at;
      EXPECT_EQ(translate_again(), TRELLIS_SUCCESS);
    }
    const Module module(made);
    EXPECT_EQ(words_of(module), expected_) << fail_at;
    if (trellis_module_reflection(module.get()) == nullptr) {
      is_first = false;
      memory.never_fail();
      EXPECT_NE(trellis_module_reflection(module.get()), nullptr);
    }
    return is_first;
  }

  std::vector<uint8_t> dxil_ = file_of(kSmall);
  std::vector<uint32_t> expected_ = words_without_allocator(kSmall);

  static constexpr const char* kSmall = "ops/overflow_and_range_checks";
};

TEST_P(ScarceMemory, FailsCallsAndNothingElse) {
  size_t fail_at = 0;
  while (!run(fail_at) && !HasFailure()) ++fail_at;
  EXPECT_GT(fail_at, 200u);
}

INSTANTIATE_TEST_SUITE_P(Once, ScarceMemory, testing::Values(false));
INSTANTIATE_TEST_SUITE_P(ForGood, ScarceMemory, testing::Values(true));

// --- Objects and threads
// ------------------------------------------------------------------------------------------

TEST(RoutedMemory, ReturnsWhereItCameFromWhicheverThreadDestroysIt) {
  CountedMemory first, second;
  const TrellisTranslatorOptions first_options = first.options(), second_options = second.options();
  Module module;
  {
    Program program;
    {
      const Translator reader = make_translator(&first_options);
      program = read_shader(reader, kShader);
    }
    EXPECT_GT(first.live_bytes(), 10000u);  // The program outlives its translator.
    const Translator translator = make_translator(&second_options);
    module = translate(translator, program);
    ASSERT_NE(module, nullptr);
  }
  EXPECT_TRUE(second.holds(module.get()));
  EXPECT_GT(first.live(), 0u);  // The module keeps the program alive.
  std::thread([&] { module.reset(); }).join();
  EXPECT_EQ(first.live(), 0u);
  EXPECT_EQ(second.live(), 0u);
}

TEST(RoutedMemory, IsEachTranslatorsOwnOnManyThreads) {
  constexpr size_t kThreads = 8;
  const char* const kShaders[] = {kShader, "programs/sha1_hmac_chain"};
  std::vector<std::vector<uint32_t>> expected;
  for (const char* label : kShaders) expected.push_back(words_without_allocator(label));
  std::vector<CountedMemory> memories(kThreads);
  std::vector<Program> programs(kThreads);
  const auto on_each_thread = [&](const std::function<void(size_t)>& work) {
    std::vector<std::thread> threads;
    for (size_t t = 0; t < kThreads; ++t) threads.emplace_back(work, t);
    for (std::thread& thread : threads) thread.join();
  };
  on_each_thread([&](size_t t) {
    const TrellisTranslatorOptions options = memories[t].options();
    const Translator translator = make_translator(t % 4 == 3 ? nullptr : &options);
    programs[t] = read_shader(translator, kShaders[t % 2]);
  });
  // The next thread translates and destroys each program, with another allocator.
  on_each_thread([&](size_t t) {
    const TrellisTranslatorOptions options = memories[t].options();
    const Translator translator = make_translator(&options);
    const size_t other = (t + 1) % kThreads;
    const Module module = translate(translator, programs[other]);
    EXPECT_EQ(words_of(module), expected[other % 2]);
    programs[other].reset();
  });
  for (const CountedMemory& memory : memories) EXPECT_EQ(memory.live(), 0u);
}

/// A callback may call the library: those calls allocate from the allocator of their own translator.
TEST(RoutedMemory, OfNestedCallsIsSeparate) {
  CountedMemory outer_memory, inner_memory;
  const TrellisTranslatorOptions outer_options = outer_memory.options(),
                                 inner_options = inner_memory.options();
  struct Inner {
    Translator translator;
    Program program;
  } inner = {make_translator(&inner_options), nullptr};
  const Translator outer = make_translator(&outer_options);
  const Program program = read_shader(outer, kShader);
  TrellisTranslateOptions how = TRELLIS_TRANSLATE_OPTIONS_INIT;
  how.bind_user = &inner;
  how.bind = [](void* user, const TrellisResourceUse*, TrellisBinding*) -> uint32_t {
    auto& objects = *static_cast<Inner*>(user);
    objects.program = read_shader(objects.translator, kShader);
    return 1;
  };
  const Module module = translate(outer, program, &how);
  ASSERT_NE(module, nullptr);
  EXPECT_TRUE(inner_memory.holds(inner.program.get()));
  EXPECT_TRUE(outer_memory.holds(module.get()));
}

}  // namespace
}  // namespace trellis::test_c_api
