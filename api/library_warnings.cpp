#include "api/library_warnings.hpp"

#include <algorithm>
#include <optional>
#include <variant>

#include "dxil_frontend/container/parts/rdat_part.hpp"
#include "dxil_frontend/program/library_data.hpp"
#include "spirv_backend/plan/rays/ray_plan.hpp"

namespace trellis {
namespace {

using dxil::ShaderKind;
using spirv::ModulePlan;

/// Returns the library's only configuration of its kind. Returns null if there is none, or if there are
/// several, from which associations choose.
template <class Config>
const Config* only_config(const dxil::LibraryData& data, String* name = nullptr) {
  const Config* found = nullptr;
  for (const dxil::Subobject& subobject : data.subobjects) {
    const auto* config = std::get_if<Config>(&subobject.value);
    if (config == nullptr) continue;
    if (found != nullptr) return nullptr;
    found = config;
    if (name != nullptr) *name = subobject.name;
  }
  return found;
}

/// Returns true if the instruction traces a ray or runs the shaders for a traced ray.
bool traces(const dxil::Instruction& i) {
  return i.is(dxil::Op::kTraceRay) || i.is(dxil::Op::kHitObject_TraceRay) ||
         i.is(dxil::Op::kHitObject_Invoke);
}

/// Finds entry points that trace rays at a greater depth than any pipeline configuration of the library
/// allows. Ray generation shaders are at depth 0; a hit or miss shader that traces rays is at least at depth
/// 1.
void find_recursion(const dxil::LibraryData& data, const ModulePlan& plan, Vector<String>& warnings) {
  std::optional<uint32_t> most;
  for (const dxil::Subobject& subobject : data.subobjects) {
    const auto* config = std::get_if<dxil::RaytracingPipelineConfig>(&subobject.value);
    if (config != nullptr) most = std::max(most.value_or(0), config->max_recursion_depth);
  }
  const dxil::EntryPoint& entry = *plan.entry_point;
  const uint32_t needed = entry.kind == ShaderKind::kRayGeneration ? 1 : 2;
  if (!most || needed <= *most) return;
  const bool has_rays =
      std::any_of(plan.functions.begin(), plan.functions.end(), [&](const spirv::FunctionPlan& f) {
        const dxil::Function& function = plan.shader->module.functions[f.function];
        return std::any_of(function.instructions.begin(), function.instructions.end(), traces);
      });
  if (!has_rays) return;
  warnings.push_back("entry point " + entry.source_name + " traces rays from a " + dxil::name_of(entry.kind) +
                     " shader, which needs a recursion depth of " + decimal(needed) +
                     ", but the library's pipeline configuration declares " + decimal(*most));
}

/// Finds differences between the module and the library's table of functions for one entry point.
void find_other_row(const dxil::LibraryData& data, const dxil::EntryPoint& entry, Vector<String>& warnings) {
  const dxil::RuntimeFunction* row = data.find_function(entry.name);
  if (row == nullptr || !spirv::is_ray_stage(entry.kind)) return;
  const auto note = [&](const String& module, const String& library) {
    warnings.push_back("entry point " + entry.source_name + " has " + module + ", but " + library +
                       " according to the library's runtime data (part RDAT)");
  };
  const auto compare = [&](const char* what, uint32_t bytes, uint32_t other) {
    if (bytes != other) note(String(what) + " of " + decimal(bytes) + " bytes", decimal(other));
  };
  if (row->kind != entry.kind) {
    note(String("the stage ") + dxil::name_of(entry.kind), dxil::name_of(row->kind));
    return;
  }
  compare("a payload or parameter", entry.payload_bytes.value_or(0), row->payload_bytes);
  compare("attributes", entry.attribute_bytes.value_or(0), row->attribute_bytes);
}

/// Finds outgoing payloads and attributes that are larger than the shader configuration allows. Incoming ones
/// are in the table of functions.
void find_large_transfers(const dxil::LibraryData& data, const ModulePlan& plan, Vector<String>& warnings) {
  String name;
  const auto* config = only_config<dxil::RaytracingShaderConfig>(data, &name);
  if (config == nullptr) return;
  const auto check = [&](spv::StorageClass storage, const char* what, uint32_t most) {
    uint32_t words = 0;
    for (const spirv::MemoryObject& object : plan.objects) {
      if (object.kind == spirv::MemoryObject::Kind::kGlobal && object.storage == storage)
        words = std::max(words, object.unit_count);
    }
    if (words <= spirv::words_holding(most)) return;
    warnings.push_back("entry point " + plan.entry_point->source_name + " passes on " + what + " of " +
                       decimal(words * 4) + " bytes, but " + name + " allows " + decimal(most));
  };
  check(spv::StorageClass::RayPayloadKHR, "a payload", config->max_payload_bytes);
  if (plan.entry_point->kind == ShaderKind::kIntersection)
    check(spv::StorageClass::HitAttributeKHR, "attributes", config->max_attribute_bytes);
}

}  // namespace

void find_library_warnings(const dxil::Shader& shader, const ModulePlan& plan, Vector<String>& warnings) {
  if (shader.library_data == nullptr) return;
  const dxil::LibraryData& data = *shader.library_data;
  find_recursion(data, plan, warnings);
  find_other_row(data, *plan.entry_point, warnings);
  find_large_transfers(data, plan, warnings);
  for (String& line : dxil::find_contradictions(data)) warnings.push_back(std::move(line));
}

}  // namespace trellis
