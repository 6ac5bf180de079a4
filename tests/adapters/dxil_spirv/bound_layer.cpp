#include "tests/adapters/dxil_spirv/bound_layer.hpp"

#include <dxil_spirv_c.h>

#include <optional>
#include <vector>

#include "tests/adapters/dxil_spirv/validity.hpp"
#include "tests/c_api/binding_modes/bound_dispatch.hpp"
#include "tests/c_api/binding_modes/case_results.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/case_header.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_dxil_spirv {
namespace {

using test_c_api::BoundDispatch;
using test_c_api::Mode;

constexpr uint32_t kUnit = 8;
// Layout of the offset buffer, in units of kUnit bytes. All numbers differ, so that no mix-up goes unnoticed.
constexpr uint32_t kUntypedOffset = 1, kTypedOffset = 2, kOffsetStride = 5;

struct FreeBlob {
  void operator()(dxil_spv_parsed_blob_s* blob) const { dxil_spv_parsed_blob_free(blob); }
};
struct FreeConverter {
  void operator()(dxil_spv_converter_s* converter) const { dxil_spv_converter_free(converter); }
};

struct Bound {
  TrellisResourceInfo info;
  bool uses_counter;
  TrellisBinding binding;
};

/// Implements the converter's callbacks with a Binder, and keeps the bindings that it gave.
class Layer {
 public:
  Layer(const TrellisProgram* program, Mode mode) : program_(program), binder_{mode} {}

  void configure(dxil_spv_converter_s* converter);
  const std::vector<Bound>& bound() const { return bound_; }
  bool bound_any() const { return binder_.changed != 0; }
  std::string& log() { return log_; }

 private:
  uint32_t root_descriptors() const {
    return binder_.mode == Mode::kAddress ? test_c_api::kRootBytes / kUnit : 0;
  }
  const TrellisBinding& place(TrellisResourceClass resource_class, const dxil_spv_d3d_binding& range,
                              bool uses_counter);
  dxil_spv_vulkan_binding answer_of(const TrellisResourceInfo& info, const TrellisBinding& binding) const;
  static dxil_spv_vulkan_binding offsets_of(const TrellisBinding& binding);
  void set_options(dxil_spv_converter_s* converter) const;

  static dxil_spv_bool remap_srv(void* user, const dxil_spv_d3d_binding* range,
                                 dxil_spv_srv_vulkan_binding* answer);
  static dxil_spv_bool remap_uav(void* user, const dxil_spv_uav_d3d_binding* range,
                                 dxil_spv_uav_vulkan_binding* answer);
  static dxil_spv_bool remap_cbv(void* user, const dxil_spv_d3d_binding* range,
                                 dxil_spv_cbv_vulkan_binding* answer);

