// Options for inputs and outputs of stages.
#include "option_table/members.hpp"
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

using spirv::StageOptions;
using spirv::StreamOutput;

constexpr Row kStagesRows[] = {
    {.flag = "--vertex-input",
     .metavariable = "SEMANTIC LOCATION",
     .help = "Location of a vertex input, as in COLOR1 4 (default: its register)",
     .also_in_c = "vertex_inputs, vertex_input_count",
     .more = "Semantics include their index (default: 0). The rows of an array get consecutive locations. "
             "Semantics that the shader does not have are ignored",
     .cost = "none",
     .wanted = "layers that number vertex attributes themselves"},
    {.flag = "--location",
     .metavariable = "SIGNATURE SEMANTIC LOCATION",
     .help =
         "Location, and optionally component, of an input, output or patch constant, as in output COLOR1 4.2",
     .also_in_c = "location_rules, location_rule_count, locate, locate_user",
     .more =
         "The signature is input, output or patch (patch constants, and the primitives of a mesh shader). "
         "The component is that of the element's first column. In C, a table or a callback for each element",
     .cost = "none; both sides of a link must agree",
     .wanted = "stages linked to one whose signature was packed differently"},
    {.help = "Take the locations of the inputs, and which of them are per primitive, from the outputs of the "
             "previous stage's module",
     .also_in_c = "previous_stage",
     .more = "An input that it does not write causes a warning",
     .cost = "none",
     .wanted = "pixel shaders after mesh shaders, where the location of a per-primitive output depends on "
               "the vertex outputs"},
    {.flag = "--primitive-input",
     .metavariable = "SEMANTIC,...",
     .help = "Pixel shader inputs that a mesh shader writes per primitive, as in TINT,IDS1",
     .also_in_c = "primitive_inputs, primitive_input_count",
     .more = "Decorated `PerPrimitiveEXT`, and at the locations that the mesh shader's module has by default "
             "([how](primitive-stages.md#locations)), for which all of them must be named. A semantic that "
             "the pixel "
             "shader does not have is an error",
     .cost = "none",
     .wanted = "pixel shaders after mesh shaders, without the mesh shader at hand"},
    {.help =
         "Number of locations that the device has for a stage's inputs or outputs; higher ones are refused",
     .field = C_FIELD(TrellisStageOptions, max_locations),
     .member = member<&StageOptions::max_locations>(),
     .more = "`maxVertexOutputComponents` / 4, or the other stages' limit",
     .cost = "none",
     .wanted = "devices that have fewer, or more"},
    {.flag = "--stream-output",
     .metavariable = "OUTPUT BUFFER OFFSET",
     .help = "Capture an output with transform feedback: SV_Position.xyz 0 next",
     .also_in_c = "stream_output, stream_output_count",
     .more = "The output of a vertex, domain or geometry shader is a semantic, optionally with components "
             "(`COLOR1.yz`) and a stream (`2:COLOR1`); the buffer is 0 to 3; the offset is in bytes within a "
             "vertex, or next (after the previous entry for that buffer)",
     .cost =
         "nothing for an output captured as a whole. Parts, repetitions, clip distances and 16-bit elements "
         "are copied when a vertex is emitted: one or two instructions per component, and a location each",
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
     .more = "Its system values become Vulkan's built-ins "
             "(`VkPipelineRasterizationStateStreamCreateInfoEXT`), those of other streams plain outputs",
     .cost = "none",
     .wanted = "pipelines that rasterize another stream, or none"},
    {.flag = "--16-bit-io",
     .help = "Keep native 16-bit inputs and outputs at 16 bits instead of converting them to 32",
     .field = C_FIELD(TrellisStageOptions, storage_16bit_io),
     .member = member<&StageOptions::storage_16bit_io>(),
     .more = "For both sides of a link, or neither",
     .cost = "`storageInputOutput16`",
     .wanted = "bandwidth between stages"},
    {.flag = "--invert-y",
     .help = "Negate the y of SV_Position on output",
     .field = C_FIELD(TrellisStageOptions, invert_y),
     .member = member<&StageOptions::invert_y>(),
     .more = "For the last stage before rasterization only",
     .cost = "an instruction per vertex",
     .wanted = "viewports of positive height"},
    {.flag = "--reciprocal-w",
     .help = "Give pixel shaders D3D's w of SV_Position, not its reciprocal",
     .field = C_FIELD(TrellisStageOptions, reciprocal_w),
     .member = member<&StageOptions::reciprocal_w>(),
     .cost = "a division per read",
     .wanted = "shaders that read w: Vulkan's is its reciprocal"},
    {.flag = "--dual-source-blending",
     .help = "Use SV_Target1 as the second blend source of target 0",
     .field = C_FIELD(TrellisStageOptions, dual_source_blending),
     .member = member<&StageOptions::dual_source_blending>(),
     .more = "At location 0, index 1. There are no other targets: outputs from SV_Target2 on are dropped",
     .cost = "`dualSrcBlend`",
     .wanted = "blend factors that use the second source"},
    {.flag = "--refuse-dropped-targets",
     .help = "With dual-source blending, refuse shaders that write SV_Target2 or higher",
     .field = C_FIELD(TrellisStageOptions, refuse_dropped_targets),
     .member = member<&StageOptions::refuse_dropped_targets>(),
     .more = "Otherwise such writes are dropped with a warning",
     .cost = "none",
     .wanted = "callers that prefer an error"},
    {.flag = "--output-swizzle",
     .metavariable = "TARGET COMPONENTS",
     .help = "Swizzle of a render target, as in 0 bgra",
     .also_in_c = "output_swizzles",
     .more =
         "In C, two bits per component. Components that the shader does not write are undefined, as in D3D",
     .cost = "none",
     .wanted = "formats that stand in for another: `A8` in `R8`, `BGRA` in `RGBA`"},
    {.flag = "--alpha-to-coverage",
     .help = "Always write an alpha to target 0: the shader's, or 1",
     .field = C_FIELD(TrellisStageOptions, alpha_to_coverage),
     .member = member<&StageOptions::alpha_to_coverage>(),
     .more = "The shader's alpha is used regardless of the swizzle. Integer targets are unchanged",
     .cost = "at most one more output",
     .wanted = "pipelines with `alphaToCoverageEnable`, which require it (VUID 08891): shaders without an "
               "alpha, or with a swizzle"},
    {.flag = "--sample-count",
     .metavariable = "N",
     .help = "Sample count of the rasterizer (default: a specialization constant)",
     .field = C_FIELD(TrellisStageOptions, target_sample_count),
     .member = member<&StageOptions::target_sample_count>(),
     .more = "Used by `GetRenderTargetSampleCount` and sample positions. The constant is a 32-bit integer "
             "with default 1",
     .cost = "none",
     .wanted = "pipelines with a known sample count"},
    {.flag = "--sample-count-id",
     .metavariable = "ID",
     .help = "ID of that specialization constant (default: {default})",
     .field = C_FIELD(TrellisStageOptions, target_sample_count_spec_id),
     .member = member<&StageOptions::target_sample_count_spec_id>(),
     .cost = "none",
     .wanted = "other specialization constants with that ID"},
    {.flag = "--sample-rate-shading",
     .help = "Run pixel shaders per sample",
     .field = C_FIELD(TrellisStageOptions, sample_rate_shading),
     .member = member<&StageOptions::sample_rate_shading>(),
     .more = "Inputs are interpolated at the sample, except those at the centroid. Needs `sampleRateShading`",
     .cost = "the shader runs once per sample",
     .wanted = "supersampling that the user requests"},
    {.flag = "--invariant-position",
     .help = "Decorate SV_Position Invariant",
     .field = C_FIELD(TrellisStageOptions, invariant_position),
     .member = member<&StageOptions::invariant_position>(),
     .more = "Shaders that compute the position in the same way get the same bits",
     .cost = "a driver may optimize less",
     .wanted = "passes that test for equal depth across different shaders"},
    {.flag = "--max-tess-factor",
     .metavariable = "FACTOR",
     .help = "Upper limit of tessellation factors (default: {default})",
     .field = C_FIELD(TrellisStageOptions, max_tess_factor),
     .member = member<&StageOptions::max_tess_factor>(),
     .range = {1, 64},
     .more = "In addition to the shader's own limit. NaN is kept: it culls the patch",
     .cost = "a comparison per factor",
     .wanted = "devices or users for which 64 is too much"},
};

}  // namespace

std::span<const Row> stage_rows() { return kStagesRows; }

}  // namespace trellis::option_table
