// What a shader says of itself, and what became of it, as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "api/trellis.hpp"

namespace trellis {

/// Shader model, entry points with their properties and signatures, resources: JSON, indented, with a final
/// newline. dxil_frontend/reflection.hpp has its shape.
std::string reflection_text(const Program& program);

/// The same with a member "module": entry point, where each resource is bound, the root data, what the module
/// needs of a device. `words`: the module (translation.spirv, wherever it is kept by now).
std::string reflection_text(const Program& program, const Translation& translation,
                            std::span<const uint32_t> words);

/// One line an entry point: its name and its stage ("main compute").
std::string entry_list(const Program& program);

}  // namespace trellis
