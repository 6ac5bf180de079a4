// Inputs and outputs of stages.
#include "option_table/members.hpp"
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

using spirv::StageOptions;
using spirv::StreamOutput;

constexpr Row kStagesRows[] = {
    {.flag = "--vertex-input",
     .metavariable = "SEMANTIC LOCATION",
     .help = "Location of a vertex input: COLOR1 4 (default: its register)",
     .also_in_c = "vertex_inputs, vertex_input_count",
     .more =
         "A semantic comes with its index, which is 0 if there is none. The rows of an array follow their "
         "first. What the shader does not have is passed over",
     .cost = "none",
     .wanted = "layers that number vertex attributes themselves"},
    {.flag = "--location",
     .metavariable = "SIGNATURE SEMANTIC LOCATION",
     .help = "Location and optional component of an input, output or patch constant: output COLOR1 4.2",
     .also_in_c = "location_rules, location_rule_count, locate, locate_user",
     .more = "The signature is input, output, or patch: patch constants, and a mesh shader's primitives. The "
             "component is that of the element's first column. In C it is a table, or a callback for each "
             "element",
     .cost = "none; both sides of a link must agree",
     .wanted = "stages paired with one that does not come from the same packing"},
    {.help = "The inputs lie where a module's outputs with their semantics do, per primitive where those are",
     .also_in_c = "previous_stage",
     .more = "An input that it does not write is warned of",
     .cost = "none",
     .wanted =
         "pixel shaders behind mesh shaders: registers of primitives do not tell where the vertices' end"},
    {.flag = "--primitive-input",
     .metavariable = "SEMANTIC",
     .help = "Pixel shader input that a mesh shader writes per primitive: TINT, IDS1",
     .also_in_c = "primitive_inputs, primitive_input_count",
     .more = "It is `PerPrimitiveEXT`",
     .cost = "none",
     .wanted = "the same, without the mesh shader at hand"},
    {.help = "Locations of a stage's inputs or outputs that the device has; what is chosen beyond is refused",
     .field = C_FIELD(TrellisStageOptions, max_locations),
     .member = member<&StageOptions::max_locations>(),
     .more = "It is `maxVertexOutputComponents` / 4, or its kin",
     .cost = "none",
     .wanted = "devices that have fewer, or more"},
    {.flag = "--stream-output",
     .metavariable = "OUTPUT BUFFER OFFSET",
     .help = "Capture an output with transform feedback: SV_Position.xyz 0 next",
     .also_in_c = "stream_output, stream_output_count",
     .more =
         "The output of a vertex, domain or geometry shader is a semantic, with components (`COLOR1.yz`) "
         "and with a stream (`2:COLOR1`), if wanted; the buffer is 0 to 3; the offset is a byte of a vertex, "
         "or next: behind the entry before for that buffer",
     .cost =
         "an output captured as a whole costs nothing. Parts, repetitions, clip distances and 16-bit "
         "elements are copied when a vertex is finished: an instruction or two a component, and a location "
         "each",
     .wanted = "pipelines with stream output"},
    {.flag = "--stream-output-stride",
     .metavariable = "BUFFER BYTES",
     .help = "Stride of a buffer in bytes (default: the size of its entries)",
     .also_in_c = "stream_output_strides",
     .cost = "none"},
    {.flag = "--rasterized-stream",
     .metavariable = "STREAM",
     .help = "The stream of a geometry shader that is rasterized (default: {default}), or none",
     .field = C_FIELD(TrellisStageOptions, rasterized_stream),
     .member = member<&StreamOutput::rasterized_stream>(),
     .more = "Its system values are Vulkan's built-ins "
             "(`VkPipelineRasterizationStateStreamCreateInfoEXT`), those of other streams plain data",
     .cost = "none",
     .wanted = "pipelines that rasterize another stream, or none"},
    {.flag = "--16-bit-io",
     .help = "Keep native 16-bit inputs and outputs at 16 bits instead of converting them to 32",
     .field = C_FIELD(TrellisStageOptions, storage_16bit_io),
     .member = member<&StageOptions::storage_16bit_io>(),
     .more = "For both sides of a link or none",
     .cost = "`storageInputOutput16`",
     .wanted = "bandwidth between stages"},
    {.flag = "--invert-y",
     .help = "Negate the y of SV_Position on output",
     .field = C_FIELD(TrellisStageOptions, invert_y),
     .member = member<&StageOptions::invert_y>(),
     .more = "For the last stage before rasterization only",
     .cost = "an instruction a vertex",
     .wanted = "viewports of positive height"},
    {.flag = "--reciprocal-w",
     .help = "Give pixel shaders D3D's w of SV_Position, not its reciprocal",
     .field = C_FIELD(TrellisStageOptions, reciprocal_w),
     .member = member<&StageOptions::reciprocal_w>(),
     .cost = "a division where it is read",
     .wanted = "shaders that read w: Vulkan's is its reciprocal"},
    {.flag = "--dual-source-blending",
     .help = "Use SV_Target1 as the second blend source of target 0",
     .field = C_FIELD(TrellisStageOptions, dual_source_blending),
     .member = member<&StageOptions::dual_source_blending>(),
     .more = "It is at location 0, index 1. There is no other target: outputs from SV_Target2 on are dropped",
     .cost = "`dualSrcBlend`",
     .wanted = "blend factors that name the second source"},
    {.flag = "--refuse-dropped-targets",
     .help = "With dual-source blending, refuse shaders that write SV_Target2 and on",
     .field = C_FIELD(TrellisStageOptions, refuse_dropped_targets),
     .member = member<&StageOptions::refuse_dropped_targets>(),
     .more = "Else what they write there is dropped, and a warning says so",
     .cost = "none",
     .wanted = "callers that would rather know"},
    {.flag = "--output-swizzle",
     .metavariable = "TARGET COMPONENTS",
     .help = "Swizzle of a render target: 0 bgra",
     .also_in_c = "output_swizzles",
     .more =
         "In C, two bits for each component. Components the shader does not write are undefined, as in D3D",
     .cost = "none",
     .wanted = "formats that stand in for another: `A8` in `R8`, `BGRA` in `RGBA`"},
    {.flag = "--alpha-to-coverage",
     .help = "Always give target 0 an alpha: the shader's, or 1",
     .field = C_FIELD(TrellisStageOptions, alpha_to_coverage),
     .member = member<&StageOptions::alpha_to_coverage>(),
     .more = "The program's alpha is taken whatever the swizzle. Targets of integers stay as they are",
     .cost = "at most one more output",
     .wanted =
         "pipelines with `alphaToCoverageEnable`, which want it (VUID 08891): shaders without an alpha, or "
         "swizzled ones"},
    {.flag = "--sample-count",
     .metavariable = "N",
     .help = "The rasterizer's number of samples (default: a specialization constant)",
     .field = C_FIELD(TrellisStageOptions, target_sample_count),
     .member = member<&StageOptions::target_sample_count>(),
     .more =
         "`GetRenderTargetSampleCount` and sample positions go by it. The constant is a 32-bit integer, 1 if "
         "it is not set",
     .cost = "none",
     .wanted = "pipelines whose count is known"},
    {.flag = "--sample-count-id",
     .metavariable = "ID",
     .help = "Id of that specialization constant (default: {default})",
     .field = C_FIELD(TrellisStageOptions, target_sample_count_spec_id),
     .member = member<&StageOptions::target_sample_count_spec_id>(),
     .cost = "none",
     .wanted = "other specialization constants that have the id"},
    {.flag = "--sample-rate-shading",
     .help = "Run pixel shaders per sample",
     .field = C_FIELD(TrellisStageOptions, sample_rate_shading),
     .member = member<&StageOptions::sample_rate_shading>(),
     .more = "Inputs are interpolated at the sample unless they are at the centroid (`sampleRateShading`)",
     .cost = "the shader runs as often as there are samples",
     .wanted = "super-sampling asked for by the user"},
    {.flag = "--invariant-position",
     .help = "Decorate SV_Position Invariant",
     .field = C_FIELD(TrellisStageOptions, invariant_position),
     .member = member<&StageOptions::invariant_position>(),
     .more = "Shaders that compute it alike get the same bits",
     .cost = "a driver may optimize less",
     .wanted = "passes that test for equal depth with different shaders"},
    {.flag = "--max-tess-factor",
     .metavariable = "FACTOR",
     .help = "Limit of tess factors (default: {default})",
     .field = C_FIELD(TrellisStageOptions, max_tess_factor),
     .member = member<&StageOptions::max_tess_factor>(),
     .range = {1, 64},
     .more = "It comes on top of the shader's own limit. NaN stays: it culls the patch",
     .cost = "a comparison a factor",
     .wanted = "devices or users that cannot take 64"},
};

}  // namespace

std::span<const Row> stage_rows() { return kStagesRows; }

}  // namespace trellis::option_table
