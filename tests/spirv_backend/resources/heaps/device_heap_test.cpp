// Modules for the device's own descriptor heaps (SPV_EXT_descriptor_heap): what they contain, what the check
// of modules says about wrong ones, and what is refused. That they compute the right values is tested by all
// tests of textures (TextureTest::run), and by those of bindings and layouts, on a device that has the
// extension.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "dxil_frontend/read_shader.hpp"
#include "spirv_backend/check/check.hpp"
#include "spirv_backend/check/grammar.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

using spirv::BindingKind;
using spirv::EmitOptions;
using spirv::HeapForm;

constexpr uint32_t kUntypedPointer = 4417, kUntypedVariable = 4418, kUntypedChain = 4419, kTypeBuffer = 5115,
                   kBufferPointer = 5119, kUntypedTexel = 5126, kSizeOf = 5129, kSpecOp = 52, kDecorate = 71,
                   kDecorateId = 332, kRuntimeArray = 29, kLoad = 61, kAtomicOr = 241;

EmitOptions heap_options() {
  EmitOptions options;
  options.heaps.form = HeapForm::kExtension;
  options.heaps.counter_distance = 100;
  return options;
}

dxil::Shader read(const std::string& label) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  EXPECT_TRUE(bytes.ok()) << label;
  auto shader = dxil::read_shader(*bytes);
  EXPECT_TRUE(shader.ok()) << label;
  return std::move(*shader);
}

Vector<uint32_t> module_of(const std::string& label, const EmitOptions& options = heap_options()) {
  const auto module = translate(read(label), options);
  EXPECT_TRUE(module.ok()) << module.error().to_string();
  return module ? *module : Vector<uint32_t>();
}

/// Returns the places of all instructions with an opcode.
std::vector<size_t> places_of(const Vector<uint32_t>& module, uint32_t opcode) {
  std::vector<size_t> places;
  for (size_t at = 5; at < module.size(); at += module[at] >> 16) {
    if ((module[at] & 0xFFFF) == opcode) places.push_back(at);
  }
  return places;
}

/// Returns the instructions with these opcodes as text. Ids are numbered in the order in which they appear
/// here.
std::string text_of(const Vector<uint32_t>& module, const std::set<uint32_t>& opcodes) {
  std::map<uint32_t, size_t> names;
  const auto name = [&](uint32_t id) {
    return " %" + std::to_string(names.try_emplace(id, names.size() + 1).first->second);
  };
  std::string text;
  for (size_t at = 5; at < module.size(); at += module[at] >> 16) {
    const module_check::Row* row = module_check::find_row(module[at] & 0xFFFF);
    if (row == nullptr || opcodes.count(row->opcode) == 0) continue;
    text += row->name;
    size_t word = at + 1;
    const size_t end = at + (module[at] >> 16);
    for (const char* letter = row->operands; *letter != 0 && word < end; ++letter) {
      if (*letter == '*' || *letter == '?') continue;
      do {
        text += *letter == 'l' ? " " + std::to_string(module[word]) : name(module[word]);
        ++word;
      } while (letter[1] == '*' && word < end);
    }
    text += "\n";
  }
  return text;
}

TEST(DeviceHeapModules, HaveOneVariableAndOneStrideForEachHeap) {
  const Vector<uint32_t> module = module_of("resources/rootsig_directly_indexed_heaps");
  EXPECT_EQ(text_of(module, {kUntypedPointer, kUntypedVariable, kUntypedChain, kTypeBuffer, kSizeOf, kSpecOp,
                             kRuntimeArray}),
            "OpTypeUntypedPointerKHR %1 0\n"
            "OpUntypedVariableKHR %1 %2 0\n"
            "OpConstantSizeOfEXT %3 %4 %5\n"
            "OpTypeBufferEXT %6 12\n"
            "OpConstantSizeOfEXT %3 %7 %6\n"
            "OpSpecConstantOp %8 %9 172 %4 %7\n"
            "OpSpecConstantOp %3 %10 169 %9 %4 %7\n"
            "OpTypeRuntimeArray %11 %12\n"
            "OpTypeRuntimeArray %13 %5\n"
            "OpUntypedVariableKHR %1 %14 0\n"
            "OpConstantSizeOfEXT %3 %15 %16\n"
            "OpTypeRuntimeArray %17 %16\n"
            "OpUntypedAccessChainKHR %1 %18 %11 %2 %19\n"
            "OpUntypedAccessChainKHR %1 %20 %13 %2 %21\n"
            "OpUntypedAccessChainKHR %1 %22 %17 %14 %23\n"
            "OpUntypedAccessChainKHR %1 %24 %11 %2 %19\n");
  EXPECT_EQ(places_of(module, kDecorateId).size(), places_of(module, kRuntimeArray).size());
}

