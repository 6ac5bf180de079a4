// The source texts in the part SRCI. In PDB files, dxc moves them there from the program.
#pragma once

#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

/// Fills in the empty texts of source_files that SRCI contains. Errors: kBadInput, with the part.
Result<void> add_source_texts(const Container& container, Module& module);

}  // namespace trellis::dxil
