// Modules that are wrong or that a GPU does not support, and the stages that are added to a single one to
// make a pipeline.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "api/modules/validate.hpp"
#include "api/translator.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "tools/gpu_compiler/compiler_process.hpp"
#include "tools/gpu_compiler/module_interface.hpp"
#include "tools/gpu_compiler/partner_stages.hpp"

namespace trellis::gpu_compiler {
namespace {

constexpr uint64_t kMemoryMib = 4096;
constexpr uint32_t kOpFunction = 54, kOpIAdd = 128;

std::vector<uint32_t> translated(const std::string& label) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  EXPECT_TRUE(bytes) << label;
  if (!bytes) return {};
  auto translation = Translator().translate(*bytes);
  EXPECT_TRUE(translation) << translation.error().to_string();
  return translation ? std::vector<uint32_t>(translation->spirv.begin(), translation->spirv.end())
                     : std::vector<uint32_t>();
}

Result<CompiledModule> compiled(const std::vector<uint32_t>& words, const std::string& family = "navi31") {
  return compile_in_child(family, {words, {}, {}}, kMemoryMib);
}

TEST(GpuCompiler, ReadsTheDriversStatistics) {
  const auto made = compiled(translated("programs/sha1_hmac_chain"));
  ASSERT_TRUE(made) << made.error().to_string();
  ASSERT_EQ(made->executables.size(), 1u);
  EXPECT_EQ(made->executables[0].entry, "main");
  EXPECT_EQ(made->executables[0].lanes, 64u);
  EXPECT_GT(made->executables[0].statistics.size(), 10u);
  EXPECT_EQ(made->messages, "");
}

TEST(GpuCompiler, InvalidModulesAreRefused) {
  EXPECT_EQ(compiled({}).error().code, ErrorCode::kBadInput);
  EXPECT_EQ(compiled({1, 2, 3, 4, 5, 6}).error().code, ErrorCode::kBadInput);
}

/// Returns the module with additions replaced by operations that do not exist. The driver parses what follows
/// the declarations without checking it.
std::vector<uint32_t> damaged(std::vector<uint32_t> words) {
  size_t at = 5;
  while (at < words.size() && (words[at] & 0xFFFF) != kOpFunction) at += words[at] >> 16;
  EXPECT_LT(at, words.size());
  for (size_t n = at; n < words.size(); n += words[n] >> 16) {
    if ((words[n] & 0xFFFF) == kOpIAdd) words[n] = (words[n] & 0xFFFF0000u) | 0x7FFF;
  }
  return words;
}

TEST(GpuCompiler, AModuleThatTheDriverCannotReadIsAFailure) {
  const auto made = compiled(damaged(translated("programs/sha1_hmac_chain")));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kInternalCheck);
  EXPECT_NE(made.error().message.find("the driver crashed"), std::string::npos) << made.error().message;
}

uint64_t instructions_of(const Result<CompiledModule>& made) {
  if (!made) return 0;
  for (const Statistic& statistic : made->executables.at(0).statistics) {
    if (statistic.name == "Instructions") return statistic.count;
  }
  return 0;
}

TEST(GpuCompiler, OneProcessCompilesManyModules) {
  const std::vector<uint32_t> first = translated("programs/sha1_hmac_chain");
  const std::vector<uint32_t> second = translated("control_flow/break_continue_mixed");
  const uint64_t of_first = instructions_of(compiled(first)), of_second = instructions_of(compiled(second));
  ASSERT_NE(of_first, of_second);
  // Another process holds the channels of this one, and this one ends first.
  CompilerProcess compiler("navi31", kMemoryMib), other("vega10", kMemoryMib);
  constexpr double kSeconds = 60;
  EXPECT_EQ(instructions_of(compiler.compile({first, {}, {}}, kSeconds)), of_first);
  EXPECT_TRUE(other.compile({first, {}, {}}, kSeconds));
  EXPECT_EQ(instructions_of(compiler.compile({second, {}, {}}, kSeconds)), of_second);
  EXPECT_EQ(compiler.compile({}, kSeconds).error().code, ErrorCode::kBadInput);
  EXPECT_EQ(compiler.compile({damaged(first), {}, {}}, kSeconds).error().code, ErrorCode::kInternalCheck);
  EXPECT_EQ(instructions_of(compiler.compile({first, {}, {}}, kSeconds)), of_first) << "in a new process";
}

TEST(GpuCompiler, LittleMemoryIsAnError) {
  const std::vector<uint32_t> words = translated("programs/sha1_hmac_chain");
  const auto made = compile_in_child("navi31", {words, {}, {}}, 64);
  EXPECT_FALSE(made);
}

