// The registers of vendors' buffers, in the options for reading and for translating.
#pragma once

#include "c_api/options/versioned.hpp"
#include "dxil_frontend/program/vendor_slots.hpp"

namespace trellis::c_api {

template <class Options>
Result<void> read_vendor_slots(const Options& given, dxil::VendorSlots& slots) {
  if (given.has_ags_slot > 1) return invalid_argument("options.has_ags_slot", "must be 0 or 1");
  if (given.has_nvapi_slot > 1) return invalid_argument("options.has_nvapi_slot", "must be 0 or 1");
  if (given.has_ags_slot != 0) slots.ags = {given.ags_register, given.ags_space};
  if (given.has_nvapi_slot != 0) slots.nvapi = {given.nvapi_register, given.nvapi_space};
  return {};
}

}  // namespace trellis::c_api
