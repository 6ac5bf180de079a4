// The longest vectors in buffers that are not plain descriptors: addresses with and without bounds, texel
// buffers, and ranges of buffers. Loops move them there as well: checks values and code size.
#include <algorithm>
#include <cstring>

#include "tests/lower/program_text.hpp"
#include "tests/lower/text_program.hpp"

namespace trellis::test_backend {
namespace {

using spirv::Binding;
using spirv::BindingKind;
using spirv::BufferForm;

constexpr uint32_t kBufferWords = 640, kRootBytes = 32;
constexpr uint32_t kBoundWords = 200;  // The buffer's size in words, for bindings with a bound.
constexpr uint32_t kRangeFirst = 8;    // First word of the view, for bindings with a range.

enum class Place { kDescriptor, kAddress, kBoundedAddress, kTexels, kRange };

/// Returns a program that loads a vector at byte 4, doubles it, and stores it at the same offset.
std::string doubled(const std::string& element, uint32_t count) {
  const std::string n = std::to_string(count), type = "<" + n + " x " + element + ">",
                    name = "v" + n + element;
  return "%R = type { " + type + ", i32 }\ndeclare %R @dx.op.rawBufferVectorLoad." + name +
         "(i32, %dx.types.Handle, i32, i32, i32)\ndeclare void @dx.op.rawBufferVectorStore." + name +
         "(i32, %dx.types.Handle, i32, i32, " + type + ", i32)\n" + R"(
define void @main() {
  %t = thread
  %first = icmp eq i32 %t, 1
  br i1 %first, label %move, label %end
move:
  %from = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %to = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 1, i32 1, i1 false)
  %byte = mul i32 %t, 4
  %r = call %R @dx.op.rawBufferVectorLoad.)" +
         name + R"((i32 303, %dx.types.Handle %from, i32 %byte, i32 undef, i32 4)
  %v = extractvalue %R %r, 0
  %w = add )" +
         type + R"( %v, %v
  call void @dx.op.rawBufferVectorStore.)" +
         name + "(i32 304, %dx.types.Handle %to, i32 %byte, i32 undef, " + type + R"( %w, i32 4)
  br label %end
end:
  ret void
})";
}

/// Binds one of the two buffers.
void bind(Place place, const spirv::ResourceUse& use, Binding& binding) {
  const uint32_t number = use.info->lower_bound;
  switch (place) {
    case Place::kDescriptor:
      break;
    case Place::kAddress:
    case Place::kBoundedAddress:
      binding.kind = BindingKind::kAddress;
      binding.root_offset = 8 * number;
      binding.is_never_null = place == Place::kAddress;
      if (place == Place::kBoundedAddress) binding.bound_offset = 16 + 4 * number;
      break;
    case Place::kTexels:
      binding.form = BufferForm::kTexel;
      break;
    case Place::kRange:
      binding.range.kind = spirv::RangeKind::kRootData;
      binding.range.root_offset = 8 * number;
      break;
  }
}

class VectorPlaces : public TextProgram {
 protected:
  /// Translates the program with its buffers at `place`.
  Vector<uint32_t> module_of(Place place, const std::string& body) {
    options.root_data.size = kRootBytes;
    options.bind = [place](const spirv::ResourceUse& use, Binding& binding) {
      bind(place, use, binding);
      return true;
    };
    const Result<dxil::Shader> shader = text_program(body);
    if (!shader) {
      ADD_FAILURE() << shader.error().to_string();
      return {};
    }
    auto module = translate(*shader, options);
    if (!module) {
      ADD_FAILURE() << module.error().to_string();
      return {};
    }
    EXPECT_EQ(validate(*module), "");
    return std::move(*module);
  }

  /// Runs the program, and returns what u1 contains afterwards.
  std::vector<uint32_t> run_at(Place place, const std::string& body) {
    vulkan::Dispatch dispatch;
    dispatch.words = module_of(place, body);
    if (dispatch.words.empty()) return std::vector<uint32_t>(kBufferWords);
    std::vector<uint32_t> in(kBufferWords);
    for (uint32_t n = 0; n < kBufferWords; ++n) in[n] = n * 0x01000193u;
    dispatch.resources = {bound(2000, 0, in), bound(2001, 0, std::vector<uint32_t>(kBufferWords))};
    const bool is_addressed = place == Place::kAddress || place == Place::kBoundedAddress;
    std::vector<uint32_t> root(kRootBytes / 4, kBoundWords * 4);
    for (uint32_t n = 0; n < 2; ++n) {
      vulkan::BoundResource& resource = dispatch.resources[n];
      resource.is_addressed = is_addressed;
      if (place == Place::kTexels) {
        resource.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
        resource.buffer_format = VK_FORMAT_R32_UINT;
      }
      if (is_addressed) dispatch.addresses.push_back({8 * n, n});
      if (place == Place::kRange) root[2 * n] = kRangeFirst * 4;
    }
    dispatch.push_constants = vulkan::bytes_of(root);
    auto results = runner().dispatch(dispatch);
    if (!results) {
      ADD_FAILURE() << results.error().to_string();
      return std::vector<uint32_t>(kBufferWords);
    }
    return vulkan::words_of(*results)[1];
  }
};

class MovedAway : public VectorPlaces, public ::testing::WithParamInterface<Place> {};

constexpr uint32_t kWordsOfVector = 262;  // 131 components of two words: a loop, and three more components.

/// Returns the expected word of u1; `at` counts from the start of the view.
uint32_t doubled_word(Place place, uint32_t at, uint32_t component_words) {
  const uint32_t base = place == Place::kRange ? kRangeFirst : 0;
  const bool is_bounded = place == Place::kBoundedAddress || place == Place::kRange;
  const auto word = [&](uint32_t n) { return is_bounded && n >= kBoundWords ? 0 : (base + n) * 0x01000193u; };
  if (at < 1 || at > kWordsOfVector || (is_bounded && at >= kBoundWords)) return 0;
  if (component_words == 1) return 2 * word(at);
  const bool is_high = (at - 1) % 2 == 1;
  return is_high ? 2 * word(at) + (word(at - 1) >> 31) : 2 * word(at);
}

TEST_P(MovedAway, GiveTheSameValues) {
  const Place place = GetParam();
  const uint32_t base = place == Place::kRange ? kRangeFirst : 0;
  for (const uint32_t component_words : {1u, 2u}) {
    const std::string body = doubled(component_words == 1 ? "i32" : "i64", kWordsOfVector / component_words);
    const std::vector<uint32_t> words = run_at(place, body);
    for (uint32_t n = 0; n < kBufferWords; ++n) {
      const uint32_t expected = n < base ? 0 : doubled_word(place, n - base, component_words);
      ASSERT_EQ(words[n], expected) << "word " << n << ", components of " << component_words;
    }
  }
}

// The size of a loop hardly depends on the number of components.
TEST_P(MovedAway, LargeVectorsUseLoops) {
  const size_t plain = module_of(Place::kDescriptor, doubled("i32", 1024)).size();
  const size_t words = module_of(GetParam(), doubled("i32", 1024)).size();
  RecordProperty("words", static_cast<int>(words));
  EXPECT_LT(words, plain + 300) << plain;
}

std::string place_name(const ::testing::TestParamInfo<Place>& info) {
  constexpr const char* kNames[] = {"Descriptor", "Address", "BoundedAddress", "Texels", "Range"};
  return kNames[static_cast<size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Places, MovedAway,
                         ::testing::Values(Place::kDescriptor, Place::kAddress, Place::kBoundedAddress,
                                           Place::kTexels, Place::kRange),
                         place_name);

}  // namespace
}  // namespace trellis::test_backend
