// What a shader says of itself, as text.
#pragma once

#include <string>

#include "api/trellis.hpp"

namespace trellis {

/// Shader model, entry points with their properties and signatures, resources: JSON, indented, with a final
/// newline.
std::string reflection_text(const Program& program);

/// One line an entry point: its name and its stage ("main compute").
std::string entry_list(const Program& program);

}  // namespace trellis
