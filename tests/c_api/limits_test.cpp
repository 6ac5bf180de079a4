// Limits on calls, callers that stop them, cache keys, layouts of buffer structs, and modules as text.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "tests/c_api/shared_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_c_api {
namespace {

constexpr const char* kSorter = "programs/bitonic_sort_pairs";

class Limits : public testing::Test {
 protected:
  void SetUp() override {
    program = read_shader(translator, kSorter);
    ASSERT_NE(program, nullptr);
    options.limits = &limits;
    reading.limits = &limits;
  }
  TrellisResult translated(TrellisTranslateOptions* with = nullptr) {
    TrellisModule* made = nullptr;
    const TrellisResult result =
        trellis_translate(translator.get(), program.get(), with != nullptr ? with : &options, &made);
    module.reset(made);
    EXPECT_EQ(made == nullptr, result != TRELLIS_SUCCESS);
    return result;
  }
  TrellisResult was_read(const std::string& label) {
    const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
    TrellisProgram* made = nullptr;
    const TrellisResult result =
        trellis_program_read(translator.get(), bytes->data(), bytes->size(), &reading, &made);
    Program(made).reset();
    return result;
  }
  /// Installs a callback that counts its calls in `calls` and stops the translation at call `number`.
  void stop_at(uint32_t number) {
    calls = 0;
    last = number;
    limits.stop = [](void* user) -> uint32_t {
      auto& self = *static_cast<Limits*>(user);
      return ++self.calls == self.last ? 1 : 0;
    };
    limits.stop_user = this;
  }

