#include "tests/gpu_compiler/drawn_pipelines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include "tests/support/child_process.hpp"
#include "tests/vulkan/pipeline.hpp"
#include "tests/vulkan/pipeline_layout.hpp"
#include "tests/vulkan/runner.hpp"
#include "tools/gpu_compiler/executables.hpp"
#include "tools/platform/libraries.hpp"

namespace trellis::gpu_compiler {
namespace {

// The first word of a worker's answer.
constexpr const char* kCompiled = "compiled";
constexpr const char* kLacking = "lacking";

bool are_same(const vulkan::StageModule& a, const vulkan::StageModule& b) {
  return a.stage == b.stage && a.words == b.words && a.entry == b.entry && a.constants == b.constants;
}

/// Returns whether two draws differ only in their data.
bool are_same_pipeline(const vulkan::Draw& a, const vulkan::Draw& b) {
  const auto formats = [](const vulkan::Draw& draw) {
    std::vector<VkFormat> all;
    for (const vulkan::ColorTarget& target : draw.targets) all.push_back(target.format);
    return all;
  };
  return std::equal(a.stages.begin(), a.stages.end(), b.stages.begin(), b.stages.end(), are_same) &&
         formats(a) == formats(b) && a.topology == b.topology && a.samples == b.samples &&
         a.patch_control_points == b.patch_control_points && a.view_mask == b.view_mask &&
         a.viewports == b.viewports && a.alpha_to_coverage == b.alpha_to_coverage &&
         a.cull_back == b.cull_back && a.polygon_mode == b.polygon_mode &&
         a.rasterized_stream == b.rasterized_stream && a.depth.has_value() == b.depth.has_value() &&
         a.resources.size() == b.resources.size() && a.vertex_buffers.size() == b.vertex_buffers.size();
}

std::string test_name() {
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  return test == nullptr ? "none" : std::string(test->test_suite_name()) + "." + test->name();
}

/// Converts the driver's name of an executable, such as "Fragment Shader", to the table's label.
std::string label_of(std::string executable) {
  for (char& c : executable) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == ' ' || c == ',') c = '_';
  }
  return executable;
}

class PipelineWorker {
 public:
  explicit PipelineWorker(const std::string& family) {
    tools::platform::set_environment("RADV_FORCE_FAMILY", family.c_str());
    tools::platform::set_environment("MESA_SHADER_CACHE_DISABLE", "true");
    tools::platform::set_environment("VK_LOADER_DRIVERS_SELECT", "*radeon*");
    auto device = vulkan::Device::create(family);
    if (!device) {
      wrong_ = device.error().to_string();
      return;
    }
    device_ = std::move(*device);
    const FeatureQueries queries = {vkEnumerateDeviceExtensionProperties, vkGetPhysicalDeviceFeatures2};
    if (auto queried = features_.query(queries, device_->physical_device()); !queried)
      wrong_ = queried.error().to_string();
    functions_ = load_functions(device_->handle(), vkGetDeviceProcAddr);
    if (functions_.executables == nullptr) wrong_ = "the driver tells nothing of executables";
  }

  std::string work(const DrawnPipeline& pipeline, const StatisticsTable& recorded) {
    if (!wrong_.empty()) return wrong_;
    for (const vulkan::StageModule& stage : pipeline.draw.stages) {
      if (const std::string lacking = find_lacking(stage.words, features_); !lacking.empty())
        return std::string(kLacking) + " " + lacking;
    }
    auto found = compile(pipeline);
    if (!found) return found.error().to_string();
    constexpr int kTries = 8;
    for (int n = 0; n < kTries && any_has_risen(*found, recorded); ++n) {
      const auto again = compile(pipeline);
      if (again) take_less(*again, *found);
    }
    std::ostringstream text;
    text << kCompiled << '\n';
    for (const auto& [label, statistics] : *found) {
      text << label;
      for (const Column& column : kColumns) text << ' ' << statistics.*column.member;
      text << '\n';
    }
    return text.str();
  }

