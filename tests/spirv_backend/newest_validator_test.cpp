// Validates every module of the corpus with the newest spirv-val in Debian, which knows rules and extensions
// that the library linked here does not. scripts/setup installs that program; without it, the tests are
// skipped.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "dxil_frontend/read_shader.hpp"
#include "spirv_backend/plan/rays/ray_plan.hpp"
#include "support/run_program.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

constexpr double kSeconds = 60;

/// Returns the program's message about a module, or "" if the module is valid.
std::string verdict_on(const Vector<uint32_t>& module) {
  const std::span<const char> bytes(reinterpret_cast<const char*>(module.data()), module.size() * 4);
  const auto run = run_program({TRELLIS_SPIRV_VAL, "--target-env", "vulkan1.3", "--scalar-block-layout", "-"},
                               bytes, kSeconds);
  if (!run) return run.error().to_string();
  if (!run->finished) return "did not finish";
  if (run->exit_status == 0) return "";
  return "exit status " + std::to_string(run->exit_status) + ": " + std::string(run->errors + run->output);
}

class NewestValidator : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(TRELLIS_SPIRV_VAL)) GTEST_SKIP() << "no newest spirv-val: run scripts/setup";
  }
};

TEST_P(NewestValidator, AcceptsEveryModule) {
  const std::string_view folders[] = {GetParam()};
  const auto corpus = test_support::list_corpus(test_support::corpus_root(), folders);
  ASSERT_TRUE(corpus.ok()) << corpus.error().to_string();
  uint32_t accepted = 0;
  for (const auto& item : *corpus) {
    const auto bytes = test_support::read_binary_file(item.dxil);
    ASSERT_TRUE(bytes.ok());
    const auto shader = dxil::read_shader(*bytes);
    ASSERT_TRUE(shader.ok()) << item.label() << ": " << shader.error().to_string();
    for (const dxil::EntryPoint& entry : shader->entry_points) {
      const auto module = translate(*shader, entry, {});
      if (!module) {
        EXPECT_EQ(module.error().code, ErrorCode::kUnsupported) << module.error().to_string();
        continue;
      }
      const std::string complaint = verdict_on(*module);
      EXPECT_EQ(complaint, "") << item.label() << ", " << entry.name;
      if (complaint.empty()) ++accepted;
    }
  }
  EXPECT_GT(accepted, 0u);
}

/// Places all resources of the program in the device's heaps, one after the other.
spirv::EmitOptions device_heap_options() {
  spirv::EmitOptions options;
  options.device.memory_model = spirv::MemoryModel::kVulkan;  // For coherent images.
  options.heaps.form = spirv::HeapForm::kExtension;
  options.heaps.counter_distance = 1000;
  options.bind = [](const spirv::ResourceUse& use, spirv::Binding& place) {
    place.kind = place.counter.kind = spirv::BindingKind::kDeviceHeap;
    if (use.heap != spirv::DescriptorHeap::kNone) return true;
    place.first_element = 10 * use.resource;
    place.counter.first_element = 1000 + 10 * use.resource;
    return true;
  };
  return options;
}

TEST_F(NewestValidator, AcceptsTheDevicesHeaps) {
  constexpr size_t kStep = 2;
  const std::string_view folders[] = {"resources", "ops", "raytracing"};
  const auto corpus = test_support::list_corpus(test_support::corpus_root(), folders);
  ASSERT_TRUE(corpus.ok()) << corpus.error().to_string();
  uint32_t accepted = 0;
  for (size_t n = 0; n < corpus->size(); n += kStep) {
    const auto bytes = test_support::read_binary_file((*corpus)[n].dxil);
    ASSERT_TRUE(bytes.ok());
    const auto shader = dxil::read_shader(*bytes);
    ASSERT_TRUE(shader.ok());
    if (shader->entry_points.empty()) continue;
    const auto module = translate(*shader, shader->entry_points.front(), device_heap_options());
    if (!module) {
      EXPECT_EQ(module.error().code, ErrorCode::kUnsupported) << module.error().to_string();
      continue;
    }
    const std::string complaint = verdict_on(*module);
    EXPECT_EQ(complaint, "") << (*corpus)[n].label();
    if (complaint.empty()) ++accepted;
  }
  EXPECT_GE(accepted, 110u);
}

