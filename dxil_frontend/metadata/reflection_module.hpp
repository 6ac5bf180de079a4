// A container's reflection module (the part STAT), which adds names and the struct types of buffers. The
// program's own module does not contain them.
#pragma once

#include "dxil_frontend/metadata/metadata_source.hpp"
#include "dxil_frontend/metadata/reflection_types.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

struct ReflectionModule {
  /// In the form of Shader::resources: the result of read_resources() for this module, with
  /// Resource::struct_index.
  Vector<Resource> resources;
  Vector<StructLayout> structs;  ///< In the order of their first use by resources.
};

/// Reads the module's resources and type annotations. Checks every node that it reads. Errors: kBadInput,
/// naming the node and the operand.
Result<ReflectionModule> read_reflection_module(const MetadataSource& metadata, const ReflectionTypes& types);

/// Adds missing names and the structs to the shader's resources. Error: kBadInput if the modules do not have
/// the same resources; the shader is then unchanged.
Result<void> add_reflection(ReflectionModule reflection, Shader& shader);

}  // namespace trellis::dxil
