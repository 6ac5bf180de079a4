// Storage buffers with two words for each descriptor: its device address, or the range of its view
// (binding_model.hpp).
#pragma once

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// The two words of an entry.
struct TableEntry {
  Id first = 0, second = 0;
};
/// Loads the entry of the handle's descriptor.
TableEntry load_table_entry(FunctionEmitter& e, const BindingPlace& place, const TableLayout& layout,
                            const Handle& handle);

/// Returns the device address of a buffer or acceleration structure, low word first.
Id address_words(FunctionEmitter& e, const Handle& handle);
/// The same for a hidden counter.
Id counter_address_words(FunctionEmitter& e, const Handle& counter);
/// Returns true if the resource is bound by a device address.
bool is_address(const Handle& handle);
bool is_counter_address(const CounterBinding& counter);

}  // namespace trellis::spirv
