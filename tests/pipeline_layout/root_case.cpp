#include "tests/pipeline_layout/root_case.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "tests/c_api/case_results.hpp"
#include "tests/container/root_signature_writer.hpp"
#include "tests/execution/vulkan_names.hpp"
#include "tests/pipeline_layout/given_by_layout.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/case_header.hpp"

namespace trellis::test_layout {
namespace {

using graphics::BoundResource;
using test_support::BufferKind;
using test_support::RegisterClass;
using test_support::RegisterLine;

struct Destroy {
  void operator()(TrellisRootSignature* object) const { trellis_root_signature_destroy(object); }
  void operator()(TrellisPipelineLayout* object) const { trellis_pipeline_layout_destroy(object); }
};

constexpr uint32_t kNone = UINT32_MAX;

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

/// Makes a root signature that has every resource of a program.
class SignatureMaker {
 public:
  SignatureMaker(const TrellisPipelineLayoutOptions& options, uint32_t version) : options_(options) {
    signature_.version = version;
  }

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
    // Tables take one each.
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
    const bool is_coherent = info.is_globally_coherent != 0 || info.is_rasterizer_ordered != 0;
    const bool fits = !is_coherent || options_.root_uavs == TRELLIS_ROOT_DESCRIPTOR_DESCRIPTOR;
    if ((is_constants || is_words) && info.count == 1 && fits && r % 2 == 0 && take(2)) {
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
    add_to_table(tables_[r / 2 % 2], info);
  }

  /// Neighbours are one range, whatever their kinds.
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

  const TrellisPipelineLayoutOptions& options_;
  dxil::RootSignature signature_;
  std::vector<std::vector<dxil::DescriptorRange>> tables_{2};
  uint32_t dwords_ = 0;
};

/// Where a register is in the root signature.
struct RootPlace {
  uint32_t parameter = kNone, range = kNone;
  uint32_t element = 0;        ///< Of the range.
  uint32_t table_element = 0;  ///< Of the table.
};

RootPlace find_register(const dxil::RootSignature& signature, const RegisterLine& line) {
  constexpr dxil::DescriptorRangeType kTypes[] = {
      dxil::DescriptorRangeType::kCbv, dxil::DescriptorRangeType::kSrv, dxil::DescriptorRangeType::kUav,
      dxil::DescriptorRangeType::kSampler};
  constexpr dxil::RootDescriptorType kRootTypes[] = {
      dxil::RootDescriptorType::kCbv, dxil::RootDescriptorType::kSrv, dxil::RootDescriptorType::kUav};
  const auto which = static_cast<size_t>(line.register_class);
  for (uint32_t p = 0; p < signature.parameters.size(); ++p) {
    const auto& value = signature.parameters[p].value;
    if (const auto* constants = std::get_if<dxil::RootConstants>(&value)) {
      const bool is_constants = line.register_class == RegisterClass::kConstantBuffer;
      if (is_constants && constants->register_index == line.index && constants->space == line.space)
        return {p};
    } else if (const auto* root = std::get_if<dxil::RootDescriptor>(&value)) {
      if (root->type == kRootTypes[which] && root->register_index == line.index &&
          root->space == line.space) {
        return {p};
      }
    } else if (const auto* table = std::get_if<dxil::DescriptorTable>(&value)) {
      // Appending, worked out here once more.
      uint32_t next = 0;
      for (uint32_t r = 0; r < table->ranges.size(); ++r) {
        const dxil::DescriptorRange& range = table->ranges[r];
        const uint32_t offset = range.table_offset == dxil::kAppendDescriptors ? next : range.table_offset;
        next = offset + range.count;
        if (range.type != kTypes[which] || range.space != line.space || line.index < range.base_register)
          continue;
        const uint32_t element = line.index - range.base_register;
        if (element < range.count) return {p, r, element, offset + element};
      }
    }
  }
  return {};
}

VkDescriptorType vulkan_type(const RegisterLine& line) {
  const bool is_uav = line.register_class == RegisterClass::kUnorderedAccess;
  if (line.kind == BufferKind::kConstant) return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  if (line.kind != BufferKind::kTyped) return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  return is_uav ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
}

/// Binds register lines by what the layout says of root parameters.
class LayoutBinder {
 public:
  LayoutBinder(const TrellisPipelineLayout* layout, const dxil::RootSignature& signature)
      : layout_(layout), signature_(signature) {
    trellis_pipeline_layout_root_data(layout, &root_);
    root_bytes_.resize(root_.size);
  }

