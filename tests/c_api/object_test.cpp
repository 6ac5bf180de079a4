// What the objects report, which memory holds their strings, and that threads may share them.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/c_api/memory/counted_memory.hpp"
#include "tests/c_api/shared_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

extern "C" int header_in_c_works(void);

namespace trellis::test_c_api {
namespace {

constexpr const char* kObjectShader = "programs/bitonic_sort_pairs";

TEST(Header, WorksInC) { EXPECT_EQ(header_in_c_works(), 1); }

TEST(Documentation, ShowsTheExampleAsItIs) {
  const auto page = test_support::read_text_file(test_support::source_path("docs/embedding.md"));
  const auto example = test_support::read_text_file(test_support::source_path("examples/translate.c"));
  ASSERT_TRUE(page && example);
  EXPECT_NE(page->find("```c\n" + *example + "```"), std::string::npos);
}

TEST(Version, IsSupported) {
  EXPECT_EQ(trellis_api_supported(TRELLIS_API_MAJOR, TRELLIS_API_MINOR), 1u);
  EXPECT_EQ(trellis_api_supported(TRELLIS_API_MAJOR, TRELLIS_API_MINOR + 1), 0u);
  EXPECT_EQ(trellis_api_supported(TRELLIS_API_MAJOR + 1, 0), 0u);
  EXPECT_NE(std::strlen(trellis_version()), 0u);
  EXPECT_STREQ(trellis_result_name(TRELLIS_ERROR_UNSUPPORTED), "unsupported");
  EXPECT_STREQ(trellis_result_name(-7), "unknown result");
}

TEST(Objects, ReportTheirContents) {
  const Translator translator = make_translator();
  Program program = read_shader(translator, kObjectShader);
  ASSERT_NE(program, nullptr);
  ASSERT_EQ(trellis_program_entry_point_count(program.get()), 1u);
  EXPECT_EQ(trellis_program_find_entry_point(program.get(), "main"), 0u);
  const Module module = translate(translator, program);
  ASSERT_NE(module, nullptr) << error_text(translator);
  const uint32_t resources = trellis_program_resource_count(program.get());
  // A module outlives its program.
  program.reset();

  TrellisEntryPointInfo entry = TRELLIS_ENTRY_POINT_INFO_INIT;
  ASSERT_EQ(trellis_module_entry_point(module.get(), &entry), TRELLIS_SUCCESS);
  EXPECT_STREQ(entry.name, "main");
  EXPECT_EQ(entry.stage, TRELLIS_STAGE_COMPUTE);
  EXPECT_GT(entry.workgroup_size[0], 0u);
  size_t count = 0;
  const uint32_t* words = trellis_module_words(module.get(), &count);
  ASSERT_GT(count, 5u);
  EXPECT_EQ(words[0], 0x07230203u);
  uint32_t capability_count = 0;
  const uint32_t* capabilities = trellis_module_capabilities(module.get(), &capability_count);
  ASSERT_GT(capability_count, 0u);
  EXPECT_EQ(capabilities[0], 1u);  // Capability Shader.
  ASSERT_EQ(trellis_module_binding_count(module.get()), resources);
  for (uint32_t n = 0; n < resources; ++n) {
    TrellisResourceUse use = TRELLIS_RESOURCE_USE_INIT;
    TrellisBinding binding = TRELLIS_BINDING_INIT;
    ASSERT_EQ(trellis_module_binding(module.get(), n, &use, &binding), TRELLIS_SUCCESS);
    EXPECT_EQ(use.resource, n);
    ASSERT_NE(use.info, nullptr);
    EXPECT_EQ(binding.set, use.info->space);
  }
  const auto reflection = nlohmann::json::parse(trellis_module_reflection(module.get()), nullptr, false);
  ASSERT_TRUE(reflection.is_object());
  EXPECT_EQ(reflection["module"]["bindings"].size(), resources);
  EXPECT_EQ(reflection["module"]["capabilities"][0], "Shader");
}

TEST(Disassembly, IsTheModuleAsText) {
  const Translator translator = make_translator();
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / (std::string(kObjectShader) + ".dxil"));
  ASSERT_TRUE(bytes);
  const char* text = nullptr;
  ASSERT_EQ(trellis_disassemble(translator.get(), bytes->data(), bytes->size(), nullptr, &text),
            TRELLIS_SUCCESS);
  EXPECT_NE(std::strstr(text, "define void @main()"), nullptr);
  const void* bitcode = nullptr;
  size_t size = 0;
  ASSERT_EQ(trellis_find_bitcode(translator.get(), bytes->data(), bytes->size(), nullptr, &bitcode, &size),
            TRELLIS_SUCCESS);
  ASSERT_GT(size, 4u);
  EXPECT_EQ(std::memcmp(bitcode, "BC\xC0\xDE", 4), 0);
  // The bitcode can be read as a program itself.
  TrellisProgram* program = nullptr;
  EXPECT_EQ(trellis_program_read(translator.get(), bitcode, size, nullptr, &program), TRELLIS_SUCCESS);
  trellis_program_destroy(program);
}

TEST(Libraries, FindEntryPointsByTheirNamesInTheSource) {
  const Translator translator = make_translator();
  const Program library = read_shader(translator, "raytracing/library_full_pipeline");
  ASSERT_NE(library, nullptr);
  const uint32_t index = trellis_program_find_entry_point(library.get(), "skyMiss");
  ASSERT_NE(index, UINT32_MAX);
  TrellisEntryPointInfo info = TRELLIS_ENTRY_POINT_INFO_INIT;
  ASSERT_EQ(trellis_program_entry_point(library.get(), index, &info), TRELLIS_SUCCESS);
  EXPECT_STREQ(info.source_name, "skyMiss");
  EXPECT_STREQ(info.name, "\x01?skyMiss@@YAXURadiance@@@Z");
  EXPECT_EQ(trellis_program_find_entry_point(library.get(), info.name), index);
  EXPECT_EQ(trellis_program_find_entry_point(library.get(), "sky"), UINT32_MAX);
}

TEST(Libraries, BecomeOneModuleWithAllEntryPoints) {
  const Translator translator = make_translator();
  const Program library = read_shader(translator, "ops/library_compute_entries");
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.all_entry_points = 1;
  options.validate = 1;
  const Module module = translate(translator, library, &options);
  ASSERT_NE(module, nullptr) << error_text(translator);
  uint32_t count = 0;
  const char* const* names = trellis_module_entry_points(module.get(), &count);
  ASSERT_EQ(count, 2u);
  EXPECT_STREQ(names[0], "first");
  EXPECT_STREQ(names[1], "second");
}

TEST(Module, SaysWhatItNeedsOfADevice) {
  const Translator translator = make_translator();
  const Program program = read_shader(translator, "stages/ps_sample_positions");
  ASSERT_NE(program, nullptr);
  TrellisEntryPointInfo entry_point = TRELLIS_ENTRY_POINT_INFO_INIT;
  ASSERT_EQ(trellis_program_entry_point(program.get(), 0, &entry_point), TRELLIS_SUCCESS);
  EXPECT_EQ(entry_point.uses & TRELLIS_USES_WAVE_OPERATIONS, 0u);
  const Module module = translate(translator, program);
  ASSERT_NE(module, nullptr);
  ASSERT_EQ(trellis_module_spec_constant_count(module.get()), 1u);
  TrellisSpecConstant constant = TRELLIS_SPEC_CONSTANT_INIT;
  ASSERT_EQ(trellis_module_spec_constant(module.get(), 0, &constant), TRELLIS_SUCCESS);
  EXPECT_EQ(constant.id, 0u);
  EXPECT_EQ(constant.default_value, 1u);
  EXPECT_STREQ(constant.name, "render_target_sample_count");
  EXPECT_EQ(trellis_module_spec_constant(module.get(), 1, &constant), TRELLIS_ERROR_INVALID_ARGUMENT);

  const Program long_atomics = read_shader(translator, "ops/groupshared_atomics_64bit");
  const Module needy = translate(translator, long_atomics);
  ASSERT_NE(needy, nullptr);
  ASSERT_GT(trellis_module_need_count(needy.get()), 0u);
  TrellisDeviceNeed need = TRELLIS_DEVICE_NEED_INIT;
  ASSERT_EQ(trellis_module_need(needy.get(), 0, &need), TRELLIS_SUCCESS);
  EXPECT_STREQ(need.name, "Int64");
  EXPECT_STREQ(need.feature, "VkPhysicalDeviceFeatures::shaderInt64");
  EXPECT_STREQ(need.bit, "");
  EXPECT_STREQ(need.extension, "");
  EXPECT_EQ(trellis_module_need(needy.get(), 1000, &need), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_module_need(needy.get(), 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
}

TEST(Allocator, NeedsBothFunctions) {
  CountedMemory counted;
  TrellisTranslatorOptions options = counted.options();
  options.allocator.release = nullptr;
  TrellisTranslator* translator = nullptr;
  EXPECT_EQ(trellis_translator_create(&options, &translator), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(translator, nullptr);
}

TEST(Threads, ShareProgramsAndAgree) {
  const Translator reader = make_translator();
  std::vector<Program> programs;
  std::vector<std::vector<uint32_t>> expected;
  const char* const kShaders[] = {kObjectShader, "programs/adpcm_int16_codec",
                                  "programs/bfs_frontier_expansion"};
  for (const char* label : kShaders) {
    programs.push_back(read_shader(reader, label));
    const Module module = translate(reader, programs.back());
    ASSERT_NE(module, nullptr);
    size_t count = 0;
    const uint32_t* words = trellis_module_words(module.get(), &count);
    expected.emplace_back(words, words + count);
  }
  constexpr size_t kThreads = 64;
  std::atomic<uint32_t> different = 0;
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const Translator translator = make_translator();
      for (size_t round = 0; round < 4; ++round) {
        const size_t n = (t + round) % programs.size();
        const Module module = translate(translator, programs[n]);
        size_t count = 0;
        const uint32_t* words = trellis_module_words(module.get(), &count);
        if (std::vector<uint32_t>(words, words + count) != expected[n]) ++different;
        if (trellis_program_reflection(programs[n].get()) == nullptr) ++different;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(different, 0u);
}

/// Collects what a log receives, as TrellisTranslatorOptions::log_user.
struct LoggedLines {
  std::vector<TrellisLogLevel> levels;
  std::vector<std::string> lines;
};

TrellisTranslatorOptions logging_to(LoggedLines& logged) {
  TrellisTranslatorOptions options = TRELLIS_TRANSLATOR_OPTIONS_INIT;
  options.log_user = &logged;
  options.log = [](void* user, TrellisLogLevel level, const char* line) {
    auto& seen = *static_cast<LoggedLines*>(user);
    seen.levels.push_back(level);
    seen.lines.emplace_back(line);
  };
  return options;
}

std::vector<std::string> warnings_of(const Module& module) {
  uint32_t count = 0;
  const char* const* warnings = trellis_module_warnings(module.get(), &count);
  return {warnings, warnings + count};
}

TEST(Warnings, AreTheModulesAndTheLogsAndTheReflections) {
  LoggedLines logged;
  const TrellisTranslatorOptions translator_options = logging_to(logged);
  const Translator translator = make_translator(&translator_options);
  const Program program = read_shader(translator, "ops/float_denorm_preserve_flag");
  const Module quiet = translate(translator, program);
  ASSERT_NE(quiet, nullptr);
  EXPECT_TRUE(warnings_of(quiet).empty());
  EXPECT_TRUE(logged.lines.empty());

  TrellisDeviceOptions device = TRELLIS_DEVICE_OPTIONS_INIT;
  device.float_policy = TRELLIS_FLOAT_NOTHING;
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.device = &device;
  const Module module = translate(translator, program, &options);
  ASSERT_NE(module, nullptr);
  const std::vector<std::string> warnings = warnings_of(module);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("entry point main requires 32-bit denormals to be preserved"),
            std::string::npos);
  EXPECT_EQ(logged.lines, warnings);
  EXPECT_EQ(logged.levels, std::vector<TrellisLogLevel>{TRELLIS_LOG_WARNING});
  const auto reflection = nlohmann::json::parse(trellis_module_reflection(module.get()));
  EXPECT_EQ(reflection["module"]["warnings"], warnings);
}

TEST(Warnings, ReportTheOmittedRootSignature) {
  const char* const kLabel = "resources/rootsig_constants_cbv_and_table";
  auto bytes = test_support::read_binary_file(test_support::corpus_root() / (std::string(kLabel) + ".dxil"));
  ASSERT_TRUE(bytes);
  const std::string name = "RTS0";
  const auto part = std::search(bytes->begin(), bytes->end(), name.begin(), name.end());
  ASSERT_GT(bytes->end() - part, 12);
  part[8] = 7;                                      // The version follows the part's name and size.
  std::fill_n(bytes->begin() + 4, 16, uint8_t{0});  // Clears the digest: it is not checked.
  const Translator translator = make_translator();
  TrellisProgram* read = nullptr;
  ASSERT_EQ(trellis_program_read(translator.get(), bytes->data(), bytes->size(), nullptr, &read),
            TRELLIS_SUCCESS);
  const Program program(read);
  const Module module = translate(translator, program);
  ASSERT_NE(module, nullptr);
  const std::vector<std::string> warnings = warnings_of(module);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].find("the root signature is ignored: root signature version 7; "), 0u) << warnings[0];
}

TEST(Warnings, NameResourcesThatShareRootData) {
  const Translator translator = make_translator();
  const Program program = read_shader(translator, "resources/rootsig_root_descriptors_buffers");
  TrellisBinding address = TRELLIS_BINDING_INIT;
  address.kind = TRELLIS_BIND_ADDRESS;
  address.root_offset = 8;
  const TrellisBindingEntry entries[] = {{TRELLIS_CLASS_UAV, 0, 0, 1, address},
                                         {TRELLIS_CLASS_UAV, 3, 0, 1, address}};
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.root_data_size = 16;
  options.bindings = entries;
  options.binding_count = 2;
  const Module module = translate(translator, program, &options);
  ASSERT_NE(module, nullptr) << error_text(translator);
  EXPECT_EQ(warnings_of(module),
            std::vector<std::string>{"u0, space0 and u0, space3 share bytes 8 to 15 of the root data"});
}

}  // namespace
}  // namespace trellis::test_c_api
