// The command line's option --bind: where the resource of a name is.
#pragma once

#include <string>
#include <vector>

#include "spirv_backend/options/binding_model.hpp"
#include "support/containers.hpp"

namespace trellis::tools {

/// "NAME=SET.BINDING" each; "NAME.counter=SET.BINDING" is the place of the hidden counter of NAME. What is
/// wrong with them; empty: nothing.
std::string read_named_bindings(const std::vector<std::string>& given, Vector<spirv::NamedBinding>& bindings);

}  // namespace trellis::tools
