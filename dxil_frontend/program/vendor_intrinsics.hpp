// GPU vendors' operations that are not part of Direct3D 12. A vendor's header encodes them as accesses to a
// UAV, which the vendor's driver recognizes. For other drivers they are ordinary accesses to an unbound UAV.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "dxil_frontend/program/vendor_slots.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

enum class VendorInterface : uint8_t {
  kAgs,     ///< AMD: a raw buffer in register space 0x7FFF0ADE.
  kNvapi,   ///< NVIDIA: a structured buffer of 256 bytes with a counter, at any register.
  kIgdext,  ///< Intel: a structured buffer of 864 bytes to which four magic words are stored.
};

struct VendorUse {
  VendorInterface which = VendorInterface::kAgs;
  uint32_t resource = 0;    ///< Index into Shader::resources.
  bool is_certain = false;  ///< The space or the caller identifies the buffer, not only its accesses.
};

/// Returns the buffers through which the program's functions pass vendor operations, in the order of the
/// resources. `is_reached`, indexed by function, selects the functions to examine; empty: all. A buffer is
/// taken for NVAPI's by its accesses only if a packet with an operation number is written to it and nothing
/// accesses its last 108 bytes.
Vector<VendorUse> find_vendor_uses(const Shader& shader, const VendorSlots& slots,
                                   std::span<const uint8_t> is_reached);

/// Whether it is a buffer in AGS' own register space, or at one of the slots. Nothing is ever bound to it, so
/// it is not listed among a program's resources.
bool is_vendor_buffer(const Resource& resource, const VendorSlots& slots);

/// Returns how many of the resources are listed: the index in that list of the one after them.
uint32_t listed_count(std::span<const Resource> resources, const VendorSlots& slots);

/// Returns "AMD's AGS", "NVIDIA's NVAPI", "Intel's igdext".
const char* name_of(VendorInterface which);

}  // namespace trellis::dxil
