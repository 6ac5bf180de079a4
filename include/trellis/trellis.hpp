// Trellis in C++: the objects of trellis.h as movable values with destructors. Header only, C++17; the
// library that it calls is the C one, so its ABI does not depend on the compiler.
//
//   trellis::api::Translator translator;
//   auto program = translator.read(bytes.data(), bytes.size());
//   if (!program) return report(translator.error().text);
//   auto module = translator.translate(program);
//   if (!module) return report(translator.error().text);
//   use(module.words(), module.word_count());
//
// The names are those of C. A function that takes a translator is a member of Translator, without `trellis_` and `program_`;
// every other function is a member of its object, without `trellis_` and the object, or a function of the namespace.
//
// A failed call returns an empty object: `if (!object)`. The C header's rules on threads and lifetimes
// apply here too. Nothing throws, except the caller's own std::function and std::vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "trellis/trellis.h"

namespace trellis::api {

namespace detail {
struct Destroy {
  void operator()(TrellisTranslator* object) const noexcept { trellis_translator_destroy(object); }
  void operator()(TrellisProgram* object) const noexcept { trellis_program_destroy(object); }
  void operator()(TrellisModule* object) const noexcept { trellis_module_destroy(object); }
  void operator()(TrellisRootSignature* object) const noexcept { trellis_root_signature_destroy(object); }
  void operator()(TrellisPipelineLayout* object) const noexcept { trellis_pipeline_layout_destroy(object); }
};
template <class T>
using Owned = std::unique_ptr<T, Destroy>;

/// A range of values that belong to an object.
template <class T>
struct Range {
  T first = nullptr;
  uint32_t count = 0;
  T begin() const { return first; }
  T end() const { return first + count; }
  uint32_t size() const { return count; }
  auto operator[](uint32_t n) const { return first[n]; }
};
}  // namespace detail

// These functions return the structs of trellis.h with their sizes and defaults filled in.
inline TrellisTranslatorOptions translator_options() { return TRELLIS_TRANSLATOR_OPTIONS_INIT; }
inline TrellisReadOptions read_options() { return TRELLIS_READ_OPTIONS_INIT; }
inline TrellisTranslateOptions translate_options() { return TRELLIS_TRANSLATE_OPTIONS_INIT; }
inline TrellisCheckOptions check_options() { return TRELLIS_CHECK_OPTIONS_INIT; }
inline TrellisDeviceOptions device_options() { return TRELLIS_DEVICE_OPTIONS_INIT; }
inline TrellisStageOptions stage_options() { return TRELLIS_STAGE_OPTIONS_INIT; }
inline TrellisBinding binding() { return TRELLIS_BINDING_INIT; }
inline TrellisPipelineLayoutOptions pipeline_layout_options() { return TRELLIS_PIPELINE_LAYOUT_OPTIONS_INIT; }
inline TrellisHeapOptions heap_options() { return TRELLIS_HEAP_OPTIONS_INIT; }
inline TrellisViewOptions view_options() { return TRELLIS_VIEW_OPTIONS_INIT; }
inline TrellisInstrumentation instrumentation() { return TRELLIS_INSTRUMENTATION_INIT; }

inline const char* version() { return trellis_version(); }
inline const char* cache_version() { return trellis_cache_version(); }
inline const char* result_name(TrellisResult result) { return trellis_result_name(result); }
inline bool api_supported() { return trellis_api_supported(TRELLIS_API_MAJOR, TRELLIS_API_MINOR) != 0; }
inline TrellisResult cache_key(const void* const* pieces, const size_t* sizes, uint32_t count, uint8_t* key) {
  return trellis_cache_key(pieces, sizes, count, key);
}
inline detail::Range<const char* const*> known_extensions() {
  detail::Range<const char* const*> range;
  range.first = trellis_known_extensions(&range.count);
  return range;
}

/// Makes translations with these options call `bind` for resources. It may be any callable (const
/// TrellisResourceUse&, TrellisBinding&) -> bool. It is not copied and must outlive the translations. It must
/// not throw.
template <class Bind>
void set_bind(TrellisTranslateOptions& options, Bind& bind) {
  options.bind_user = const_cast<void*>(static_cast<const void*>(&bind));  // `bind` may be a const lambda.
  options.bind = [](void* user, const TrellisResourceUse* use, TrellisBinding* place) -> uint32_t {
    return (*static_cast<Bind*>(user))(*use, *place) ? 1u : 0u;
  };
}
/// The same for a plain function.
inline void set_bind(TrellisTranslateOptions& options,
                     bool (*bind)(const TrellisResourceUse&, TrellisBinding&)) {
  options.bind_user = reinterpret_cast<void*>(bind);
  options.bind = [](void* user, const TrellisResourceUse* use, TrellisBinding* place) -> uint32_t {
    return reinterpret_cast<bool (*)(const TrellisResourceUse&, TrellisBinding&)>(user)(*use, *place) ? 1u
                                                                                                      : 0u;
  };
}

/// A program: DXIL in memory.
class Program {
 public:
  Program() = default;
  explicit Program(TrellisProgram* program) : program_(program) {}
  explicit operator bool() const { return program_ != nullptr; }
  TrellisProgram* get() const { return program_.get(); }

