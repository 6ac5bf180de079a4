// The readers of the larger metadata nodes; used by metadata.cpp.
#pragma once

#include "dxil_frontend/decode/decode_tables.hpp"
#include "dxil_frontend/metadata/metadata_node.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// The largest number of a component type.
inline constexpr uint32_t kMaxComponentType = static_cast<uint32_t>(ComponentType::kBF16);

/// The four lists of dx.resources, appended to `resources`.
void read_resources(const NodeView& lists, const ModuleTables& tables, Vector<Resource>& resources);

/// Inputs, outputs, and patch constants or primitive outputs of an entry point.
void read_signatures(const NodeView& signatures, EntryPoint& entry);

/// Operands 0 (function), 1 (name), 2 (signatures), 4 (properties) of one node of dx.entryPoints.
/// `module_kind` is the shader model's; entries of a library say their own.
void read_entry_point(const NodeView& node, ShaderKind module_kind, const ModuleTables& tables,
                      EntryPoint& entry);

/// Who reads and writes the members of payloads: dx.dxrPayloadAnnotations.
void read_payloads(const llvm::Module& source, const MetadataSource& metadata, const ModuleTables& tables,
                   Shader& shader, MetadataErrors& errors);

/// Makes the entry points call the constructors of llvm.global_ctors first, in the order of their priorities,
/// as each invocation has static variables of its own. Errors: kBadInput, kUnsupported.
Result<void> run_constructors_first(const llvm::Module& source, const ModuleTables& tables, Shader& shader);

}  // namespace trellis::dxil
