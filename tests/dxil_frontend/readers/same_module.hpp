// Whether two modules of ours are the same, number by number.
#pragma once

#include <string>

#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil::test {

/// What differs first; empty if nothing does. Names of values and debug information are not compared.
std::string first_difference(const Module& a, const Module& b);

}  // namespace trellis::dxil::test
