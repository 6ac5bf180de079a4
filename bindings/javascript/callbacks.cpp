// Callbacks into JavaScript. WebAssembly's function pointers cannot mean functions of JavaScript, so there is
// one of each type here, which passes its arguments on to an import. `user` is not needed: one call runs at a
// time, and src/instance.ts knows what its options said.
#include "trellis/trellis.h"

extern "C" {

[[clang::import_module("trellis"), clang::import_name("ask_bind")]] uint32_t trellis_js_ask_bind(
    const TrellisResourceUse* use, TrellisBinding* binding);
[[clang::import_module("trellis"), clang::import_name("ask_locate")]] uint32_t trellis_js_ask_locate(
    TrellisStage stage, TrellisSignature signature, const TrellisSignatureElementInfo* element,
    TrellisElementLocation* place);
[[clang::import_module("trellis"), clang::import_name("ask_stop")]] uint32_t trellis_js_ask_stop();

}  // extern "C"

namespace {

uint32_t bind(void*, const TrellisResourceUse* use, TrellisBinding* binding) {
  return trellis_js_ask_bind(use, binding);
}

uint32_t locate(void*, TrellisStage stage, TrellisSignature signature,
                const TrellisSignatureElementInfo* element, TrellisElementLocation* place) {
  return trellis_js_ask_locate(stage, signature, element, place);
}

uint32_t stop(void*) { return trellis_js_ask_stop(); }

}  // namespace

// The values of such fields.
extern "C" {
TrellisBindCallback trellis_js_bind() { return bind; }
TrellisLocationCallback trellis_js_locate() { return locate; }
TrellisStopCallback trellis_js_stop() { return stop; }
}
