#include "api/warnings.hpp"

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>

#include "api/library_warnings.hpp"
#include "dxil_frontend/program/dxil_ops.hpp"
#include "spirv_backend/plan/bindings/binding_check.hpp"
#include "spirv_backend/plan/bindings/missing_resources.hpp"
#include "spirv_backend/plan/stage/primitive_locations.hpp"
#include "spirv_backend/plan/stage/stage_builtins.hpp"
#include "spirv_backend/plan/stage/stage_locations.hpp"

namespace trellis {
namespace {

using dxil::Opcode;
using spirv::BindingKind;
using spirv::ModulePlan;
using spirv::SignatureSide;

String entry_name(const ModulePlan& plan) { return "entry point " + plan.entry_point->source_name; }

void find_unknown_properties(const ModulePlan& plan, Vector<String>& warnings) {
  for (const uint32_t tag : plan.entry_point->unknown_properties) {
    warnings.push_back(entry_name(plan) + " has an unknown property with tag " + decimal(tag) +
                       ": it is ignored");
  }
}

void find_undeclared_reconvergence(const ModulePlan& plan, Vector<String>& warnings) {
  if (!plan.repacking) return;
  warnings.push_back(entry_name(plan) + " does not declare MaximallyReconvergesKHR, because it uses " +
                     dxil::describe_op(*plan.repacking) +
                     ": Vulkan forbids the mode where invocations are repacked");
}

/// Returns true if the module has the execution mode for 32-bit floats.
bool has_mode_of_32_bits(std::span<const uint32_t> words, spv::ExecutionMode mode) {
  constexpr size_t kHeaderWords = 5;
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t length = words[at] >> 16;
    const auto opcode = static_cast<spv::Op>(words[at] & 0xFFFF);
    if (length == 0 || length > words.size() - at || opcode == spv::Op::OpFunction) break;
    if (opcode == spv::Op::OpExecutionMode && length == 4 && words[at + 3] == 32 &&
        words[at + 2] == static_cast<uint32_t>(mode)) {
      return true;
    }
    at += length;
  }
  return false;
}

void find_lost_denormal_mode(const ModulePlan& plan, std::span<const uint32_t> words,
                             Vector<String>& warnings) {
  const std::string_view asked = plan.shader->module.functions[plan.functions[0].function].denorm_mode;
  const bool preserves = asked == "preserve";
  if (!preserves && asked != "ftz") return;
  const auto mode = preserves ? spv::ExecutionMode::DenormPreserve : spv::ExecutionMode::DenormFlushToZero;
  if (has_mode_of_32_bits(words, mode)) return;
  warnings.push_back(
      entry_name(plan) + " requires 32-bit denormals to be " + (preserves ? "preserved" : "flushed") +
      " (fp32-denorm-mode), but the options exclude that mode: the behaviour is left to the device");
}

bool is_precise(const dxil::Instruction& i) {
  const bool is_arithmetic = i.opcode >= Opcode::kFAdd && i.opcode <= Opcode::kFNeg;
  return (i.flags & dxil::kPrecise) != 0 || (is_arithmetic && (i.flags & dxil::kFast) == 0);
}

void find_relaxed_precise(const ModulePlan& plan, Vector<String>& warnings) {
  constexpr uint32_t kLowPrecisionPresent = 5;  // Bit number of a shader flag.
  const dxil::EntryPoint& entry = *plan.entry_point;
  if (entry.native_16bit() || (entry.flags >> kLowPrecisionPresent & 1) == 0) return;
  if (plan.options.device.min_precision != spirv::MinPrecision::kRelaxed) return;
  const dxil::Module& module = plan.shader->module;
  uint32_t count = 0;
  for (const spirv::FunctionPlan& function : plan.functions) {
    for (const dxil::Instruction& i : module.functions[function.function].instructions) {
      const dxil::Type& type = module.types[i.type];
      if (type.kind == dxil::TypeKind::kFloat && type.bits == 16 && is_precise(i)) ++count;
    }
  }
  if (count == 0) return;
  warnings.push_back(
      entry_name(plan) + " has precise operations on min-precision values (" + decimal(count) +
      "), which a driver may carry out with 16 or 32 bits: --min-precision full or native decides it");
}

void find_missing_second_source(const ModulePlan& plan, Vector<String>& warnings) {
  const dxil::EntryPoint& entry = *plan.entry_point;
  if (!plan.options.stage.dual_source_blending || entry.kind != dxil::ShaderKind::kPixel) return;
  for (size_t n = 0; n < entry.outputs.size(); ++n) {
    if (plan.stage.of(SignatureSide::kOutput)[n].is_written &&
        spirv::is_second_source(plan, SignatureSide::kOutput, entry.outputs[n])) {
      return;
    }
  }
  warnings.push_back(entry_name(plan) +
                     " does not write SV_Target1: the second source of dual-source blending is undefined");
}

void find_dropped_targets(const ModulePlan& plan, Vector<String>& warnings) {
  const dxil::EntryPoint& entry = *plan.entry_point;
  for (size_t n = 0; n < entry.outputs.size(); ++n) {
    if (!plan.stage.of(SignatureSide::kOutput)[n].is_written ||
        !spirv::is_dropped_target(plan, SignatureSide::kOutput, entry.outputs[n])) {
      continue;
    }
    warnings.push_back(
        entry_name(plan) + " writes " + spirv::describe_element(entry.outputs[n]) +
        ", which is dropped: with dual-source blending there are only the render targets 0 and 1");
  }
}

/// A range of bytes of the root data that belongs to one resource.
struct RootBytes {
  uint32_t first, end;
  uint32_t resource;
  bool is_counter;
};

Vector<RootBytes> root_bytes(const ModulePlan& plan) {
  constexpr uint32_t kAddressSize = 8;
  Vector<RootBytes> all;
  if (plan.options.root_data.size == 0) return all;
  for (uint32_t r = 0; r < plan.resources.size(); ++r) {
    const spirv::ResourcePlan& resource = plan.resources[r];
    if (!resource.is_used || resource.place.in_record) continue;
    const spirv::Binding& place = resource.place;
    if (place.kind == BindingKind::kRootConstants) {
      all.push_back({place.root_offset, place.root_offset + place.root_size, r, false});
    } else if (place.kind == BindingKind::kAddress) {
      all.push_back({place.root_offset, place.root_offset + kAddressSize, r, false});
    }
    if (resource.uses_counter && place.counter.kind == BindingKind::kAddress) {
      all.push_back({place.counter.root_offset, place.counter.root_offset + kAddressSize, r, true});
    }
  }
  return all;
}

/// A binding callback or table may give two resources the same bytes; a root signature cannot.
void find_shared_root_data(const ModulePlan& plan, Vector<String>& warnings) {
  Vector<RootBytes> all = root_bytes(plan);
  std::sort(all.begin(), all.end(), [](const RootBytes& a, const RootBytes& b) {
    if (a.first != b.first) return a.first < b.first;
    if (a.resource != b.resource) return a.resource < b.resource;
    return a.is_counter < b.is_counter;
  });
  const auto name = [&plan](const RootBytes& bytes) {
    return spirv::describe_resource(plan.resource_info(bytes.resource), plan.resources[bytes.resource]) +
           (bytes.is_counter ? "'s counter" : "");
  };
  for (size_t n = 1, last = 0; n < all.size(); ++n) {  // `last` is the earlier range that extends furthest.
    const RootBytes &a = all[last], &b = all[n];
    if (b.first < a.end) {
      warnings.push_back(name(a) + " and " + name(b) + " share bytes " + decimal(b.first) + " to " +
                         decimal(std::min(a.end, b.end) - 1) + " of the root data");
    }
    if (b.end > a.end) last = n;
  }
}

// A geometry shader that follows receives the rate, but the rasterizer does not.
void find_unused_rate(const ModulePlan& plan, Vector<String>& warnings) {
  const dxil::EntryPoint& entry = *plan.entry_point;
  if (entry.kind != dxil::ShaderKind::kDomain) return;
  for (size_t n = 0; n < entry.outputs.size(); ++n) {
    if (spirv::kind_of(entry.outputs[n]) != spirv::SemanticKind::kShadingRate) continue;
    if (!plan.stage.of(spirv::SignatureSide::kOutput)[n].is_written) continue;
    warnings.push_back(
        "entry point " + entry.name +
        " writes SV_ShadingRate, but Vulkan takes no shading rate from a domain shader: only a geometry "
        "shader that follows can use it");
  }
}

/// Register spaces become sets of the same number by default. No known driver has more than 32, and
/// validation of pipeline layouts is often off: drivers then write past the end of their tables.
void find_many_sets(std::span<const uint32_t> words, Vector<String>& warnings) {
  constexpr size_t kHeaderWords = 5;
  constexpr uint32_t kMostSets = 32;
  uint32_t highest = 0;
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t length = words[at] >> 16;
    const auto opcode = static_cast<spv::Op>(words[at] & 0xFFFF);
    if (length == 0 || length > words.size() - at || opcode == spv::Op::OpFunction) break;
    if (opcode == spv::Op::OpDecorate && length == 4 &&
        words[at + 2] == static_cast<uint32_t>(spv::Decoration::DescriptorSet)) {
      highest = std::max(highest, words[at + 3]);
    }
    at += length;
  }
  if (highest < kMostSets) return;
  warnings.push_back("the module uses descriptor set " + decimal(highest) +
                     ": drivers have at most 32 sets (maxBoundDescriptorSets), 0 to 31, and may crash "
                     "(option dense_sets numbers them densely)");
}

}  // namespace

Vector<String> find_warnings(const dxil::Shader& shader, const ModulePlan& plan,
                             std::span<const uint32_t> words) {
  Vector<String> warnings;
  for (const Diagnostic& what : shader.left_out) warnings.push_back(what.to_string());
  find_unknown_properties(plan, warnings);
  find_undeclared_reconvergence(plan, warnings);
  find_lost_denormal_mode(plan, words, warnings);
  find_relaxed_precise(plan, warnings);
  find_missing_second_source(plan, warnings);
  find_dropped_targets(plan, warnings);
  find_shared_root_data(plan, warnings);
  find_many_sets(words, warnings);
  for (const String& input : spirv::unwritten_inputs(plan)) {
    warnings.push_back("the previous stage does not write the input " + input + ": its value is undefined");
  }
  find_unused_rate(plan, warnings);
  for (String& line : spirv::doubtful_primitive_links(plan)) warnings.push_back(std::move(line));
  for (String& line : spirv::handles_of_nothing(plan)) warnings.push_back(std::move(line));
  find_library_warnings(shader, plan, warnings);
  return warnings;
}

}  // namespace trellis
