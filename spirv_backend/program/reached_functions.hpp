// The functions of a program that one of its entry points comes to.
#pragma once

#include "dxil_frontend/program/shader.hpp"

namespace trellis::spirv {

/// Takes the bodies of all other functions away: what rewrites the program need not understand them.
void keep_reached_functions(dxil::Module& module, const dxil::EntryPoint& entry_point);

}  // namespace trellis::spirv