  uint32_t entry_point_count() const { return trellis_program_entry_point_count(get()); }
  TrellisEntryPointInfo entry_point(uint32_t index) const {
    TrellisEntryPointInfo info = TRELLIS_ENTRY_POINT_INFO_INIT;
    trellis_program_entry_point(get(), index, &info);
    return info;
  }
  uint32_t find_entry_point(const char* name) const { return trellis_program_find_entry_point(get(), name); }
  TrellisSignatureElementInfo signature_element(uint32_t entry_point, TrellisSignature signature,
                                                uint32_t index) const {
    TrellisSignatureElementInfo info = TRELLIS_SIGNATURE_ELEMENT_INFO_INIT;
    trellis_program_signature_element(get(), entry_point, signature, index, &info);
    return info;
  }
  uint32_t resource_count() const { return trellis_program_resource_count(get()); }
  TrellisResourceInfo resource(uint32_t index) const {
    TrellisResourceInfo info = TRELLIS_RESOURCE_INFO_INIT;
    trellis_program_resource(get(), index, &info);
    return info;
  }
  uint32_t struct_count() const { return trellis_program_struct_count(get()); }
  TrellisStructInfo struct_at(uint32_t index) const {
    TrellisStructInfo info = TRELLIS_STRUCT_INFO_INIT;
    trellis_program_struct(get(), index, &info);
    return info;
  }
  TrellisStructMemberInfo struct_member(uint32_t index, uint32_t member) const {
    TrellisStructMemberInfo info = TRELLIS_STRUCT_MEMBER_INFO_INIT;
    trellis_program_struct_member(get(), index, member, &info);
    return info;
  }
  uint32_t function_count() const { return trellis_program_function_count(get()); }
  TrellisFunctionInfo function(uint32_t index) const {
    TrellisFunctionInfo info = TRELLIS_FUNCTION_INFO_INIT;
    trellis_program_function(get(), index, &info);
    return info;
  }
  uint32_t subobject_count() const { return trellis_program_subobject_count(get()); }
  TrellisSubobjectInfo subobject(uint32_t index) const {
    TrellisSubobjectInfo info = TRELLIS_SUBOBJECT_INFO_INIT;
    trellis_program_subobject(get(), index, &info);
    return info;
  }
  uint64_t feature_flags() const { return trellis_program_feature_flags(get()); }
  /// Returns 16 bytes, or null.
  const uint8_t* hash() const { return trellis_program_hash(get()); }
  const char* reflection() const { return trellis_program_reflection(get()); }

