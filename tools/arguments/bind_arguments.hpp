// The command line's option --bind, which says where a named resource is bound.
#pragma once

#include <string>
#include <vector>

#include "spirv_backend/options/binding_model.hpp"
#include "support/containers.hpp"

namespace trellis::tools {

/// Reads items of the form "NAME=SET.BINDING" or "NAME=push[:OFFSET]"; "NAME.counter=SET.BINDING" binds the
/// hidden counter of NAME. Returns an error message, or an empty string.
std::string read_named_bindings(const std::vector<std::string>& given, Vector<spirv::NamedBinding>& bindings);

}  // namespace trellis::tools
