#include "tests/spirv_backend/resources/texture_program.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <utility>

#include "dxil_frontend/read_shader.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "tests/vulkan/heaps/device_heaps.hpp"

namespace trellis::test_textures {
namespace {

// The results have one row of kMaxThreads words for each expectation.
constexpr uint32_t kMaxThreads = 64, kMaxExpectations = 256;

VkFormat format_of(Texels texels, uint32_t components) {
  constexpr VkFormat kFormats[3][2] = {
      {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT},
      {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32B32A32_UINT},
      {VK_FORMAT_R32_SINT, VK_FORMAT_R32G32B32A32_SINT},
  };
  return kFormats[static_cast<size_t>(texels)][components == 1 ? 0 : 1];
}

uint32_t bits_of(Texels texels, uint32_t number) {
  if (texels == Texels::kFloat) return std::bit_cast<uint32_t>(static_cast<float>(number));
  return texels == Texels::kSint ? 0u - number : number;
}

}  // namespace

uint32_t number_of(const Place& p) { return (((p.level * 16 + p.layer) * 16 + p.z) * 16 + p.y) * 32 + p.x; }

vulkan::ImageData numbered_image(VkImageViewType type, std::array<uint32_t, 3> size, uint32_t layers,
                                 uint32_t levels, Texels texels, uint32_t components) {
  vulkan::ImageData image;
  image.type = type;
  image.format = format_of(texels, components);
  image.width = size[0];
  image.height = size[1];
  image.depth = size[2];
  image.layers = layers;
  image.levels = levels;
  std::vector<uint32_t> words;
  for (Place p; p.level < levels; ++p.level) {
    const uint32_t width = std::max(size[0] >> p.level, 1u), height = std::max(size[1] >> p.level, 1u),
                   depth = std::max(size[2] >> p.level, 1u);
    for (p.layer = 0; p.layer < layers; ++p.layer) {
      for (p.z = 0; p.z < depth; ++p.z) {
        for (p.y = 0; p.y < height; ++p.y) {
          for (p.x = 0; p.x < width; ++p.x) {
            for (uint32_t c = 0; c < components; ++c)
              words.push_back(bits_of(texels, number_of(p) + c * 1000000));
          }
        }
      }
    }
  }
  image.texels = vulkan::bytes_of(words);
  return image;
}

void TextureTest::SetUp() {
  ASSERT_NO_FATAL_FAILURE(RunnerTest::SetUp());
  restart();
}

void TextureTest::restart(bool keep) {
  before_ = keep ? module_ : std::vector<uint32_t>();
  b = test_backend::ProgramBuilder();
  resources_.clear();
  expectations_.clear();
  thread_ = {};
  b.raw_buffer(ResourceClass::kUav, 0);
  vulkan::BoundResource output;
  output.binding = 2000;
  output.buffer.resize(size_t{kMaxThreads} * kMaxExpectations * 4);
  resources_.push_back(output);
  b.begin_function("main", b.void_type(), {});
  output_ = b.handle(ResourceClass::kUav, 0);
}

uint32_t TextureTest::register_of(ResourceClass resource_class) const {
  uint32_t next = 0;
  for (const dxil::Resource& resource : const_cast<test_backend::ProgramBuilder&>(b).shader().resources) {
    if (resource.resource_class == resource_class) next = resource.lower_bound + resource.count;
  }
  return next;
}

uint32_t TextureTest::add(ResourceClass resource_class, ResourceKind kind, ComponentType type,
                          uint32_t count) {
  const uint32_t id = b.raw_buffer(resource_class, register_of(resource_class), count);
  dxil::Resource& resource = b.shader().resources.back();
  resource.kind = kind;
  resource.component_type = type;
  return id;
}

uint32_t TextureTest::texture_array(ResourceKind kind, const std::vector<vulkan::ImageData>& images) {
  vulkan::BoundResource bound;
  bound.binding = 1000 + register_of(ResourceClass::kSrv);
  bound.type = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
  for (const vulkan::ImageData& image : images) {
    bound.image = image;
    resources_.push_back(bound);
    ++bound.element;
  }
  return add(ResourceClass::kSrv, kind, ComponentType::kF32, static_cast<uint32_t>(images.size()));
}

uint32_t TextureTest::writable_array(ResourceKind kind, const std::vector<vulkan::ImageData>& images,
                                     ComponentType type) {
  vulkan::BoundResource bound;
  bound.binding = 2000 + register_of(ResourceClass::kUav);
  bound.type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
  for (const vulkan::ImageData& image : images) {
    bound.image = image;
    resources_.push_back(bound);
    ++bound.element;
  }
  return add(ResourceClass::kUav, kind, type, static_cast<uint32_t>(images.size()));
}

uint32_t TextureTest::sampler_array(const std::vector<vulkan::SamplerState>& states) {
  vulkan::BoundResource bound;
  bound.binding = 3000 + register_of(ResourceClass::kSampler);
  bound.type = VK_DESCRIPTOR_TYPE_SAMPLER;
  for (const vulkan::SamplerState& state : states) {
    bound.sampler = state;
    resources_.push_back(bound);
    ++bound.element;
  }
  const uint32_t id = add(ResourceClass::kSampler, ResourceKind::kSampler, ComponentType::kInvalid,
                          static_cast<uint32_t>(states.size()));
  b.shader().resources.back().sampler_kind = states[0].compare ? 1 : 0;
  return id;
}

V TextureTest::texture(ResourceKind kind, const vulkan::ImageData& image, ComponentType type) {
  const uint32_t lower = register_of(ResourceClass::kSrv), id = texture_array(kind, {image});
  b.shader().resources.back().component_type = type;
  return b.handle(ResourceClass::kSrv, id, b.i32(lower));
}

V TextureTest::writable(ResourceKind kind, const vulkan::ImageData& image, ComponentType type) {
  const uint32_t lower = register_of(ResourceClass::kUav), id = writable_array(kind, {image}, type);
  return b.handle(ResourceClass::kUav, id, b.i32(lower));
}

V TextureTest::sampler(const vulkan::SamplerState& state) {
  const uint32_t lower = register_of(ResourceClass::kSampler), id = sampler_array({state});
  return b.handle(ResourceClass::kSampler, id, b.i32(lower));
}

V TextureTest::handle_in(ResourceClass resource_class, uint32_t id, V index, bool non_uniform) {
  return b.dx(Op::kCreateHandle, b.handle_type(),
              {b.i8(static_cast<uint8_t>(resource_class)), b.i32(id), index, b.i1(non_uniform)});
}

std::vector<V> TextureTest::floats(const std::vector<float>& values, uint32_t count) {
  std::vector<V> operands;
  for (uint32_t n = 0; n < count; ++n) operands.push_back(n < values.size() ? b.f32(values[n]) : no_float());
  return operands;
}

std::vector<V> TextureTest::ints(const std::vector<int32_t>& values, uint32_t count) {
  std::vector<V> operands;
  for (uint32_t n = 0; n < count; ++n) {
    operands.push_back(n < values.size() ? b.i32(static_cast<uint32_t>(values[n])) : none());
  }
  return operands;
}

V TextureTest::all_of(Op op, TypeId type, const std::vector<V>& operands) {
  return b.dx(op, b.load_result(type), operands);
}

V TextureTest::component(V texel, TypeId type, uint32_t n) {
  return b.op(dxil::Opcode::kExtractValue, type, {texel}, n);
}

V TextureTest::texel(Op op, TypeId type, const std::vector<V>& operands, uint32_t n) {
  return component(all_of(op, type, operands), type, n);
}

V TextureTest::thread() {
  if (thread_.index == dxil::kNone) thread_ = b.dx(Op::kFlattenedThreadIdInGroup, i32(), {});
  return thread_;
}

void TextureTest::expect_each(V value, TypeId type, const std::vector<uint32_t>& bits,
                              const std::string& what) {
  ASSERT_LT(expectations_.size(), kMaxExpectations);
  const auto row = static_cast<uint32_t>(expectations_.size()) * kMaxThreads * 4;
  const V word = b.op(dxil::Opcode::kShl, i32(), {thread(), b.i32(2)});
  const V byte = b.op(dxil::Opcode::kAdd, i32(), {word, b.i32(row)});
  b.store(type, output_, byte, value);
  expectations_.push_back({bits, type == f32(), what});
}

void TextureTest::expect(V value, TypeId type, uint32_t bits, const std::string& what) {
  expect_each(value, type, {bits}, what);
}

void TextureTest::expect(V value, float expected, const std::string& what) {
  expect(value, f32(), std::bit_cast<uint32_t>(expected), what);
}

void TextureTest::compare(const std::vector<uint8_t>& bytes, uint32_t threads) {
  const auto text_of = [](uint32_t bits, bool is_float) {
    return is_float ? std::to_string(std::bit_cast<float>(bits)) : std::to_string(bits);
  };
  for (size_t n = 0; n < expectations_.size(); ++n) {
    const Expectation& wanted = expectations_[n];
    for (uint32_t t = 0; t < threads; ++t) {
      uint32_t got = 0;
      std::memcpy(&got, bytes.data() + (n * kMaxThreads + t) * 4, 4);
      const uint32_t bits = wanted.bits[wanted.bits.size() == 1 ? 0 : t];
      EXPECT_EQ(got, bits) << wanted.what << ", thread " << t << ": got " << text_of(got, wanted.is_float)
                           << ", not " << text_of(bits, wanted.is_float);
    }
  }
}

std::vector<uint32_t> TextureTest::words_of_writable(size_t back) const {
  for (size_t n = contents_.size(); n-- > 0;) {
    if (resources_[n].type != VK_DESCRIPTOR_TYPE_STORAGE_IMAGE || back-- > 0) continue;
    return vulkan::words_of(contents_[n]);
  }
  return {};
}

std::vector<uint32_t> TextureTest::words_at(uint32_t binding) const {
  for (size_t n = 0; n < contents_.size(); ++n) {
    if (resources_[n].binding == binding) return vulkan::words_of(contents_[n]);
  }
  return {};
}

std::vector<std::vector<uint8_t>> TextureTest::run_shader(const std::string& name,
                                                          const std::vector<vulkan::BoundResource>& resources,
                                                          std::array<uint32_t, 3> groups) {
  const auto fail = [&name](const std::string& why) {
    ADD_FAILURE() << name << ": " << why;
    return std::vector<std::vector<uint8_t>>{};
  };
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (name + ".dxil"));
  if (!bytes) return fail(bytes.error().to_string());
  const auto shader = dxil::read_shader(*bytes);
  if (!shader) return fail(shader.error().to_string());
  const auto module = test_backend::translate(*shader);
  if (!module) return fail(module.error().to_string());
  if (const std::string complaint = test_backend::validate(*module); !complaint.empty())
    return fail(complaint);
  vulkan::Dispatch dispatch;
  dispatch.words = *module;
  dispatch.resources = resources;
  dispatch.groups = groups;
  auto results = runner().dispatch(dispatch);
  return results ? *results : fail(results.error().to_string());
}

