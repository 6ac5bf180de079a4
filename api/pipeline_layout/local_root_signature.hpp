// Where the resources of a local root signature are: in the shader record, after the group handle. The
// parameters follow each other. Constants take words; root descriptors (device addresses) and descriptor
// tables (64-bit handles) take 8 bytes at multiples of 8.
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
  uint32_t offset = 0, size = 0;  ///< Offset from the end of the group handle, and size, in bytes.
};

struct RecordLayout {
  Vector<RecordMember> members;  ///< Indexed by parameter.
  uint32_t size = 0;             ///< Size in bytes.
};

/// Computes the layout of a shader record. Fails with kBadInput if the signature is not local, or larger than
/// a record may be.
Result<RecordLayout> record_layout(const dxil::RootSignature& signature);

/// Returns the binding of a resource in the local root signature; empty if the signature does not contain it.
/// Descriptor tables point into the descriptor heaps, whose bindings come from `layout` (may be null) or else
/// from `heaps`. Fails with kBadInput, naming the resource, if the signature contains it in a form that it
/// cannot have.
Result<std::optional<spirv::Binding>> place_in_record(const LocalRootSignature& local,
                                                      const PipelineLayout* layout,
                                                      const spirv::EmitOptions& options,
                                                      const spirv::ResourceUse& use);

/// Returns a pipeline layout (null: none) as JSON, with the offsets of the parameters in the shader record.
/// Errors as for record_layout().
Result<String> pipeline_layout_text(const PipelineLayout* layout, const LocalRootSignature& local);

/// Returns why a static sampler of the local root signature cannot be bound; empty if the resource is not
/// one. Shader records hold nothing for static samplers: an application has to bind them as immutable
/// samplers.
std::optional<Diagnostic> static_sampler_refusal(const LocalRootSignature& local,
                                                 const dxil::Resource& resource);

}  // namespace trellis
