#include "tests/gpu_compiler/module_forms.hpp"

#include <cstring>
#include <functional>

#include "tests/c_api/binder.hpp"
#include "tests/pipeline_layout/layout_binder.hpp"
#include "tests/pipeline_layout/root_case.hpp"

namespace trellis::gpu_compiler {
namespace {

using test_c_api::Binder;
using test_c_api::Mode;

constexpr size_t kModes = static_cast<size_t>(Mode::kTexelRange) + 1;
constexpr size_t kLayouts = std::size(test_layout::kLayoutModes);
constexpr const char* kOthers[] = {"Vulkan11",           "VulkanMemoryModel", "Reconverging",
                                   "ComputedOffsets",    "D3dSemantics",      "CheckedDescriptors",
                                   "CountedInstructions"};

/// A translation, with what its options point to.
struct Asked {
  Asked() { options.device = &device; }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  TrellisDeviceOptions device = TRELLIS_DEVICE_OPTIONS_INIT;
  TrellisInstrumentation instrumentation = TRELLIS_INSTRUMENTATION_INIT;
  Binder binder{};
  test_layout::Layout layout;
};

void ask_mode(Mode mode, Asked& asked) {
  asked.binder.mode = mode;
  TrellisTranslateOptions& options = asked.options;
  options.bind_user = &asked.binder;
  options.bind = [](void* user, const TrellisResourceUse* use, TrellisBinding* binding) -> uint32_t {
    // Heaps have places of their own.
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
  // Where a binding may hold acceleration structures among others, in a heap that tables point into,
  // Mesa 25.0.7 crashes now and then. The cause is not known.
  options.acceleration_structures = mode.mode.types == TRELLIS_TYPES_MUTABLE ? 0 : 1;
  dxil::RootSignature signature = test_layout::root_signature_for(program.get(), mode.version);
  signature.flags |= dxil::kRootResourceHeapIndexed | dxil::kRootSamplerHeapIndexed;
  asked.layout = test_layout::make_layout(translator, signature, options);
  asked.options.layout = asked.layout.get();
  return asked.layout != nullptr;
}

void ask_other(size_t which, Asked& asked) {
  constexpr uint32_t kSet = 6;
  const std::function<void()> askers[] = {[&] { asked.options.target = TRELLIS_TARGET_VULKAN_1_1_SPIRV_1_4; },
                                          [&] { asked.device.memory_model = TRELLIS_MEMORY_MODEL_VULKAN; },
                                          [&] { asked.options.maximal_reconvergence = 1; },
                                          [&] { asked.device.computed_offsets = 1; },
                                          [&] { asked.device.semantics = TRELLIS_SEMANTICS_D3D; },
                                          [&] {
                                            asked.instrumentation.check_descriptors = 1;
                                            asked.instrumentation.reports = {kSet, 0};
                                            asked.instrumentation.resource_table = {kSet, 1};
                                            asked.instrumentation.sampler_table = {kSet, 2};
                                            asked.options.instrumentation = &asked.instrumentation;
                                          },
                                          [&] {
                                            asked.instrumentation.count_instructions = 1;
                                            asked.instrumentation.counters = {kSet, 3};
                                            asked.options.instrumentation = &asked.instrumentation;
                                          }};
  askers[which]();
}

FormedModule refusal(const test_c_api::Translator& translator) {
  const TrellisError& error = *trellis_translator_error(translator.get());
  // Root descriptors have no hidden counters: the root signature does not fit the program.
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
  return kOthers[form - 1 - kModes - kLayouts];
}

FormedModule make_module(const test_c_api::Translator& translator, const test_c_api::Program& program,
                         size_t form) {
  Asked asked;
  const bool is_mode = form > 0 && form <= kModes;
  if (is_mode) {
    ask_mode(static_cast<Mode>(form - 1), asked);
  } else if (form > kModes && form <= kModes + kLayouts) {
    // A root signature cannot have everything: samplers beside other resources, say.
    if (!ask_layout(test_layout::kLayoutModes[form - 1 - kModes], translator, program, asked))
      return {FormedModule::Kind::kRefused, test_c_api::error_text(translator), {}, {}};
  } else if (form != 0) {
    ask_other(form - 1 - kModes - kLayouts, asked);
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