Diagnostic TextureTest::refusal() {
  b.finish();
  b.end_function();
  const auto module = test_backend::translate(b.take(), options);
  EXPECT_FALSE(module.ok());
  return module ? Diagnostic{} : module.error();
}

void TextureTest::make_module(std::array<uint32_t, 3> group, bool native_16bit) {
  b.finish();
  b.end_function();
  dxil::Shader shader = b.take(native_16bit);
  shader.entry_points[0].thread_group_size = group;
  const auto module = test_backend::translate(shader, options);
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  ASSERT_EQ(test_backend::validate(*module, options.target, options.device.computed_offsets), "")
      << test_backend::disassemble(*module);
  module_ = *module;
  shader_ = std::move(shader);
}

namespace {

/// Places in the device's heaps for what is bound by set and binding. Half of the samplers that are not
/// arrays stay where they are: the pipeline has them embedded.
class HeapPlaces {
 public:
  /// `only_heaps`: only what the program takes from its heaps. Tables of checks describe nothing else.
  HeapPlaces(const std::vector<vulkan::BoundResource>& resources, bool only_heaps) : resources_(resources) {
    // The heaps of the program come first: their indices are those of the device's heaps.
    for (const bool is_heap : {true, false}) {
      for (vulkan::BoundResource& resource : resources_) {
        const bool is_of_heap = resource.binding == kResourceHeap || resource.binding == kSamplerHeap;
        if (is_of_heap == is_heap && !stays(resource) && (is_heap || !only_heaps)) move(resource);
      }
    }
  }

