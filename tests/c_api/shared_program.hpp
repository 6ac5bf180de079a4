// Owning pointers to objects of the C interface, and reference shaders read through it.
#pragma once

#include <memory>
#include <string>

#include "trellis/trellis.h"

namespace trellis::test_c_api {

struct Destroy {
  void operator()(TrellisTranslator* object) const { trellis_translator_destroy(object); }
  void operator()(TrellisProgram* object) const { trellis_program_destroy(object); }
  void operator()(TrellisModule* object) const { trellis_module_destroy(object); }
};
using Translator = std::unique_ptr<TrellisTranslator, Destroy>;
using Program = std::unique_ptr<TrellisProgram, Destroy>;
using Module = std::unique_ptr<TrellisModule, Destroy>;

Translator make_translator(const TrellisTranslatorOptions* options = nullptr);
/// Reads a shader of the corpus, such as "programs/sort"; on failure, reports a test failure and returns
/// null.
Program read_shader(const Translator& translator, const std::string& label);
/// Returns null on failure; error_text() then has the reason.
Module translate(const Translator& translator, const Program& program,
                 const TrellisTranslateOptions* options = nullptr);
std::string error_text(const Translator& translator);

}  // namespace trellis::test_c_api
