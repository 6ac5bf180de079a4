// Calls every function with invalid arguments: each gives an error that names the field, and none crashes.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "tests/c_api/shared_program.hpp"

namespace trellis::test_c_api {
namespace {

constexpr const char* kShader = "programs/bitonic_sort_pairs";

class Arguments : public testing::Test {
 protected:
  void SetUp() override {
    program = read_shader(translator, kShader);
    ASSERT_NE(program, nullptr);
  }
  /// Translates with `options`, which must fail, and returns the error's field.
  std::string failing_field(const TrellisTranslateOptions& options) {
    TrellisModule* module = reinterpret_cast<TrellisModule*>(this);
    EXPECT_EQ(trellis_translate(translator.get(), program.get(), &options, &module),
              TRELLIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(module, nullptr);
    return trellis_translator_error(translator.get())->part;
  }

  Translator translator = make_translator();
  Program program;
};

TEST_F(Arguments, NothingAtAll) {
  EXPECT_EQ(trellis_translator_create(nullptr, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_translator_error(nullptr), nullptr);
  trellis_translator_destroy(nullptr);
  trellis_program_destroy(nullptr);
  trellis_module_destroy(nullptr);
  TrellisProgram* no_program = nullptr;
  EXPECT_EQ(trellis_program_read(nullptr, nullptr, 0, nullptr, &no_program), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_program_read(translator.get(), "DXBC", 4, nullptr, nullptr),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(trellis_translator_error(translator.get())->part, "program");
  EXPECT_EQ(trellis_program_read(translator.get(), nullptr, 4, nullptr, &no_program),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(trellis_translator_error(translator.get())->part, "dxil");
  EXPECT_EQ(trellis_program_read(translator.get(), nullptr, 0, nullptr, &no_program),
            TRELLIS_ERROR_BAD_INPUT);
  const char* text = "";
  const void* bitcode = this;
  size_t bitcode_size = 1;
  EXPECT_EQ(trellis_disassemble(nullptr, "DXBC", 4, nullptr, &text), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_disassemble(translator.get(), "DXBC", 4, nullptr, nullptr),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(trellis_translator_error(translator.get())->part, "text");
  EXPECT_EQ(trellis_disassemble(translator.get(), "DXBC", 4, nullptr, &text), TRELLIS_ERROR_BAD_INPUT);
  EXPECT_EQ(text, nullptr);
  EXPECT_EQ(trellis_find_bitcode(nullptr, "DXBC", 4, nullptr, &bitcode, &bitcode_size),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_find_bitcode(translator.get(), "DXBC", 4, nullptr, &bitcode, nullptr),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(trellis_translator_error(translator.get())->part, "bitcode_size");
  EXPECT_EQ(trellis_find_bitcode(translator.get(), nullptr, 4, nullptr, &bitcode, &bitcode_size),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_find_bitcode(translator.get(), "DXBC", 4, nullptr, &bitcode, &bitcode_size),
            TRELLIS_ERROR_BAD_INPUT);
  EXPECT_EQ(bitcode, nullptr);
  EXPECT_EQ(bitcode_size, 0u);
  EXPECT_EQ(trellis_program_entry_point_count(nullptr), 0u);
  EXPECT_EQ(trellis_program_entry_point(nullptr, 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_program_find_entry_point(nullptr, "main"), UINT32_MAX);
  EXPECT_EQ(trellis_program_find_entry_point(program.get(), nullptr), UINT32_MAX);
  EXPECT_EQ(trellis_program_resource_count(nullptr), 0u);
  EXPECT_EQ(trellis_program_resource(nullptr, 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_program_feature_flags(nullptr), 0u);
  EXPECT_EQ(trellis_program_reflection(nullptr), nullptr);
  EXPECT_EQ(trellis_module_words(nullptr, nullptr), nullptr);
  EXPECT_EQ(trellis_module_entry_point(nullptr, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_module_binding_count(nullptr), 0u);
  EXPECT_EQ(trellis_module_binding(nullptr, 0, nullptr, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_module_capabilities(nullptr, nullptr), nullptr);
  EXPECT_EQ(trellis_module_extensions(nullptr, nullptr), nullptr);
  EXPECT_EQ(trellis_module_warnings(nullptr, nullptr), nullptr);
  EXPECT_EQ(trellis_module_need_count(nullptr), 0u);
  EXPECT_EQ(trellis_module_entry_points(nullptr, nullptr), nullptr);
  EXPECT_EQ(trellis_module_need(nullptr, 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_module_spec_constant_count(nullptr), 0u);
  EXPECT_EQ(trellis_module_spec_constant(nullptr, 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_module_reflection(nullptr), nullptr);
  TrellisModule* module = nullptr;
  EXPECT_EQ(trellis_translate(nullptr, program.get(), nullptr, &module), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_translate(translator.get(), nullptr, nullptr, &module), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_translate(translator.get(), program.get(), nullptr, nullptr),
            TRELLIS_ERROR_INVALID_ARGUMENT);
}

TEST_F(Arguments, SizesOfStructs) {
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.struct_size = 0;
  EXPECT_EQ(failing_field(options), "options.struct_size");
  options.struct_size = 1u << 20;
  EXPECT_EQ(failing_field(options), "options.struct_size");

  // A struct of a newer header is accepted as long as the fields unknown to this library are zero.
  struct Newer {
    TrellisTranslateOptions known = TRELLIS_TRANSLATE_OPTIONS_INIT;
    uint64_t unknown = 0;
  } newer;
  newer.known.struct_size = sizeof(newer);
  TrellisModule* module = nullptr;
  EXPECT_EQ(trellis_translate(translator.get(), program.get(), &newer.known, &module), TRELLIS_SUCCESS);
  trellis_module_destroy(module);
  newer.unknown = 1;
  EXPECT_EQ(failing_field(newer.known), "options.struct_size");

  // A struct of an older header: nothing is read or written past its end.
  TrellisEntryPointInfo info = TRELLIS_ENTRY_POINT_INFO_INIT;
  info.struct_size = 8;
  info.max_vertices = 77;
  EXPECT_EQ(trellis_program_entry_point(program.get(), 0, &info), TRELLIS_SUCCESS);
  EXPECT_EQ(info.stage, TRELLIS_STAGE_COMPUTE);
  EXPECT_EQ(info.max_vertices, 77u);
  EXPECT_EQ(info.name, nullptr);
  info.struct_size = 2;
  EXPECT_EQ(trellis_program_entry_point(program.get(), 0, &info), TRELLIS_ERROR_INVALID_ARGUMENT);
}

TEST_F(Arguments, IndicesBeyondTheEnd) {
  TrellisEntryPointInfo entry = TRELLIS_ENTRY_POINT_INFO_INIT;
  EXPECT_EQ(trellis_program_entry_point(program.get(), 1, &entry), TRELLIS_ERROR_INVALID_ARGUMENT);
  TrellisResourceInfo resource = TRELLIS_RESOURCE_INFO_INIT;
  EXPECT_EQ(trellis_program_resource(program.get(), 1000, &resource), TRELLIS_ERROR_INVALID_ARGUMENT);
  TrellisSignatureElementInfo element = TRELLIS_SIGNATURE_ELEMENT_INFO_INIT;
  EXPECT_EQ(trellis_program_signature_element(program.get(), 0, TRELLIS_SIGNATURE_INPUT, 0, &element),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_program_signature_element(program.get(), 0, 99, 0, &element),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_program_find_entry_point(program.get(), "nobody"), UINT32_MAX);
}

TEST_F(Arguments, OptionsThatNameNothing) {
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.target = 99;
  EXPECT_EQ(failing_field(options), "options.target");
  options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.root_data_form = 99;
  EXPECT_EQ(failing_field(options), "options.root_data_form");
  options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.root_data_size = 6;
  EXPECT_EQ(failing_field(options), "options.root_data_size");
  options.root_data_size = 1u << 31;
  EXPECT_EQ(failing_field(options), "options.root_data_size");
  options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.binding_count = 3;
  EXPECT_EQ(failing_field(options), "options.bindings");
  TrellisBindingEntry entry = {TRELLIS_CLASS_UAV, 0, 0, 1, TRELLIS_BINDING_INIT};
  options.bindings = &entry;
  options.binding_count = 1;
  entry.resource_class = 9;
  EXPECT_EQ(failing_field(options), "options.bindings[0].resource_class");
  entry.resource_class = TRELLIS_CLASS_UAV;
  entry.binding.kind = 9;
  EXPECT_EQ(failing_field(options), "options.bindings[0].binding.kind");
  entry.binding.kind = TRELLIS_BIND_DESCRIPTOR;
  entry.binding.struct_size = 1;
  EXPECT_EQ(failing_field(options), "options.bindings[0].binding.struct_size");
}

TEST_F(Arguments, NonsensicalNamedBindingsAreRefused) {
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.named_binding_count = 2;
  EXPECT_EQ(failing_field(options), "options.named_bindings");
  TrellisNamedBinding named[2] = {{"a", TRELLIS_BINDING_INIT}, {nullptr, TRELLIS_BINDING_INIT}};
  options.named_bindings = named;
  EXPECT_EQ(failing_field(options), "options.named_bindings[1].name");
  named[1].name = "";
  EXPECT_EQ(failing_field(options), "options.named_bindings[1].name");
  named[1].name = "b";
  named[1].binding.form = 99;
  EXPECT_EQ(failing_field(options), "options.named_bindings[1].binding.form");
  named[1].binding = TRELLIS_BINDING_INIT;
  named[1].binding.struct_size = 4;
  EXPECT_EQ(failing_field(options), "options.named_bindings[1].binding.struct_size");
  named[0].binding.struct_size = 1;
  EXPECT_EQ(failing_field(options), "options.named_bindings[0].binding.struct_size");
}

TEST_F(Arguments, AnEntryPointThatIsNotThere) {
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.entry_point = "main";
  options.all_entry_points = 1;
  EXPECT_EQ(failing_field(options), "options.all_entry_points");
  options.all_entry_points = 0;
  options.entry_point = "nobody";
  EXPECT_EQ(translate(translator, program, &options), nullptr);
  EXPECT_NE(error_text(translator).find("nobody"), std::string::npos);
}

TEST_F(Arguments, ACallbackThatRefuses) {
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.bind = [](void*, const TrellisResourceUse*, TrellisBinding*) -> uint32_t { return 0; };
  EXPECT_EQ(translate(translator, program, &options), nullptr);
  EXPECT_NE(error_text(translator).find("no binding given for"), std::string::npos);
  options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.bindings_only = 1;
  EXPECT_EQ(translate(translator, program, &options), nullptr);
  EXPECT_NE(error_text(translator).find("no binding given for"), std::string::npos);
}

TEST_F(Arguments, DamagedBytes) {
  const std::vector<uint8_t> bytes(64, 0xA5);
  TrellisProgram* damaged = nullptr;
  EXPECT_EQ(trellis_program_read(translator.get(), bytes.data(), bytes.size(), nullptr, &damaged),
            TRELLIS_ERROR_BAD_INPUT);
  EXPECT_EQ(damaged, nullptr);
  const TrellisError* error = trellis_translator_error(translator.get());
  EXPECT_EQ(error->result, TRELLIS_ERROR_BAD_INPUT);
  EXPECT_NE(std::strlen(error->message), 0u);
}

#ifndef NDEBUG
TEST_F(Arguments, DestroyedObjectsAreRefused) {
  TrellisProgram* gone = program.release();
  trellis_program_destroy(gone);
  trellis_program_destroy(gone);
  EXPECT_EQ(trellis_program_resource_count(gone), 0u);
  TrellisModule* module = nullptr;
  EXPECT_EQ(trellis_translate(translator.get(), gone, nullptr, &module), TRELLIS_ERROR_INVALID_ARGUMENT);
}
#endif

}  // namespace
}  // namespace trellis::test_c_api
