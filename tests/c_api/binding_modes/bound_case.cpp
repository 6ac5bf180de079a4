#include "tests/c_api/binding_modes/bound_case.hpp"

#include "tests/c_api/binding_modes/binder.hpp"
#include "tests/c_api/binding_modes/bound_dispatch.hpp"
#include "tests/c_api/binding_modes/case_results.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/case_header.hpp"

namespace trellis::test_c_api {
namespace {

/// Returns an empty string if every buffer of the case has the expected contents, else the differences.
std::string compare(const test_support::CorpusShader& shader, const test_support::CaseHeader& header,
                    const BoundDispatch& bound, const std::vector<std::vector<uint8_t>>& results,
                    uint32_t subgroup_size) {
  std::vector<size_t> of_register(header.registers.size(), SIZE_MAX);
  std::vector<std::vector<uint8_t>> contents;
  for (uint32_t n = 0; n < header.registers.size(); ++n) {
    if (header.registers[n].register_class != test_support::RegisterClass::kUnorderedAccess) continue;
    std::optional<std::vector<uint8_t>> seen = bound.contents(n, results);
    if (!seen) continue;
    of_register[n] = contents.size();
    contents.push_back(std::move(*seen));
  }
  return compare_results(shader, header, of_register, contents, subgroup_size);
}

}  // namespace

CaseResult run_bound(vulkan::Runner& runner, const Translator& translator,
                     const test_support::CorpusShader& shader, Mode mode) {
  const auto header = test_support::read_case_header(shader.hlsl);
  if (!header) return {Outcome::kFailed, header.error().to_string()};
  const Program program = read_shader(translator, shader.label());
  if (program == nullptr) return {Outcome::kFailed, "cannot be read"};
  Binder binder{mode};
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.bind_user = &binder;
  options.bind = [](void* user, const TrellisResourceUse* use, TrellisBinding* binding) -> uint32_t {
    static_cast<Binder*>(user)->place(*use, *binding);
    return 1;
  };
  options.root_data_size = kRootBytes;
  TrellisDeviceOptions device = TRELLIS_DEVICE_OPTIONS_INIT;
  // Images in the device's heaps cannot be declared coherent.
  if (mode == Mode::kDeviceHeapTexels) device.memory_model = TRELLIS_MEMORY_MODEL_VULKAN;
  options.device = &device;
  if (mode == Mode::kInlineBlock) {
    options.root_data_form = TRELLIS_ROOT_DATA_UNIFORM_BLOCK;
    options.root_data_set = kRootSet;
  }
  const Module module = translate(translator, program, &options);
  if (module == nullptr) {
    const bool cannot = trellis_translator_error(translator.get())->result == TRELLIS_ERROR_UNSUPPORTED;
    return {cannot ? Outcome::kNothingToBind : Outcome::kFailed, error_text(translator)};
  }
  if (binder.changed == 0) return {Outcome::kNothingToBind, ""};
  size_t count = 0;
  const uint32_t* words = trellis_module_words(module.get(), &count);
  // The validator that is linked here does not know heaps. NewestValidator has modules with them.
  const std::string invalid = uses_device_heaps(mode) ? "" : validate_words(words, count);
  if (!invalid.empty()) return {Outcome::kFailed, invalid};

  BoundDispatch bound(*header, mode);
  for (uint32_t n = 0; n < trellis_module_binding_count(module.get()); ++n) {
    TrellisResourceUse use = TRELLIS_RESOURCE_USE_INIT;
    TrellisBinding binding = TRELLIS_BINDING_INIT;
    trellis_module_binding(module.get(), n, &use, &binding);
    bound.add(use, binding);
  }
  vulkan::Dispatch dispatch = bound.dispatch();
  dispatch.words.assign(words, words + count);
  dispatch.entry = header->entry;
  dispatch.groups = header->dispatch;
  const auto results = runner.dispatch(dispatch);
  if (!results) return {Outcome::kFailed, results.error().to_string()};
  const std::string difference = compare(shader, *header, bound, *results, runner.properties().subgroup_size);
  return {difference.empty() ? Outcome::kPassed : Outcome::kFailed, difference};
}

}  // namespace trellis::test_c_api
