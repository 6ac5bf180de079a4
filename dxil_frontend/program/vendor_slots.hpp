// Where an application binds the buffers of vendors' intrinsics (vendor_intrinsics.hpp).
#pragma once

#include <cstdint>
#include <optional>

namespace trellis::dxil {

struct VendorSlot {
  uint32_t register_index = 0, space = 0;
};

/// The registers of vendor buffers, if the caller knows them.
struct VendorSlots {
  std::optional<VendorSlot> ags;  ///< In addition to the buffers in AGS' own space.
  std::optional<VendorSlot> nvapi;

  /// Returns these slots; takes a missing one from the argument.
  VendorSlots or_else(const VendorSlots& others) const {
    return {ags ? ags : others.ags, nvapi ? nvapi : others.nvapi};
  }
};

}  // namespace trellis::dxil
