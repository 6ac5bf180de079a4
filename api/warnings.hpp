// What a caller should know of a translation that went well: what was left out of it, and what the module
// leaves to others.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"

namespace trellis {

/// One line each, without final stop; names the entry point or the resources. Most modules have none:
/// - a part of the container that was left out: a root signature of an unknown version;
/// - a property of the entry point that is not known;
/// - MaximallyReconvergesKHR, asked for by the options, where the entry point must not declare it;
/// - what the shader asks for 32-bit denormals, if the options keep it out of the module;
/// - precise operations on min-precision values, whose width RelaxedPrecision leaves to the driver;
/// - dual-source blending with a shader that writes no second source;
/// - inputs that the stage before, if the options tell of one, does not write;
/// - resources that share bytes of the root data;
/// - descriptor sets of numbers that no driver has;
/// - rays that recurse deeper than the library's pipeline configuration declares;
/// - handles of resources that the program does not describe, or describes as something else.
///
/// `shader` is the program as read, `plan` one of its entry points, `words` the module made of it.
Vector<String> find_warnings(const dxil::Shader& shader, const spirv::ModulePlan& plan,
                             std::span<const uint32_t> words);

}  // namespace trellis
