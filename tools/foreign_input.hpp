// What an input is that is no DXIL: told by its first bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace trellis::tools {

/// "not DXIL but a SPIR-V module, ...", with what to do about it. Empty for containers, PDB files and bitcode,
/// whole or damaged, and for what is not known. The file's name says what a text is that could be anything.
std::string foreign_input(std::span<const uint8_t> bytes, const std::string& name);

}  // namespace trellis::tools
