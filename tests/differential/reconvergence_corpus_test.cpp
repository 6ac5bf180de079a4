// The programs of reference_shaders/reconvergence record votes along divergent paths. Structurized and run by
// waves of 8, 32 and 64 lanes with maximal reconvergence, they have to give the votes that HLSL asks for.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "dxil_frontend/read_shader.hpp"
#include "structurizer/structurize.hpp"
#include "tests/differential/dxil_wave.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/case_header.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::differential {
namespace {

using test_support::RegisterClass;

std::vector<test_support::CorpusShader> reconvergence_shaders() {
  static constexpr std::string_view kFolders[] = {"reconvergence"};
  auto shaders = test_support::list_corpus(test_support::corpus_root(), kFolders);
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

/// Empty, or how the votes differ from the expected ones at that wave size.
std::string find_difference(const test_support::CorpusShader& shader, uint32_t wave_size) {
  const auto header = test_support::read_case_header(shader.hlsl);
  if (!header) return header.error().to_string();
  const auto bytes = test_support::read_binary_file(shader.dxil);
  if (!bytes) return bytes.error().to_string();
  dxil::ShaderReader reader;
  const auto read = reader.read(*bytes);
  if (!read) return read.error().to_string();
  const Flow flow = flow_of(read->module.functions[read->entry_points.front().function]);
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

class ReconvergenceCorpus : public testing::TestWithParam<uint32_t> {};

TEST_P(ReconvergenceCorpus, GivesTheVotesOfTheSource) {
  const auto shaders = reconvergence_shaders();
  ASSERT_GE(shaders.size(), 90u);
  for (const auto& shader : shaders) EXPECT_EQ(find_difference(shader, GetParam()), "") << shader.label();
}

INSTANTIATE_TEST_SUITE_P(WaveSize, ReconvergenceCorpus, testing::Values(8u, 32u, 64u));

}  // namespace
}  // namespace trellis::differential
