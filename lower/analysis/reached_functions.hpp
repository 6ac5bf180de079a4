// The functions of a program that an entry point reaches through calls.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// Returns for each function 1 if the entry point reaches it, else 0.
Vector<uint8_t> reached_functions(const dxil::Module& module, const dxil::EntryPoint& entry_point);

/// Removes the bodies of all other functions, so that passes need not support them.
void keep_functions(dxil::Module& module, std::span<const uint8_t> is_reached);

/// Whether the predicate holds for a function with a 1 in `is_reached`, or for any if that is empty.
template <class Predicate>
bool any_function(const dxil::Module& module, std::span<const uint8_t> is_reached, Predicate predicate) {
  for (size_t f = 0; f < module.functions.size(); ++f) {
    if ((is_reached.empty() || is_reached[f] != 0) && predicate(module.functions[f])) return true;
  }
  return false;
}

}  // namespace trellis::lower