 private:
  Result<StatisticsTable> compile(const DrawnPipeline& pipeline) {
    const vulkan::Draw& draw = pipeline.draw;
    vulkan::DeviceObjects objects(*device_);
    VkShaderStageFlags stages = 0;
    for (const vulkan::StageModule& stage : draw.stages)
      stages |= static_cast<VkShaderStageFlags>(stage.stage);
    const auto push_bytes = static_cast<uint32_t>(draw.push_constants.size());
    const Result<vulkan::PipelineLayout> layout =
        draw.layout ? *draw.layout : vulkan::layout_for(*device_, draw.resources, stages, push_bytes, false);
    if (!layout) return layout.error();
    const auto made = vulkan::make_layout(objects, *layout);
    if (!made) return made.error();
    const auto linked = vulkan::make_graphics_pipeline(objects, draw, made->pipeline_layout,
                                                       VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR);
    if (!linked) return linked.error();
    return statistics_by_label(pipeline.name, *linked);
  }

  Result<StatisticsTable> statistics_by_label(const std::string& name, VkPipeline linked) const {
    const auto executables = list_executables(device_->handle(), functions_, linked);
    if (!executables) return executables.error();
    if (executables->empty()) return internal_check("the driver tells of no code");
    StatisticsTable table;
    for (uint32_t n = 0; n < executables->size(); ++n) {
      auto all = read_statistics(device_->handle(), functions_, linked, n);
      if (!all) return all.error();
      const auto chosen = statistics_of({"", "", 0, std::move(*all)});
      if (!chosen) return chosen.error();
      table[name + ":" + label_of((*executables)[n].name)] = *chosen;
    }
    return table;
  }

  static bool any_has_risen(const StatisticsTable& found, const StatisticsTable& recorded) {
    return std::any_of(found.begin(), found.end(), [&](const auto& row) {
      const auto then = recorded.find(row.first);
      return then != recorded.end() && has_risen(row.second, then->second);
    });
  }

  static void take_less(const StatisticsTable& again, StatisticsTable& found) {
    for (auto& [label, statistics] : found) {
      const auto other = again.find(label);
      if (other != again.end() && other->second.instructions < statistics.instructions)
        statistics = other->second;
    }
  }

  std::unique_ptr<vulkan::Device> device_;
  FeatureChain features_;
  DeviceFunctions functions_;
  std::string wrong_;
};

/// Parses a worker's answer into `table`. Returns false if it contains no statistics.
bool read_answer(const std::string& answer, StatisticsTable& table) {
  std::istringstream text(answer);
  std::string line;
  if (!std::getline(text, line) || line != kCompiled) return false;
  while (std::getline(text, line)) {
    std::istringstream row(line);
    std::string label;
    ShaderStatistics statistics;
    row >> label;
    for (const Column& column : kColumns) row >> statistics.*column.member;
    if (!row) return false;
    table[label] = statistics;
  }
  return true;
}

}  // namespace

Result<std::vector<DrawnPipeline>> collect_drawn_pipelines() {
  std::vector<DrawnPipeline> pipelines;
  std::string test;
  size_t first = 0;  // Index in `pipelines` of the current test's first pipeline.
  vulkan::Runner::observe_draws([&](const vulkan::Draw& draw) {
    if (test_name() != test) first = pipelines.size();
    test = test_name();
    const auto of_test = pipelines.begin() + static_cast<ptrdiff_t>(first);
    const bool is_known = std::any_of(of_test, pipelines.end(), [&](const DrawnPipeline& other) {
      return are_same_pipeline(other.draw, draw);
    });
    if (!is_known) pipelines.push_back({test + "#" + std::to_string(pipelines.size() - first + 1), draw});
  });
  const int failed = RUN_ALL_TESTS();
  vulkan::Runner::observe_draws(nullptr);
  if (failed != 0) return internal_check("a test that draws has failed");
  return pipelines;
}

CompiledPipelines compile_pipelines(const std::string& family, const std::vector<DrawnPipeline>& pipelines,
                                    const StatisticsTable& recorded) {
  CompiledPipelines compiled;
  const auto start = [&] {
    auto worker = std::make_shared<PipelineWorker>(family);
    return [&, worker](size_t n) { return worker->work(pipelines[n], recorded); };
  };
  const auto end = [&](size_t n, const test_support::ChildOutcome& outcome) {
    if (outcome.finished && read_answer(outcome.text, compiled.table)) return;
    if (outcome.finished && outcome.text.starts_with(kLacking)) {
      ++compiled.lacking;
      return;
    }
    compiled.failures += pipelines[n].name + ": " +
                         (outcome.finished ? outcome.text : "the driver's process " + outcome.text) + "\n";
  };
  const auto ran = test_support::run_in_workers(pipelines.size(), {2, 60.0}, start, end);
  if (!ran) compiled.failures += ran.error().to_string() + "\n";
  return compiled;
}

}  // namespace trellis::gpu_compiler
