// What a shader says about itself, as JSON for people and programs. docs/reflection.md describes it;
// docs/reflection.schema.json names and explains every member.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// Indented by two spaces, without a final newline. The same shader gives the same text. Bytes of names that
/// are not UTF-8 become replacement characters.
String reflect_json(const Shader& shader);

/// What the bits of the part SFI0 are called: "wave_ops"; "bit_33" for those without a name.
Vector<String> feature_names(uint64_t flags);

}  // namespace trellis::dxil
