// What the program does and the C interface does not: the explorer's data, as of `trellis cfg -o x.json`, and
// the reflection of programs that are not translated.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "api/reflection/reflect.hpp"
#include "c_api/objects.hpp"
#include "cfg/text_reader.hpp"
#include "tools/cfg/cfg_input.hpp"
#include "tools/cfg/page/explorer_data.hpp"

namespace {

using trellis::c_api::guarded;

TrellisResult answer(TrellisTranslator& translator, const trellis::tools::CfgInput& input,
                     const char** json) {
  translator.answer = trellis::tools::explorer_data(input);
  *json = translator.answer.c_str();
  return TRELLIS_SUCCESS;
}

}  // namespace

extern "C" {

/// Of a shader, or of a graph as text. The text belongs to the translator until its next call.
TrellisResult trellis_js_passes(TrellisTranslator* translator, const uint8_t* bytes, size_t size,
                                const char* title, const char* entry_point, uint32_t has_branches,
                                const char** json) {
  return guarded(translator, [&](TrellisTranslator& live) {
    using trellis::tools::CfgForm;
    const auto input = trellis::tools::read_cfg_input(
        title, {bytes, bytes + size}, has_branches != 0 ? CfgForm::kBranches : CfgForm::kGraph, entry_point);
    if (!input) return live.fail(input.error());
    return answer(live, *input, json);
  });
}

/// Of a random graph.
TrellisResult trellis_js_random_passes(TrellisTranslator* translator, double seed, uint32_t blocks,
                                       const char** json) {
  return guarded(translator, [&](TrellisTranslator& live) {
    if (blocks == 0 || blocks > trellis::cfg::kMaxTextBlocks) {
      trellis::Diagnostic wrong = trellis::bad_input(
          "a graph has from 1 to " + trellis::decimal(trellis::cfg::kMaxTextBlocks) + " blocks");
      wrong.where.part = "options.random";
      return live.fail(std::move(wrong), TRELLIS_ERROR_INVALID_ARGUMENT);
    }
    return answer(live, trellis::tools::random_cfg_input(static_cast<uint64_t>(seed), blocks), json);
  });
}

/// The reflection of a program whose translation, the translator's last call, has failed: as `trellis
/// --reflect` prints it.
TrellisResult trellis_js_not_translated(TrellisTranslator* translator, const TrellisProgram* program,
                                        const char** json) {
  return guarded(translator, [&](TrellisTranslator& live) {
    live.answer = trellis::reflection_text(*program->program, live.diagnostic);
    *json = live.answer.c_str();
    return TRELLIS_SUCCESS;
  });
}

}  // extern "C"
