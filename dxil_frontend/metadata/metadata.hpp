// What the module's metadata says about the shader: shader model, entry points, signatures, resources.
// Implements the metadata chapters of DXC's DXIL description; numbers are those of its headers.
#pragma once

#include "dxil_frontend/decode/decode_tables.hpp"
#include "dxil_frontend/decode/metadata_source.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace llvm {
class Module;
}

namespace trellis::dxil {

/// Fills in everything of `shader` but its module. `tables` are those the module was decoded with; `metadata`
/// is the module's. Every node that is read is checked; properties with unknown tags are noted in
/// EntryPoint::unknown_properties. Errors: kBadInput, part "metadata", naming the node and the operand;
/// kUnsupported for shader models other than 6.
Result<void> read_metadata(const llvm::Module& source, const MetadataSource& metadata,
                           const ModuleTables& tables, Shader& shader);

}  // namespace trellis::dxil