  const TrellisProgram* program_;
  test_c_api::Binder binder_;
  std::vector<Bound> bound_;
  std::string log_;
};

const TrellisBinding& Layer::place(TrellisResourceClass resource_class, const dxil_spv_d3d_binding& range,
                                   bool uses_counter) {
  Bound bound = {TRELLIS_RESOURCE_INFO_INIT, uses_counter, TRELLIS_BINDING_INIT};
  uint32_t in_class = 0;
  for (uint32_t n = 0; n < trellis_program_resource_count(program_); ++n) {
    trellis_program_resource(program_, n, &bound.info);
    if (bound.info.resource_class == resource_class && in_class++ == range.resource_index) break;
  }
  TrellisResourceUse use = TRELLIS_RESOURCE_USE_INIT;
  use.info = &bound.info;
  use.uses_counter = uses_counter ? 1 : 0;
  binder_.place(use, bound.binding);
  if (bound.binding.range_kind != TRELLIS_RANGE_WHOLE) {
    const bool is_typed = bound.info.kind == TRELLIS_KIND_TYPED_BUFFER;
    bound.binding.range_stride = kUnit * kOffsetStride;
    bound.binding.range_offset = kUnit * (is_typed ? kTypedOffset : kUntypedOffset);
  }
  bound_.push_back(bound);
  return bound_.back().binding;
}

dxil_spv_vulkan_binding Layer::answer_of(const TrellisResourceInfo& info,
                                         const TrellisBinding& binding) const {
  dxil_spv_vulkan_binding answer = {};
  answer.set = binding.set;
  answer.binding = binding.binding;
  const bool is_words = info.kind == TRELLIS_KIND_RAW_BUFFER || info.kind == TRELLIS_KIND_STRUCTURED_BUFFER;
  if (is_words) answer.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
  if (binding.form == TRELLIS_BUFFER_TEXEL)
    answer.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_TEXEL_BUFFER;
  if (binding.form == TRELLIS_BUFFER_STORAGE && binder_.mode != Mode::kHeapStorageConstants)
    answer.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
  if (binding.kind == TRELLIS_BIND_ADDRESS) {
    answer.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_BUFFER_DEVICE_ADDRESS;
    answer.root_constant_index = binding.root_offset / kUnit;
  } else if (binding.kind == TRELLIS_BIND_HEAP) {
    answer.bindless.use_heap = DXIL_SPV_TRUE;
    answer.bindless.heap_root_offset = binding.first_element;
    answer.root_constant_index = binding.table_offset / 4;
  }
  return answer;
}

dxil_spv_vulkan_binding Layer::offsets_of(const TrellisBinding& binding) {
  dxil_spv_vulkan_binding offsets = {};
  offsets.set = binding.range_set;
  offsets.binding = binding.range_binding;
  return offsets;
}

dxil_spv_bool Layer::remap_srv(void* user, const dxil_spv_d3d_binding* range,
                               dxil_spv_srv_vulkan_binding* answer) {
  auto& layer = *static_cast<Layer*>(user);
  const TrellisBinding& binding = layer.place(TRELLIS_CLASS_SRV, *range, false);
  *answer = {layer.answer_of(layer.bound_.back().info, binding), offsets_of(binding)};
  return DXIL_SPV_TRUE;
}

dxil_spv_bool Layer::remap_uav(void* user, const dxil_spv_uav_d3d_binding* range,
                               dxil_spv_uav_vulkan_binding* answer) {
  auto& layer = *static_cast<Layer*>(user);
  const TrellisBinding& binding = layer.place(TRELLIS_CLASS_UAV, range->d3d_binding, range->has_counter != 0);
  dxil_spv_vulkan_binding counter = {};
  counter.set = binding.counter_set;
  counter.binding = binding.counter_binding;
  counter.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
  *answer = {layer.answer_of(layer.bound_.back().info, binding), counter, offsets_of(binding)};
  return DXIL_SPV_TRUE;
}

dxil_spv_bool Layer::remap_cbv(void* user, const dxil_spv_d3d_binding* range,
                               dxil_spv_cbv_vulkan_binding* answer) {
  auto& layer = *static_cast<Layer*>(user);
  const TrellisBinding& binding = layer.place(TRELLIS_CLASS_CBV, *range, false);
  if (binding.kind == TRELLIS_BIND_ROOT_CONSTANTS) {
    answer->push_constant = DXIL_SPV_TRUE;
    answer->vulkan.push_constant.offset_in_words = binding.root_offset / 4;
  } else {
    answer->push_constant = DXIL_SPV_FALSE;
    answer->vulkan.uniform_binding = layer.answer_of(layer.bound_.back().info, binding);
  }
  return DXIL_SPV_TRUE;
}

void Layer::set_options(dxil_spv_converter_s* converter) const {
  const Mode mode = binder_.mode;
  const auto add = [&](const auto& option) {
    EXPECT_EQ(dxil_spv_converter_add_option(converter, &option.base), DXIL_SPV_SUCCESS);
  };
  add(dxil_spv_option_shader_demote_to_helper{{DXIL_SPV_OPTION_SHADER_DEMOTE_TO_HELPER}, DXIL_SPV_TRUE});
  add(dxil_spv_option_typed_uav_read_without_format{{DXIL_SPV_OPTION_TYPED_UAV_READ_WITHOUT_FORMAT},
                                                    DXIL_SPV_TRUE});
  add(dxil_spv_option_compute_shader_derivatives{
      {DXIL_SPV_OPTION_COMPUTE_SHADER_DERIVATIVES}, DXIL_SPV_FALSE, DXIL_SPV_TRUE});
  if (mode == Mode::kInlineBlock) {
    add(dxil_spv_option_root_constant_inline_uniform_block{
        {DXIL_SPV_OPTION_ROOT_CONSTANT_INLINE_UNIFORM_BLOCK}, test_c_api::kRootSet, 0, DXIL_SPV_TRUE});
  }
  if (mode == Mode::kHeapStorageConstants) {
    add(dxil_spv_option_bindless_cbv_ssbo_emulation{{DXIL_SPV_OPTION_BINDLESS_CBV_SSBO_EMULATION},
                                                    DXIL_SPV_TRUE});
  }
  if (mode == Mode::kTableRange) {
    constexpr uint32_t kMoreThanAny = 1u << 16;  // No actual alignment is a multiple of this value.
    add(dxil_spv_option_ssbo_alignment{{DXIL_SPV_OPTION_SSBO_ALIGNMENT}, kMoreThanAny});
    add(dxil_spv_option_bindless_typed_buffer_offsets{{DXIL_SPV_OPTION_BINDLESS_TYPED_BUFFER_OFFSETS},
                                                      DXIL_SPV_TRUE});
    add(dxil_spv_option_bindless_offset_buffer_layout{
        {DXIL_SPV_OPTION_BINDLESS_OFFSET_BUFFER_LAYOUT}, kUntypedOffset, kTypedOffset, kOffsetStride});
  }
}

void Layer::configure(dxil_spv_converter_s* converter) {
  set_options(converter);
  const uint32_t addresses = root_descriptors();
  dxil_spv_converter_set_root_descriptor_count(converter, addresses);
  dxil_spv_converter_set_root_constant_word_count(converter,
                                                  (test_c_api::kRootBytes - kUnit * addresses) / 4);
  dxil_spv_converter_set_srv_remapper(converter, remap_srv, this);
  dxil_spv_converter_set_uav_remapper(converter, remap_uav, this);
  dxil_spv_converter_set_cbv_remapper(converter, remap_cbv, this);
}

void note_error(void* user, dxil_spv_log_level level, const char* line) {
  if (level == DXIL_SPV_LOG_LEVEL_ERROR) *static_cast<std::string*>(user) += line;
}

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
  return test_c_api::compare_results(shader, header, of_register, contents, subgroup_size);
}

}  // namespace