TEST(DeviceHeapModules, ReachBuffersThroughPointers) {
  const Vector<uint32_t> module = module_of("resources/heap_counter_and_coherent_uav");
  EXPECT_EQ(text_of(module, {kUntypedChain, kBufferPointer}).substr(0, 180),
            "OpUntypedAccessChainKHR %1 %2 %3 %4 %5\n"
            "OpBufferPointerEXT %6 %7 %2\n"
            "OpUntypedAccessChainKHR %1 %8 %3 %4 %9\n"
            "OpBufferPointerEXT %10 %11 %8\n"
            "OpUntypedAccessChainKHR %1 %12 %3 %4 %9\n"
            "OpBu");
}

TEST(DeviceHeapModules, UseGivenStrides) {
  EmitOptions options = heap_options();
  options.heaps.resource_stride = 64;
  options.heaps.sampler_stride = 32;
  const Vector<uint32_t> module = module_of("resources/heap_every_kind_uniform", options);
  EXPECT_TRUE(places_of(module, kDecorateId).empty());
  EXPECT_TRUE(places_of(module, kSizeOf).empty());
  constexpr uint32_t kArrayStride = 6;
  std::map<uint32_t, uint32_t> counts;
  std::set<uint32_t> bases;
  for (const size_t at : places_of(module, kUntypedChain)) bases.insert(module[at + 3]);
  for (const size_t at : places_of(module, kDecorate)) {
    if (module[at + 2] == kArrayStride && bases.count(module[at + 1]) != 0) ++counts[module[at + 3]];
  }
  EXPECT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts[32], 1u);  // Samplers, also those that compare, are of one type.
  EXPECT_EQ(counts[64] + 1, bases.size());
}

TEST(DeviceHeapModules, AddTheDistanceToCounters) {
  EmitOptions near = heap_options(), far = heap_options();
  near.heaps.counter_distance = 1;
  far.heaps.counter_distance = 54321;
  const auto has = [](const Vector<uint32_t>& module, uint32_t number) {
    constexpr uint32_t kConstant = 43;
    const std::vector<size_t> all = places_of(module, kConstant);
    return std::any_of(all.begin(), all.end(), [&](size_t at) { return module[at + 3] == number; });
  };
  EXPECT_FALSE(has(module_of("resources/heap_counter_and_coherent_uav", near), 54321));
  EXPECT_TRUE(has(module_of("resources/heap_counter_and_coherent_uav", far), 54321));
}

/// A change to the n-th instruction with an opcode: a word gets another value. What the check says must
/// contain `complaint`.
struct Change {
  uint32_t opcode;
  size_t n, word;
  uint32_t value;
  const char* complaint;
};

class ChangedHeapModules : public testing::TestWithParam<Change> {};

TEST_P(ChangedHeapModules, AreRefused) {
  Vector<uint32_t> module = module_of("resources/heap_every_kind_uniform");
  ASSERT_TRUE(module_check::check_module(module).ok());
  const Change& change = GetParam();
  const std::vector<size_t> places = places_of(module, change.opcode);
  ASSERT_LT(change.n, places.size());
  uint32_t& word = module[places[change.n] + change.word];
  // Values below are ids of other things in this module, found by opcode.
  ASSERT_NE(word, change.value);
  word = change.value;
  const Result<void> verdict = module_check::check_module(module);
  ASSERT_FALSE(verdict.ok());
  EXPECT_NE(verdict.error().message.find(change.complaint), std::string::npos) << verdict.error().to_string();
}

INSTANTIATE_TEST_SUITE_P(All, ChangedHeapModules,
                         testing::Values(Change{kUntypedPointer, 0, 2, 12, "storage class"},
                                         Change{kUntypedVariable, 0, 3, 2, "storage class"},
                                         Change{kTypeBuffer, 0, 2, 1, "changes the storage class"},
                                         Change{kSpecOp, 0, 3, 128, "does not emit here"},
                                         Change{kDecorateId, 0, 3, 1, "is not one constant integer"},
                                         Change{kDecorateId, 0, 1, 2, "decoration 5124 is not for"},
                                         Change{kDecorate, 0, 2, 999, "is not one that Trellis emits"}));

/// The same with one id replaced by that of another instruction.
struct Swap {
  uint32_t opcode;
  size_t word;
  uint32_t other_opcode;
  size_t other_word;
  const char* complaint;
};

class SwappedHeapModules : public testing::TestWithParam<Swap> {};

TEST_P(SwappedHeapModules, AreRefused) {
  Vector<uint32_t> module = module_of("resources/heap_every_kind_uniform");
  const Swap& swap = GetParam();
  const std::vector<size_t> places = places_of(module, swap.opcode),
                            others = places_of(module, swap.other_opcode);
  ASSERT_FALSE(places.empty());
  ASSERT_FALSE(others.empty());
  module[places[0] + swap.word] = module[others[0] + swap.other_word];
  const Result<void> verdict = module_check::check_module(module);
  ASSERT_FALSE(verdict.ok());
  EXPECT_NE(verdict.error().message.find(swap.complaint), std::string::npos) << verdict.error().to_string();
}

