// The ways to bind a shader's resources, each as the answers of a bind callback.
#pragma once

#include <cstdint>

#include "trellis/trellis.h"

namespace trellis::test_c_api {

/// How every resource of a shader that can take the form is bound. The rest stays a descriptor.
enum class Mode {
  kTable,             ///< Descriptors, by the options' table.
  kArrayElement,      ///< Elements 3, 4, ... of larger arrays.
  kHeap,              ///< Slices of runtime arrays; their first elements come from push constants.
  kUpdateAfterBind,   ///< The same, with descriptors written when the commands are recorded already.
  kAddress,           ///< Raw, structured and constant buffers: addresses in push constants.
  kBoundedAddress,    ///< The same with sizes beside them.
  kAddressTable,      ///< The same: addresses in storage buffers, their first elements from push constants.
  kTexelBuffer,       ///< Raw and structured buffers: texel buffers of r32_uint.
  kStorageConstants,  ///< Constant buffers: storage buffers.
  kHeapStorageConstants,  ///< Constant buffers: storage buffers in slices of runtime arrays.
  kRootConstants,         ///< Constant buffers: push constants.
  kInlineBlock,           ///< Constant buffers: an inline uniform block.
  kRootRange,   ///< Raw, structured and typed buffers: parts of larger ones, told in push constants.
  kTableRange,  ///< The same in slices of runtime arrays, told in storage buffers.
  kTexelRange,  ///< Raw and structured buffers: parts of texel buffers.
};
const char* name_of(Mode mode);

constexpr uint32_t kRootBytes = 128, kRootSet = 7, kHeapBase = 5;

/// Answers the translator's questions, and remembers what it answered.
struct Binder {
  Mode mode;
  uint32_t resource = 0;   ///< Resources seen so far: each gets a binding of its own.
  uint32_t root_used = 0;  ///< Bytes of the root data.
  uint32_t changed = 0;    ///< Resources that are bound as the mode says.

  void place(const TrellisResourceUse& use, TrellisBinding& binding);

 private:
  bool reserve(uint32_t bytes, uint32_t& offset);
  bool put(const TrellisResourceInfo& info, TrellisBinding& binding);
  bool put_buffer(const TrellisResourceInfo& info, TrellisBinding& binding);
};

}  // namespace trellis::test_c_api
