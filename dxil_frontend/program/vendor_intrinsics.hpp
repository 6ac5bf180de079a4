// Operations of GPU vendors that Direct3D 12 does not know. A vendor's header smuggles them through accesses
// to a UAV, which the vendor's driver recognizes; to everybody else they are ordinary accesses to a UAV that
// the application binds nothing to.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

enum class VendorInterface : uint8_t {
  kAgs,     ///< AMD: a raw buffer in register space 0x7FFF0ADE.
  kNvapi,   ///< NVIDIA: a structured buffer of 256 bytes with a counter, at a register of the application's.
  kIgdext,  ///< Intel: a structured buffer of 864 bytes that four magic words are stored to.
};

struct VendorSlot {
  uint32_t register_index = 0, space = 0;
};

/// The registers of buffers, where the caller knows them.
struct VendorSlots {
  std::optional<VendorSlot> ags;  ///< Beside those in AGS' own space.
  std::optional<VendorSlot> nvapi;
};

struct VendorUse {
  VendorInterface which = VendorInterface::kAgs;
  uint32_t resource = 0;    ///< Into Shader::resources.
  bool is_certain = false;  ///< The space or the caller says so; otherwise the accesses look like it.
};

/// The buffers that the program's functions pass vendor operations through, in the order of the resources.
/// `is_reached`, by function: those to look at; empty: all. Buffers that only look like NVAPI's are those
/// that are written as a packet with an operation's number is, and whose last 108 bytes nothing accesses.
Vector<VendorUse> find_vendor_uses(const Shader& shader, const VendorSlots& slots,
                                   std::span<const uint8_t> is_reached);

/// "AMD's AGS", "NVIDIA's NVAPI", "Intel's igdext".
const char* name_of(VendorInterface which);

}  // namespace trellis::dxil