TEST(GpuCompiler, RayStagesOfSeveralModulesArePutTogether) {
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / "raytracing/library_full_pipeline.dxil");
  ASSERT_TRUE(bytes);
  Translator translator;
  const auto program = translator.read(*bytes);
  ASSERT_TRUE(program);
  std::vector<std::vector<uint32_t>> modules;
  for (const dxil::EntryPoint& entry : program->shader.entry_points) {
    TranslateOptions options;
    options.entry = entry.name;
    const auto translation = translator.translate(*program, options);
    ASSERT_TRUE(translation) << translation.error().to_string();
    modules.emplace_back(translation->spirv.begin(), translation->spirv.end());
  }
  ModuleToCompile first = {modules[0], {}, {}};
  first.more_rays.assign(modules.begin() + 1, modules.end());
  const auto made = compile_in_child("navi31", first, kMemoryMib);
  ASSERT_TRUE(made) << made.error().to_string();
  EXPECT_EQ(made->executables.size(), 7u);
}

std::vector<uint32_t> translated_library(const std::string& label, const TranslateOptions& given = {}) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  EXPECT_TRUE(bytes) << label;
  if (!bytes) return {};
  Translator translator;
  const auto program = translator.read(*bytes);
  EXPECT_TRUE(program) << label;
  TranslateOptions options = given;
  options.all_entries = true;
  auto translation = translator.translate(*program, options);
  EXPECT_TRUE(translation) << label << ": " << translation.error().to_string();
  return translation ? std::vector<uint32_t>(translation->spirv.begin(), translation->spirv.end())
                     : std::vector<uint32_t>();
}

// Mesa has no mutable descriptors that can be acceleration structures.
TEST(GpuCompiler, TakesHeapsWithAccelerationStructures) {
  for (const char* name : {"faults/heap_rays", "faults/heap_rays.od"}) {
    const std::vector<uint32_t> words = translated_library(name);
    const auto needs = read_pipeline_needs(words);
    ASSERT_TRUE(needs) << name;
    size_t structures = 0;
    for (const ResourceVariable& resource : needs->resources) {
      const bool is_structure = resource.type == VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
      EXPECT_EQ(resource.binding, is_structure ? 5007u : 5000u) << name;
      structures += is_structure ? 1 : 0;
    }
    EXPECT_GT(structures, 0u) << name;
    EXPECT_GT(needs->resources.size(), structures) << name;
    const auto made = compiled(words);
    EXPECT_TRUE(made) << name << ": " << made.error().to_string();
  }
}

// By default, the bindings of heaps and of instrumentation do not collide.
TEST(GpuCompiler, TakesCheckedHeapsWithAccelerationStructures) {
  TranslateOptions options;
  options.instrumentation.check_descriptors = options.instrumentation.count_instructions = true;
  EXPECT_FALSE(translated_library("faults/heap_rays", options).empty());
}

// Mesa supports intersection shaders that use the result of reporting a hit only next to an any-hit shader.
TEST(GpuCompiler, TakesIntersectionShadersThatTestTheirHits) {
  for (const char* name : {"faults/reported_hits", "faults/reported_hits.od"}) {
    const std::vector<uint32_t> words = translated_library(name);
    const auto needs = read_pipeline_needs(words);
    ASSERT_TRUE(needs) << name;
    EXPECT_TRUE(needs->tests_reports) << name;
    const auto made = compiled(words);
    EXPECT_TRUE(made) << name << ": " << made.error().to_string();
  }
  const auto untested = read_pipeline_needs(translated_library("raytracing/intersection_csg_intervals"));
  ASSERT_TRUE(untested);
  EXPECT_FALSE(untested->tests_reports);
  const auto partner = make_any_hit_partner();
  ASSERT_TRUE(partner);
  const auto valid = validate_module(partner->words, Target::kVulkan1_3, false);
  EXPECT_TRUE(valid) << valid.error().to_string();
}

