#include "tests/pipeline_layout/root_case.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "tests/c_api/binding_modes/case_results.hpp"
#include "tests/dxil_frontend/container/root_signature_writer.hpp"
#include "tests/pipeline_layout/layout_binder.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/case_header.hpp"
#include "tests/vulkan/names.hpp"

namespace trellis::test_layout {
namespace {

dxil::DescriptorRangeType range_type(TrellisResourceClass resource_class) {
  constexpr dxil::DescriptorRangeType kTypes[] = {
      dxil::DescriptorRangeType::kSrv, dxil::DescriptorRangeType::kUav, dxil::DescriptorRangeType::kCbv,
      dxil::DescriptorRangeType::kSampler};
  return kTypes[resource_class];
}

dxil::RootDescriptorType descriptor_type(TrellisResourceClass resource_class) {
  constexpr dxil::RootDescriptorType kTypes[] = {
      dxil::RootDescriptorType::kSrv, dxil::RootDescriptorType::kUav, dxil::RootDescriptorType::kCbv};
  return kTypes[resource_class];
}

/// Makes a root signature that contains every resource of a program.
class SignatureMaker {
 public:
  explicit SignatureMaker(uint32_t version) { signature_.version = version; }

  dxil::RootSignature make(const TrellisProgram* program) {
    for (uint32_t r = 0; r < trellis_program_resource_count(program); ++r) {
      TrellisResourceInfo info = TRELLIS_RESOURCE_INFO_INIT;
      trellis_program_resource(program, r, &info);
      add(r, info);
    }
    for (std::vector<dxil::DescriptorRange>& ranges : tables_) {
      if (ranges.empty()) continue;
      result.table_ranges += static_cast<uint32_t>(ranges.size());
      signature_.parameters.push_back(container_testing::table(std::move(ranges)));
    }
    return std::move(signature_);
  }

  RootCaseResult result;

 private:
  bool take(uint32_t dwords) {
    // Keeps room for the tables, which take one of the 64 dwords each.
    if (dwords_ + dwords > 60) return false;
    dwords_ += dwords;
    return true;
  }

  void add(uint32_t r, const TrellisResourceInfo& info) {
    const bool is_constants = info.resource_class == TRELLIS_CLASS_CBV;
    const bool is_words = info.kind == TRELLIS_KIND_RAW_BUFFER || info.kind == TRELLIS_KIND_STRUCTURED_BUFFER;
    const uint32_t dwords = (info.byte_size + 3) / 4;
    if (is_constants && info.count == 1 && r % 3 != 0 && dwords <= 16 && take(dwords)) {
      ++result.constants;
      signature_.parameters.push_back(container_testing::constants(info.first_register, dwords, info.space));
      return;
    }
    if ((is_constants || is_words) && info.count == 1 && r % 2 == 0 && take(2)) {
      ++result.root_descriptors;
      signature_.parameters.push_back(container_testing::descriptor(descriptor_type(info.resource_class),
                                                                    info.first_register, info.space));
      return;
    }
    if (info.count == TRELLIS_UNBOUNDED) {
      tables_.push_back({container_testing::range(range_type(info.resource_class), info.first_register,
                                                  info.count, info.space, 3)});
      return;
    }
    // Samplers cannot share a table with other resources.
    constexpr size_t kSamplerTable = 2;
    add_to_table(tables_[info.resource_class == TRELLIS_CLASS_SAMPLER ? kSamplerTable : r / 2 % 2], info);
  }

  /// Puts adjacent registers into one range, whatever their kinds.
  static void add_to_table(std::vector<dxil::DescriptorRange>& ranges, const TrellisResourceInfo& info) {
    const dxil::DescriptorRangeType type = range_type(info.resource_class);
    if (!ranges.empty()) {
      dxil::DescriptorRange& last = ranges.back();
      if (last.type == type && last.space == info.space &&
          last.base_register + last.count == info.first_register) {
        last.count += info.count;
        return;
      }
    }
    const uint32_t offset =
        ranges.size() % 2 == 1 ? 20 * static_cast<uint32_t>(ranges.size()) : dxil::kAppendDescriptors;
    ranges.push_back(container_testing::range(type, info.first_register, info.count, info.space, offset));
  }

  dxil::RootSignature signature_;
  std::vector<std::vector<dxil::DescriptorRange>> tables_{3};
  uint32_t dwords_ = 0;
};

}  // namespace

dxil::RootSignature root_signature_for(const TrellisProgram* program, uint32_t version) {
  return SignatureMaker(version).make(program);
}

RootCaseResult run_by_root_signature(vulkan::Runner& runner, const test_c_api::Translator& translator,
                                     const test_support::CorpusShader& shader,
                                     const TrellisPipelineLayoutOptions& options, uint32_t version) {
  SignatureMaker maker(version);
  RootCaseResult& result = maker.result;
  const auto fail = [&result](std::string text) {
    result.text = std::move(text);
    return result;
  };
  const auto header = test_support::read_case_header(shader.hlsl);
  if (!header) return fail(header.error().to_string());
  const test_c_api::Program program = test_c_api::read_shader(translator, shader.label());
  if (program == nullptr) return fail("cannot be read");
  const dxil::RootSignature signature = maker.make(program.get());
  const Layout layout = make_layout(translator, signature, options);
  if (layout == nullptr) return fail(test_c_api::error_text(translator));

  TrellisTranslateOptions translate_options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  translate_options.layout = layout.get();
  const bool has_device_heaps = options.tables == TRELLIS_TABLES_EXTENSION;
  TrellisHeapOptions heaps = TRELLIS_HEAP_OPTIONS_INIT;
  if (has_device_heaps) heaps.counter_distance = kCounterDistance;
  translate_options.heaps = &heaps;
  const test_c_api::Module module = test_c_api::translate(translator, program, &translate_options);
  if (module == nullptr) return fail(test_c_api::error_text(translator));
  size_t count = 0;
  const uint32_t* words = trellis_module_words(module.get(), &count);
  // The validator that is linked here does not know heaps.
  std::string invalid = has_device_heaps ? "" : test_c_api::validate_words(words, count);
  if (!invalid.empty()) return fail(std::move(invalid));

  LayoutBinder binder(layout.get(), signature, has_device_heaps);
  std::vector<size_t> of_register(header->registers.size(), SIZE_MAX);
  for (size_t n = 0; n < header->registers.size(); ++n) {
    if (std::string wrong = binder.add(header->registers[n], of_register[n]); !wrong.empty()) {
      return fail(std::move(wrong));
    }
  }
  vulkan::Dispatch dispatch;
  binder.finish(dispatch);
  dispatch.words.assign(words, words + count);
  dispatch.entry = header->entry;
  dispatch.groups = header->dispatch;
  const auto results = runner.dispatch(dispatch);
  if (!results) return fail(results.error().to_string());
  result.text =
      test_c_api::compare_results(shader, *header, of_register, *results, runner.properties().subgroup_size);
  result.passed = result.text.empty();
  return result;
}

}  // namespace trellis::test_layout