 private:
  detail::Owned<TrellisProgram> program_;
};

/// A resource of a module, and where it is bound.
struct BoundResource {
  TrellisResourceUse use = TRELLIS_RESOURCE_USE_INIT;
  TrellisBinding binding = TRELLIS_BINDING_INIT;
};

/// The result of one translation.
class Module {
 public:
  Module() = default;
  explicit Module(TrellisModule* module) : module_(module) {}
  explicit operator bool() const { return module_ != nullptr; }
  TrellisModule* get() const { return module_.get(); }

  const uint32_t* words() const { return trellis_module_words(get(), nullptr); }
  size_t word_count() const {
    size_t count = 0;
    trellis_module_words(get(), &count);
    return count;
  }
  detail::Range<const char* const*> entry_points() const {
    return list<const char* const*>(trellis_module_entry_points);
  }
  TrellisEntryPointInfo entry_point() const {
    TrellisEntryPointInfo info = TRELLIS_ENTRY_POINT_INFO_INIT;
    trellis_module_entry_point(get(), &info);
    return info;
  }
  TrellisPipelineNeeds pipeline_needs(uint32_t entry_point = 0) const {
    TrellisPipelineNeeds needs = TRELLIS_PIPELINE_NEEDS_INIT;
    trellis_module_pipeline_needs(get(), entry_point, &needs);
    return needs;
  }
  uint32_t element_count() const { return trellis_module_element_count(get()); }
  TrellisModuleElement element(uint32_t index) const {
    TrellisModuleElement element = TRELLIS_MODULE_ELEMENT_INIT;
    trellis_module_element(get(), index, &element);
    return element;
  }
  TrellisModuleViews views() const {
    TrellisModuleViews views = TRELLIS_MODULE_VIEWS_INIT;
    trellis_module_views(get(), &views);
    return views;
  }
  uint32_t binding_count() const { return trellis_module_binding_count(get()); }
  BoundResource binding(uint32_t index) const {
    BoundResource bound;
    trellis_module_binding(get(), index, &bound.use, &bound.binding);
    return bound;
  }
  detail::Range<const uint32_t*> capabilities() const {
    return list<const uint32_t*>(trellis_module_capabilities);
  }
  detail::Range<const char* const*> extensions() const {
    return list<const char* const*>(trellis_module_extensions);
  }
  uint32_t need_count() const { return trellis_module_need_count(get()); }
  TrellisDeviceNeed need(uint32_t index) const {
    TrellisDeviceNeed need = TRELLIS_DEVICE_NEED_INIT;
    trellis_module_need(get(), index, &need);
    return need;
  }
  uint32_t spec_constant_count() const { return trellis_module_spec_constant_count(get()); }
  TrellisSpecConstant spec_constant(uint32_t index) const {
    TrellisSpecConstant constant = TRELLIS_SPEC_CONSTANT_INIT;
    trellis_module_spec_constant(get(), index, &constant);
    return constant;
  }
  uint32_t checked_access_count() const { return trellis_module_checked_access_count(get()); }
  TrellisCheckedAccess checked_access(uint32_t index) const {
    TrellisCheckedAccess access = TRELLIS_CHECKED_ACCESS_INIT;
    trellis_module_checked_access(get(), index, &access);
    return access;
  }
  uint32_t counted_block_count() const { return trellis_module_counted_block_count(get()); }
  TrellisCountedBlock counted_block(uint32_t index) const {
    TrellisCountedBlock block = TRELLIS_COUNTED_BLOCK_INIT;
    trellis_module_counted_block(get(), index, &block);
    return block;
  }
  detail::Range<const char* const*> warnings() const {
    return list<const char* const*>(trellis_module_warnings);
  }
  const char* disassemble() const { return trellis_module_disassemble(get()); }
  const char* reflection() const { return trellis_module_reflection(get()); }

 private:
  template <class T>
  detail::Range<T> list(T (*ask)(const TrellisModule*, uint32_t*)) const {
    detail::Range<T> range;
    range.first = ask(get(), &range.count);
    return range;
  }

  detail::Owned<TrellisModule> module_;
};

class RootSignature {
 public:
  RootSignature() = default;
  explicit RootSignature(TrellisRootSignature* signature) : signature_(signature) {}
  explicit operator bool() const { return signature_ != nullptr; }
  TrellisRootSignature* get() const { return signature_.get(); }