  /// What is wrong, or empty. `at`: the resource's number, if it has one.
  std::string add(const RegisterLine& line, size_t& at) {
    const RootPlace place = find_register(signature_, line);
    if (place.parameter == kNone) return {};  // The program does not have it.
    const std::vector<uint8_t> contents = test_support::fill_buffer(line);
    TrellisRootMemberInfo member = TRELLIS_ROOT_MEMBER_INFO_INIT;
    const bool has_member = find_member(layout_, place.parameter, member);
    if (has_member && member.kind == TRELLIS_ROOT_MEMBER_CONSTANTS) {
      std::copy_n(contents.begin(), std::min<size_t>(contents.size(), member.size),
                  root_bytes_.begin() + member.offset);
      return {};
    }
    BoundResource resource;
    resource.buffer = contents;
    resource.type = vulkan_type(line);
    if (line.kind == BufferKind::kTyped) {
      resource.buffer_format = execution::format_from_name(line.format).value_or(VK_FORMAT_UNDEFINED);
    }
    at = resources.size();
    if (has_member && member.kind == TRELLIS_ROOT_MEMBER_ADDRESS) {
      resource.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      resource.is_addressed = true;
      addresses_.push_back({member.offset, static_cast<uint32_t>(at)});
    } else if (!place_descriptor(place, has_member ? &member : nullptr, resource)) {
      return line.name() + " has no descriptor in the layout";
    }
    resources.push_back(std::move(resource));
    return {};
  }

  /// Adds what the root data is to the dispatch.
  void finish(graphics::Compute& compute) {
    compute.layout = given_layout(layout_);
    if (root_.size != 0 && root_.is_uniform_block != 0) {
      BoundResource block;
      block.set = root_.set;
      block.binding = root_.binding;
      block.type = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
      block.buffer = root_bytes_;
      block.addresses = addresses_;
      resources.push_back(std::move(block));
    } else {
      compute.push_constants = root_bytes_;
      compute.addresses = addresses_;
    }
    compute.resources = resources;
  }

  std::vector<BoundResource> resources;

 private:
  bool place_descriptor(const RootPlace& place, const TrellisRootMemberInfo* member,
                        BoundResource& resource) {
    BindingQuery query;
    query.type = resource.type;
    if (member != nullptr) {  // The base of a table in a heap.
      const uint32_t base = 5 + 40 * place.parameter;
      std::memcpy(root_bytes_.data() + member->offset, &base, sizeof(base));
      query.purpose = TRELLIS_PURPOSE_RESOURCE_HEAP;
      resource.element = base + place.table_element;
      return find_binding(layout_, query, resource.set, resource.binding);
    }
    query.purpose = place.range == kNone ? TRELLIS_PURPOSE_ROOT_DESCRIPTOR : TRELLIS_PURPOSE_TABLE_RANGE;
    query.parameter = place.parameter;
    query.range = place.range;
    resource.element = place.element;
    return find_binding(layout_, query, resource.set, resource.binding);
  }

  const TrellisPipelineLayout* layout_;
  const dxil::RootSignature& signature_;
  TrellisRootDataInfo root_ = TRELLIS_ROOT_DATA_INFO_INIT;
  std::vector<uint8_t> root_bytes_;
  std::vector<graphics::PlacedAddress> addresses_;
};

}  // namespace

RootCaseResult run_by_root_signature(graphics::Renderer& renderer, const test_c_api::Translator& translator,
                                     const test_support::CorpusShader& shader,
                                     const TrellisPipelineLayoutOptions& options, uint32_t version) {
  SignatureMaker maker(options, version);
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
  const std::vector<uint8_t> bytes = container_testing::write_root_signature(signature);
  TrellisRootSignature* read = nullptr;
  trellis_root_signature_read(translator.get(), bytes.data(), bytes.size(), nullptr, &read);
  const std::unique_ptr<TrellisRootSignature, Destroy> signature_object(read);
  if (read == nullptr) return fail(test_c_api::error_text(translator));
  TrellisPipelineLayout* made = nullptr;
  trellis_pipeline_layout_create(translator.get(), read, &options, &made);
  const std::unique_ptr<TrellisPipelineLayout, Destroy> layout(made);
  if (made == nullptr) return fail(test_c_api::error_text(translator));

  TrellisTranslateOptions translate_options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  translate_options.layout = made;
  const test_c_api::Module module = test_c_api::translate(translator, program, &translate_options);
  if (module == nullptr) return fail(test_c_api::error_text(translator));
  size_t count = 0;
  const uint32_t* words = trellis_module_words(module.get(), &count);
  if (std::string invalid = test_c_api::validate_words(words, count); !invalid.empty())
    return fail(std::move(invalid));

  LayoutBinder binder(made, signature);
  std::vector<size_t> of_register(header->registers.size(), SIZE_MAX);
  for (size_t n = 0; n < header->registers.size(); ++n) {
    if (std::string wrong = binder.add(header->registers[n], of_register[n]); !wrong.empty()) {
      return fail(std::move(wrong));
    }
  }
  graphics::Compute compute;
  binder.finish(compute);
  compute.words.assign(words, words + count);
  compute.entry = header->entry;
  compute.groups = header->dispatch;
  const auto results = renderer.compute(compute);
  if (!results) return fail(results.error().to_string());
  result.text = test_c_api::compare_results(shader, *header, of_register, *results,
                                            renderer.properties().subgroup_size);
  result.passed = result.text.empty();
  return result;
}

}  // namespace trellis::test_layout
