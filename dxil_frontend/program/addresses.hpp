// Constant addresses: an address may be one in another address, and without indices it is that address in
// another address space.
#pragma once

#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

/// Whether the value is a constant address, which is made of a base and indices.
inline bool is_constant_address(const Module& module, ValueId value) {
  const Constant* constant = module.constant(value);
  return constant != nullptr && constant->kind == ConstantKind::kAddress && constant->element_count > 0;
}

/// What a constant address leads into, through all the addresses it is made of; any other value is its own
/// root.
inline ValueId root_of_address(const Module& module, ValueId value) {
  while (is_constant_address(module, value)) {
    value = module.constant_elements[module.constant(value)->first_element];
  }
  return value;
}

}  // namespace trellis::dxil
