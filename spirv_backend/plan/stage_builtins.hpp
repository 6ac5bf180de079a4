// The table from system values of signatures to built-ins of Vulkan.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/module/module_builder.hpp"
#include "spirv_backend/plan/stage_plan.hpp"

namespace trellis::spirv {

/// DXIL's numbers of semantic kinds.
enum class SemanticKind : uint8_t {
  kArbitrary,
  kVertexId,
  kInstanceId,
  kPosition,
  kRenderTargetArrayIndex,
  kViewportArrayIndex,
  kClipDistance,
  kCullDistance,
  kOutputControlPointId,
  kDomainLocation,
  kPrimitiveId,
  kGsInstanceId,
  kSampleIndex,
  kIsFrontFace,
  kCoverage,
  kInnerCoverage,
  kTarget,
  kDepth,
  kDepthLessEqual,
  kDepthGreaterEqual,
  kStencilRef,
  kTessFactor = 25,
  kInsideTessFactor,
  kViewId,
  kBarycentrics,
  kShadingRate,
  kCullPrimitive,
};
inline SemanticKind kind_of(const dxil::SignatureElement& element) {
  return static_cast<SemanticKind>(element.semantic_kind);
}

/// A capability, with the extension that brings it.
enum class Feature : uint8_t {
  kNone,
  kClipDistance,
  kCullDistance,
  kGeometry,
  kMultiViewport,
  kLayerOfVertices,     ///< Written by other stages than geometry shaders.
  kViewportOfVertices,  ///< The same.
  kTessellation,
  kMesh,
  kSampleRate,
  kShadingRate,
  kBarycentrics,
  kStencilExport,
  kDrawParameters,
  kMultiView,
  kFullyCovered,
  kInterpolation,
  kStorage16BitIo,
};
void declare_feature(ModuleBuilder& builder, Feature feature);

/// What a value needs on its way between the built-in and the program.
enum class Adjustment : uint8_t {
  kNone,
  kMinusBaseVertex,    ///< D3D counts from 0 whatever the draw's first vertex.
  kMinusBaseInstance,  ///< The same of instances.
  kPosition,           ///< Options may turn y around.
  kFragmentPosition,   ///< Options may take the reciprocal of w.
};

/// How one kind of system value exists in some stages.
struct SystemValueRule {
  SemanticKind kind;
  SignatureSide side;
  uint32_t stages;  ///< Bit dxil::ShaderKind.
  spv::BuiltIn builtin;
  NumericType type;        ///< Of the variable; of arrays: of an element.
  bool is_array = false;   ///< Rows and columns of all elements of the kind lie one behind the other.
  uint8_t array_size = 0;  ///< 0: as many as the elements have components.
  Feature feature = Feature::kNone;
  Adjustment adjustment = Adjustment::kNone;
};

/// Null: the element is plain data in this stage, at its register's location.
const SystemValueRule* find_rule(dxil::ShaderKind stage, SignatureSide side,
                                 const dxil::SignatureElement& element);

/// Whether the stage's output is a built-in, but a stage that may follow reads it as plain data.
bool is_plain_in_next_stage(dxil::ShaderKind stage, SignatureSide side,
                            const dxil::SignatureElement& element);

}  // namespace trellis::spirv
