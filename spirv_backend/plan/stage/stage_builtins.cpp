#include "spirv_backend/plan/stage/stage_builtins.hpp"

#include <iterator>

namespace trellis::spirv {
namespace {

using dxil::ShaderKind;
using spv::BuiltIn;
using spv::Capability;

constexpr uint32_t bit(ShaderKind kind) { return 1u << static_cast<uint32_t>(kind); }
constexpr uint32_t kVs = bit(ShaderKind::kVertex), kPs = bit(ShaderKind::kPixel),
                   kGs = bit(ShaderKind::kGeometry), kHs = bit(ShaderKind::kHull),
                   kDs = bit(ShaderKind::kDomain), kMs = bit(ShaderKind::kMesh);
constexpr NumericType kFloat3{BaseType::kFloat, 32, 3}, kFloat4{BaseType::kFloat, 32, 4};
constexpr auto kIn = SignatureSide::kInput, kOut = SignatureSide::kOutput, kThird = SignatureSide::kThird;
using enum SemanticKind;

// A system value in a stage's signature that no row names is plain data there: between vertex, hull and
// geometry shaders, a layer is an ordinary number. Vertex and domain shaders do not know whether such a stage
// follows, so they write it both as a built-in and as plain data (is_plain_in_next_stage()).
constexpr SystemValueRule kRules[] = {
    {kVertexId, kIn, kVs, BuiltIn::VertexIndex, kU32, false, 0, Feature::kDrawParameters,
     Adjustment::kMinusBaseVertex},
    {kInstanceId, kIn, kVs, BuiltIn::InstanceIndex, kU32, false, 0, Feature::kDrawParameters,
     Adjustment::kMinusBaseInstance},

    {kPosition, kOut, kVs | kDs | kGs | kMs, BuiltIn::Position, kFloat4, false, 0, Feature::kNone,
     Adjustment::kPosition},
    {kPosition, kOut, kHs, BuiltIn::Position, kFloat4},
    {kPosition, kIn, kHs | kDs | kGs, BuiltIn::Position, kFloat4},
    {kPosition, kIn, kPs, BuiltIn::FragCoord, kFloat4, false, 0, Feature::kNone,
     Adjustment::kFragmentPosition},

    {kClipDistance, kOut, kVs | kHs | kDs | kGs | kMs, BuiltIn::ClipDistance, kF32, true, 0,
     Feature::kClipDistance},
    {kClipDistance, kIn, kHs | kDs | kGs | kPs, BuiltIn::ClipDistance, kF32, true, 0, Feature::kClipDistance},
    {kCullDistance, kOut, kVs | kHs | kDs | kGs | kMs, BuiltIn::CullDistance, kF32, true, 0,
     Feature::kCullDistance},
    {kCullDistance, kIn, kHs | kDs | kGs | kPs, BuiltIn::CullDistance, kF32, true, 0, Feature::kCullDistance},

    {kRenderTargetArrayIndex, kOut, kVs | kDs, BuiltIn::Layer, kU32, false, 0, Feature::kLayerOfVertices},
    {kRenderTargetArrayIndex, kOut, kGs, BuiltIn::Layer, kU32, false, 0, Feature::kGeometry},
    {kRenderTargetArrayIndex, kThird, kMs, BuiltIn::Layer, kU32, false, 0, Feature::kMesh},
    {kRenderTargetArrayIndex, kIn, kPs, BuiltIn::Layer, kU32, false, 0, Feature::kGeometry},
    {kViewportArrayIndex, kOut, kVs | kDs, BuiltIn::ViewportIndex, kU32, false, 0,
     Feature::kViewportOfVertices},
    {kViewportArrayIndex, kOut, kGs, BuiltIn::ViewportIndex, kU32, false, 0, Feature::kMultiViewport},
    {kViewportArrayIndex, kThird, kMs, BuiltIn::ViewportIndex, kU32, false, 0, Feature::kMultiViewport},
    {kViewportArrayIndex, kIn, kPs, BuiltIn::ViewportIndex, kU32, false, 0, Feature::kMultiViewport},

    {kPrimitiveId, kOut, kGs, BuiltIn::PrimitiveId, kU32, false, 0, Feature::kGeometry},
    {kPrimitiveId, kThird, kMs, BuiltIn::PrimitiveId, kU32, false, 0, Feature::kMesh},
    {kPrimitiveId, kIn, kPs, BuiltIn::PrimitiveId, kU32, false, 0, Feature::kGeometry},
    // Not in domain shaders: Vulkan takes no rate from these, so it can only be meant for a geometry shader.
    {kShadingRate, kOut, kVs | kGs, BuiltIn::PrimitiveShadingRateKHR, kU32, false, 0, Feature::kShadingRate},
    {kShadingRate, kThird, kMs, BuiltIn::PrimitiveShadingRateKHR, kU32, false, 0, Feature::kShadingRate},
    {kShadingRate, kIn, kPs, BuiltIn::ShadingRateKHR, kU32, false, 0, Feature::kShadingRate},
    {kCullPrimitive, kThird, kMs, BuiltIn::CullPrimitiveEXT, kBool, false, 0, Feature::kMesh},

    {kTessFactor, kThird, kHs | kDs, BuiltIn::TessLevelOuter, kF32, true, 4, Feature::kTessellation},
    {kInsideTessFactor, kThird, kHs | kDs, BuiltIn::TessLevelInner, kF32, true, 2, Feature::kTessellation},

    {kIsFrontFace, kIn, kPs, BuiltIn::FrontFacing, kBool},
    {kSampleIndex, kIn, kPs, BuiltIn::SampleId, kU32, false, 0, Feature::kSampleRate},
    {kBarycentrics, kIn, kPs, BuiltIn::BaryCoordKHR, kFloat3, false, 0, Feature::kBarycentrics},
    {kCoverage, kOut, kPs, BuiltIn::SampleMask, kU32, true, 1},
    {kDepth, kOut, kPs, BuiltIn::FragDepth, kF32},
    {kDepthLessEqual, kOut, kPs, BuiltIn::FragDepth, kF32},
    {kDepthGreaterEqual, kOut, kPs, BuiltIn::FragDepth, kF32},
    {kStencilRef, kOut, kPs, BuiltIn::FragStencilRefEXT, kU32, false, 0, Feature::kStencilExport},
};

// Barycentrics without perspective correction are a different built-in.
constexpr SystemValueRule kFlatBarycentrics = {kBarycentrics, kIn,   kPs, BuiltIn::BaryCoordNoPerspKHR,
                                               kFloat3,       false, 0,   Feature::kBarycentrics};

struct FeatureRow {
  Feature feature;
  Capability capability;
  const char* extension = nullptr;
  uint32_t core_since = 0;
};

constexpr FeatureRow kFeatures[] = {
    {Feature::kClipDistance, Capability::ClipDistance},
    {Feature::kCullDistance, Capability::CullDistance},
    {Feature::kGeometry, Capability::Geometry},
    {Feature::kMultiViewport, Capability::MultiViewport},
    {Feature::kTessellation, Capability::Tessellation},
    {Feature::kMesh, Capability::MeshShadingEXT, "SPV_EXT_mesh_shader"},
    {Feature::kSampleRate, Capability::SampleRateShading},
    {Feature::kShadingRate, Capability::FragmentShadingRateKHR, "SPV_KHR_fragment_shading_rate"},
    {Feature::kBarycentrics, Capability::FragmentBarycentricKHR, "SPV_KHR_fragment_shader_barycentric"},
    {Feature::kStencilExport, Capability::StencilExportEXT, "SPV_EXT_shader_stencil_export"},
    {Feature::kDrawParameters, Capability::DrawParameters},
    {Feature::kMultiView, Capability::MultiView},
    {Feature::kFullyCovered, Capability::FragmentFullyCoveredEXT, "SPV_EXT_fragment_fully_covered"},
    {Feature::kInterpolation, Capability::InterpolationFunction},
    {Feature::kStorage16BitIo, Capability::StorageInputOutput16, "SPV_KHR_16bit_storage", kSpirv13},
};

}  // namespace

void declare_feature(ModuleBuilder& builder, Feature feature) {
  if (feature == Feature::kLayerOfVertices || feature == Feature::kViewportOfVertices) {
    if (builder.version() >= kSpirv15) {
      builder.capability(feature == Feature::kLayerOfVertices ? Capability::ShaderLayer
                                                              : Capability::ShaderViewportIndex);
    } else {
      builder.extension("SPV_EXT_shader_viewport_index_layer");
      builder.capability(Capability::ShaderViewportIndexLayerEXT);
    }
    return;
  }
  for (const FeatureRow& row : kFeatures) {
    if (row.feature != feature) continue;
    if (row.extension != nullptr) builder.extension(row.extension, row.core_since);
    builder.capability(row.capability);
  }
}

const SystemValueRule* find_rule(ShaderKind stage, SignatureSide side,
                                 const dxil::SignatureElement& element) {
  constexpr uint8_t kNoPerspective = 4, kNoPerspectiveCentroid = 5, kNoPerspectiveSample = 7;
  const SemanticKind kind = kind_of(element);
  if (kind == SemanticKind::kArbitrary) return nullptr;  // The user's own data.
  for (const SystemValueRule& rule : kRules) {
    if (rule.kind != kind || rule.side != side || (rule.stages & bit(stage)) == 0) continue;
    const uint8_t mode = element.interpolation;
    const bool is_flat =
        mode == kNoPerspective || mode == kNoPerspectiveCentroid || mode == kNoPerspectiveSample;
    return kind == kBarycentrics && is_flat ? &kFlatBarycentrics : &rule;
  }
  return nullptr;
}

// Pixel shaders do not matter: no stage before them writes as a built-in what they read as plain data.
bool is_plain_in_next_stage(ShaderKind stage, SignatureSide side, const dxil::SignatureElement& element) {
  if (side != kOut || find_rule(stage, side, element) == nullptr) return false;
  const bool may_precede_hull = stage == ShaderKind::kVertex;
  const bool may_precede_geometry = may_precede_hull || stage == ShaderKind::kDomain;
  return (may_precede_hull && find_rule(ShaderKind::kHull, kIn, element) == nullptr) ||
         (may_precede_geometry && find_rule(ShaderKind::kGeometry, kIn, element) == nullptr);
}

}  // namespace trellis::spirv
