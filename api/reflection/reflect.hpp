// What a shader says about itself, and what became of it, as text.
#pragma once

#include <cstdint>
#include <span>

#include "api/translator.hpp"
#include "support/containers.hpp"

namespace trellis {

// docs/reflection.md describes the JSON and docs/reflection.schema.json is its schema.

/// Shader model, entry points with their properties and signatures, resources: JSON, indented, with a final
/// newline.
String reflection_text(const Program& program);

/// The same with a member "module": entry point, where each resource is bound, the root data, what the module
/// needs of a device, its specialization constants. `words`: the module (translation.spirv, wherever the
/// caller keeps it).
String reflection_text(const Program& program, const Translation& translation,
                       std::span<const uint32_t> words);

/// The same with a member "not_translated": why there is no module.
String reflection_text(const Program& program, const Diagnostic& why);

/// A line for each entry point: its name, as in HLSL if no other has the same, and its stage ("main
/// compute").
String entry_list(const Program& program);

}  // namespace trellis