  void place(const spirv::ResourceUse& use, spirv::Binding& binding) const {
    const auto part = parts_.find(binding.binding);
    if (part != parts_.end()) {
      binding.kind = spirv::BindingKind::kDeviceHeap;
      binding.first_element = part->second.first;
    }
    const auto counter = parts_.find(binding.counter.binding);
    if (use.uses_counter && counter != parts_.end()) {
      binding.counter.kind = spirv::BindingKind::kDeviceHeap;
      binding.counter.first_element = counter->second.first;
    }
  }

  const std::vector<vulkan::BoundResource>& resources() const { return resources_; }

 private:
  struct Part {
    bool is_placed = false;
    uint32_t first = 0;
  };
  static constexpr uint32_t kResourceHeap = 5000, kSamplerHeap = 5002, kFirstInstrument = 5003;

  static bool is_sampler(const vulkan::BoundResource& resource) {
    return resource.type == VK_DESCRIPTOR_TYPE_SAMPLER;
  }

  bool stays(const vulkan::BoundResource& resource) const {
    if (resource.binding >= kFirstInstrument) return true;
    const bool is_single =
        std::count_if(resources_.begin(), resources_.end(), [&](const vulkan::BoundResource& other) {
          return other.binding == resource.binding;
        }) == 1;
    return is_sampler(resource) && is_single && resource.binding % 2 == 0 && resource.binding != kSamplerHeap;
  }

