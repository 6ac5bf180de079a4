#include "tests/c_api/shared_program.hpp"

#include <gtest/gtest.h>

#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_c_api {

Translator make_translator(const TrellisTranslatorOptions* options) {
  TrellisTranslator* translator = nullptr;
  EXPECT_EQ(trellis_translator_create(options, &translator), TRELLIS_SUCCESS);
  return Translator(translator);
}

Program read_shader(const Translator& translator, const std::string& label) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  EXPECT_TRUE(bytes) << label;
  if (!bytes) return nullptr;
  TrellisProgram* program = nullptr;
  EXPECT_EQ(trellis_program_read(translator.get(), bytes->data(), bytes->size(), nullptr, &program),
            TRELLIS_SUCCESS)
      << label << ": " << error_text(translator);
  return Program(program);
}

Module translate(const Translator& translator, const Program& program,
                 const TrellisTranslateOptions* options) {
  TrellisModule* module = nullptr;
  trellis_translate(translator.get(), program.get(), options, &module);
  return Module(module);
}

std::string error_text(const Translator& translator) {
  return trellis_translator_error(translator.get())->text;
}

}  // namespace trellis::test_c_api