  uint32_t parameter_count() const { return trellis_root_signature_parameter_count(get()); }
  uint32_t static_sampler_count() const { return trellis_root_signature_static_sampler_count(get()); }
  uint32_t flags() const { return trellis_root_signature_flags(get()); }
  /// For local root signatures: returns the size in bytes of the parameters in a shader record after the
  /// group handle; 0 if they do not fit into a record.
  uint32_t record_size() const {
    uint32_t size = 0;
    trellis_root_signature_record_size(get(), &size);
    return size;
  }
  /// Returns the location of a parameter in the record; `size` is 0 if it is not in the record.
  TrellisRecordMemberInfo record_member(uint32_t parameter) const {
    TrellisRecordMemberInfo info = TRELLIS_RECORD_MEMBER_INFO_INIT;
    trellis_root_signature_record_member(get(), parameter, &info);
    return info;
  }

 private:
  detail::Owned<TrellisRootSignature> signature_;
};

/// What vkCreatePipelineLayout needs, and the locations of root parameters. Assign get() to
/// TrellisTranslateOptions::layout.
class PipelineLayout {
 public:
  PipelineLayout() = default;
  explicit PipelineLayout(TrellisPipelineLayout* layout) : layout_(layout) {}
  explicit operator bool() const { return layout_ != nullptr; }
  TrellisPipelineLayout* get() const { return layout_.get(); }

  uint32_t set_count() const { return trellis_pipeline_layout_set_count(get()); }
  TrellisLayoutSetInfo set(uint32_t set) const {
    TrellisLayoutSetInfo info = TRELLIS_LAYOUT_SET_INFO_INIT;
    trellis_pipeline_layout_set(get(), set, &info);
    return info;
  }
  TrellisLayoutBindingInfo binding(uint32_t set, uint32_t index) const {
    TrellisLayoutBindingInfo info = TRELLIS_LAYOUT_BINDING_INFO_INIT;
    trellis_pipeline_layout_binding(get(), set, index, &info);
    return info;
  }
  TrellisImmutableSamplerInfo immutable_sampler(uint32_t set, uint32_t index, uint32_t element) const {
    TrellisImmutableSamplerInfo info = TRELLIS_IMMUTABLE_SAMPLER_INFO_INIT;
    trellis_pipeline_layout_immutable_sampler(get(), set, index, element, &info);
    return info;
  }
  TrellisRootDataInfo root_data() const {
    TrellisRootDataInfo info = TRELLIS_ROOT_DATA_INFO_INIT;
    trellis_pipeline_layout_root_data(get(), &info);
    return info;
  }
  TrellisRootMemberInfo root_member(uint32_t index) const {
    TrellisRootMemberInfo info = TRELLIS_ROOT_MEMBER_INFO_INIT;
    trellis_pipeline_layout_root_member(get(), index, &info);
    return info;
  }
  uint32_t table_count() const { return trellis_pipeline_layout_table_count(get()); }
  TrellisLayoutTableInfo table(uint32_t index) const {
    TrellisLayoutTableInfo info = TRELLIS_LAYOUT_TABLE_INFO_INIT;
    trellis_pipeline_layout_table(get(), index, &info);
    return info;
  }
  const char* description() const { return trellis_pipeline_layout_description(get()); }

 private:
  detail::Owned<TrellisPipelineLayout> layout_;
};

/// Empty if there was not enough memory to create it.
class Translator {
 public:
  Translator() : Translator(translator_options()) {}
  explicit Translator(const TrellisTranslatorOptions& options) {
    TrellisTranslator* translator = nullptr;
    trellis_translator_create(&options, &translator);
    translator_.reset(translator);
  }
  explicit operator bool() const { return translator_ != nullptr; }
  TrellisTranslator* get() const { return translator_.get(); }