// Tables of local root signatures: slices of the device's heaps that begin where the shader record says.
TEST_F(NewestValidator, AcceptsTablesInShaderRecords) {
  spirv::EmitOptions options = device_heap_options();
  options.bind = [](const spirv::ResourceUse& use, spirv::Binding& place) {
    place.kind = place.counter.kind = spirv::BindingKind::kDeviceHeap;
    if (use.heap != spirv::DescriptorHeap::kNone) return true;
    place.in_record = true;
    place.table_offset = place.counter.table_offset = 8 * use.resource;
    place.table_shift = 6;
    place.first_element = use.resource;
    place.counter.first_element = 1000 + use.resource;
    return true;
  };
  const std::string_view folders[] = {"raytracing"};
  const auto corpus = test_support::list_corpus(test_support::corpus_root(), folders);
  ASSERT_TRUE(corpus.ok()) << corpus.error().to_string();
  uint32_t accepted = 0;
  for (const auto& item : *corpus) {
    const auto bytes = test_support::read_binary_file(item.dxil);
    ASSERT_TRUE(bytes.ok());
    const auto shader = dxil::read_shader(*bytes);
    ASSERT_TRUE(shader.ok());
    for (const dxil::EntryPoint& entry : shader->entry_points) {
      if (!spirv::is_ray_stage(entry.kind)) continue;
      const auto module = translate(*shader, entry, options);
      if (!module) {
        EXPECT_EQ(module.error().code, ErrorCode::kUnsupported) << module.error().to_string();
        continue;
      }
      const std::string complaint = verdict_on(*module);
      EXPECT_EQ(complaint, "") << item.label() << ", " << entry.name;
      if (complaint.empty()) ++accepted;
    }
  }
  EXPECT_GE(accepted, 20u);
}

TEST_F(NewestValidator, RefusesInvalidModules) {
  EXPECT_NE(verdict_on({1, 2, 3, 4, 5}), "");
  EXPECT_NE(verdict_on({}), "");
}

bool has_long_vector(const Vector<uint32_t>& module) {
  constexpr uint32_t kTypeVector = 23;
  for (size_t at = 5; at < module.size(); at += std::max(module[at] >> 16, 1u)) {
    if ((module[at] & 0xFFFF) == kTypeVector && module[at + 3] > 4) return true;
  }
  return false;
}

// The caller has to name SPV_EXT_long_vector; no driver here supports it.
TEST_F(NewestValidator, AcceptsVectorsThatStayLong) {
  const std::string_view folders[] = {"sm69"};
  const auto corpus = test_support::list_corpus(test_support::corpus_root(), folders);
  ASSERT_TRUE(corpus.ok()) << corpus.error().to_string();
  spirv::EmitOptions options;
  options.device.extensions.emplace();
  for (uint32_t n = 0; n < spirv::kExtensionCount; ++n) {
    options.device.extensions->add(static_cast<spirv::Extension>(n));
  }
  uint32_t with_long_vectors = 0;
  for (const auto& item : *corpus) {
    const auto bytes = test_support::read_binary_file(item.dxil);
    ASSERT_TRUE(bytes.ok());
    const auto shader = dxil::read_shader(*bytes);
    ASSERT_TRUE(shader.ok()) << item.label() << ": " << shader.error().to_string();
    if (shader->entry_points.size() != 1) continue;  // The libraries in this folder have no long vectors.
    const auto module = translate(*shader, options);
    if (!module) {
      EXPECT_EQ(module.error().code, ErrorCode::kUnsupported) << module.error().to_string();
      continue;
    }
    if (!has_long_vector(*module)) continue;
    ++with_long_vectors;
    EXPECT_EQ(verdict_on(*module), "") << item.label();
  }
  EXPECT_GE(with_long_vectors, 30u);
}

INSTANTIATE_TEST_SUITE_P(Corpus, NewestValidator,
                         testing::Values("control_flow", "programs", "uniformity", "reconvergence", "ops",
                                         "resources", "stages", "large", "variants", "wild", "sm69"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace trellis::test_backend
