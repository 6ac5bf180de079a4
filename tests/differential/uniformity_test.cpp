// Runs the reference shaders wave by wave and checks in every block that values are uniform if the uniformity
// analysis says so.
#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "structurizer/structurize.hpp"
#include "tests/differential/waves/dxil_wave.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/case_header.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "uniformity/analysis.hpp"

namespace trellis::differential {
namespace {

using test_support::RegisterClass;
constexpr uniformity::Scopes kSubgroup = uniformity::bit(uniformity::Scope::kSubgroup);

/// Compares a run with the marks of the analysis.
class Watcher final : public BlockObserver {
 public:
  Watcher(const dxil::Module& module, const dxil::Function& function, const uniformity::FunctionMarks& marks)
      : module_(module), function_(function), marks_(marks) {}

  void after_block(BlockId block, LaneMask active, LaneMask wave, const Reader& value_of) override {
    if ((marks_.blocks[block] & kSubgroup) == 0) {
      ++uniform_blocks;
      if (active != wave) fault("block " + std::to_string(block) + " was run by some lanes only");
    }
    for (const dxil::Instruction& i : function_.instructions_of(block)) {
      if (i.result == kNone) continue;
      if ((marks_.values[i.result - function_.first_local] & kSubgroup) != 0) continue;
      const auto first = static_cast<uint32_t>(std::countr_zero(active));
      const uint64_t expected = value_of(i.result, first);
      ++uniform_values;
      for (LaneMask rest = active & (active - 1); rest != 0; rest &= rest - 1) {
        if (value_of(i.result, static_cast<uint32_t>(std::countr_zero(rest))) == expected) continue;
        fault("lanes differ in " + dxil::to_text(module_, function_, i));
        break;
      }
    }
  }

  uint64_t uniform_blocks = 0, uniform_values = 0;
  std::string first_fault;

 private:
  void fault(const std::string& text) {
    if (first_fault.empty()) first_fault = text;
  }

  const dxil::Module& module_;
  const dxil::Function& function_;
  const uniformity::FunctionMarks& marks_;
};

struct Totals {
  uint32_t shaders = 0, refused = 0;
  uint64_t uniform_blocks = 0, uniform_values = 0;
};

void check(const test_support::CorpusShader& item, uint32_t wave_size, Totals& totals) {
  const auto header = test_support::read_case_header(item.hlsl);
  const auto bytes = test_support::read_binary_file(item.dxil);
  ASSERT_TRUE(header.ok() && bytes.ok());
  if (!header->is_compute() || header->execution != test_support::Execution::kYes) return;
  const auto shader = dxil::read_shader(*bytes);
  ASSERT_TRUE(shader.ok());
  const auto analysis = uniformity::analyse(*shader);
  ASSERT_TRUE(analysis.ok()) << analysis.error().to_string();
  const uint32_t index = shader->entry_points.front().function;
  const dxil::Function& function = shader->module.functions[index];
  Watcher watcher(shader->module, function, analysis->functions[index]);
  Buffers buffers;
  for (const test_support::RegisterLine& line : header->registers) {
    const bool is_srv = line.register_class == RegisterClass::kShaderResource;
    if (line.space != 0 || (!is_srv && line.register_class != RegisterClass::kUnorderedAccess)) continue;
    buffers[{is_srv ? dxil::ResourceClass::kSrv : dxil::ResourceClass::kUav, line.index}] =
        test_support::fill_buffer(line);
  }
  const Flow flow = flow_of(function);
  const DxilDispatch dispatch = {
      .shader = &*shader, .wave_size = wave_size, .groups = header->dispatch, .observer = &watcher};
  const std::string error = run_dispatch(dispatch, flow, structurizer::structurize(flow), buffers);
  EXPECT_EQ(watcher.first_fault, "") << item.label();
  // If the interpreter does not know an operation, the run up to it still counts.
  ++(error.empty() ? totals.shaders : totals.refused);
  totals.uniform_blocks += watcher.uniform_blocks;
  totals.uniform_values += watcher.uniform_values;
}

TEST(UniformityInWaves, ValuesMarkedUniformAreUniform) {
  static constexpr std::string_view kFolders[] = {"reconvergence", "control_flow", "uniformity", "programs"};
  const auto items = test_support::list_corpus(test_support::corpus_root(), kFolders);
  ASSERT_TRUE(items.ok());
  for (const uint32_t wave_size : {8u, 32u}) {
    Totals totals;
    for (const auto& item : *items) check(item, wave_size, totals);
    std::printf(
        "waves of %u: %u shaders to their end, %u in part; %llu uniform values, %llu uniform blocks seen\n",
        wave_size, totals.shaders, totals.refused, static_cast<unsigned long long>(totals.uniform_values),
        static_cast<unsigned long long>(totals.uniform_blocks));
    EXPECT_GE(totals.shaders, 100u);
    EXPECT_GE(totals.uniform_values, 10000u);
  }
}

}  // namespace
}  // namespace trellis::differential
