// What a caller may choose of a stage's inputs and outputs. Nothing of it is on unless asked for.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/options/view_options.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// The three signatures of an entry point. The third holds patch constants (hull, domain) or the attributes
/// of primitives (mesh).
enum class SignatureSide : uint8_t { kInput, kOutput, kThird };
inline constexpr SignatureSide kSignatureSides[] = {SignatureSide::kInput, SignatureSide::kOutput,
                                                    SignatureSide::kThird};

/// A vertex shader's input: the location it gets in place of its register.
struct VertexInputLocation {
  String semantic;  ///< Without its index; upper and lower case are the same.
  uint32_t index = 0;
  uint32_t location = 0;
};

/// Where an element of a signature lies between two stages: the decorations of its variable. The rows of an
/// array have the locations that follow.
struct ElementLocation {
  uint32_t location = 0;
  uint32_t component = 0;      ///< Of its first column.
  bool per_primitive = false;  ///< PerPrimitiveEXT: of mesh shaders' third signature, and of what pixel
                               ///< shaders take from there.
};

/// One row of a signature, and its place.
struct LocationRule {
  SignatureSide side = SignatureSide::kInput;
  String semantic;  ///< Without its index; upper and lower case are the same.
  uint32_t index = 0;
  uint32_t location = 0;
  std::optional<uint32_t> component;  ///< Empty: the register's column.
  bool per_primitive = false;         ///< Or what the default says.
};

/// The element a location is asked for.
struct ElementQuery {
  dxil::ShaderKind stage = dxil::ShaderKind::kInvalid;
  SignatureSide side = SignatureSide::kInput;
  const dxil::SignatureElement* info = nullptr;  ///< Never null; belongs to the program.
};

/// Says where an element lies; `place` holds the default, or what a rule says. False: it is refused, and the
/// translation fails. Must not throw.
using LocationFunction = std::function<bool(const ElementQuery& element, ElementLocation& place)>;

/// Of a captured output: from the first component on, as many as it has.
inline constexpr uint32_t kAllComponents = UINT32_MAX;

/// A run of an output's components that is captured: an entry of D3D12's stream output declaration.
struct StreamOutputEntry {
  uint32_t stream = 0;
  String semantic;  ///< Without its index; upper and lower case are the same. Empty: a gap.
  uint32_t index = 0;
  uint32_t first_component = 0;    ///< Counted from the element's first.
  uint32_t component_count = 0;    ///< Or kAllComponents, but not of gaps.
  uint32_t buffer = 0;             ///< The output slot, 0 to 3.
  std::optional<uint32_t> offset;  ///< Bytes in a vertex of the buffer; empty: behind the entry before.
};

inline constexpr uint32_t kStreamOutputBuffers = 4;
/// No stream is rasterized: all outputs of a geometry shader are plain data.
inline constexpr uint32_t kNoStream = UINT32_MAX;

/// Transform feedback: what vertex, domain and geometry shaders write for buffers.
struct StreamOutput {
  Vector<StreamOutputEntry> entries;  ///< Empty: nothing is captured.
  /// Bytes from vertex to vertex of each buffer; 0: as many as the entries fill.
  std::array<uint32_t, kStreamOutputBuffers> strides = {};
  /// The stream of a geometry shader whose system values are Vulkan's built-ins.
  uint32_t rasterized_stream = 0;
};

inline constexpr uint32_t kRenderTargets = 8;
inline constexpr uint8_t kIdentitySwizzle = 0xE4;

struct StageOptions {
  /// Where the stage before puts what, as rules for this one (locations_for_next_stage()): the inputs lie there unless
  /// what follows says otherwise, and find_warnings() names those that it does not write.
  std::optional<Vector<LocationRule>> stage_before;
  /// Of inputs the shader does not have, nothing comes. The rows of an array get the first row's location and
  /// the ones after it.
  Vector<VertexInputLocation> vertex_inputs;
  /// The same for the inputs and outputs of any stage. Elements that are built-ins of Vulkan have no
  /// location.
  Vector<LocationRule> locations;
  /// Asked about every element with a location, after the rules; may be empty. A system value that is a built-in is
  /// left out at its location where this refuses it.
  LocationFunction locate;
  /// Locations of a stage's inputs or outputs that the device has: what is chosen beyond them is refused.
  uint32_t max_locations = 32;
  /// A pixel shader's inputs that a mesh shader gives for each primitive ("TINT", "IDS1"; upper and lower
  /// case are the same), all of them: PerPrimitiveEXT, and packed as the mesh shader does it. The shader itself does
  /// not tell them from those of vertices. kBadInput if it does not have one.
  Vector<String> primitive_inputs;
  StreamOutput stream_output;
  /// Native 16-bit inputs and outputs are 16 bits wide (device feature storageInputOutput16); else 32, and
  /// converted. Both sides of a link must agree.
  bool storage_16bit_io = false;
  /// SV_Position's y is negated where a vertex, domain, geometry or mesh shader writes it: for viewports of
  /// positive height. Only the last of them before rasterization may have it.
  bool invert_y = false;
  /// SV_Position's w in pixel shaders is D3D's, the reciprocal of Vulkan's.
  bool reciprocal_w = false;
  /// SV_Target1 is the second source of blending, at location 0 with index 1. There is one target then: what
  /// is written to others is dropped.
  bool dual_source_blending = false;
  /// With dual-source blending, shaders with outputs for other targets are refused.
  bool refuse_dropped_targets = false;
  /// By render target: which component of SV_TargetN each component of the target gets, two bits each, the
  /// first component's lowest. Both sources of blending go by target 0's.
  std::array<uint8_t, kRenderTargets> output_swizzles = {kIdentitySwizzle, kIdentitySwizzle, kIdentitySwizzle,
                                                         kIdentitySwizzle, kIdentitySwizzle, kIdentitySwizzle,
                                                         kIdentitySwizzle, kIdentitySwizzle};
  /// For pipelines with alphaToCoverageEnable: target 0 has an alpha component in any case. It is the
  /// program's own, whatever the swizzle, or 1 if it writes none. Targets of integers stay as they are.
  bool alpha_to_coverage = false;
  /// The rasterizer's number of samples, for shaders that ask for it: Vulkan has no query. Empty: a
  /// specialization constant (a 32-bit integer, 1 if not set) of the id below.
  std::optional<uint32_t> target_sample_count;
  uint32_t target_sample_count_spec_id = 0;
  /// Pixel shaders run once a sample, their inputs interpolated there (but for those at the centroid).
  bool sample_rate_shading = false;
  /// Shaders that compute SV_Position alike get the same bits: Invariant.
  bool invariant_position = false;
  /// Tess factors are limited to this, and to the shader's own limit. Devices have the limit of 64
  /// themselves.
  float max_tess_factor = 64;
  ViewOptions views;
};

}  // namespace trellis::spirv