  Translator translator = make_translator();
  Program program;
  Module module;
  TrellisLimits limits = TRELLIS_LIMITS_INIT;
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  TrellisReadOptions reading = TRELLIS_READ_OPTIONS_INIT;
  uint32_t calls = 0, last = 0;
};

TEST_F(Limits, OfSizesAreExact) {
  ASSERT_EQ(translated(), TRELLIS_SUCCESS) << "no limit is set";
  size_t words = 0;
  trellis_module_words(module.get(), &words);
  for (uint32_t TrellisLimits::*member :
       {&TrellisLimits::max_blocks, &TrellisLimits::max_instructions, &TrellisLimits::max_output_words}) {
    limits = TRELLIS_LIMITS_INIT;
    limits.*member = 1;
    EXPECT_EQ(translated(), TRELLIS_ERROR_LIMIT);
    EXPECT_NE(error_text(translator).find("exceed the limit of 1"), std::string::npos)
        << error_text(translator);
    limits.*member = UINT32_MAX;
    EXPECT_EQ(translated(), TRELLIS_SUCCESS);
  }
  limits = TRELLIS_LIMITS_INIT;
  limits.max_output_words = static_cast<uint32_t>(words);
  EXPECT_EQ(translated(), TRELLIS_SUCCESS);
  limits.max_output_words = static_cast<uint32_t>(words) - 1;
  EXPECT_EQ(translated(), TRELLIS_ERROR_LIMIT);
  limits = TRELLIS_LIMITS_INIT;
  limits.max_blocks = 1;
  EXPECT_EQ(was_read(kSorter), TRELLIS_ERROR_LIMIT);
  limits = TRELLIS_LIMITS_INIT;
  limits.max_instructions = 1;
  EXPECT_EQ(was_read(kSorter), TRELLIS_ERROR_LIMIT);
}

// Whichever call of the callback returns "stop", the translation ends and the next one works.
TEST_F(Limits, StopAtEveryQuestion) {
  ASSERT_EQ(translated(), TRELLIS_SUCCESS);
  size_t count = 0;
  const uint32_t* words = trellis_module_words(module.get(), &count);
  const std::vector<uint32_t> expected(words, words + count);
  stop_at(UINT32_MAX);
  ASSERT_EQ(translated(), TRELLIS_SUCCESS);
  words = trellis_module_words(module.get(), &count);
  EXPECT_EQ(std::vector<uint32_t>(words, words + count), expected) << "asking changes nothing";
  const uint32_t questions = calls;
  EXPECT_GT(questions, 8u) << "between the passes at least";
  for (uint32_t n = 1; n <= questions; ++n) {
    stop_at(n);
    ASSERT_EQ(translated(), TRELLIS_ERROR_CANCELLED) << n << " of " << questions;
    EXPECT_EQ(calls, n) << "it is not asked again";
  }
  limits = TRELLIS_LIMITS_INIT;
  EXPECT_EQ(translated(), TRELLIS_SUCCESS);
}

TEST_F(Limits, StopReadingAtEveryQuestion) {
  struct Way {
    TrellisReader reader;
    uint32_t debug_info;
  };
  for (const Way way :
       {Way{TRELLIS_READER_ANY, 0}, Way{TRELLIS_READER_ANY, 1}, Way{TRELLIS_READER_LLVM, 0}}) {
    reading.reader = way.reader;
    reading.debug_info = way.debug_info;
    limits = TRELLIS_LIMITS_INIT;
    stop_at(UINT32_MAX);
    ASSERT_EQ(was_read(kSorter), TRELLIS_SUCCESS);
    const uint32_t questions = calls;
    EXPECT_GT(questions, 1u);
    for (uint32_t n = 1; n <= questions; ++n) {
      stop_at(n);
      EXPECT_EQ(was_read(kSorter), TRELLIS_ERROR_CANCELLED) << n << " of " << questions;
    }
    limits = TRELLIS_LIMITS_INIT;
    EXPECT_EQ(was_read(kSorter), TRELLIS_SUCCESS) << "nothing of what was begun is left";
  }
}

TEST_F(Limits, AreCheckedAfterTheValidator) {
  stop_at(UINT32_MAX);
  options.validate = 1;
  ASSERT_EQ(translated(), TRELLIS_SUCCESS);
  const uint32_t questions = calls;
  stop_at(questions);
  EXPECT_EQ(translated(), TRELLIS_ERROR_CANCELLED);
}

TEST_F(Limits, OfTime) {
  // The callback lets time pass.
  limits.max_milliseconds = 1;
  limits.stop = [](void*) -> uint32_t {
    timespec pause = {0, 2'000'000};
    nanosleep(&pause, nullptr);
    return 0;
  };
  EXPECT_EQ(translated(), TRELLIS_ERROR_LIMIT);
  EXPECT_NE(error_text(translator).find("limit of 1 ms"), std::string::npos) << error_text(translator);
  limits = TRELLIS_LIMITS_INIT;
  limits.max_milliseconds = 600'000;
  EXPECT_EQ(translated(), TRELLIS_SUCCESS);
}

TEST_F(Limits, AreOfTheWholeCallForLibraries) {
  program = read_shader(translator, "raytracing/ambient_occlusion_hemisphere");
  options.all_entry_points = 1;
  stop_at(UINT32_MAX);
  ASSERT_EQ(translated(), TRELLIS_SUCCESS);
  const uint32_t questions = calls;
  size_t words = 0;
  trellis_module_words(module.get(), &words);
  for (uint32_t n = 1; n <= questions; n += 3) {
    stop_at(n);
    EXPECT_EQ(translated(), TRELLIS_ERROR_CANCELLED) << n;
  }
  limits = TRELLIS_LIMITS_INIT;
  limits.max_output_words = static_cast<uint32_t>(words) - 1;
  EXPECT_EQ(translated(), TRELLIS_ERROR_LIMIT) << "each entry point fits, all of them do not";
}

TEST_F(Limits, OfAnotherSizeAreRefused) {
  limits.struct_size = 3;
  EXPECT_EQ(translated(), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(trellis_translator_error(translator.get())->part, "options.limits.struct_size");
  EXPECT_EQ(was_read(kSorter), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(trellis_result_name(TRELLIS_ERROR_LIMIT), "limit exceeded");
  EXPECT_STREQ(trellis_result_name(TRELLIS_ERROR_CANCELLED), "cancelled");
}

TEST_F(Limits, ModulesAsText) {
  ASSERT_EQ(translated(), TRELLIS_SUCCESS);
  const char* text = trellis_module_disassemble(module.get());
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(std::string(text).rfind("; SPIR-V", 0), 0u);
  EXPECT_NE(std::strstr(text, "OpEntryPoint GLCompute"), nullptr);
  EXPECT_EQ(trellis_module_disassemble(module.get()), text) << "made once";
  EXPECT_EQ(trellis_module_disassemble(nullptr), nullptr);
}

TEST(CacheKeys, DependOnEveryPiece) {
  EXPECT_EQ(std::strlen(trellis_cache_version()), 32u);
  const auto key = [](const std::vector<std::string>& pieces) {
    std::vector<const void*> pointers;
    std::vector<size_t> sizes;
    for (const std::string& piece : pieces) {
      pointers.push_back(piece.data());
      sizes.push_back(piece.size());
    }
    std::vector<uint8_t> made(32);
    EXPECT_EQ(
        trellis_cache_key(pointers.data(), sizes.data(), static_cast<uint32_t>(pieces.size()), made.data()),
        TRELLIS_SUCCESS);
    return made;
  };
  std::set<std::vector<uint8_t>> all;
  for (const std::vector<std::string>& pieces :
       {std::vector<std::string>{}, {""}, {"", ""}, {"ab"}, {"a", "b"}, {"b", "a"}, {"ab", ""}}) {
    EXPECT_TRUE(all.insert(key(pieces)).second);
    EXPECT_EQ(key(pieces), key(pieces));
  }
  uint8_t made[32];
  const void* nothing = nullptr;
  const size_t size = 4;
  EXPECT_EQ(trellis_cache_key(&nothing, &size, 1, made), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_cache_key(nullptr, nullptr, 1, made), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_cache_key(nullptr, nullptr, 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
}

TEST(ProgramStructs, AreThoseOfTheReflection) {
  const Translator translator = make_translator();
  const Program program = read_shader(translator, "containers/ps_decal_box.reflection");
  const uint32_t count = trellis_program_struct_count(program.get());
  ASSERT_GT(count, 1u);
  std::set<std::string> members;
  for (uint32_t n = 0; n < count; ++n) {
    TrellisStructInfo info = TRELLIS_STRUCT_INFO_INIT;
    ASSERT_EQ(trellis_program_struct(program.get(), n, &info), TRELLIS_SUCCESS);
    for (uint32_t m = 0; m < info.member_count; ++m) {
      TrellisStructMemberInfo member = TRELLIS_STRUCT_MEMBER_INFO_INIT;
      ASSERT_EQ(trellis_program_struct_member(program.get(), n, m, &member), TRELLIS_SUCCESS);
      EXPECT_LT(member.byte_offset, info.byte_size);
      EXPECT_TRUE(member.component != TRELLIS_COMPONENT_NONE || member.struct_index < count) << member.name;
      EXPECT_EQ(member.array_sizes == nullptr, member.array_size_count == 0);
      members.insert(std::string(info.name) + "." + member.name);
    }
    TrellisStructMemberInfo member = TRELLIS_STRUCT_MEMBER_INFO_INIT;
    EXPECT_EQ(trellis_program_struct_member(program.get(), n, info.member_count, &member),
              TRELLIS_ERROR_INVALID_ARGUMENT);
  }
  EXPECT_TRUE(members.count("C.invViewProj") != 0 || members.count("Decal.invViewProj") != 0 ||
              std::any_of(members.begin(), members.end(),
                          [](const std::string& name) { return name.ends_with(".invViewProj"); }));
  uint32_t with_struct = 0;
  for (uint32_t n = 0; n < trellis_program_resource_count(program.get()); ++n) {
    TrellisResourceInfo resource = TRELLIS_RESOURCE_INFO_INIT;
    ASSERT_EQ(trellis_program_resource(program.get(), n, &resource), TRELLIS_SUCCESS);
    if (resource.struct_index != UINT32_MAX) ++with_struct;
    EXPECT_EQ(std::string(resource.component_type).empty(), resource.component == TRELLIS_COMPONENT_NONE)
        << resource.name;
  }
  EXPECT_GT(with_struct, 0u);
  TrellisStructInfo info = TRELLIS_STRUCT_INFO_INIT;
  EXPECT_EQ(trellis_program_struct(program.get(), count, &info), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_program_struct_count(nullptr), 0u);
  EXPECT_NE(trellis_program_hash(program.get()), nullptr);
  EXPECT_EQ(trellis_program_hash(nullptr), nullptr);
}

TEST(NamedBindingsOfWholeBuffers, GrowTheRootData) {
  const Translator translator = make_translator();
  const Program program = read_shader(translator, "containers/ps_decal_box.reflection");
  TrellisNamedBinding named = {"C", TRELLIS_BINDING_INIT};
  named.binding.kind = TRELLIS_BIND_ROOT_CONSTANTS;
  named.binding.root_offset = TRELLIS_NO_OFFSET;
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.named_bindings = &named;
  options.named_binding_count = 1;
  options.validate = 1;
  const Module module = translate(translator, program, &options);
  ASSERT_NE(module, nullptr) << error_text(translator);
  const TrellisModule* modules[] = {module.get()};
  TrellisPipelineLayout* layout = nullptr;
  ASSERT_EQ(trellis_pipeline_layout_of_modules(translator.get(), modules, 1, nullptr, &layout),
            TRELLIS_SUCCESS);
  TrellisRootDataInfo root = TRELLIS_ROOT_DATA_INFO_INIT;
  EXPECT_EQ(trellis_pipeline_layout_root_data(layout, &root), TRELLIS_SUCCESS);
  EXPECT_GT(root.size, 0u);
  EXPECT_EQ(root.push_stages, 0x10u);
  // With a pipeline layout, the root data is the layout's.
  options.layout = layout;
  TrellisModule* refused = nullptr;
  EXPECT_EQ(trellis_translate(translator.get(), program.get(), &options, &refused),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  trellis_pipeline_layout_destroy(layout);
}

}  // namespace
}  // namespace trellis::test_c_api
