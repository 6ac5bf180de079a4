// The programs of reference_shaders/reconvergence and breaks record votes along divergent paths. Structurized
// and run by waves of 8 to 64 lanes with maximal reconvergence, they must yield the votes that HLSL requires.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "dxil_frontend/read_shader.hpp"
#include "lower/control_flow/break_marks.hpp"
#include "structurizer/structurize.hpp"
#include "tests/differential/waves/dxil_wave.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/case_header.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::differential {
namespace {

using test_support::RegisterClass;

std::vector<test_support::CorpusShader> shaders_of(std::string_view folder) {
  auto shaders = test_support::list_corpus(test_support::corpus_root(), {&folder, 1});
  return shaders ? std::move(*shaders) : std::vector<test_support::CorpusShader>{};
}

Buffers initial_buffers(const test_support::CaseHeader& header) {
  Buffers buffers;
  for (const test_support::RegisterLine& line : header.registers) {
    const auto kind = line.register_class == RegisterClass::kShaderResource ? dxil::ResourceClass::kSrv
                                                                            : dxil::ResourceClass::kUav;
    buffers[{kind, line.index}] = test_support::fill_buffer(line);
  }
  return buffers;
}

/// Returns how the votes differ from the expected ones at that wave size; empty if they do not.
std::string find_difference(const test_support::CorpusShader& shader, uint32_t wave_size) {
  const auto header = test_support::read_case_header(shader.hlsl);
  if (!header) return header.error().to_string();
  const auto bytes = test_support::read_binary_file(shader.dxil);
  if (!bytes) return bytes.error().to_string();
  auto read = dxil::read_shader(*bytes);
  if (!read) return read.error().to_string();
  const auto marks = lower::take_out_break_marks(read->module);
  const uint32_t entry = read->entry_points.front().function;
  Flow flow = flow_of(read->module.functions[entry]);
  for (const lower::BreakMark& mark : marks[entry]) flow.marked_breaks.push_back({mark.block, mark.inside});
  const Structured structured = structurizer::structurize(flow);
  Buffers buffers = initial_buffers(*header);
  const DxilDispatch dispatch = {.shader = &*read, .wave_size = wave_size, .groups = header->dispatch};
  std::string error = run_dispatch(dispatch, flow, structured, buffers);
  if (!error.empty()) return error;
  const auto expected = test_support::load_expected(shader.hlsl, wave_size);
  if (!expected) return expected.error().to_string();
  for (const test_support::ExpectedBuffer& buffer : *expected) {
    const auto& received = buffers[{dxil::ResourceClass::kUav, buffer.index}];
    error += test_support::describe_difference(buffer.name(), buffer.contents, received);
  }
  return error;
}

struct VoteRuns {
  const char* folder;
  uint32_t shader_count;
  uint32_t wave_size;
};

/// GoogleTest prints parameters with this instead of as bytes.
void PrintTo(const VoteRuns& runs, std::ostream* stream) { *stream << runs.folder << ", " << runs.wave_size; }

class ReconvergenceCorpus : public testing::TestWithParam<VoteRuns> {};

TEST_P(ReconvergenceCorpus, GivesTheVotesOfTheSource) {
  const auto shaders = shaders_of(GetParam().folder);
  ASSERT_EQ(shaders.size(), GetParam().shader_count);
  for (const auto& shader : shaders) {
    EXPECT_EQ(find_difference(shader, GetParam().wave_size), "") << shader.label();
  }
}

constexpr uint32_t kReconvergence = 95, kBreaks = 149;
INSTANTIATE_TEST_SUITE_P(Folders, ReconvergenceCorpus,
                         testing::Values(VoteRuns{"reconvergence", kReconvergence, 8},
                                         VoteRuns{"reconvergence", kReconvergence, 32},
                                         VoteRuns{"reconvergence", kReconvergence, 64},
                                         VoteRuns{"breaks", kBreaks, 8}, VoteRuns{"breaks", kBreaks, 16},
                                         VoteRuns{"breaks", kBreaks, 32}, VoteRuns{"breaks", kBreaks, 64}),
                         [](const auto& parameter) {
                           return std::string(parameter.param.folder) + "_" +
                                  std::to_string(parameter.param.wave_size);
                         });

}  // namespace
}  // namespace trellis::differential
