// What the reflection module of a container (the part STAT) adds: names, and the structs behind buffers. The
// program's own module has lost both.
#pragma once

#include "dxil_frontend/metadata/metadata_source.hpp"
#include "dxil_frontend/metadata/reflection_types.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

struct ReflectionModule {
  /// As in Shader::resources: read_resources() of this module, with Resource::struct_index.
  Vector<Resource> resources;
  Vector<StructLayout> structs;  ///< In the order in which resources lead to them.
};

/// Reads the module's resources and type annotations. Every node that is read is checked. Errors: kBadInput,
/// naming the node and the operand.
Result<ReflectionModule> read_reflection_module(const MetadataSource& metadata, const ReflectionTypes& types);

/// Gives the shader's resources the names that they lack, and their structs. Error: kBadInput if the modules
/// do not have the same resources; nothing is changed then.
Result<void> add_reflection(ReflectionModule reflection, Shader& shader);

}  // namespace trellis::dxil
