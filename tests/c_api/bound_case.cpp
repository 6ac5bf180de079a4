#include "tests/c_api/bound_case.hpp"

#include <algorithm>
#include <cstring>

#include "tests/c_api/case_results.hpp"
#include "tests/execution/vulkan_names.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/case_header.hpp"

namespace trellis::test_c_api {
namespace {

using graphics::BoundResource;
using test_support::BufferKind;
using test_support::RegisterClass;
using test_support::RegisterLine;

constexpr uint32_t kRootBytes = 128;
constexpr uint32_t kRootSet = 7, kFirstArrayElement = 3, kArraySize = 24, kHeapElement = 2, kHeapBase = 5;

/// Answers the translator's questions, and remembers what it answered.
struct Binder {
  Mode mode;
  uint32_t resource = 0;   // Resources seen so far: each gets a binding of its own.
  uint32_t root_used = 0;  // Bytes of the root data.
  uint32_t changed = 0;    // Resources that are bound as the mode says.

  bool reserve(uint32_t bytes, uint32_t& offset) {
    if (root_used + bytes > kRootBytes) return false;
    offset = root_used;
    root_used += bytes;
    return true;
  }

  void place(const TrellisResourceUse& use, TrellisBinding& binding) {
    const TrellisResourceInfo& info = *use.info;
    const bool is_words = info.kind == TRELLIS_KIND_RAW_BUFFER || info.kind == TRELLIS_KIND_STRUCTURED_BUFFER;
    const bool is_constants = info.kind == TRELLIS_KIND_CONSTANT_BUFFER;
    const bool is_single = info.count == 1;
    const bool is_coherent = info.is_globally_coherent != 0 || info.is_rasterizer_ordered != 0;
    binding.set = resource % 3;
    binding.binding = resource * 10;
    binding.counter_set = binding.set;
    binding.counter_binding = binding.binding + 1;
    ++resource;
    TrellisBinding other = binding;
    bool fits = false;
    switch (mode) {
      case Mode::kTable:
        fits = true;
        break;
      case Mode::kArrayElement:
        other.first_element = kFirstArrayElement;
        other.array_size = kArraySize;
        other.counter_first_element = 1;
        fits = info.count <= kArraySize - kFirstArrayElement;
        break;
      case Mode::kHeap:
        other.kind = TRELLIS_BIND_HEAP;
        other.first_element = kHeapElement;
        fits = reserve(4, other.table_offset);
        break;
      case Mode::kAddress:
      case Mode::kBoundedAddress:
        other.kind = TRELLIS_BIND_ADDRESS;
        fits = (is_words || is_constants) && is_single && !is_coherent && reserve(8, other.root_offset) &&
               (mode == Mode::kAddress || reserve(8, other.bound_offset));
        break;
      case Mode::kTexelBuffer:
        other.form = TRELLIS_BUFFER_TEXEL;
        fits = is_words;
        break;
      case Mode::kStorageConstants:
        other.form = TRELLIS_BUFFER_STORAGE;
        fits = is_constants;
        break;
      case Mode::kRootConstants:
      case Mode::kInlineBlock:
        other.kind = TRELLIS_BIND_ROOT_CONSTANTS;
        other.root_size = (info.byte_size + 3) / 4 * 4;
        fits = is_constants && is_single && reserve(other.root_size, other.root_offset);
        break;
    }
    if (!fits) return;
    binding = other;
    ++changed;
  }
};

VkDescriptorType descriptor_type(const TrellisResourceInfo& info, TrellisBufferForm form) {
  const bool is_uav = info.resource_class == TRELLIS_CLASS_UAV;
  const bool is_texel = form == TRELLIS_BUFFER_TEXEL || info.kind == TRELLIS_KIND_TYPED_BUFFER;
  if (is_texel)
    return is_uav ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
  const bool is_uniform = info.resource_class == TRELLIS_CLASS_CBV && form != TRELLIS_BUFFER_STORAGE;
  return is_uniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

/// The dispatch of one module: which bound resource holds which register line, and the rest.
class Bound {
 public:
  Bound(const test_support::CaseHeader& header, Mode mode) : header_(header) {
    is_inline_ = mode == Mode::kInlineBlock;
  }

  /// False, and a text: something is not as the header says.
  bool add(const TrellisResourceUse& use, const TrellisBinding& binding) {
    const TrellisResourceInfo& info = *use.info;
    for (uint32_t n = 0; n < header_.registers.size(); ++n) {
      const RegisterLine& line = header_.registers[n];
      if (!serves(info, line)) continue;
      add_register(info, binding, n, line.index - info.first_register);
    }
    if (use.uses_counter == 0) return true;
    const uint32_t counters = info.count == TRELLIS_UNBOUNDED ? 1 : info.count;
    for (uint32_t n = 0; n < counters; ++n) add_counter(binding, n);
    return true;
  }

  graphics::Compute compute() {
    graphics::Compute result;
    result.resources = resources_;
    result.addresses = addresses_;
    if (is_inline_) {
      BoundResource block;
      block.set = kRootSet;
      block.type = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
      block.buffer = root_;
      result.resources.push_back(block);
    } else {
      result.push_constants = root_;
    }
    return result;
  }

  /// Among compute().resources, by register line; SIZE_MAX: the module does not use it.
  const std::vector<size_t>& of_register() const { return of_register_; }

 private:
  static bool serves(const TrellisResourceInfo& info, const RegisterLine& line) {
    constexpr TrellisResourceClass kClasses[] = {TRELLIS_CLASS_CBV, TRELLIS_CLASS_SRV, TRELLIS_CLASS_UAV,
                                                 TRELLIS_CLASS_SAMPLER};
    if (kClasses[static_cast<size_t>(line.register_class)] != info.resource_class) return false;
    return line.space == info.space && line.index >= info.first_register &&
           line.index - info.first_register < info.count;
  }

  template <class T>
  void put(uint32_t offset, T value) {
    std::memcpy(root_.data() + offset, &value, sizeof(value));
  }

  void add_register(const TrellisResourceInfo& info, const TrellisBinding& binding, uint32_t line_number,
                    uint32_t element) {
    const RegisterLine& line = header_.registers[line_number];
    const std::vector<uint8_t> contents = test_support::fill_buffer(line);
    if (binding.kind == TRELLIS_BIND_ROOT_CONSTANTS) {
      std::copy_n(contents.begin(), std::min<size_t>(contents.size(), binding.root_size),
                  root_.begin() + binding.root_offset);
      return;
    }
    BoundResource resource;
    resource.buffer = contents;
    resource.type = descriptor_type(info, binding.form);
    if (binding.kind == TRELLIS_BIND_ADDRESS) {
      resource.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      resource.is_addressed = true;
      addresses_.push_back({binding.root_offset, static_cast<uint32_t>(resources_.size())});
      if (binding.bound_offset != TRELLIS_NO_OFFSET) {
        put(binding.bound_offset, static_cast<uint32_t>(contents.size()));
      }
    } else {
      resource.set = binding.set;
      resource.binding = binding.binding;
      resource.element = binding.first_element + element;
      resource.array_size = binding.array_size;
      if (binding.table_offset != TRELLIS_NO_OFFSET) {
        put(binding.table_offset, kHeapBase);
        resource.element += kHeapBase;
      }
    }
    if (line.kind == BufferKind::kTyped) {
      resource.buffer_format = execution::format_from_name(line.format).value_or(VK_FORMAT_UNDEFINED);
    } else if (binding.form == TRELLIS_BUFFER_TEXEL) {
      resource.buffer_format = VK_FORMAT_R32_UINT;
    }
    of_register_[line_number] = resources_.size();
    resources_.push_back(std::move(resource));
  }

  void add_counter(const TrellisBinding& binding, uint32_t element) {
    BoundResource counter;
    counter.buffer.resize(4);
    counter.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    if (binding.counter_kind == TRELLIS_BIND_ADDRESS) {
      counter.is_addressed = true;
      addresses_.push_back({binding.counter_root_offset, static_cast<uint32_t>(resources_.size())});
    } else {
      counter.set = binding.counter_set;
      counter.binding = binding.counter_binding;
      counter.element = binding.counter_first_element + element;
      if (binding.counter_form == TRELLIS_BUFFER_TEXEL) {
        counter.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
        counter.buffer_format = VK_FORMAT_R32_UINT;
      }
    }
    resources_.push_back(std::move(counter));
  }

  const test_support::CaseHeader& header_;
  bool is_inline_ = false;
  std::vector<BoundResource> resources_;
  std::vector<graphics::PlacedAddress> addresses_;
  std::vector<uint8_t> root_ = std::vector<uint8_t>(kRootBytes, 0);
  std::vector<size_t> of_register_ = std::vector<size_t>(header_.registers.size(), SIZE_MAX);
};

}  // namespace

const char* name_of(Mode mode) {
  constexpr const char* kNames[] = {
      "Table",       "ArrayElement",     "Heap",          "Address",    "BoundedAddress",
      "TexelBuffer", "StorageConstants", "RootConstants", "InlineBlock"};
  return kNames[static_cast<size_t>(mode)];
}

CaseResult run_bound(graphics::Renderer& renderer, const Translator& translator,
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
  if (const std::string invalid = validate_words(words, count); !invalid.empty())
    return {Outcome::kFailed, invalid};

  Bound bound(*header, mode);
  for (uint32_t n = 0; n < trellis_module_binding_count(module.get()); ++n) {
    TrellisResourceUse use = TRELLIS_RESOURCE_USE_INIT;
    TrellisBinding binding = TRELLIS_BINDING_INIT;
    trellis_module_binding(module.get(), n, &use, &binding);
    bound.add(use, binding);
  }
  graphics::Compute compute = bound.compute();
  compute.words.assign(words, words + count);
  compute.entry = header->entry;
  compute.groups = header->dispatch;
  const auto results = renderer.compute(compute);
  if (!results) return {Outcome::kFailed, results.error().to_string()};
  const std::string difference =
      compare_results(shader, *header, bound.of_register(), *results, renderer.properties().subgroup_size);
  return {difference.empty() ? Outcome::kPassed : Outcome::kFailed, difference};
}

}  // namespace trellis::test_c_api
