// What a caller should know about a successful translation: what was left out, and what the module leaves to
// others.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"

namespace trellis {

/// Returns one line for each warning, without a final full stop, that names the entry point or the resources.
/// Most modules have none. There are warnings for:
/// - a part of the container that was left out: a root signature of an unknown version;
/// - a property of the entry point that is not known;
/// - MaximallyReconvergesKHR, requested by the options, where the entry point must not declare it;
/// - a requirement of the shader for 32-bit denormals that the options keep out of the module;
/// - precise operations on min-precision values, whose width RelaxedPrecision leaves to the driver;
/// - dual-source blending with a shader that writes no second source;
/// - inputs that the previous stage, if the options give one, does not write;
/// - resources that share bytes of the root data;
/// - descriptor sets with numbers that no driver supports;
/// - rays that recurse deeper than the library's pipeline configuration declares;
/// - handles of resources that the program does not describe, or describes as something else.
///
/// `shader` is the program as read, `plan` belongs to one of its entry points, and `words` is the module made
/// from it.
Vector<String> find_warnings(const dxil::Shader& shader, const spirv::ModulePlan& plan,
                             std::span<const uint32_t> words);

}  // namespace trellis
