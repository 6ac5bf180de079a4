// The device a module is made for, and how close to it the module goes.
#include "option_table/members.hpp"
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

using spirv::DeviceOptions;
using spirv::FloatControls;
using spirv::MemoryModel;
using spirv::MinPrecision;
using spirv::Precise;
using spirv::SubgroupSizes;

constexpr const char* kNoMeaning = "has no meaning ";
constexpr const char* kNoWidths = "has bits that are no widths: ";
constexpr Words kWidths = {{"16", TRELLIS_FLOATS_16, spirv::kFloats16},
                           {"32", TRELLIS_FLOATS_32, spirv::kFloats32},
                           {"64", TRELLIS_FLOATS_64, spirv::kFloats64}};

constexpr Row kDeviceRows[] = {
    {.flag = "--extensions",
     .metavariable = "NAME,...",
     .help = "SPIR-V extensions of the device, or none; no others are used (default: all the target allows)",
     .also_in_c = "extensions, extension_count",
     .more = "Another way is taken where there is one (below); else the shader is refused with the operation "
             "and the extension. `trellis_known_extensions()` lists the names",
     .cost = "see below",
     .wanted = "everyone who runs modules on devices they did not choose"},
    {.flag = "--capabilities",
     .metavariable = "NAME,...",
     .help = "Optional SPIR-V capabilities of the device: Int64, Float64, ...",
     .also_in_c = "capabilities, capability_count",
     .cost = "see below",
     .wanted = "the same"},
    {.flag = "--no-demote",
     .help = "Discard with a flag instead of demoting to a helper invocation",
     .field = C_FIELD(TrellisDeviceOptions, no_demote),
     .member = inverted<&DeviceOptions::demote>(),
     .more =
         "From the discard on, what writes memory stands behind a branch on the flag; wave operations and "
         "`IsHelperLane` take the invocation for a helper; it is killed where the entry point returns",
     .cost = "a branch around every store and atomic of shaders that discard; no early end of discarded "
             "invocations",
     .wanted = "devices without `SPV_EXT_demote_to_helper_invocation`: there it happens by itself"},
    {.flag = "--subgroup-sizes",
     .metavariable = "MIN MAX",
     .help = "Smallest and largest subgroup size of the device",
     .also_in_c = "minimum_subgroup_size, maximum_subgroup_size",
     .more = "They are the sizes that the device can be asked for: powers of two up to 128. A shader with "
             "`[WaveSize]` that has none of them is refused. If both are the same, `WaveGetLaneCount()` is "
             "that constant",
     .cost = "none",
     .wanted = "devices with several sizes"},
    {.field = C_FIELD(TrellisDeviceOptions, minimum_subgroup_size),
     .member = member<&SubgroupSizes::minimum>()},
    {.field = C_FIELD(TrellisDeviceOptions, maximum_subgroup_size),
     .member = member<&SubgroupSizes::maximum>()},
    {.flag = "--subgroup-size",
     .metavariable = "LANES",
     .help = "Subgroup size of the pipeline: WaveGetLaneCount() returns this constant",
     .field = C_FIELD(TrellisDeviceOptions, required_subgroup_size),
     .member = member<&SubgroupSizes::required>(),
     .more = "It must be among the device's and the shader's. 0: not decided",
     .cost = "none; loops over lanes can be unrolled",
     .wanted = "layers that choose the size themselves"},
    {.flag = "--float-controls",
     .metavariable = "WHICH",
     .help = "Float modes to declare: asked (by the shader), supported (also D3D's rules, as far as the "
             "device has them), never",
     .field = C_FIELD(TrellisDeviceOptions, float_policy),
     .member = member<&FloatControls::policy>(),
     .words = {{"asked", TRELLIS_FLOAT_AS_ASKED, FloatControls::Policy::kAsked},
               {"supported", TRELLIS_FLOAT_AS_SUPPORTED, FloatControls::Policy::kSupported},
               {"never", TRELLIS_FLOAT_NOTHING, FloatControls::Policy::kNever}},
     .no_such_word = kNoMeaning,
     .shows_default = true,
     .more = "The modes are those of `SPV_KHR_float_controls`. *Asked*: for 32 bits, what the shader's "
             "`-denorm` says, and `SignedZeroInfNanPreserve` if it tests for NaN or infinity. *Supported*: "
             "that and D3D's rule that denormals of 16 and 64 bits stay, for widths in use, but only what "
             "the device is said to have in the four options that follow",
     .cost = "denormals may be slower; keeping NaN and infinity stops some of a driver's shortcuts",
     .wanted = "everyone but those who know that the device has the modes: fill the masks from "
               "`VkPhysicalDeviceFloatControlsProperties`"},
    {.flag = "--preserves-denorms",
     .metavariable = "WIDTH,...",
     .help = "Float widths whose denormals the device can preserve: 16, 32, 64",
     .field = C_FIELD(TrellisDeviceOptions, preserves_denorms),
     .member = member<&FloatControls::preserves_denorms>(),
     .words = kWidths,
     .no_such_word = kNoWidths},
    {.flag = "--flushes-denorms",
     .metavariable = "WIDTH,...",
     .help = "Float widths whose denormals it can flush to zero",
     .field = C_FIELD(TrellisDeviceOptions, flushes_denorms),
     .member = member<&FloatControls::flushes_denorms>(),
     .words = kWidths,
     .no_such_word = kNoWidths},
    {.flag = "--keeps-special-values",
     .metavariable = "WIDTH,...",
     .help = "Float widths for which it can preserve NaN, infinity and signed zero",
     .field = C_FIELD(TrellisDeviceOptions, keeps_special_values),
     .member = member<&FloatControls::keeps_special>(),
     .words = kWidths,
     .no_such_word = kNoWidths},
    {.flag = "--denorm-independence",
     .metavariable = "WHICH",
     .help = "Float widths that may treat denormals differently: all (default), 32 alone, none",
     .field = C_FIELD(TrellisDeviceOptions, denorm_independence),
     .member = member<&FloatControls::independence>(),
     .words = {{"all", TRELLIS_DENORMS_INDEPENDENT, FloatControls::Independence::kAll},
               {"32", TRELLIS_DENORMS_INDEPENDENT_32_ONLY, FloatControls::Independence::kOnly32},
               {"none", TRELLIS_DENORMS_DEPENDENT, FloatControls::Independence::kNone}},
     .no_such_word = kNoMeaning},
    {.flag = "--memory-model",
     .metavariable = "MODEL",
     .help = "glsl450, or vulkan (SPV_KHR_vulkan_memory_model)",
     .field = C_FIELD(TrellisDeviceOptions, memory_model),
     .member = member<&DeviceOptions::memory_model>(),
     .words = {{"glsl450", TRELLIS_MEMORY_MODEL_GLSL450, MemoryModel::kGlsl450},
               {"vulkan", TRELLIS_MEMORY_MODEL_VULKAN, MemoryModel::kVulkan}},
     .no_such_word = kNoMeaning,
     .shows_default = true,
     .more = "With Vulkan's model, accesses to UAVs, addresses and groupshared memory are non-private, those "
             "to coherent resources make available and visible, barriers do it for the rest. Without the "
             "capability `VulkanMemoryModelDeviceScope`, the device's scope is the queue family's",
     .cost = "a pass over the module; the code should be the same",
     .wanted =
         "drivers that treat `Coherent` wrong; modules that must go together with others of that model"},
    {.flag = "--precise",
     .metavariable = "WHICH",
     .help =
         "Arithmetic that must not be contracted: marked (by the shader), propagated (to its operands), all",
     .field = C_FIELD(TrellisDeviceOptions, precise),
     .member = member<&DeviceOptions::precise>(),
     .words = {{"marked", TRELLIS_PRECISE_MARKED, Precise::kMarked},
               {"propagated", TRELLIS_PRECISE_PROPAGATED, Precise::kPropagated},
               {"all", TRELLIS_PRECISE_ALL, Precise::kAll}},
     .no_such_word = kNoMeaning,
     .shows_default = true,
     .more = "Such arithmetic is `NoContraction`. Marks are propagated within a function; dxc has done it "
             "already",
     .cost = "multiplications and additions are not fused",
     .wanted = "games that compute one position in two ways"},
    {.flag = "--min-precision",
     .metavariable = "WHICH",
     .help = "Min-precision values: relaxed (RelaxedPrecision), full (32 bits), native (16 bits)",
     .field = C_FIELD(TrellisDeviceOptions, min_precision),
     .member = member<&DeviceOptions::min_precision>(),
     .words = {{"relaxed", TRELLIS_MIN_PRECISION_RELAXED, MinPrecision::kRelaxed},
               {"full", TRELLIS_MIN_PRECISION_FULL, MinPrecision::kFull},
               {"native", TRELLIS_MIN_PRECISION_NATIVE, MinPrecision::kNative}},
     .no_such_word = kNoMeaning,
     .shows_default = true,
     .more =
         "They are `min16float`, `min16int` and `min16uint` in shaders without native 16-bit types. "
         "*Relaxed* values have 32 bits, which drivers may make 16 bits of. In constant buffers, buffers, "
         "groupshared and local memory and between stages all have 32 bits in any case, as D3D lays them "
         "out",
     .cost =
         "full: speed and registers of devices with fast 16-bit arithmetic. Native: the capabilities "
         "`Float16` and `Int16` (`shaderFloat16`, `shaderInt16`; without, the shader is refused), "
         "`shaderSubgroupExtendedTypes` for wave operations on them, a conversion where memory is read or "
         "written; halves overflow at 65504",
     .wanted = "full: shaders that count on more than they asked for. Native: devices with fast halves whose "
               "drivers ignore `RelaxedPrecision`"},
    {.flag = "--full-min-precision",
     .help = "The same as --min-precision full",
     .also_in_c = "full_min_precision"},
    {.flag = "--bounded-arrays",
     .help =
         "Out of bounds of groupshared, local and constant arrays, reads return zero and writes are dropped",
     .field = C_FIELD(TrellisDeviceOptions, bounded_arrays),
     .member = member<&DeviceOptions::bounded_arrays>(),
     .more = "D3D leaves open what happens there",
     .cost = "a comparison, a minimum and a selection for each access by an index that is no constant; "
             "groupshared memory is written behind a branch",
     .wanted = "devices that fault or leak there; programs that count on what D3D drivers do. "
               "`robustBufferAccess` covers buffers only"},
    {.flag = "--feedback-texels",
     .metavariable = "BITS",
     .help = "Texel size in bits of sampler feedback maps: 64 or 32",
     .field = C_FIELD(TrellisDeviceOptions, feedback_texels),
     .member = member<&DeviceOptions::feedback_texels>(),
     .words = {{"64", TRELLIS_FEEDBACK_64, spirv::FeedbackTexels::k64},
               {"32", TRELLIS_FEEDBACK_32, spirv::FeedbackTexels::k32}},
     .no_such_word = kNoMeaning,
     .shows_default = true,
     .more =
         "[binding.md](binding.md) says what is in the maps. With 32 bits a map is an array of two layers "
         "for each of its own",
     .cost = "64: `shaderImageInt64Atomics`",
     .wanted = "devices without 64-bit image atomics"},
    {.flag = "--computed-offsets",
     .help = "Use computed texel offsets: the device has VK_KHR_maintenance8",
     .field = C_FIELD(TrellisDeviceOptions, computed_offsets),
     .member = member<&DeviceOptions::computed_offsets>(),
     .more = "Without it, coordinates are moved by the offset over the size of the level that is sampled",
     .cost = "`maintenance8`",
     .wanted = "shader model 6.7's samples with dynamic offsets: exact, and without the query of sizes"},
    {.flag = "--device-semantics",
     .metavariable = "WORD,...",
     .help = "What the device promises to do as Direct3D does: conversions, shifts, fractions, divisions, or "
             "d3d for all",
     .field = C_FIELD(TrellisDeviceOptions, semantics),
     .member = member<&DeviceOptions::semantics>(),
     .words = {{"conversions", TRELLIS_CONVERSIONS_SATURATE, spirv::kConversionsSaturate},
               {"shifts", TRELLIS_SHIFTS_WRAP, spirv::kShiftsWrap},
               {"fractions", TRELLIS_FRACTIONS_BELOW_ONE, spirv::kFractionsBelowOne},
               {"divisions", TRELLIS_DIVISIONS_BY_ZERO, spirv::kDivisionsByZero},
               {"d3d", TRELLIS_SEMANTICS_D3D,
                spirv::kConversionsSaturate | spirv::kShiftsWrap | spirv::kFractionsBelowOne |
                    spirv::kDivisionsByZero}},
     .no_such_word = "has bits that are no semantics: ",
     .more = "*Conversions*: of floats to 32-bit integers saturate, NaN becomes 0. *Shifts*: amounts count "
             "modulo the width. "
             "*Fractions*: of tiny negative numbers stay below 1. *Divisions*: of unsigned 32-bit integers "
             "by zero give all "
             "ones. SPIR-V leaves each undefined; without the promise, Trellis adds the instructions that "
             "see to it",
     .cost = "none; results are undefined on a device that does not do so",
     .wanted = "layers that know their driver: fewer instructions"},
    {.flag = "--hit-objects",
     .metavariable = "WAY",
     .help = "Hit objects of shader model 6.9: plain, triangles, extension or nv",
     .field = C_FIELD(TrellisDeviceOptions, hit_objects),
     .member = member<&DeviceOptions::hit_objects>(),
     .words = {{"plain", TRELLIS_HIT_OBJECTS_PLAIN, spirv::HitObjects::kPlain},
               {"triangles", TRELLIS_HIT_OBJECTS_TRIANGLES, spirv::HitObjects::kTriangles},
               {"extension", TRELLIS_HIT_OBJECTS_EXTENSION, spirv::HitObjects::kExtension},
               {"nv", TRELLIS_HIT_OBJECTS_NV, spirv::HitObjects::kNv}},
     .no_such_word = kNoMeaning,
     .shows_default = true,
     .more =
         "*Plain*: values in memory; a ray that can meet nothing but opaque triangles, by its flags, is a "
         "ray "
         "query, and is traced again where its shader is invoked; what cannot be done so is refused. "
         "*Triangles*: the same for all rays, because the pipeline has neither any hit nor intersection "
         "shaders. *Extension*: `SPV_EXT_shader_invocation_reorder`. *Nv*: "
         "`SPV_NV_shader_invocation_reorder`, which knows neither hit objects of ray queries nor "
         "`SetShaderTableIndex`. See [ray-tracing.md](ray-tracing.md)",
     .cost = "*plain*, *triangles*: `rayQuery`; *extension*, *nv*: `rayTracingInvocationReorder`",
     .wanted = "shader execution reordering"},
};

}  // namespace

std::span<const Row> device_rows() { return kDeviceRows; }

}  // namespace trellis::option_table
