// The table that maps system values of signatures to Vulkan's built-ins.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/module/module_builder.hpp"
#include "spirv_backend/plan/stage/stage_plan.hpp"

namespace trellis::spirv {

/// The values are DXIL's.
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

/// A capability, and the extension that defines it.
enum class Feature : uint8_t {
  kNone,
  kClipDistance,
  kCullDistance,
  kGeometry,
  kMultiViewport,
  kLayerOfVertices,     ///< Written by stages other than geometry shaders.
  kViewportOfVertices,  ///< Written by stages other than geometry shaders.
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

/// How a value is converted between the built-in and the program.
enum class Adjustment : uint8_t {
  kNone,
  kMinusBaseVertex,    ///< D3D's index starts at 0 in every draw.
  kMinusBaseInstance,  ///< D3D's index starts at 0 in every draw.
  kPosition,           ///< Options may invert y.
  kFragmentPosition,   ///< Options may replace w with its reciprocal.
};

/// How a kind of system value is represented in some stages.
struct SystemValueRule {
  SemanticKind kind;
  SignatureSide side;
  uint32_t stages;  ///< Bits are numbered by dxil::ShaderKind.
  spv::BuiltIn builtin;
  NumericType type;        ///< Type of the variable, or of an array's elements.
  bool is_array = false;   ///< An array of the rows and columns of all elements of the kind, in order.
  uint8_t array_size = 0;  ///< 0: the total number of components of the elements.
  Feature feature = Feature::kNone;
  Adjustment adjustment = Adjustment::kNone;
};

/// Returns null if the element is plain data in this stage, at its register's location.
const SystemValueRule* find_rule(dxil::ShaderKind stage, SignatureSide side,
                                 const dxil::SignatureElement& element);

/// Whether the element is a built-in output of the stage that a following stage may read as plain data.
bool is_plain_in_next_stage(dxil::ShaderKind stage, SignatureSide side,
                            const dxil::SignatureElement& element);

}  // namespace trellis::spirv