  void move(vulkan::BoundResource& resource) {
    uint32_t& next = is_sampler(resource) ? next_sampler_ : next_resource_;
    Part& part = parts_[resource.binding];
    if (!part.is_placed) part = {true, next};
    resource.in_heap = true;
    resource.element += part.first;
    next = std::max(next, resource.element + 1);
  }

  std::vector<vulkan::BoundResource> resources_;
  std::map<uint32_t, Part> parts_;  ///< By binding.
  uint32_t next_resource_ = 0, next_sampler_ = 0;
};

}  // namespace

void TextureTest::run_in_device_heaps(const dxil::Shader& shader) {
  const HeapPlaces places(resources_, options.instrumentation.check_descriptors);
  spirv::EmitOptions others = options;
  others.device.memory_model = spirv::MemoryModel::kVulkan;  // For coherent images.
  // Larger than any descriptor. The modes of bindings and layouts use the device's own number.
  others.heaps.resource_stride = 1024;
  others.bind = [&places](const spirv::ResourceUse& use, spirv::Binding& binding) {
    places.place(use, binding);
    return true;
  };
  const auto module = test_backend::translate(shader, others);
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  vulkan::Dispatch dispatch;
  dispatch.words = *module;
  dispatch.resources = places.resources();
  dispatch.uses_heaps = true;
  dispatch.heap_stride = others.heaps.resource_stride;
  auto results = runner().dispatch(dispatch);
  ASSERT_TRUE(results.ok()) << results.error().to_string();
  contents_ = std::move(*results);
  const auto& group = *shader.entry_points[0].thread_group_size;
  SCOPED_TRACE("in the device's heaps");
  compare(contents_[0], group[0] * group[1] * group[2]);
}

void TextureTest::run(std::array<uint32_t, 3> group, bool native_16bit) {
  ASSERT_NO_FATAL_FAILURE(make_module(group, native_16bit));
  vulkan::Dispatch dispatch;
  dispatch.words = module_;
  dispatch.before = before_;
  dispatch.resources = resources_;
  auto results = runner().dispatch(dispatch);
  ASSERT_TRUE(results.ok()) << results.error().to_string();
  contents_ = std::move(*results);
  compare(contents_[0], group[0] * group[1] * group[2]);
  const bool is_plain = before_.empty() && !options.bind && !options.device.extensions &&
                        options.target == spirv::Target::kVulkan1_3;
  if (is_plain && vulkan::DeviceHeaps::are_supported(device())) run_in_device_heaps(*shader_);
}

}  // namespace trellis::test_textures
