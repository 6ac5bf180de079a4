// What libraries declare about themselves: functions and subobjects.
#include <variant>

#include "c_api/library_lists.hpp"
#include "c_api/objects.hpp"
#include "c_api/options/versioned.hpp"
#include "dxil_frontend/program/library_data.hpp"
#include "dxil_frontend/program/vendor_intrinsics.hpp"

namespace trellis::c_api {
namespace {

Vector<const char*> pointers_to(const Vector<String>& names) {
  Vector<const char*> pointers;
  pointers.reserve(names.size());
  for (const String& name : names) pointers.push_back(name.c_str());
  return pointers;
}

uint64_t key_of(dxil::ResourceClass resource_class, uint32_t id) {
  return static_cast<uint64_t>(resource_class) << 32 | id;
}

/// Returns for each resource of the library data its index among the shader's own resources.
Vector<uint32_t> match_resources(const dxil::Shader& shader, const dxil::LibraryData& data) {
  Map<uint64_t, uint32_t> own;
  uint32_t index = 0;
  for (const dxil::Resource& resource : shader.resources) {
    if (dxil::is_vendor_buffer(resource, shader.vendor_slots)) continue;
    own.emplace(key_of(resource.resource_class, resource.id), index++);
  }
  Vector<uint32_t> matches;
  matches.reserve(data.resources.size());
  for (const dxil::RuntimeResource& resource : data.resources) {
    const auto found = own.find(key_of(resource.resource_class, resource.id));
    matches.push_back(found == own.end() ? TRELLIS_NO_INDEX : found->second);
  }
  return matches;
}

uint32_t entry_point_of(const dxil::Shader& shader, const dxil::RuntimeFunction& function) {
  for (size_t n = 0; n < shader.entry_points.size(); ++n) {
    if (shader.entry_points[n].name == function.name) return static_cast<uint32_t>(n);
  }
  return TRELLIS_NO_INDEX;
}

const dxil::LibraryData* library_of(const TrellisProgram* program) {
  return is_live(program) ? program->program->shader.library_data.get() : nullptr;
}

TrellisFunctionInfo info_of(const TrellisProgram& program, const dxil::RuntimeFunction& function,
                            uint32_t index) {
  TrellisFunctionInfo info = TRELLIS_FUNCTION_INFO_INIT;
  info.stage = static_cast<TrellisStage>(function.kind);
  info.name = function.name.c_str();
  info.source_name = function.unmangled_name.c_str();
  info.entry_point = entry_point_of(program.program->shader, function);
  info.payload_bytes = function.payload_bytes;
  info.attribute_bytes = function.attribute_bytes;
  info.stages = function.stage_mask;
  info.feature_flags = function.feature_flags;
  info.shader_model_major = function.min_model_major;
  info.shader_model_minor = function.min_model_minor;
  info.wave_size_minimum = function.min_wave_lanes;
  info.wave_size_maximum = function.max_wave_lanes;
  const auto& resources = program.library.resources[index];
  info.resources = resources.data();
  info.resource_count = static_cast<uint32_t>(resources.size());
  const auto& dependencies = program.library.dependencies[index];
  info.dependencies = dependencies.data();
  info.dependency_count = static_cast<uint32_t>(dependencies.size());
  return info;
}

/// Fills in the fields that each kind of subobject has.
struct SubobjectFields {
  TrellisSubobjectInfo& info;
  const Vector<const char*>& exports;

