// Storage buffers of words that say something of each descriptor: device addresses, ranges of views
// (binding_model.hpp).
#pragma once

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// Two words.
struct TableEntry {
  Id first = 0, second = 0;
};
/// Those of the handle's descriptor.
TableEntry load_table_entry(FunctionEmitter& e, const BindingPlace& place, const TableLayout& layout,
                            const Handle& handle);

/// The device address a buffer or acceleration structure is bound as, low word first.
Id address_words(FunctionEmitter& e, const Handle& handle);
/// The same of a hidden counter.
Id counter_address_words(FunctionEmitter& e, const Handle& counter);
/// True if the resource is behind a device address.
bool is_address(const Handle& handle);
bool is_counter_address(const CounterBinding& counter);

}  // namespace trellis::spirv
