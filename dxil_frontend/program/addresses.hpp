// Constant addresses (ConstantKind::kAddress). The base of a constant address may be another one. A constant
// address without indices is an address space cast of its base.
#pragma once

#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

/// Whether the value is a constant address: a base and indices.
inline bool is_constant_address(const Module& module, ValueId value) {
  const Constant* constant = module.constant(value);
  return constant != nullptr && constant->kind == ConstantKind::kAddress && constant->element_count > 0;
}

/// Returns the base of a constant address, followed through nested constant addresses. Any other value is its
/// own root.
inline ValueId root_of_address(const Module& module, ValueId value) {
  while (is_constant_address(module, value)) {
    value = module.constant_elements[module.constant(value)->first_element];
  }
  return value;
}

}  // namespace trellis::dxil
