// The functions of a program that one of its entry points comes to.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// By function: whether the entry point comes to it.
Vector<uint8_t> reached_functions(const dxil::Module& module, const dxil::EntryPoint& entry_point);

/// Takes the bodies of all other functions away: what rewrites the program need not understand them.
void keep_reached_functions(dxil::Module& module, const dxil::EntryPoint& entry_point);

}  // namespace trellis::spirv
