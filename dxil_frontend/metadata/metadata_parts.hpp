// The readers of the larger metadata nodes, used by metadata.cpp.
#pragma once

#include <string_view>

#include "dxil_frontend/metadata/metadata_node.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// The largest number of a component type.
inline constexpr uint32_t kMaxComponentType = static_cast<uint32_t>(ComponentType::kBF16);

/// Appends the four lists of dx.resources to `resources`.
void read_resources(const NodeView& lists, Vector<Resource>& resources);

/// Reads inputs, outputs, and patch constants or primitive outputs of an entry point.
void read_signatures(const NodeView& signatures, EntryPoint& entry);

/// Reads operands 0 (function), 1 (name), 2 (signatures) and 4 (properties) of a node of dx.entryPoints.
/// `module_kind` is the shader model's kind; a library's entry points have their own.
void read_entry_point(const NodeView& node, ShaderKind module_kind, const Module& module, EntryPoint& entry);

inline constexpr const char* kPayloadAnnotations = "dx.dxrPayloadAnnotations";

/// Reads the access qualifiers of payload members, and their offsets in the text's layout; if that is no
/// layout, in the default one.
void read_payloads(const MetadataSource& metadata, std::string_view data_layout, Shader& shader,
                   MetadataErrors& errors);

}  // namespace trellis::dxil
