// Runs reference shaders by the interpreter of the explorer's lanes, wave by wave, and compares their buffers
// with the expected ones.
#include "tools/cfg/lanes/run_lanes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "structurizer/structurize.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/case_header.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "tools/cfg/cfg_input.hpp"

namespace trellis::tools_test {
namespace {

using test_support::BufferKind;
using test_support::CorpusShader;

std::string name_of(const test_support::RegisterLine& line) {
  return test_support::register_letter(line.register_class) + std::to_string(line.index) +
         (line.space != 0 ? ".space" + std::to_string(line.space) : "");
}

constexpr const char* kNotComparable = "made up";
constexpr size_t kElementBytes = 16;

size_t element_bytes(const test_support::RegisterLine& line) {
  return line.format.starts_with("rgba32") ? 16 : line.format.starts_with("rg32") ? 8 : 4;
}

/// The interpreter has the elements of typed buffers in 16 bytes each.
std::vector<uint8_t> spread(const test_support::RegisterLine& line) {
  const std::vector<uint8_t> words = test_support::fill_buffer(line);
  const size_t size = element_bytes(line);
  std::vector<uint8_t> spread(words.size() / size * kElementBytes);
  for (size_t i = 0; i < words.size(); ++i) spread[i / size * kElementBytes + i % size] = words[i];
  return spread;
}

/// The inverse.
std::vector<uint8_t> gathered(const test_support::RegisterLine& line, const std::vector<uint8_t>& elements) {
  std::vector<uint8_t> words;
  for (size_t i = 0; i < elements.size(); i += kElementBytes) {
    words.insert(words.end(), elements.begin() + i, elements.begin() + i + element_bytes(line));
  }
  return words;
}

/// Only one wave runs at a time, so threads of a group cannot wait for each other.
bool waits_for_other_waves(const tools::CfgInput& input, const dxil::EntryPoint& entry) {
  const auto size = entry.thread_group_size.value_or(std::array<uint32_t, 3>{1, 1, 1});
  const auto& instructions = input.texts.function->instructions;
  return size[0] * size[1] * size[2] > tools::kLaneCount &&
         std::any_of(instructions.begin(), instructions.end(), [](const dxil::Instruction& i) {
           const dxil::DxilOp* op = i.opcode == dxil::Opcode::kDxOp ? dxil::find_op(i.op()) : nullptr;
           return op != nullptr && op->need == dxil::FlowNeed::kGroupSync;
         });
}

std::string find_difference(const CorpusShader& shader, const test_support::CaseHeader& header) {
  const auto bytes = test_support::read_binary_file(shader.dxil);
  if (!bytes) return bytes.error().to_string();
  const auto input = tools::read_cfg_input("x", *bytes, tools::CfgForm::kGraph, {});
  if (!input) return input.error().to_string();
  const structurizer::Structured structured = structurizer::structurize(input->flow);
  const dxil::EntryPoint& entry = input->shader->entry_points[input->entry_point];
  if (waits_for_other_waves(*input, entry)) return kNotComparable;
  tools::LaneMemory memory;
  for (const auto& line : header.registers) {
    memory.give(name_of(line),
                line.kind == BufferKind::kTyped ? spread(line) : test_support::fill_buffer(line));
  }
  const auto size = entry.thread_group_size.value_or(std::array<uint32_t, 3>{1, 1, 1});
  const uint32_t threads = size[0] * size[1] * size[2];
  const auto& groups = header.dispatch;
  tools::LanePlace place;
  place.most_blocks = 1u << 20;
  place.most_instructions = uint64_t{1} << 32;
  for (uint32_t group = 0; group < groups[0] * groups[1] * groups[2]; ++group) {
    place.group = {group % groups[0], group / groups[0] % groups[1], group / groups[0] / groups[1]};
    for (place.first_thread = 0; place.first_thread < threads; place.first_thread += tools::kLaneCount) {
      place.lanes = std::min(tools::kLaneCount, threads - place.first_thread);
      const tools::LaneRun run =
          tools::run_lanes({input->shader.get(), &entry, input->texts.function, &structured}, place, memory);
      if (!run.error.empty()) return run.error;
      if (!run.made_up.empty()) return kNotComparable;
    }
  }
  const auto expected = test_support::load_expected(shader.hlsl, tools::kLaneCount);
  if (!expected) return expected.error().to_string();
  std::string differences;
  for (const test_support::ExpectedBuffer& buffer : *expected) {
    const std::string name = "u" + std::to_string(buffer.index) +
                             (buffer.space != 0 ? ".space" + std::to_string(buffer.space) : "");
    const auto line = std::find_if(header.registers.begin(), header.registers.end(),
                                   [&](const auto& other) { return name_of(other) == name; });
    const bool is_typed = line != header.registers.end() && line->kind == BufferKind::kTyped;
    const std::vector<uint8_t> received =
        is_typed ? gathered(*line, memory.contents(name)) : memory.contents(name);
    differences += test_support::describe_difference(name, buffer.contents, received, 2);
  }
  return differences;
}

struct Folder {
  const char* name;
  uint32_t
      compared;  ///< How many shaders are run and compared; the others have what the interpreter makes up.
};

void PrintTo(const Folder& folder, std::ostream* stream) { *stream << folder.name; }

class RunLanes : public testing::TestWithParam<Folder> {};

TEST_P(RunLanes, GiveTheValuesOfTheSource) {
  const std::string_view folder = GetParam().name;
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), {&folder, 1});
  ASSERT_TRUE(shaders);
  uint32_t compared = 0;
  for (const CorpusShader& shader : *shaders) {
    const auto header = test_support::read_case_header(shader.hlsl);
    ASSERT_TRUE(header) << shader.label();
    if (!header->is_compute() || header->execution != test_support::Execution::kYes ||
        header->dispatch[0] == 0)
      continue;
    const std::string difference = find_difference(shader, *header);
    if (difference == kNotComparable) continue;
    ++compared;
    EXPECT_EQ(difference, "") << shader.label();
  }
  EXPECT_EQ(compared, GetParam().compared);
}

INSTANTIATE_TEST_SUITE_P(Folders, RunLanes,
                         testing::Values(Folder{"reconvergence", 95}, Folder{"breaks", 149},
                                         Folder{"control_flow", 89}, Folder{"ops", 104}, Folder{"sm69", 35},
                                         Folder{"programs", 46}),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

}  // namespace
}  // namespace trellis::tools_test
