// Reads the description of a shader from the module's metadata: shader model, entry points, signatures,
// resources. Implements the metadata chapters of DXC's DXIL description; numbers are those of its headers.
#pragma once

#include <string_view>

#include "dxil_frontend/metadata/constructors.hpp"
#include "dxil_frontend/metadata/metadata_source.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Adds the structs of payloads to the module under construction. The annotations of their members may be the
/// only references to them.
void meet_payloads(const MetadataSource& metadata);

/// Fills in everything in `shader` except its module, from the module's metadata and the text of its data
/// layout. Checks every node that it reads; records properties with unknown tags in
/// EntryPoint::unknown_properties. Errors: kBadInput, part "metadata", naming the node and the operand;
/// kUnsupported for shader models other than 6.
Result<void> read_metadata(const MetadataSource& metadata, std::string_view data_layout,
                           Vector<Constructor> constructors, Shader& shader);

}  // namespace trellis::dxil
