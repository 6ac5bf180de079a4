// What a caller can choose about a stage's inputs and outputs. Everything is off by default.
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

/// The location of a vertex shader's input, which replaces its register number.
struct VertexInputLocation {
  String semantic;  ///< Without its index; case-insensitive.
  uint32_t index = 0;
  uint32_t location = 0;
};

/// Where a signature element lies between two stages: the decorations of its variable. The rows of an array
/// take consecutive locations.
struct ElementLocation {
  uint32_t location = 0;
  uint32_t component = 0;  ///< Component of its first column.
  /// PerPrimitiveEXT: for a mesh shader's third signature, and for pixel shader inputs that come from it.
  bool per_primitive = false;
};

/// One row of a signature, and its location.
struct LocationRule {
  SignatureSide side = SignatureSide::kInput;
  String semantic;  ///< Without its index; case-insensitive.
  uint32_t index = 0;
  uint32_t location = 0;
  std::optional<uint32_t> component;  ///< Empty: the column in the register.
  bool per_primitive = false;         ///< False: as the default.
};

/// The element whose location is requested.
struct ElementQuery {
  dxil::ShaderKind stage = dxil::ShaderKind::kInvalid;
  SignatureSide side = SignatureSide::kInput;
  const dxil::SignatureElement* info = nullptr;  ///< Never null; belongs to the program.
};

/// Decides where an element lies; on entry, `place` holds the default or the result of a rule. Returns false
/// if the element is refused: the translation then fails. Must not throw.
using LocationFunction = std::function<bool(const ElementQuery& element, ElementLocation& place)>;

/// For a captured output: all components from first_component on.
inline constexpr uint32_t kAllComponents = UINT32_MAX;

/// A run of captured components of an output: an entry of D3D12's stream output declaration.
struct StreamOutputEntry {
  uint32_t stream = 0;
  String semantic;  ///< Without its index; case-insensitive. Empty: a gap.
  uint32_t index = 0;
  uint32_t first_component = 0;  ///< Relative to the element's first component.
  uint32_t component_count = 0;  ///< Can be kAllComponents, except for gaps.
  uint32_t buffer = 0;           ///< The output slot, 0 to 3.
  /// Byte offset within a vertex of the buffer; empty: right after the previous entry.
  std::optional<uint32_t> offset;
};

inline constexpr uint32_t kStreamOutputBuffers = 4;
/// No stream is rasterized: all outputs of a geometry shader are plain data.
inline constexpr uint32_t kNoStream = UINT32_MAX;

/// Transform feedback: the outputs of vertex, domain and geometry shaders that are captured to buffers.
struct StreamOutput {
  Vector<StreamOutputEntry> entries;  ///< Empty: nothing is captured.
  /// Distance in bytes between vertices in each buffer; 0: the size of the entries.
  std::array<uint32_t, kStreamOutputBuffers> strides = {};
  /// The stream of a geometry shader whose system values become Vulkan's built-ins.
  uint32_t rasterized_stream = 0;
};

inline constexpr uint32_t kRenderTargets = 8;
inline constexpr uint8_t kIdentitySwizzle = 0xE4;

struct StageOptions {
  /// Where the previous stage places its outputs, as rules for this stage (locations_for_next_stage()). The
  /// inputs lie there unless an option below overrides it, and find_warnings() reports those that the
  /// previous stage does not write.
  std::optional<Vector<LocationRule>> stage_before;
  /// Entries for inputs that the shader does not have are ignored. The rows of an array take the first row's
  /// location and those after it.
  Vector<VertexInputLocation> vertex_inputs;
  /// The same for the inputs and outputs of any stage. Elements that are Vulkan built-ins have no location.
  Vector<LocationRule> locations;
  /// Called for each element with a location, after the rules; may be empty. Not called for built-ins.
  LocationFunction locate;
  /// Number of locations that the device has for a stage's inputs or outputs: a chosen location beyond them
  /// is refused.
  uint32_t max_locations = 32;
  /// All of a pixel shader's inputs that a mesh shader writes for each primitive ("TINT", "IDS1";
  /// case-insensitive). They are decorated PerPrimitiveEXT and packed as in the mesh shader. The shader
  /// itself does not distinguish them. Error: kBadInput if there is no such input.
  Vector<String> primitive_inputs;
  StreamOutput stream_output;
  /// True: native 16-bit inputs and outputs are 16 bits wide (device feature storageInputOutput16). False:
  /// they are converted to 32 bits. Both sides of a link must agree.
  bool storage_16bit_io = false;
  /// Negates SV_Position's y where a vertex, domain, geometry or mesh shader writes it, for viewports with
  /// positive height. Set it only for the last of these stages before rasterization.
  bool invert_y = false;
  /// SV_Position's w in pixel shaders follows D3D: it is the reciprocal of Vulkan's.
  bool reciprocal_w = false;
  /// SV_Target1 is the second blend source, at location 0 with index 1. There is only one target then: writes
  /// to others are dropped.
  bool dual_source_blending = false;
  /// With dual-source blending, refuse shaders with outputs to other targets.
  bool refuse_dropped_targets = false;
  /// For each render target, the component of SV_TargetN that each component of the target gets: two bits
  /// each, the first component's lowest. Both blend sources use the swizzle of target 0.
  std::array<uint8_t, kRenderTargets> output_swizzles = {kIdentitySwizzle, kIdentitySwizzle, kIdentitySwizzle,
                                                         kIdentitySwizzle, kIdentitySwizzle, kIdentitySwizzle,
                                                         kIdentitySwizzle, kIdentitySwizzle};
  /// For pipelines with alphaToCoverageEnable: target 0 always has an alpha component. It is the program's
  /// own, whatever the swizzle, or 1 if the program writes none. Integer targets are not changed.
  bool alpha_to_coverage = false;
  /// The rasterizer's sample count, for shaders that query it: Vulkan has no such query. Empty: a
  /// specialization constant (a 32-bit integer with default 1) with the id below.
  std::optional<uint32_t> target_sample_count;
  uint32_t target_sample_count_spec_id = 0;
  /// Pixel shaders run once per sample, and inputs are interpolated at the sample (except centroid inputs).
  bool sample_rate_shading = false;
  /// Shaders with identical computations of SV_Position get identical bits: decorates it Invariant.
  bool invariant_position = false;
  /// Tessellation factors are clamped to this and to the shader's own limit. Devices enforce the limit of 64
  /// themselves.
  float max_tess_factor = 64;
  ViewOptions views;
};

}  // namespace trellis::spirv
