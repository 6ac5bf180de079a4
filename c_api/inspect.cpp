// Inspects DXIL without creating a program from it.
#include "c_api/objects.hpp"
#include "c_api/options/versioned.hpp"
#include "c_api/read_input.hpp"

namespace trellis::c_api {
namespace {

TrellisResult disassemble(TrellisTranslator& translator, const void* dxil, size_t size,
                          const TrellisReadOptions* options, const char** text) {
  if (text == nullptr) {
    return translator.fail(invalid_argument("text", "is NULL"), TRELLIS_ERROR_INVALID_ARGUMENT);
  }
  const auto input = read_input(dxil, size, options);
  if (!input) return translator.fail(input.error(), TRELLIS_ERROR_INVALID_ARGUMENT);
  auto made = translator.translator.llvm_text(input->bytes, input->options);
  if (!made) return translator.fail(std::move(made.error()));
  translator.answer = std::move(*made);
  *text = translator.answer.c_str();
  return TRELLIS_SUCCESS;
}

TrellisResult find_bitcode(TrellisTranslator& translator, const void* dxil, size_t size,
                           const TrellisReadOptions* options, const void** bitcode, size_t* bitcode_size) {
  if (bitcode == nullptr || bitcode_size == nullptr) {
    return translator.fail(invalid_argument(bitcode == nullptr ? "bitcode" : "bitcode_size", "is NULL"),
                           TRELLIS_ERROR_INVALID_ARGUMENT);
  }
  const auto input = read_input(dxil, size, options);
  if (!input) return translator.fail(input.error(), TRELLIS_ERROR_INVALID_ARGUMENT);
  auto found = Translator::find_bitcode(input->bytes, input->options);
  if (!found) return translator.fail(std::move(found.error()));
  *bitcode = found->data();
  *bitcode_size = found->size();
  return TRELLIS_SUCCESS;
}

}  // namespace
}  // namespace trellis::c_api

using namespace trellis::c_api;

extern "C" {

TrellisResult trellis_disassemble(TrellisTranslator* translator, const void* dxil, size_t size,
                                  const TrellisReadOptions* options, const char** text) {
  if (text != nullptr) *text = nullptr;
  return guarded(translator,
                 [&](TrellisTranslator& live) { return disassemble(live, dxil, size, options, text); });
}

TrellisResult trellis_find_bitcode(TrellisTranslator* translator, const void* dxil, size_t size,
                                   const TrellisReadOptions* options, const void** bitcode,
                                   size_t* bitcode_size) {
  if (bitcode != nullptr) *bitcode = nullptr;
  if (bitcode_size != nullptr) *bitcode_size = 0;
  return guarded(translator, [&](TrellisTranslator& live) {
    return find_bitcode(live, dxil, size, options, bitcode, bitcode_size);
  });
}

}  // extern "C"