LayerResult run_bound(vulkan::Runner& runner, const test_c_api::Translator& translator,
                      const test_support::CorpusShader& shader, Mode mode) {
  const auto header = test_support::read_case_header(shader.hlsl);
  if (!header) return {Outcome::kFailed, header.error().to_string()};
  const auto program = test_c_api::read_shader(translator, shader.label());
  const auto bytes = test_support::read_binary_file(shader.dxil);
  if (program == nullptr || !bytes) return {Outcome::kFailed, "cannot be read"};

  Layer layer(program.get(), mode);
  dxil_spv_set_thread_log_callback(note_error, &layer.log());
  dxil_spv_parsed_blob parsed = nullptr;
  dxil_spv_result result = dxil_spv_parse_dxil_blob(bytes->data(), bytes->size(), &parsed);
  const std::unique_ptr<dxil_spv_parsed_blob_s, FreeBlob> blob(parsed);
  dxil_spv_converter made = nullptr;
  if (result == DXIL_SPV_SUCCESS) result = dxil_spv_create_converter(parsed, &made);
  const std::unique_ptr<dxil_spv_converter_s, FreeConverter> converter(made);
  if (made != nullptr) layer.configure(made);
  if (made != nullptr) result = dxil_spv_converter_run(made);
  dxil_spv_set_thread_log_callback(nullptr, nullptr);
  if (result != DXIL_SPV_SUCCESS) {
    const bool cannot = result == DXIL_SPV_ERROR_UNSUPPORTED_FEATURE;
    return {cannot ? Outcome::kNothingToBind : Outcome::kFailed, layer.log()};
  }
  if (!layer.bound_any()) return {Outcome::kNothingToBind, ""};
  dxil_spv_compiled_spirv compiled = {};
  dxil_spv_converter_get_compiled_spirv(made, &compiled);
  const auto* words = static_cast<const uint32_t*>(compiled.data);
  const size_t count = compiled.size / 4;
  if (const std::string invalid = validate_words(words, count); !invalid.empty())
    return {Outcome::kFailed, invalid};

  BoundDispatch bound(*header, mode);
  for (const Bound& one : layer.bound()) {
    TrellisResourceUse use = TRELLIS_RESOURCE_USE_INIT;
    use.info = &one.info;
    use.uses_counter = one.uses_counter ? 1 : 0;
    bound.add(use, one.binding);
  }
  vulkan::Dispatch dispatch = bound.dispatch();
  dispatch.words.assign(words, words + count);
  dispatch.entry = "main";
  dispatch.groups = header->dispatch;
  const auto results = runner.dispatch(dispatch);
  if (!results) return {Outcome::kFailed, results.error().to_string()};
  const std::string difference = compare(shader, *header, bound, *results, runner.properties().subgroup_size);
  return {difference.empty() ? Outcome::kPassed : Outcome::kFailed, difference};
}

}  // namespace trellis::test_dxil_spirv
