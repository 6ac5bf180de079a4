// The caller's decisions about where resources are bound.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/vendor_slots.hpp"
#include "spirv_backend/options/binding_model.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// The maximum size of a caller's root data in bytes: more than any device's push constants, and as much as
/// any uniform block.
inline constexpr uint32_t kMaxRootData = 65536;

TrellisBinding to_c(const spirv::Binding& binding);
/// Converts a binding. Fails for a number that is not a valid kind or form.
Result<spirv::Binding> from_c(const TrellisBinding& binding);
/// Converts a resource use. `info` must outlive the result. `slots`: those of the program.
TrellisResourceUse to_c(const spirv::ResourceUse& use, const TrellisResourceInfo& info,
                        const dxil::VendorSlots& slots);

/// Calls TrellisTranslateOptions::bind. The answer is false if the callback refuses, and an error if its
/// answer is invalid.
spirv::BindAnswer ask_callback(const TrellisTranslateOptions& options, const dxil::VendorSlots& slots,
                               const spirv::ResourceUse& use, spirv::Binding& binding);

/// TrellisTranslateOptions::bindings, validated and copied.
class BindingTable {
 public:
  static Result<BindingTable> read(const TrellisTranslateOptions& options);
  bool empty() const { return entries_.empty(); }
  /// Finds the entry that covers a resource and sets `binding` to it, advanced to the resource's first
  /// register. Returns false if there is none.
  bool find(const spirv::ResourceUse& use, spirv::Binding& binding) const;

 private:
  struct Entry {
    dxil::ResourceClass resource_class;
    uint32_t space, first_register, count;
    spirv::Binding binding;
  };
  Vector<Entry> entries_;
};

/// Returns TrellisTranslateOptions::named_bindings, validated and copied.
Result<Vector<spirv::NamedBinding>> read_named_bindings(const TrellisTranslateOptions& options);

}  // namespace trellis::c_api
