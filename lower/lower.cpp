#include "lower/lower.hpp"

#include "dxil_frontend/program/verify/verifier.hpp"
#include "lower/control_flow/break_marks.hpp"
#include "lower/control_flow/lane_keys.hpp"
#include "lower/control_flow/single_returns.hpp"
#include "lower/control_flow/switch_chains.hpp"
#include "lower/memory/aggregate_values.hpp"
#include "lower/memory/handle_memory.hpp"
#include "lower/memory/hit_handles.hpp"
#include "lower/memory/resource_memory.hpp"
#include "lower/refused_code.hpp"
#include "lower/vectors/long_vectors.hpp"

namespace trellis::lower {
namespace {

/// Whether the module will declare MaximallyReconvergesKHR.
bool declares_maximal_reconvergence(const LoweredProgram& program, const Options& options) {
  return options.maximal_reconvergence && !program.repacking();
}

// In the order in which they run.
constexpr Pass kPasses[] = {
    {.name = "vendor",
     .summary = "Accesses to the buffers of AGS and NVAPI become the operations that they stand for",
     .applies = [](const LoweredProgram& p,
                   const Options& options) { return has_vendor_intrinsics(p, options.vendor_slots); },
     .run =
         [](LoweredProgram& p, const Options& options) {
           return replace_vendor_intrinsics(p, options.vendor, options.vendor_slots, options.vendor_device);
         }},
    {.name = "hit-objects",
     .summary = "Hit objects become integers that number them",
     .applies = [](const LoweredProgram& p, const Options&) { return has_hit_objects(p.module()); },
     .run = [](LoweredProgram& p, const Options&) -> Result<void> {
       p.hit_type = hit_object_type(p.module());
       make_handles_of_hit_objects(p.edit().module);
       return {};
     }},
    {.name = "handle-memory",
     .summary = "Local arrays of handles become arrays of indices into a heap or a binding",
     .applies = [](const LoweredProgram& p,
                   const Options&) { return has_handle_memory(p.module(), p.reached()); },
     .run = [](LoweredProgram& p, const Options&) { return replace_handle_memory(p.edit()); }},
    {.name = "resource-memory",
     .summary = "Loads of resources from local memory become what was stored; functions are copied for each "
                "set of resources that they are called with",
     .applies = [](const LoweredProgram& p,
                   const Options&) { return has_resource_memory(p.shader(), p.reached()); },
     .run = [](LoweredProgram& p, const Options&) -> Result<void> {
       TRELLIS_RETURN_IF_ERROR(remove_resource_memory(p.edit(), p.entry_point()));
       p.drop_unreached_functions();
       return {};
     }},
    {.name = "aggregates",
     .summary = "Values of struct and array type become their scalars and vectors",
     .applies = [](const LoweredProgram& p,
                   const Options&) { return has_aggregate_values(p.shader(), p.reached()); },
     .run = [](LoweredProgram& p, const Options&) { return split_aggregate_values(p.edit()); }},
    {.name = "long-vectors",
     .summary = "Vectors of more than four components become several (longer ones with SPV_EXT_long_vector)",
     .applies = [](const LoweredProgram& p,
                   const Options&) { return has_long_vectors(p.module(), p.reached()); },
     .run = [](LoweredProgram& p,
               const Options& options) { return split_long_vectors(p.edit(), options.longest_vector); }},
    {.name = "lane-keys",
     .summary = "Where a value equals that of the first lane, the latter replaces it",
     .applies = [](const LoweredProgram& p,
                   const Options&) { return has_lane_keys(p.module(), p.reached()); },
     .run = [](LoweredProgram& p, const Options&) -> Result<void> {
       use_lane_keys(p.edit().module);
       return {};
     }},
    {.name = "single-returns",
     .summary = "Called functions return from one block only, unless reconvergence is maximal",
     .applies =
         [](const LoweredProgram& p, const Options& options) {
           return has_several_returns(p.module(), p.reached()) && !declares_maximal_reconvergence(p, options);
         },
     .run = [](LoweredProgram& p, const Options&) -> Result<void> {
       join_returns(p.edit().module);
       return {};
     }},
    {.name = "switch-chains",
     .summary =
         "With maximal reconvergence, switches before operations that involve other lanes become chains "
         "of branches",
     .applies =
         [](const LoweredProgram& p, const Options& options) {
           return declares_maximal_reconvergence(p, options) &&
                  has_switches_before_lane_operations(p.module(), p.reached());
         },
     .run = [](LoweredProgram& p, const Options&) -> Result<void> {
       expand_switches_before_lane_operations(p.edit().module);
       return {};
     }},
    {.name = "large-switches",
     .summary = "Switches with more cases than SPIR-V allows become several",
     .applies = [](const LoweredProgram& p,
                   const Options&) { return has_large_switches(p.module(), p.reached()); },
     .run = [](LoweredProgram& p, const Options&) -> Result<void> {
       split_large_switches(p.edit().module);
       return {};
     }},
    {.name = "break-marks",
     .summary = "Branches on dx.break become jumps, and a list of the loops that they leave",
     .applies = [](const LoweredProgram& p,
                   const Options&) { return has_break_marks(p.module(), p.reached()); },
     .run = [](LoweredProgram& p, const Options&) -> Result<void> {
       p.keep_with_breaks();
       p.break_marks = take_out_break_marks(p.edit().module);
       return {};
     }},
};

/// Verifies and reports the program after a pass that changed it.
Result<void> finish_pass(const Pass& pass, const LoweredProgram& program, const Options& options) {
  if (options.verify) {
    if (Result<void> sound = dxil::verify_lowered(program.module()); !sound) {
      sound.error().code = ErrorCode::kInternalCheck;
      sound.error().message = "after the pass " + String(pass.name) + ": " + sound.error().message;
      return sound;
    }
  }
  if (options.observer != nullptr) options.observer->after_pass(pass.name, program);
  return {};
}

}  // namespace

std::span<const Pass> passes() { return kPasses; }

Result<LoweredProgram> lower(const dxil::Shader& shader, const dxil::EntryPoint& entry_point,
                             const Options& options) {
  LoweredProgram program(shader, entry_point);
  if (options.observer != nullptr) options.observer->after_pass("input", program);
  TRELLIS_RETURN_IF_ERROR(refuse_code(program.module(), program.reached()));
  for (const Pass& pass : kPasses) {
    if (!pass.applies(program, options)) continue;
    const uint32_t edits_before = program.edit_count();
    TRELLIS_RETURN_IF_ERROR(pass.run(program, options));
    if (program.edit_count() == edits_before) continue;
    TRELLIS_RETURN_IF_ERROR(finish_pass(pass, program, options));
  }
  return program;
}

}  // namespace trellis::lower