TEST(PartnerStages, AreValidForEveryStageOfTheCorpus) {
  const std::string_view folders[] = {"stages"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), folders);
  ASSERT_TRUE(shaders) << shaders.error().to_string();
  std::map<VkShaderStageFlagBits, size_t> seen;
  for (const test_support::CorpusShader& shader : *shaders) {
    const auto needs = read_pipeline_needs(translated(shader.label()));
    ASSERT_TRUE(needs) << shader.label() << ": " << needs.error().to_string();
    for (const ModuleEntry& entry : needs->entries) {
      const auto partners = make_partners(entry);
      ASSERT_TRUE(partners) << shader.label() << ": " << partners.error().to_string();
      for (const PartnerStage& partner : *partners) {
        const auto valid = validate_module(partner.words, Target::kVulkan1_3, false);
        EXPECT_TRUE(valid) << shader.label() << ", stage " << partner.stage << ": "
                           << valid.error().to_string();
      }
      seen[entry.stage] += partners->size();
    }
  }
  EXPECT_GE(seen[VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT], 2u * 8u);
  EXPECT_GE(seen[VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT], 2u * 5u);
  EXPECT_GE(seen[VK_SHADER_STAGE_GEOMETRY_BIT], 10u);
  EXPECT_GE(seen[VK_SHADER_STAGE_TASK_BIT_EXT], 3u);
  EXPECT_EQ(seen[VK_SHADER_STAGE_FRAGMENT_BIT], 0u);
  for (const bool has_callable : {false, true}) {
    const auto partners = make_ray_partners(has_callable);
    ASSERT_TRUE(partners);
    EXPECT_EQ(partners->size(), has_callable ? 1u : 2u);
    for (const PartnerStage& partner : *partners)
      EXPECT_TRUE(validate_module(partner.words, Target::kVulkan1_3, false));
  }
}

/// Calls the function with each variable's binding, which it may change.
template <typename F>
void each_binding(std::vector<uint32_t>& words, F&& see) {
  constexpr uint32_t kOpDecorate = 71, kBinding = 33;
  for (size_t at = 5; at < words.size() && (words[at] & 0xFFFF) != kOpFunction; at += words[at] >> 16) {
    if ((words[at] & 0xFFFF) == kOpDecorate && words[at + 2] == kBinding) see(words[at + 1], words[at + 3]);
  }
}

TEST(GpuCompiler, BuffersOfOneBindingAreSeparatedByWhetherTheyCanBeWritten) {
  constexpr uint32_t kOpDecorate = 71, kNonWritable = 24;
  // Two buffers for reading and one for writing.
  std::vector<uint32_t> words = translated("programs/tiled_matmul_int_ragged");
  std::set<uint32_t> read_only;
  for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
    if ((words[at] & 0xFFFF) == kOpDecorate && words[at + 2] == kNonWritable) read_only.insert(words[at + 1]);
  }
  ASSERT_EQ(read_only.size(), 2u);
  uint32_t count = 0;
  each_binding(words, [&](uint32_t, uint32_t& binding) {
    binding = 7;
    ++count;
  });
  ASSERT_GE(count, 3u);
  ASSERT_TRUE(separate_bindings(words));
  std::set<uint32_t> read, written;
  each_binding(words, [&](uint32_t variable, uint32_t binding) {
    (read_only.contains(variable) ? read : written).insert(binding);
  });
  EXPECT_EQ(read.size(), 1u);
  EXPECT_GE(written.size(), 1u);
  EXPECT_FALSE(written.contains(*read.begin()));
}

TEST(GpuCompiler, ReadBuffersOfOneBindingAreSeparatedByRestrict) {
  constexpr uint32_t kOpDecorate = 71, kRestrict = 19, kNonWritable = 24;
  std::vector<uint32_t> words = translated("programs/tiled_matmul_int_ragged");
  size_t first = 0;
  std::vector<uint32_t> read_only;
  for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
    if ((words[at] & 0xFFFF) != kOpDecorate || words[at + 2] != kNonWritable) continue;
    if (first == 0) first = at;
    read_only.push_back(words[at + 1]);
  }
  ASSERT_EQ(read_only.size(), 2u);
  each_binding(words, [](uint32_t, uint32_t& binding) { binding = 7; });
  std::vector<uint32_t> restricted = words;
  const uint32_t decoration[] = {3u << 16 | kOpDecorate, read_only[0], kRestrict};
  restricted.insert(restricted.begin() + static_cast<ptrdiff_t>(first), std::begin(decoration),
                    std::end(decoration));
  const auto distance = [&](std::vector<uint32_t>& module) {
    EXPECT_TRUE(separate_bindings(module));
    std::map<uint32_t, uint32_t> bindings;
    each_binding(module, [&](uint32_t variable, uint32_t binding) { bindings[variable] = binding; });
    return bindings[read_only[1]] - bindings[read_only[0]];
  };
  EXPECT_EQ(distance(words), 0u);
  EXPECT_NE(distance(restricted), 0u);
}

}  // namespace
}  // namespace trellis::gpu_compiler
