#include "dxil_frontend/container/inflate.hpp"

#ifdef TRELLIS_ZLIB
#include <zlib.h>
#endif

#include <new>

#include "dxil_frontend/program/text/ir_text.hpp"

namespace trellis::dxil {

#ifdef TRELLIS_ZLIB
Result<Vector<uint8_t>> inflate_zlib(std::span<const uint8_t> stream, uint32_t size) {
  // The maximum expansion of the format, according to zlib's documentation.
  constexpr uint64_t kMostExpansion = 1032;
  if (size > stream.size() * kMostExpansion) {
    return bad_input(decimal(stream.size()) + " bytes of compressed data cannot expand to " + decimal(size));
  }
  Vector<uint8_t> unpacked(size);
  uint8_t nothing = 0;
  uLongf unpacked_size = size;
  uLong used = static_cast<uLong>(stream.size());
  const int status =
      uncompress2(unpacked.empty() ? &nothing : unpacked.data(), &unpacked_size, stream.data(), &used);
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  if (status != Z_OK || unpacked_size != size) {
    return bad_input("the compressed data are damaged, or do not expand to " + decimal(size) + " bytes");
  }
  return unpacked;
}
#else
Result<Vector<uint8_t>> inflate_zlib(std::span<const uint8_t>, uint32_t) {
  return unsupported("compressed data: this build is without zlib");
}
#endif

}  // namespace trellis::dxil
