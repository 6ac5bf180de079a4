// Describes a shader and the result of its translation as text.
#pragma once

#include <cstdint>
#include <span>

#include "api/translator.hpp"
#include "support/containers.hpp"

namespace trellis {

// docs/reflection.md describes the JSON, and docs/reflection.schema.json is its schema.

/// Returns the shader model, the entry points with their properties and signatures, and the resources as
/// indented JSON with a final newline.
String reflection_text(const Program& program);

/// The same with a member "module": entry point, bindings of resources, root data, what the module needs from
/// a device, specialization constants. `words`: the module (translation.spirv, wherever the caller keeps it).
String reflection_text(const Program& program, const Translation& translation,
                       std::span<const uint32_t> words);

/// The same with a member "not_translated": the reason why there is no module.
String reflection_text(const Program& program, const Diagnostic& why);

/// Returns a line for each entry point: its name (as in HLSL if that is unique) and its stage ("main
/// compute").
String entry_list(const Program& program);

}  // namespace trellis
