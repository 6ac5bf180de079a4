// A whole program as text, for dumps and tests. Lines of code are those of ir_text.hpp.
#pragma once

#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// The struct types that have a name, the resources, the global variables, and the functions with bodies.
/// `is_shown`, by function: 1 for those to write; empty: all.
String program_to_text(const Shader& shader, std::span<const uint8_t> is_shown = {});

/// A function with its blocks: "void @main() {", "block0:", two spaces before each instruction, "}".
String function_to_text(const Module& module, const Function& function);

}  // namespace trellis::dxil
