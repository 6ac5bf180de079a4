// The source's texts in the part SRCI, where PDB files have them: dxc takes them out of the program there.
#pragma once

#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

/// Fills in the texts of source_files that are empty, as far as SRCI has them. Errors: kBadInput, with the part.
Result<void> add_source_texts(const Container& container, Module& module);

}  // namespace trellis::dxil