  Program read(const void* dxil, size_t size) { return read(dxil, size, read_options()); }
  Program read(const void* dxil, size_t size, const TrellisReadOptions& options) {
    TrellisProgram* program = nullptr;
    trellis_program_read(get(), dxil, size, &options, &program);
    return Program(program);
  }
  Module translate(const Program& program) { return translate(program, translate_options()); }
  Module translate(const Program& program, const TrellisTranslateOptions& options) {
    TrellisModule* module = nullptr;
    trellis_translate(get(), program.get(), &options, &module);
    return Module(module);
  }
  /// Returns the report of the checks, which belongs to the translator and is valid until the next call; null
  /// on failure.
  const char* check(const Program& program, const TrellisCheckOptions& options, uint32_t* finding_count = nullptr) {
    const char* report = nullptr;
    trellis_program_check(get(), program.get(), &options, finding_count, &report);
    return report;
  }
  /// Returns the LLVM module as text, which belongs to the translator and is valid until the next call; null on failure.
  const char* disassemble(const void* dxil, size_t size) { return disassemble(dxil, size, read_options()); }
  const char* disassemble(const void* dxil, size_t size, const TrellisReadOptions& options) {
    const char* text = nullptr;
    trellis_disassemble(get(), dxil, size, &options, &text);
    return text;
  }
  /// Returns the bitcode in the caller's bytes; empty on failure.
  std::string_view find_bitcode(const void* dxil, size_t size) { return find_bitcode(dxil, size, read_options()); }
  std::string_view find_bitcode(const void* dxil, size_t size, const TrellisReadOptions& options) {
    const void* bitcode = nullptr;
    size_t bitcode_size = 0;
    trellis_find_bitcode(get(), dxil, size, &options, &bitcode, &bitcode_size);
    return std::string_view(static_cast<const char*>(bitcode), bitcode_size);
  }
  RootSignature root_signature_read(const void* data, size_t size) {
    return root_signature_read(data, size, read_options());
  }
  RootSignature root_signature_read(const void* data, size_t size, const TrellisReadOptions& options) {
    TrellisRootSignature* signature = nullptr;
    trellis_root_signature_read(get(), data, size, &options, &signature);
    return RootSignature(signature);
  }
  RootSignature root_signature_of_program(const Program& program) {
    TrellisRootSignature* signature = nullptr;
    trellis_root_signature_of_program(get(), program.get(), &signature);
    return RootSignature(signature);
  }
  RootSignature root_signature_of_subobject(const Program& program, uint32_t index) {
    TrellisRootSignature* signature = nullptr;
    trellis_root_signature_of_subobject(get(), program.get(), index, &signature);
    return RootSignature(signature);
  }
  PipelineLayout pipeline_layout_create(const RootSignature& signature) {
    return pipeline_layout_create(signature, pipeline_layout_options());
  }
  PipelineLayout pipeline_layout_create(const RootSignature& signature, const TrellisPipelineLayoutOptions& options) {
    TrellisPipelineLayout* layout = nullptr;
    trellis_pipeline_layout_create(get(), signature.get(), &options, &layout);
    return PipelineLayout(layout);
  }
  PipelineLayout pipeline_layout_of_modules(const TrellisModule* const* modules, uint32_t count,
                                            const TrellisPipelineLayoutOptions* options = nullptr) {
    TrellisPipelineLayout* layout = nullptr;
    trellis_pipeline_layout_of_modules(get(), modules, count, options, &layout);
    return PipelineLayout(layout);
  }
  PipelineLayout pipeline_layout_refine(const PipelineLayout& layout, const TrellisModule* const* modules, uint32_t count) {
    TrellisPipelineLayout* refined = nullptr;
    trellis_pipeline_layout_refine(get(), layout.get(), modules, count, &refined);
    return PipelineLayout(refined);
  }
  /// Returns the error of the last call that failed. The translator must not be empty.
  const TrellisError& error() const { return *trellis_translator_error(get()); }

 private:
  detail::Owned<TrellisTranslator> translator_;
};

}  // namespace trellis::api