constexpr uint32_t kTypeFloat = 22, kConstant = 43, kTypePointer = 32;
INSTANTIATE_TEST_SUITE_P(
    All, SwappedHeapModules,
    testing::Values(Swap{kUntypedChain, 1, kTypePointer, 1, "is not an untyped pointer"},
                    Swap{kUntypedChain, 3, kTypeFloat, 1, "is not a runtime array"},
                    Swap{kUntypedChain, 4, kConstant, 2,
                         "is not an untyped pointer of the same storage class"},
                    Swap{kUntypedChain, 5, kUntypedVariable, 2, "is not an integer"},
                    Swap{kBufferPointer, 1, kUntypedPointer, 1, "is not a pointer"},
                    Swap{kBufferPointer, 3, kUntypedVariable, 2, "does not say what it points to"},
                    Swap{kUntypedVariable, 1, kTypePointer, 1, "is not an untyped pointer"},
                    Swap{kSizeOf, 3, kTypeFloat, 1, "is not a type of descriptors"},
                    Swap{kSizeOf, 1, kTypeFloat, 1, "is not an integer"},
                    Swap{kSpecOp, 4, kUntypedVariable, 2, "is not a constant"}));

TEST(DeviceHeapChecks, TexelsAreOfTheImageThatIsPointedTo) {
  Vector<uint32_t> module = module_of("ops/texture_atomics", [] {
    EmitOptions options = heap_options();
    options.device.memory_model = spirv::MemoryModel::kVulkan;
    options.bind = [](const spirv::ResourceUse& use, spirv::Binding& place) {
      place = {};
      place.kind = BindingKind::kDeviceHeap;
      place.first_element = use.resource;
      return true;
    };
    return options;
  }());
  const std::vector<size_t> texels = places_of(module, kUntypedTexel);
  ASSERT_GE(texels.size(), 2u);
  const auto other = std::find_if(texels.begin(), texels.end(),
                                  [&](size_t at) { return module[at + 3] != module[texels[0] + 3]; });
  ASSERT_NE(other, texels.end());
  Vector<uint32_t> wrong = module;
  wrong[texels[0] + 3] = module[*other + 3];
  const Result<void> verdict = module_check::check_module(wrong);
  ASSERT_FALSE(verdict.ok());
  EXPECT_NE(verdict.error().message.find("does not point to an image of that type"), std::string::npos);
}

std::string refusal(const std::string& label, const EmitOptions& options) {
  const auto module = translate(read(label), options);
  EXPECT_FALSE(module.ok());
  return module ? "" : module.error().message;
}

void expect_refused(const std::string& label, const EmitOptions& options, const char* why) {
  const std::string message = refusal(label, options);
  EXPECT_NE(message.find(why), std::string::npos) << message;
}

TEST(DeviceHeapRefusals, NameWhatIsMissing) {
  EmitOptions options = heap_options();
  options.target = spirv::Target::kVulkan1_1;
  expect_refused("resources/heap_every_kind_uniform", options, "need SPIR-V 1.4");
  options = heap_options();
  options.device.extensions.emplace();
  options.device.extensions->add(spirv::Extension::kUntypedPointers);
  expect_refused("resources/heap_every_kind_uniform", options, "SPV_EXT_descriptor_heap");
  options = heap_options();
  options.heaps.counter_distance = 0;
  expect_refused("resources/heap_counter_and_coherent_uav", options, "--heap-counter-distance");
}

TEST(DeviceHeapRefusals, NameStridesThatNoDescriptorHas) {
  EmitOptions options = heap_options();
  options.heaps.resource_stride = 6;
  expect_refused("resources/heap_every_kind_uniform", options, "a stride of 6 bytes");
  options = heap_options();
  options.heaps.sampler_stride = 33;
  expect_refused("resources/heap_every_kind_uniform", options, "a stride of 33 bytes");
}

TEST(DeviceHeapRefusals, NameFormsThatHaveASet) {
  EmitOptions options;
  options.bind = [](const spirv::ResourceUse&, spirv::Binding& place) {
    place.kind = BindingKind::kDeviceHeap;
    place.form = spirv::BufferForm::kAddresses;
    return true;
  };
  expect_refused("ops/uav_globallycoherent_last_group", options,
                 "a table of addresses has a set and a binding");
  options.bind = [](const spirv::ResourceUse&, spirv::Binding& place) {
    place.kind = BindingKind::kDeviceHeap;
    place.table_offset = 4;
    return true;
  };
  expect_refused("ops/uav_globallycoherent_last_group", options, "extends past the root data's 0 bytes");
}

TEST(DeviceHeapRefusals, NameCoherentImagesWithoutVulkansMemoryModel) {
  EmitOptions options;
  options.bind = [](const spirv::ResourceUse&, spirv::Binding& place) {
    place.kind = BindingKind::kDeviceHeap;
    place.form = spirv::BufferForm::kTexel;
    return true;
  };
  expect_refused("ops/uav_globallycoherent_last_group", options, "--memory-model");
  options.device.memory_model = spirv::MemoryModel::kVulkan;
  const Vector<uint32_t> module = module_of("ops/uav_globallycoherent_last_group", options);
  constexpr uint32_t kCoherent = 23;
  for (const size_t at : places_of(module, kDecorate)) EXPECT_NE(module[at + 2], kCoherent);
}

}  // namespace
}  // namespace trellis::test_backend
