#include "tests/gpu_compiler/module_forms.hpp"

#include <algorithm>
#include <cstring>

#include "tests/c_api/binding_modes/binder.hpp"
#include "tests/pipeline_layout/layout_binder.hpp"
#include "tests/pipeline_layout/root_case.hpp"

namespace trellis::gpu_compiler {
namespace {

using test_c_api::Binder;
using test_c_api::Mode;

constexpr size_t kModes = static_cast<size_t>(Mode::kTexelRange) + 1;
constexpr size_t kLayouts = std::size(test_layout::kLayoutModes);
/// The options of a translation, with the objects that they point to.
struct Asked {
  Asked() { options.device = &device; }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  TrellisDeviceOptions device = TRELLIS_DEVICE_OPTIONS_INIT;
  TrellisStageOptions stage = TRELLIS_STAGE_OPTIONS_INIT;
  TrellisHeapOptions heaps = TRELLIS_HEAP_OPTIONS_INIT;
  TrellisViewOptions views = TRELLIS_VIEW_OPTIONS_INIT;
  TrellisInstrumentation instrumentation = TRELLIS_INSTRUMENTATION_INIT;
  Binder binder{};
  test_layout::Layout layout;
};

void ask_mode(Mode mode, Asked& asked) {
  asked.binder.mode = mode;
  TrellisTranslateOptions& options = asked.options;
  options.bind_user = &asked.binder;
  options.bind = [](void* user, const TrellisResourceUse* use, TrellisBinding* binding) -> uint32_t {
    // Heaps keep their default bindings.
    if (use->heap == TRELLIS_HEAP_NONE) static_cast<Binder*>(user)->place(*use, *binding);
    return 1;
  };
  options.root_data_size = test_c_api::kRootBytes;
  if (mode != Mode::kInlineBlock) return;
  options.root_data_form = TRELLIS_ROOT_DATA_UNIFORM_BLOCK;
  options.root_data_set = test_c_api::kRootSet;
}

bool ask_layout(const test_layout::VersionedMode& mode, const test_c_api::Translator& translator,
                const test_c_api::Program& program, Asked& asked) {
  TrellisPipelineLayoutOptions options = test_layout::options_of(mode.mode);
  options.resource_heap_descriptors = options.unbounded_descriptors = 256;
  // Mesa 25.0.7 occasionally crashes if tables point into a heap with a binding that can hold acceleration
  // structures as well as other types. The cause is unknown.
  options.acceleration_structures = mode.mode.types == TRELLIS_TYPES_MUTABLE ? 0 : 1;
  dxil::RootSignature signature = test_layout::root_signature_for(program.get(), mode.version);
  signature.flags |= dxil::kRootResourceHeapIndexed | dxil::kRootSamplerHeapIndexed;
  asked.layout = test_layout::make_layout(translator, signature, options);
  asked.options.layout = asked.layout.get();
  return asked.layout != nullptr;
}

constexpr uint32_t kInstrumentSet = 6;
constexpr const char* kNoExtensions[] = {nullptr};

void ask_checked_descriptors(Asked& asked) {
  asked.instrumentation.check_descriptors = 1;
  asked.instrumentation.reports = {kInstrumentSet, 0};
  asked.instrumentation.resource_table = {kInstrumentSet, 1};
  asked.instrumentation.sampler_table = {kInstrumentSet, 2};
  asked.options.instrumentation = &asked.instrumentation;
}

void ask_counted_instructions(Asked& asked) {
  asked.instrumentation.count_instructions = 1;
  asked.instrumentation.counters = {kInstrumentSet, 3};
  asked.options.instrumentation = &asked.instrumentation;
}

void ask_supported_floats(Asked& asked) {
  asked.device.float_policy = TRELLIS_FLOAT_AS_SUPPORTED;
  asked.device.preserves_denorms = asked.device.flushes_denorms = asked.device.keeps_special_values =
      TRELLIS_FLOATS_16 | TRELLIS_FLOATS_32 | TRELLIS_FLOATS_64;
}

void ask_subgroups_of_32(Asked& asked) {
  asked.device.minimum_subgroup_size = 32;
  asked.device.maximum_subgroup_size = 64;
  asked.device.required_subgroup_size = 32;
}

/// Changes how stages treat their inputs and outputs.
void ask_stages(Asked& asked) {
  asked.stage.storage_16bit_io = asked.stage.invert_y = asked.stage.reciprocal_w = 1;
  asked.stage.sample_rate_shading = asked.stage.invariant_position = 1;
  asked.stage.target_sample_count_spec_id = 7;
  asked.stage.max_tess_factor = 16;
  asked.options.stage = &asked.stage;
}

void ask_targets(Asked& asked) {
  constexpr uint8_t kReversed = 0x1B;
  std::fill(std::begin(asked.stage.output_swizzles), std::end(asked.stage.output_swizzles), kReversed);
  asked.stage.alpha_to_coverage = 1;
  asked.stage.target_sample_count = 4;
  asked.options.stage = &asked.stage;
}

void ask_blending(Asked& asked) {
  asked.stage.dual_source_blending = 1;
  asked.options.stage = &asked.stage;
}

/// Separates the heaps by type, and clamps their indices.
void ask_heaps(Asked& asked) {
  asked.heaps.types_apart = (1u << TRELLIS_HEAP_TYPE_COUNT) - 1;
  for (uint32_t type = 0; type < TRELLIS_HEAP_TYPE_COUNT; ++type) asked.heaps.by_type[type] = {5, type};
  asked.heaps.constant_buffer_form = TRELLIS_BUFFER_STORAGE;
  asked.heaps.resource_count = asked.heaps.sampler_count = 100;
  asked.options.heaps = &asked.heaps;
}

void ask_views(Asked& asked, TrellisViewWay way) {
  asked.views.way = way;
  asked.views.count = {2, TRELLIS_NO_SPEC_ID};
  for (uint32_t n = 0; n < 2; ++n)
    asked.views.locations[n] = {{n, TRELLIS_NO_SPEC_ID}, {1 - n, TRELLIS_NO_SPEC_ID}};
  asked.views.last_before_rasterizer = 1;
  asked.options.views = &asked.views;
}

struct OtherForm {
  const char* name;
  void (*ask)(Asked& asked);
};
constexpr OtherForm kOthers[] = {
    {"Vulkan11", [](Asked& asked) { asked.options.target = TRELLIS_TARGET_VULKAN_1_1_SPIRV_1_4; }},
    {"VulkanMemoryModel", [](Asked& asked) { asked.device.memory_model = TRELLIS_MEMORY_MODEL_VULKAN; }},
    {"Reconverging", [](Asked& asked) { asked.options.maximal_reconvergence = 1; }},
    {"ComputedOffsets", [](Asked& asked) { asked.device.computed_offsets = 1; }},
    {"SubgroupUniformControlFlow", [](Asked& asked) { asked.device.subgroup_uniform_control_flow = 1; }},
    {"QuadControl", [](Asked& asked) { asked.device.quad_control = 1; }},
    {"D3dSemantics", [](Asked& asked) { asked.device.semantics = TRELLIS_SEMANTICS_D3D; }},
    {"CheckedDescriptors", ask_checked_descriptors},
    {"CountedInstructions", ask_counted_instructions},
    {"Spirv13", [](Asked& asked) { asked.options.target = TRELLIS_TARGET_VULKAN_1_1; }},
    {"NoExtensions", [](Asked& asked) { asked.device.extensions = kNoExtensions; }},
    {"NoDemote", [](Asked& asked) { asked.device.no_demote = 1; }},
    {"SubgroupsOf32", ask_subgroups_of_32},
    {"SupportedFloats", ask_supported_floats},
    {"FloatsUnasked", [](Asked& asked) { asked.device.float_policy = TRELLIS_FLOAT_NOTHING; }},
    {"PrecisePropagated", [](Asked& asked) { asked.device.precise = TRELLIS_PRECISE_PROPAGATED; }},
    {"PreciseAll", [](Asked& asked) { asked.device.precise = TRELLIS_PRECISE_ALL; }},
    {"BoundedArrays", [](Asked& asked) { asked.device.bounded_arrays = 1; }},
    {"NativeMinPrecision", [](Asked& asked) { asked.device.min_precision = TRELLIS_MIN_PRECISION_NATIVE; }},
    {"FullMinPrecision", [](Asked& asked) { asked.device.min_precision = TRELLIS_MIN_PRECISION_FULL; }},
    {"Feedback32", [](Asked& asked) { asked.device.feedback_texels = TRELLIS_FEEDBACK_32; }},
    {"TriangleHitObjects", [](Asked& asked) { asked.device.hit_objects = TRELLIS_HIT_OBJECTS_TRIANGLES; }},
    {"NonUniformAlways", [](Asked& asked) { asked.options.non_uniform = TRELLIS_NON_UNIFORM_ALWAYS; }},
    {"NonUniformDeclared", [](Asked& asked) { asked.options.non_uniform = TRELLIS_NON_UNIFORM_DECLARED; }},
    {"Stages", ask_stages},
    {"Targets", ask_targets},
    {"Blending", ask_blending},
    {"HeapTypesApart", ask_heaps},
    {"ViewsByInstances", [](Asked& asked) { ask_views(asked, TRELLIS_VIEWS_BY_INSTANCES); }},
    {"ViewsByMultiview", [](Asked& asked) { ask_views(asked, TRELLIS_VIEWS_BY_MULTIVIEW); }},
};

/// Returns whether the words equal those of the module translated with default options.
bool is_default(const test_c_api::Translator& translator, const test_c_api::Program& program,
                const std::vector<uint32_t>& words) {
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.all_entry_points = trellis_program_entry_point_count(program.get()) > 1 ? 1 : 0;
  const test_c_api::Module module = test_c_api::translate(translator, program, &options);
  if (module == nullptr) return false;
  size_t count = 0;
  const uint32_t* const others = trellis_module_words(module.get(), &count);
  return std::equal(words.begin(), words.end(), others, others + count);
}

FormedModule refusal(const test_c_api::Translator& translator) {
  const TrellisError& error = *trellis_translator_error(translator.get());
  // Root descriptors cannot have hidden counters, so the root signature does not fit the program.
  const bool does_not_fit = std::strstr(error.text, "has a hidden counter") != nullptr;
  const bool has_structures = std::strstr(error.text, "acceleration_structures") != nullptr;
  const bool cannot = has_structures || error.result == TRELLIS_ERROR_UNSUPPORTED || does_not_fit;
  return {cannot ? FormedModule::Kind::kRefused : FormedModule::Kind::kWrong,
          test_c_api::error_text(translator),
          {},
          {}};
}

}  // namespace

size_t form_count() { return 1 + kModes + kLayouts + std::size(kOthers); }

std::string form_name(size_t form) {
  if (form == 0) return "Default";
  if (form <= kModes) return test_c_api::name_of(static_cast<Mode>(form - 1));
  if (form <= kModes + kLayouts)
    return std::string("Layout") + test_layout::kLayoutModes[form - 1 - kModes].mode.name;
  return kOthers[form - 1 - kModes - kLayouts].name;
}

FormedModule make_module(const test_c_api::Translator& translator, const test_c_api::Program& program,
                         size_t form) {
  Asked asked;
  const bool is_mode = form > 0 && form <= kModes;
  if (is_mode) {
    ask_mode(static_cast<Mode>(form - 1), asked);
  } else if (form > kModes && form <= kModes + kLayouts) {
    // Some combinations do not fit into a root signature, such as samplers next to other resources.
    if (!ask_layout(test_layout::kLayoutModes[form - 1 - kModes], translator, program, asked))
      return {FormedModule::Kind::kRefused, test_c_api::error_text(translator), {}, {}};
  } else if (form != 0) {
    kOthers[form - 1 - kModes - kLayouts].ask(asked);
  }
  asked.options.all_entry_points = trellis_program_entry_point_count(program.get()) > 1 ? 1 : 0;
  const test_c_api::Module module = test_c_api::translate(translator, program, &asked.options);
  if (module == nullptr) return refusal(translator);
  if (is_mode && asked.binder.changed == 0) return {FormedModule::Kind::kSame, "", {}, {}};
  FormedModule made;
  made.kind = FormedModule::Kind::kMade;
  size_t count = 0;
  const uint32_t* words = trellis_module_words(module.get(), &count);
  made.words.assign(words, words + count);
  if (form > kModes + kLayouts && is_default(translator, program, made.words))
    return {FormedModule::Kind::kSame, "", {}, {}};
  uint32_t entries = 0;
  const char* const* names = trellis_module_entry_points(module.get(), &entries);
  for (uint32_t n = 0; n < entries; ++n) {
    TrellisPipelineNeeds needs = TRELLIS_PIPELINE_NEEDS_INIT;
    trellis_module_pipeline_needs(module.get(), n, &needs);
    if (needs.required_subgroup_size != 0) made.subgroup_sizes[names[n]] = needs.required_subgroup_size;
  }
  return made;
}

}  // namespace trellis::gpu_compiler
