// The caller's answers to where resources are bound.
#pragma once

#include <cstdint>

#include "spirv_backend/options/binding_model.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Bytes of root data a caller may have: more than any device's push constants, as much as any uniform block.
inline constexpr uint32_t kMaxRootData = 65536;

TrellisBinding to_c(const spirv::Binding& binding);
/// Error: a number that names no kind or form.
Result<spirv::Binding> from_c(const TrellisBinding& binding);
/// `info` must outlive the result.
TrellisResourceUse to_c(const spirv::ResourceUse& use, const TrellisResourceInfo& info);

/// TrellisTranslateOptions::bind. False: refused, or answered with nonsense.
spirv::BindAnswer ask_callback(const TrellisTranslateOptions& options, const spirv::ResourceUse& use,
                               spirv::Binding& binding);

/// TrellisTranslateOptions::bindings, checked and copied.
class BindingTable {
 public:
  static Result<BindingTable> read(const TrellisTranslateOptions& options);
  bool empty() const { return entries_.empty(); }
  /// The entry that serves a resource, moved to its first register. False: there is none.
  bool find(const spirv::ResourceUse& use, spirv::Binding& binding) const;

 private:
  struct Entry {
    dxil::ResourceClass resource_class;
    uint32_t space, first_register, count;
    spirv::Binding binding;
  };
  Vector<Entry> entries_;
};

/// TrellisTranslateOptions::named_bindings, checked and copied.
Result<Vector<spirv::NamedBinding>> read_named_bindings(const TrellisTranslateOptions& options);

}  // namespace trellis::c_api
