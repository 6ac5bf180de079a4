// A shader's properties as JSON, for people and programs. docs/reflection.md describes the format;
// docs/reflection.schema.json names and explains every member.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// Returns the JSON text, indented by two spaces, without a final newline. Equal shaders give equal texts.
/// Bytes of names that are not UTF-8 become replacement characters.
String reflect_json(const Shader& shader);

/// Returns the names of the set bits of the part SFI0: "wave_ops"; "bit_33" for a bit without a name.
Vector<String> feature_names(uint64_t flags);

}  // namespace trellis::dxil
