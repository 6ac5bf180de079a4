// Options that describe the target device and how closely modules follow it.
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

constexpr const char* kNoMeaning = "has unknown bits: ";
constexpr const char* kNoWidths = "has unknown bits: ";
constexpr Words kWidths = {{"16", TRELLIS_FLOATS_16, spirv::kFloats16},
                           {"32", TRELLIS_FLOATS_32, spirv::kFloats32},
                           {"64", TRELLIS_FLOATS_64, spirv::kFloats64}};

constexpr Row kDeviceRows[] = {
    {.flag = "--extensions",
     .metavariable = "NAME,...",
     .help = "SPIR-V extensions of the device, or none; others are not used (default: all that the target "
             "allows)",
     .also_in_c = "extensions, extension_count",
     .more =
         "Where an extension is missing, Trellis uses an alternative (where there is one) or refuses the "
         "shader with a "
         "message that names the operation and the extension. `trellis_known_extensions()` lists the names",
     .cost = "depends on what is missing",
     .wanted = "anyone who runs modules on devices they did not choose"},
    {.flag = "--capabilities",
     .metavariable = "NAME,...",
     .help = "Optional SPIR-V capabilities of the device: Int64, Float64, ...",
     .also_in_c = "capabilities, capability_count",
     .cost = "depends on what is missing",
     .wanted = "anyone who runs modules on devices they did not choose"},
    {.flag = "--no-demote",
     .help = "Implement discard by a flag instead of demoting to a helper invocation",
     .field = C_FIELD(TrellisDeviceOptions, no_demote),
     .member = inverted<&DeviceOptions::demote>(),
     .more =
         "After a discard, memory writes are guarded by a branch on the flag, wave operations and "
         "`IsHelperLane` treat the invocation as a helper, and it is killed where the entry point returns",
     .cost = "a branch around every store and atomic of shaders that discard; discarded invocations do not "
             "end early",
     .wanted = "devices without `SPV_EXT_demote_to_helper_invocation` (automatic there)"},
    {.flag = "--subgroup-sizes",
     .metavariable = "MIN MAX",
     .help = "Smallest and largest subgroup size of the device",
     .also_in_c = "minimum_subgroup_size, maximum_subgroup_size",
     .more = "The sizes that a pipeline can require on the device: powers of two up to 128. A shader whose "
             "`[WaveSize]` allows none of them is refused. If both are equal, `WaveGetLaneCount()` is that "
             "constant",
     .cost = "none",
     .wanted = "devices with several subgroup sizes"},
    {.field = C_FIELD(TrellisDeviceOptions, minimum_subgroup_size),
     .member = member<&SubgroupSizes::minimum>()},
    {.field = C_FIELD(TrellisDeviceOptions, maximum_subgroup_size),
     .member = member<&SubgroupSizes::maximum>()},
    {.flag = "--subgroup-size",
     .metavariable = "LANES",
     .help = "Subgroup size of the pipeline: WaveGetLaneCount() returns this constant",
     .field = C_FIELD(TrellisDeviceOptions, required_subgroup_size),
     .member = member<&SubgroupSizes::required>(),
     .more = "It must be allowed by the device and by the shader. 0: not fixed",
     .cost = "none; loops over lanes can be unrolled",
     .wanted = "layers that choose the subgroup size themselves"},
    {.flag = "--float-controls",
     .metavariable = "WHICH",
     .help =
         "Float modes to declare: requested (those the shader requests), supported (also D3D's rules, where "
         "the device supports them), never",
     .field = C_FIELD(TrellisDeviceOptions, float_policy),
     .member = member<&FloatControls::policy>(),
     .words = {{"requested", TRELLIS_FLOAT_AS_ASKED, FloatControls::Policy::kAsked},
               {"supported", TRELLIS_FLOAT_AS_SUPPORTED, FloatControls::Policy::kSupported},
               {"never", TRELLIS_FLOAT_NOTHING, FloatControls::Policy::kNever}},
     .no_such_word = kNoMeaning,
     .shows_default = true,
     .more =
         "The modes are those of `SPV_KHR_float_controls`. *Requested*: for 32 bits, what the shader's "
         "`-denorm` requests, and `SignedZeroInfNanPreserve` if it tests results of arithmetic for NaN or "
         "infinity. *Supported*: also D3D's rule that 16- and 64-bit denormals are preserved, for the widths "
         "in use, but only what the following four options declare as supported",
     .cost = "denormals may be slower; preserving NaN and infinity prevents some driver optimizations",
     .wanted = "anyone who does not know the device's modes; otherwise fill the masks from "
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
     .help = "Float widths whose denormals the device can flush to zero",
     .field = C_FIELD(TrellisDeviceOptions, flushes_denorms),
     .member = member<&FloatControls::flushes_denorms>(),
     .words = kWidths,
     .no_such_word = kNoWidths},
    {.flag = "--keeps-special-values",
     .metavariable = "WIDTH,...",
     .help = "Float widths for which the device can preserve NaN, infinity and signed zero",
     .field = C_FIELD(TrellisDeviceOptions, keeps_special_values),
     .member = member<&FloatControls::keeps_special>(),
     .words = kWidths,
     .no_such_word = kNoWidths},
    {.flag = "--denorm-independence",
     .metavariable = "WHICH",
     .help = "Float widths whose denormal modes are independent: all (default), 32 (only 32 bits), none",
     .field = C_FIELD(TrellisDeviceOptions, denorm_independence),
     .member = member<&FloatControls::independence>(),
     .words = {{"all", TRELLIS_DENORMS_INDEPENDENT, FloatControls::Independence::kAll},
               {"32", TRELLIS_DENORMS_INDEPENDENT_32_ONLY, FloatControls::Independence::kOnly32},
               {"none", TRELLIS_DENORMS_DEPENDENT, FloatControls::Independence::kNone}},
     .no_such_word = kNoMeaning},
    {.flag = "--memory-model",
     .metavariable = "MODEL",
     .help = "Memory model: glsl450, or vulkan (SPV_KHR_vulkan_memory_model)",
     .field = C_FIELD(TrellisDeviceOptions, memory_model),
     .member = member<&DeviceOptions::memory_model>(),
     .words = {{"glsl450", TRELLIS_MEMORY_MODEL_GLSL450, MemoryModel::kGlsl450},
               {"vulkan", TRELLIS_MEMORY_MODEL_VULKAN, MemoryModel::kVulkan}},
     .no_such_word = kNoMeaning,
     .shows_default = true,
     .more =
         "With Vulkan's model, accesses to UAVs, addresses and groupshared memory are non-private; accesses "
         "to coherent resources make memory available and visible, and barriers do so for the rest. Without "
         "the capability `VulkanMemoryModelDeviceScope`, device scope becomes queue family scope",
     .cost = "a pass over the module; the GPU code should be the same",
     .wanted = "drivers that mishandle `Coherent`; modules that are combined with others of that model"},
    {.flag = "--precise",
     .metavariable = "WHICH",
     .help = "Arithmetic that must not be contracted: marked (as precise by the shader), propagated (also to "
             "what it is computed from), all",
     .field = C_FIELD(TrellisDeviceOptions, precise),
     .member = member<&DeviceOptions::precise>(),
     .words = {{"marked", TRELLIS_PRECISE_MARKED, Precise::kMarked},
               {"propagated", TRELLIS_PRECISE_PROPAGATED, Precise::kPropagated},
               {"all", TRELLIS_PRECISE_ALL, Precise::kAll}},
     .no_such_word = kNoMeaning,
     .shows_default = true,
     .more = "Such arithmetic is decorated `NoContraction`. Propagation is within a function; dxc has "
             "already done it",
     .cost = "multiplications and additions are not fused",
     .wanted = "games that compute the same position in two ways"},
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
         "*Relaxed* values have 32 bits, which drivers may reduce to 16. In constant buffers, buffers, "
         "groupshared and local memory, and between stages, values always have 32 bits, as in D3D's layout",
     .cost = "full: speed and registers on devices with fast 16-bit arithmetic. Native: the capabilities "
             "`Float16` and `Int16` (`shaderFloat16`, `shaderInt16`; the shader is refused without them), "
             "`shaderSubgroupExtendedTypes` for wave operations on such values, and a conversion at each "
             "memory access; halves overflow at 65504",
     .wanted = "full: shaders that rely on more precision than they request. Native: devices with fast "
               "halves whose drivers ignore `RelaxedPrecision`"},
    {.flag = "--full-min-precision",
     .help = "Same as --min-precision full",
     .also_in_c = "full_min_precision"},
    {.flag = "--bounded-arrays",
     .help = "Bounds-check groupshared, local and constant arrays: reads out of bounds return zero, writes "
             "are dropped",
     .field = C_FIELD(TrellisDeviceOptions, bounded_arrays),
     .member = member<&DeviceOptions::bounded_arrays>(),
     .more = "D3D leaves such accesses undefined",
     .cost = "a comparison, a minimum and a select per access with a non-constant index; writes to "
             "groupshared memory are guarded by a branch",
     .wanted = "devices that fault or leak data on such accesses; programs that rely on the behaviour of D3D "
               "drivers. `robustBufferAccess` covers buffers only"},
    {.flag = "--feedback-texels",
     .metavariable = "BITS",
     .help = "Texel size in bits of sampler feedback maps: 64 or 32",
     .field = C_FIELD(TrellisDeviceOptions, feedback_texels),
     .member = member<&DeviceOptions::feedback_texels>(),
     .words = {{"64", TRELLIS_FEEDBACK_64, spirv::FeedbackTexels::k64},
               {"32", TRELLIS_FEEDBACK_32, spirv::FeedbackTexels::k32}},
     .no_such_word = kNoMeaning,
     .shows_default = true,
     .more = "See [binding.md](binding.md) for the contents of the maps. With 32 bits, each layer of a map "
             "becomes two",
     .cost = "64: `shaderImageInt64Atomics`",
     .wanted = "devices without 64-bit image atomics"},
    {.flag = "--computed-offsets",
     .help = "Use computed texel offsets: the device has VK_KHR_maintenance8",
     .field = C_FIELD(TrellisDeviceOptions, computed_offsets),
     .member = member<&DeviceOptions::computed_offsets>(),
     .more = "Otherwise the offset, divided by the size of the sampled level, is added to the coordinates",
     .cost = "`maintenance8`",
     .wanted = "shader model 6.7's samples with dynamic offsets: exact results, no size queries"},
    {.flag = "--subgroup-uniform-control-flow",
     .help = "Declare SubgroupUniformControlFlowKHR where wave operations are used",
     .field = C_FIELD(TrellisDeviceOptions, subgroup_uniform_control_flow),
     .member = member<&DeviceOptions::subgroup_uniform_control_flow>(),
     .more =
         "SPIR-V promises that lanes which run a header together are together at its merge block only for "
         "whole thread groups; with the mode, for each subgroup. Not with `--maximal-reconvergence`, which "
         "promises more",
     .cost = "`shaderSubgroupUniformControlFlow` (`VK_KHR_shader_subgroup_uniform_control_flow`)",
     .wanted = "wave operations in control flow that differs between the waves of a thread group"},
    {.flag = "--quad-control",
     .help = "Declare QuadDerivativesKHR and RequireFullQuadsKHR in pixel shaders that use quads",
     .field = C_FIELD(TrellisDeviceOptions, quad_control),
     .member = member<&DeviceOptions::quad_control>(),
     .more = "`QuadDerivativesKHR` makes derivatives and implicit levels of detail defined wherever all four "
             "lanes of "
             "a quad run them, as in Direct3D; Vulkan otherwise wants a whole primitive to run them. "
             "`RequireFullQuadsKHR` gives quad operations their helper lanes. Votes of quads become one "
             "instruction in all stages",
     .cost = "`shaderQuadControl` (`VK_KHR_shader_quad_control`)",
     .wanted = "derivatives in control flow that differs between quads"},
    {.flag = "--matrix-formats",
     .metavariable = "WORD,...",
     .help = "Matrices that the device multiplies by VK_KHR_cooperative_matrix: f16, s8, u8",
     .field = C_FIELD(TrellisDeviceOptions, matrix_formats),
     .member = member<&spirv::CooperativeMatrices::formats>(),
     .words = {{"f16", TRELLIS_MATRICES_OF_HALVES, spirv::kMatricesOfHalves},
               {"s8", TRELLIS_MATRICES_OF_SIGNED_BYTES, spirv::kMatricesOfSignedBytes},
               {"u8", TRELLIS_MATRICES_OF_UNSIGNED_BYTES, spirv::kMatricesOfUnsignedBytes}},
     .no_such_word = "has unknown bits: ",
     .more = "To 32 bits, at subgroup scope, in the shape of `--matrix-shape`. Products of AGS' matrices use "
             "them, if the memory model is Vulkan's; without, they are loops. See [vendor.md](vendor.md)",
     .cost = "`cooperativeMatrix` (`VK_KHR_cooperative_matrix`)",
     .wanted = "FSR 4 and other shaders with AGS' matrices"},
    {.flag = "--matrix-shape",
     .metavariable = "M N K",
     .help = "Shape of these matrices, as Vulkan states it: 8 or 16 each (default: 16 16 16)",
     .also_in_c = "matrix_rows, matrix_columns, matrix_inner"},
    {.field = C_FIELD(TrellisDeviceOptions, matrix_rows),
     .member = member<&spirv::CooperativeMatrices::rows>()},
    {.field = C_FIELD(TrellisDeviceOptions, matrix_columns),
     .member = member<&spirv::CooperativeMatrices::columns>()},
    {.field = C_FIELD(TrellisDeviceOptions, matrix_inner),
     .member = member<&spirv::CooperativeMatrices::inner>()},
    {.flag = "--device-semantics",
     .metavariable = "WORD,...",
     .help = "Semantics of Direct3D that the device guarantees: conversions, shifts, fractions, divisions, "
             "specials, or d3d for all",
     .field = C_FIELD(TrellisDeviceOptions, semantics),
     .member = member<&DeviceOptions::semantics>(),
     .words = {{"conversions", TRELLIS_CONVERSIONS_SATURATE, spirv::kConversionsSaturate},
               {"shifts", TRELLIS_SHIFTS_WRAP, spirv::kShiftsWrap},
               {"fractions", TRELLIS_FRACTIONS_BELOW_ONE, spirv::kFractionsBelowOne},
               {"divisions", TRELLIS_DIVISIONS_BY_ZERO, spirv::kDivisionsByZero},
               {"specials", TRELLIS_SPECIALS_KEPT, spirv::kSpecialsKept},
               {"d3d", TRELLIS_SEMANTICS_D3D, spirv::kAllSemantics}},
     .no_such_word = "has unknown bits: ",
     .more =
         "*Conversions* of floats to 32-bit integers saturate, and NaN becomes 0. *Shifts* take the "
         "amount modulo the width. *Fractions* of tiny negative numbers stay below 1. *Divisions* of "
         "unsigned 32-bit integers by zero return all ones. SPIR-V leaves each undefined; without the "
         "guarantee, Trellis adds instructions that ensure it. *Specials*, that is infinities and NaNs, are "
         "found by tests for them without `SignedZeroInfNanPreserve`, which prevents optimizations of "
         "the whole shader. As tests measure, lavapipe of Mesa 25 "
         "guarantees all but *fractions*",
     .cost = "none; results are undefined on a device without these guarantees",
     .wanted = "layers that know their driver and want fewer instructions"},
    {.flag = "--workarounds",
     .metavariable = "WORD,...",
     .help = "Changes for programs and drivers that break rules: addresses, micromaps, barriers, coherence, "
             "roots, fused, rates, halves, meshes, fences, cubes",
     .field = C_FIELD(TrellisDeviceOptions, workarounds),
     .member = member<&DeviceOptions::workarounds>(),
     .words = {{"addresses", TRELLIS_WORKAROUND_WRAPPING_ADDRESSES, spirv::kWrappingAddresses},
               {"micromaps", TRELLIS_WORKAROUND_MICROMAPS_IN_QUERIES, spirv::kMicromapsInQueries},
               {"barriers", TRELLIS_WORKAROUND_DEVICE_BARRIERS, spirv::kDeviceBarriers},
               {"coherence", TRELLIS_WORKAROUND_COHERENT_UAVS, spirv::kCoherentUavs},
               {"roots", TRELLIS_WORKAROUND_FINITE_ROOTS, spirv::kFiniteRoots},
               {"fused", TRELLIS_WORKAROUND_FUSED_PRECISE, spirv::kFusedPrecise},
               {"rates", TRELLIS_WORKAROUND_NO_PRIMITIVE_RATES, spirv::kNoPrimitiveRates},
               {"halves", TRELLIS_WORKAROUND_HALF_DENORMS, spirv::kHalfDenorms},
               {"meshes", TRELLIS_WORKAROUND_BOUNDED_MESHES, spirv::kBoundedMeshes},
               {"fences", TRELLIS_WORKAROUND_GROUPSHARED_FENCES, spirv::kGroupsharedFences},
               {"cubes", TRELLIS_WORKAROUND_CUBE_LEVELS, spirv::kCubeLevels}},
     .no_such_word = kNoMeaning,
     .more =
         "*Addresses*: the driver wraps byte addresses in storage buffers at 32 bits before it compares them "
         "with the buffer's size, so that large indices of structured buffers would reach it: indices are "
         "clamped. *Micromaps*: with `SPV_KHR_opacity_micromap` named, all ray queries traverse opacity "
         "micromaps, not only those that allow it. *Barriers*: barriers of groupshared memory order UAVs "
         "too. "
         "*Coherence*: UAVs are `Coherent` in entry points that have barriers for them. *Roots*: `rsqrt()` "
         "is "
         "finite: at most the greatest number, and 0 for negative numbers. *Fused*: a precise multiply-add "
         "rounds once. *Rates*: `SV_ShadingRate` of vertices and primitives is dropped. *Halves*: where the "
         "device "
         "preserves 16-bit denormals, they are preserved in shaders that only pack and unpack halves, too. "
         "*Meshes*: what is stored past the declared vertices and primitives of a mesh goes to one more that "
         "is "
         "never drawn; of a mesh that declares 256, to the last one. *Fences*: a memory barrier follows each "
         "write to groupshared memory, which orders the accesses of threads that run in lockstep, but lets "
         "no "
         "thread wait for another. *Cubes*: levels given to `SampleLevel` and its comparing form are clamped "
         "to the last level of the cube that is at least 8 texels wide",
     .cost = "a minimum per access (addresses, meshes) or operation (roots); meshes: the memory of a vertex "
             "and a primitive; fences: a barrier per write; cubes: a query of the size per sample",
     .wanted = "layers that run programs known to depend on these"},
    {.flag = "--branch-hints",
     .metavariable = "WORD,...",
     .help = "Hints for the driver in place of the shader's: unroll, loop, flatten, branch, ignore-shader",
     .field = C_FIELD(TrellisDeviceOptions, branch_hints),
     .member = member<&DeviceOptions::branch_hints>(),
     .words = {{"unroll", TRELLIS_HINT_UNROLL, spirv::kUnrollLoops},
               {"loop", TRELLIS_HINT_LOOP, spirv::kKeepLoops},
               {"flatten", TRELLIS_HINT_FLATTEN, spirv::kFlattenBranches},
               {"branch", TRELLIS_HINT_BRANCH, spirv::kKeepBranches},
               {"ignore-shader", TRELLIS_HINT_IGNORE_SHADER, spirv::kNoOwnHints}},
     .no_such_word = kNoMeaning,
     .more = "*Unroll* and *loop* are for all loops, *flatten* and *branch* for all two-way branches. They "
             "replace the shader's own hints, which *ignore-shader* drops. Hints do not change results",
     .cost = "compile time, registers",
     .wanted = "finding out what a driver makes of a shader"},
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
         "*Plain*: values in memory; a ray whose flags restrict it to opaque triangles becomes a ray query, "
         "and is traced again where its shader is invoked; other uses are refused. *Triangles*: the same for "
         "all rays, for pipelines without any-hit and intersection shaders. *Extension*: "
         "`SPV_EXT_shader_invocation_reorder`. *Nv*: `SPV_NV_shader_invocation_reorder`, which supports "
         "neither hit objects of ray queries nor `SetShaderTableIndex`. See [ray-tracing.md](ray-tracing.md)",
     .cost = "*plain*, *triangles*: `rayQuery`; *extension*, *nv*: `rayTracingInvocationReorder`",
     .wanted = "shader execution reordering"},
};

}  // namespace

std::span<const Row> device_rows() { return kDeviceRows; }

}  // namespace trellis::option_table
