// Compares two modules field by field.
#pragma once

#include <string>

#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil::test {

/// Returns the first difference; empty if there is none. Names of values and debug information are not
/// compared.
std::string first_difference(const Module& a, const Module& b);

}  // namespace trellis::dxil::test
