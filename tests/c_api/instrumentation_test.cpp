// Instrumentation through the C interface: its options, how modules describe their numbers, and invalid
// values.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

#include "tests/c_api/shared_program.hpp"
#include "trellis/trellis.h"

namespace trellis::test_c_api {
namespace {

class InstrumentationOfC : public testing::Test {
 protected:
  Module translated(const TrellisInstrumentation* instruments, uint32_t all_entry_points = 0) {
    TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
    options.instrumentation = instruments;
    options.all_entry_points = all_entry_points;
    options.validate = 1;
    return translate(translator, program, &options);
  }
  static std::string words_of(const Module& module) {
    size_t count = 0;
    const uint32_t* words = trellis_module_words(module.get(), &count);
    return {reinterpret_cast<const char*>(words), count * sizeof *words};
  }
  static TrellisInstrumentation both() {
    TrellisInstrumentation instruments = TRELLIS_INSTRUMENTATION_INIT;
    instruments.check_descriptors = 1;
    instruments.count_instructions = 1;
    return instruments;
  }

  Translator translator = make_translator();
  Program program = read_shader(translator, "resources/heap_every_kind_uniform");
};

TEST_F(InstrumentationOfC, NothingChangesWithoutIt) {
  const Module plain = translated(nullptr);
  TrellisInstrumentation off = TRELLIS_INSTRUMENTATION_INIT;
  off.reports = {7, 7};
  off.shader_hash = 5;
  off.first_counter = 9;
  const Module same = translated(&off);
  ASSERT_NE(plain, nullptr) << error_text(translator);
  ASSERT_NE(same, nullptr) << error_text(translator);
  EXPECT_EQ(words_of(plain), words_of(same));
  EXPECT_EQ(trellis_module_checked_access_count(same.get()), 0u);
  EXPECT_EQ(trellis_module_counted_block_count(same.get()), 0u);
  EXPECT_EQ(std::string(trellis_module_reflection(same.get())).find("checked_accesses"), std::string::npos);
}

TEST_F(InstrumentationOfC, ModulesSayWhatTheirNumbersMean) {
  TrellisInstrumentation instruments = both();
  instruments.first_counter = 30;
  const Module module = translated(&instruments);
  ASSERT_NE(module, nullptr) << error_text(translator);
  const uint32_t accesses = trellis_module_checked_access_count(module.get());
  ASSERT_GT(accesses, 8u);
  uint32_t kinds = 0;
  for (uint32_t n = 0; n < accesses; ++n) {
    TrellisCheckedAccess access = TRELLIS_CHECKED_ACCESS_INIT;
    ASSERT_EQ(trellis_module_checked_access(module.get(), n, &access), TRELLIS_SUCCESS);
    EXPECT_EQ(access.number, n + 1);
    kinds |= access.wanted;
    EXPECT_STREQ(access.place.entry_point, "main");
    EXPECT_STRNE(access.place.function, "");
    EXPECT_STRNE(access.place.block, "");
    EXPECT_EQ(std::strncmp(access.place.instruction, "instruction ", 12), 0) << access.place.instruction;
    EXPECT_EQ(std::strncmp(access.place.operation, "dx.op.", 6), 0) << access.place.operation;
    EXPECT_STRNE(access.resource, "");
    EXPECT_STREQ(access.place.file, "");
  }
  for (const uint32_t heap_type :
       {TRELLIS_HEAP_CONSTANT_BUFFER, TRELLIS_HEAP_READ_BUFFER, TRELLIS_HEAP_WRITE_BUFFER,
        TRELLIS_HEAP_READ_TEXELS, TRELLIS_HEAP_TEXTURE}) {
    EXPECT_NE(kinds & 1u << heap_type, 0u) << heap_type;
  }
  EXPECT_NE(kinds & TRELLIS_DESCRIPTOR_SAMPLER, 0u);
  ASSERT_GT(trellis_module_counted_block_count(module.get()), 0u);
  TrellisCountedBlock block = TRELLIS_COUNTED_BLOCK_INIT;
  ASSERT_EQ(trellis_module_counted_block(module.get(), 0, &block), TRELLIS_SUCCESS);
  EXPECT_EQ(block.counter, 30u);
  EXPECT_GT(block.operations, 0u);
  EXPECT_GT(block.instructions, block.operations);
  EXPECT_STREQ(block.place.block, "0");
  const std::string json = trellis_module_reflection(module.get());
  EXPECT_NE(json.find("\"checked_accesses\""), std::string::npos);
  EXPECT_NE(json.find("\"counted_blocks\""), std::string::npos);
}

TEST_F(InstrumentationOfC, CookiesCheckTheResourceHeapOnly) {
  TrellisInstrumentation instruments = both();
  instruments.descriptor_format = TRELLIS_DESCRIPTORS_BY_COOKIES;
  instruments.sampler_table = instruments.reports;  // Not used, so it does not collide.
  const Module module = translated(&instruments);
  ASSERT_NE(module, nullptr) << error_text(translator);
  uint32_t kinds = 0;
  for (uint32_t n = 0; n < trellis_module_checked_access_count(module.get()); ++n) {
    TrellisCheckedAccess access = TRELLIS_CHECKED_ACCESS_INIT;
    ASSERT_EQ(trellis_module_checked_access(module.get(), n, &access), TRELLIS_SUCCESS);
    EXPECT_EQ(access.number, n + 1);
    kinds |= access.wanted;
  }
  EXPECT_EQ(kinds, TRELLIS_COOKIE_TEXTURE | TRELLIS_COOKIE_WRITE_TEXTURE | TRELLIS_COOKIE_UNIFORM_BUFFER |
                       TRELLIS_COOKIE_STORAGE_BUFFER | TRELLIS_COOKIE_READ_TEXELS |
                       TRELLIS_COOKIE_WRITE_TEXELS);
}

TEST_F(InstrumentationOfC, EntryPointsOfOneModuleHaveNumbersOfTheirOwn) {
  program = read_shader(translator, "resources/lib_local_root_signature_bindings");
  const TrellisInstrumentation instruments = both();
  const Module module = translated(&instruments, 1);
  ASSERT_NE(module, nullptr) << error_text(translator);
  std::set<std::string> entry_points;
  const uint32_t blocks = trellis_module_counted_block_count(module.get());
  for (uint32_t n = 0; n < blocks; ++n) {
    TrellisCountedBlock block = TRELLIS_COUNTED_BLOCK_INIT;
    ASSERT_EQ(trellis_module_counted_block(module.get(), n, &block), TRELLIS_SUCCESS);
    EXPECT_EQ(block.counter, n);
    entry_points.insert(block.place.entry_point);
  }
  EXPECT_GT(entry_points.size(), 1u);
  for (uint32_t n = 0; n < trellis_module_checked_access_count(module.get()); ++n) {
    TrellisCheckedAccess access = TRELLIS_CHECKED_ACCESS_INIT;
    ASSERT_EQ(trellis_module_checked_access(module.get(), n, &access), TRELLIS_SUCCESS);
    EXPECT_EQ(access.number, n + 1);
  }
}

TEST_F(InstrumentationOfC, PlacesOfOthersAreRefused) {
  TrellisInstrumentation instruments = both();
  instruments.reports = {0, 5000};
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.instrumentation = &instruments;
  TrellisModule* module = nullptr;
  EXPECT_NE(trellis_translate(translator.get(), program.get(), &options, &module), TRELLIS_SUCCESS);
  EXPECT_EQ(module, nullptr);
  EXPECT_NE(error_text(translator).find("the buffer of reports"), std::string::npos)
      << error_text(translator);
  instruments = both();
  instruments.counters = instruments.reports;
  EXPECT_NE(trellis_translate(translator.get(), program.get(), &options, &module), TRELLIS_SUCCESS);
  EXPECT_NE(error_text(translator).find("the buffer of counters"), std::string::npos)
      << error_text(translator);
}

TEST_F(InstrumentationOfC, GarbageIsRefused) {
  TrellisInstrumentation instruments = both();
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.instrumentation = &instruments;
  TrellisModule* none = nullptr;
  for (const uint32_t size : {0u, 3u, UINT32_MAX}) {
    instruments.struct_size = size;
    EXPECT_EQ(trellis_translate(translator.get(), program.get(), &options, &none),
              TRELLIS_ERROR_INVALID_ARGUMENT);
    EXPECT_STREQ(trellis_translator_error(translator.get())->part, "options.instrumentation.struct_size");
  }
  // The struct size of a header that had only the first two fields: all others have their defaults.
  instruments.struct_size = 8;
  const Module old = translated(&instruments);
  ASSERT_NE(old, nullptr) << error_text(translator);
  EXPECT_GT(trellis_module_checked_access_count(old.get()), 0u);
  EXPECT_EQ(trellis_module_counted_block_count(old.get()), 0u);

  EXPECT_EQ(trellis_module_checked_access_count(nullptr), 0u);
  EXPECT_EQ(trellis_module_counted_block_count(nullptr), 0u);
  TrellisCheckedAccess access = TRELLIS_CHECKED_ACCESS_INIT;
  TrellisCountedBlock block = TRELLIS_COUNTED_BLOCK_INIT;
  EXPECT_EQ(trellis_module_checked_access(nullptr, 0, &access), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_module_counted_block(nullptr, 0, &block), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_module_counted_block(old.get(), 0, &block), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_module_checked_access(old.get(), UINT32_MAX, &access), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_module_checked_access(old.get(), 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  access.struct_size = 2;
  EXPECT_EQ(trellis_module_checked_access(old.get(), 0, &access), TRELLIS_ERROR_INVALID_ARGUMENT);
  access.struct_size = 8;
  EXPECT_EQ(trellis_module_checked_access(old.get(), 0, &access), TRELLIS_SUCCESS);
  EXPECT_EQ(access.number, 1u);
  EXPECT_EQ(access.wanted, 0u) << "written beyond its size";
}

}  // namespace
}  // namespace trellis::test_c_api
