// Functions for caches of modules.
#include <trellis/trellis.h>

#include <algorithm>

#include "api/cache_version.hpp"
#include "c_api/objects.hpp"
#include "support/sha256.hpp"

extern "C" {

const char* trellis_cache_version(void) { return trellis::cache_version(); }

TrellisResult trellis_cache_key(const void* const* pieces, const size_t* sizes, uint32_t count,
                                uint8_t* key) {
  if (key == nullptr || (count != 0 && (pieces == nullptr || sizes == nullptr)))
    return TRELLIS_ERROR_INVALID_ARGUMENT;
  trellis::Sha256 hash;
  hash.add(trellis::cache_version());
  for (uint32_t n = 0; n < count; ++n) {
    if (pieces[n] == nullptr && sizes[n] != 0) return TRELLIS_ERROR_INVALID_ARGUMENT;
    uint8_t size[8];
    for (uint32_t byte = 0; byte < 8; ++byte)
      size[byte] = static_cast<uint8_t>(uint64_t{sizes[n]} >> (8 * byte));
    hash.add(size);
    hash.add(std::span(static_cast<const uint8_t*>(pieces[n]), sizes[n]));
  }
  const trellis::Sha256Digest digest = hash.finish();
  std::copy(digest.begin(), digest.end(), key);
  return TRELLIS_SUCCESS;
}

const uint8_t* trellis_program_hash(const TrellisProgram* program) {
  if (!trellis::c_api::is_live(program) || !program->program->shader.hash) return nullptr;
  return program->program->shader.hash->data();
}

}  // extern "C"
