// Where the resources of a local root signature are: in the shader record, behind the group handle. Its
// parameters follow each other: constants in words, root descriptors (device addresses) and descriptor tables
// (64-bit handles) in 8 bytes at multiples of 8.
#pragma once

#include <optional>

#include "api/options.hpp"
#include "api/pipeline_layout/pipeline_layout.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis {

/// A parameter of a local root signature in the shader record.
struct RecordMember {
  uint32_t parameter = 0;
  RootMemberKind kind = RootMemberKind::kConstants;
  uint32_t offset = 0, size = 0;  ///< Bytes behind the group handle.
};

struct RecordLayout {
  Vector<RecordMember> members;  ///< By parameter.
  uint32_t size = 0;             ///< Bytes.
};

/// kBadInput if the signature is not local, or larger than a record may be.
Result<RecordLayout> record_layout(const dxil::RootSignature& signature);

/// Where the local root signature has a resource; empty if it does not have it. Tables are of the descriptor
/// heaps: `layout` (may be null) or else `heaps` says where those are. kBadInput, naming the resource, if the
/// signature has it as something that it cannot be.
Result<std::optional<spirv::Binding>> place_in_record(const LocalRootSignature& local,
                                                      const PipelineLayout* layout,
                                                      const spirv::EmitOptions& options,
                                                      const spirv::ResourceUse& use);

/// A pipeline layout (null: none) as JSON, and with it where the parameters are in the shader record. Errors
/// as for record_layout().
Result<String> pipeline_layout_text(const PipelineLayout* layout, const LocalRootSignature& local);

/// Why a static sampler of the local root signature has no place; empty if the resource is none. Shader
/// records hold nothing for static samplers: who has them binds them as immutable samplers.
std::optional<Diagnostic> static_sampler_refusal(const LocalRootSignature& local,
                                                 const dxil::Resource& resource);

}  // namespace trellis
