// Identifies inputs that are not DXIL by their contents.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace trellis::tools {

/// Returns "not DXIL but a SPIR-V module, ..." with advice. Returns an empty string for containers, PDB files
/// and bitcode, whole or damaged, and for unknown formats. The file's name decides about texts that could be
/// anything.
std::string foreign_input(std::span<const uint8_t> bytes, const std::string& name);

}  // namespace trellis::tools