  void operator()(const dxil::StateObjectConfig& config) const {
    info.kind = TRELLIS_SUBOBJECT_STATE_OBJECT_CONFIG;
    info.state_object_flags = config.flags;
  }
  void operator()(const dxil::RootSignatureSubobject& root) const {
    info.kind =
        root.is_local ? TRELLIS_SUBOBJECT_LOCAL_ROOT_SIGNATURE : TRELLIS_SUBOBJECT_GLOBAL_ROOT_SIGNATURE;
    info.data_offset = root.file_offset.value_or(TRELLIS_NO_FILE_OFFSET);
    info.data_size = root.size;
  }
  void operator()(const dxil::ExportsAssociation& association) const {
    info.kind = TRELLIS_SUBOBJECT_ASSOCIATION;
    info.associated = association.subobject.c_str();
    info.exports = exports.data();
    info.export_count = static_cast<uint32_t>(exports.size());
  }
  void operator()(const dxil::RaytracingShaderConfig& config) const {
    info.kind = TRELLIS_SUBOBJECT_SHADER_CONFIG;
    info.max_payload_bytes = config.max_payload_bytes;
    info.max_attribute_bytes = config.max_attribute_bytes;
  }
  void operator()(const dxil::RaytracingPipelineConfig& config) const {
    info.kind = config.flags ? TRELLIS_SUBOBJECT_PIPELINE_CONFIG_1 : TRELLIS_SUBOBJECT_PIPELINE_CONFIG;
    info.max_recursion_depth = config.max_recursion_depth;
    info.pipeline_flags = config.flags.value_or(0);
  }
  void operator()(const dxil::HitGroup& group) const {
    info.kind = TRELLIS_SUBOBJECT_HIT_GROUP;
    info.is_procedural = group.is_procedural ? 1 : 0;
    info.any_hit = group.any_hit.c_str();
    info.closest_hit = group.closest_hit.c_str();
    info.intersection = group.intersection.c_str();
  }
};

TrellisSubobjectInfo info_of(const dxil::Subobject& subobject, const Vector<const char*>& exports) {
  TrellisSubobjectInfo info = TRELLIS_SUBOBJECT_INFO_INIT;
  info.name = subobject.name.c_str();
  info.any_hit = info.closest_hit = info.intersection = info.associated = "";
  std::visit(SubobjectFields{info, exports}, subobject.value);
  return info;
}

TrellisRecordMemberInfo info_of(const RecordMember& member) {
  TrellisRecordMemberInfo info = TRELLIS_RECORD_MEMBER_INFO_INIT;
  info.parameter = member.parameter;
  info.kind = static_cast<TrellisRootMemberKind>(member.kind);
  info.offset = member.offset;
  info.size = member.size;
  return info;
}

TrellisResult refuse(TrellisTranslator& translator, const char* field, String message) {
  return translator.fail(invalid_argument(field, std::move(message)), TRELLIS_ERROR_INVALID_ARGUMENT);
}

TrellisResult signature_of(TrellisTranslator& translator, const TrellisProgram* program, uint32_t index,
                           TrellisRootSignature** signature) {
  if (signature == nullptr) {
    return refuse(translator, "signature", "is NULL");
  }
  if (!is_live(program)) return refuse(translator, "program", "the program is NULL, or was destroyed");
  const dxil::LibraryData* library = library_of(program);
  const size_t count = library == nullptr ? 0 : library->subobjects.size();
  if (index >= count) {
    return refuse(translator, "index",
                  "is " + decimal(index) + ", but the program has " + decimal(count) + " subobjects");
  }
  const dxil::Subobject& subobject = library->subobjects[index];
  const auto* root = std::get_if<dxil::RootSignatureSubobject>(&subobject.value);
  if (root == nullptr) return refuse(translator, "index", subobject.name + " is not a root signature");
  if (!root->signature) {
    return translator.fail(
        unsupported("the root signature " + subobject.name + " is of an unsupported version"));
  }
  *signature = make_object<TrellisRootSignature>(translator.memory, dxil::RootSignature(*root->signature));
  return TRELLIS_SUCCESS;
}

}  // namespace

LibraryLists::LibraryLists(const dxil::Shader& shader) {
  if (shader.library_data == nullptr) return;
  const dxil::LibraryData& data = *shader.library_data;
  const Vector<uint32_t> matches = match_resources(shader, data);
  for (const dxil::RuntimeFunction& function : data.functions) {
    Vector<uint32_t>& used = resources.emplace_back();
    for (const uint32_t n : function.resources) used.push_back(matches[n]);
    dependencies.push_back(pointers_to(function.dependencies));
  }
  for (const dxil::Subobject& subobject : data.subobjects) {
    const auto* association = std::get_if<dxil::ExportsAssociation>(&subobject.value);
    exports.push_back(association == nullptr ? Vector<const char*>() : pointers_to(association->exports));
  }
}

}  // namespace trellis::c_api

using namespace trellis;
using namespace trellis::c_api;

extern "C" {

uint32_t trellis_program_function_count(const TrellisProgram* program) {
  const dxil::LibraryData* library = library_of(program);
  return library == nullptr ? 0 : static_cast<uint32_t>(library->functions.size());
}

TrellisResult trellis_program_function(const TrellisProgram* program, uint32_t index,
                                       TrellisFunctionInfo* info) {
  if (index >= trellis_program_function_count(program)) return TRELLIS_ERROR_INVALID_ARGUMENT;
  const dxil::RuntimeFunction& function = library_of(program)->functions[index];
  return write_versioned(info_of(*program, function, index), info) ? TRELLIS_SUCCESS
                                                                   : TRELLIS_ERROR_INVALID_ARGUMENT;
}

uint32_t trellis_program_subobject_count(const TrellisProgram* program) {
  const dxil::LibraryData* library = library_of(program);
  return library == nullptr ? 0 : static_cast<uint32_t>(library->subobjects.size());
}

TrellisResult trellis_program_subobject(const TrellisProgram* program, uint32_t index,
                                        TrellisSubobjectInfo* info) {
  if (index >= trellis_program_subobject_count(program)) return TRELLIS_ERROR_INVALID_ARGUMENT;
  const dxil::Subobject& subobject = library_of(program)->subobjects[index];
  return write_versioned(info_of(subobject, program->library.exports[index]), info)
             ? TRELLIS_SUCCESS
             : TRELLIS_ERROR_INVALID_ARGUMENT;
}

TrellisResult trellis_root_signature_of_subobject(TrellisTranslator* translator,
                                                  const TrellisProgram* program, uint32_t index,
                                                  TrellisRootSignature** signature) {
  if (signature != nullptr) *signature = nullptr;
  return guarded(translator,
                 [&](TrellisTranslator& live) { return signature_of(live, program, index, signature); });
}

TrellisResult trellis_root_signature_record_size(const TrellisRootSignature* signature, uint32_t* size) {
  if (size == nullptr) return TRELLIS_ERROR_INVALID_ARGUMENT;
  *size = 0;
  if (!is_live(signature)) return TRELLIS_ERROR_INVALID_ARGUMENT;
  if (!signature->record) return TRELLIS_ERROR_BAD_INPUT;
  *size = signature->record->size;
  return TRELLIS_SUCCESS;
}

TrellisResult trellis_root_signature_record_member(const TrellisRootSignature* signature, uint32_t parameter,
                                                   TrellisRecordMemberInfo* info) {
  if (!is_live(signature)) return TRELLIS_ERROR_INVALID_ARGUMENT;
  if (!signature->record) return TRELLIS_ERROR_BAD_INPUT;
  const auto& members = signature->record->members;
  if (parameter >= members.size()) return TRELLIS_ERROR_INVALID_ARGUMENT;
  return write_versioned(info_of(members[parameter]), info) ? TRELLIS_SUCCESS
                                                            : TRELLIS_ERROR_INVALID_ARGUMENT;
}

}  // extern "C"
