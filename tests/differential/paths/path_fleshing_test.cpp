// Shaders made from graphs follow the graphs' paths and compute their values: on a Vulkan device, and in
// waves that diverge as far as a device may.
#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "tests/differential/driver_limits.hpp"
#include "tests/differential/paths/path_cases.hpp"
#include "tests/differential/paths/path_shader.hpp"
#include "tests/differential/paths/path_wave.hpp"
#include "tests/differential/shader_state.hpp"
#include "tests/structurizer/properties.hpp"
#include "tests/structurizer/structured_builder.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::differential {
namespace {

struct PathSet {
  GraphSource source;
  const char* name;
  uint32_t device_graphs, wave_graphs;
  uint32_t size;
  uint32_t batch;
};

void PrintTo(const PathSet& set, std::ostream* stream) { *stream << set.name; }

class PathFleshing : public testing::TestWithParam<PathSet> {};

TEST_P(PathFleshing, DeviceWalksAsTheGraphs) {
  const PathSet& set = GetParam();
  const auto device = vulkan::Runner::create();
  ASSERT_TRUE(device) << device.error().to_string();
  uint32_t left_out = 0;
  std::vector<PathGraph> batch;
  for (uint32_t i = 1; i <= set.device_graphs; ++i) {
    PathGraph graph = random_path_graph(set.source, i, set.size);
    if (may_lose_continue(graph.flow, graph.structured)) {
      ++left_out;
    } else {
      batch.push_back(std::move(graph));
    }
    if (batch.size() < set.batch && i != set.device_graphs) continue;
    if (batch.empty()) continue;
    ASSERT_EQ(find_path_fault(**device, batch, Steering(i, kRows)), "") << "seeds up to " << i;
    batch.clear();
  }
  EXPECT_LE(left_out, set.device_graphs / 4) << "most graphs should be ones that the driver takes";
}

TEST_P(PathFleshing, WavesWalkAsTheGraphs) {
  const PathSet& set = GetParam();
  for (uint32_t i = 1; i <= set.wave_graphs; ++i) {
    const PathGraph graph = random_path_graph(set.source, 1000 + i, set.size + 20);
    const uint32_t lanes = i % 3 == 0 ? 64 : i % 3 == 1 ? 8 : 32;
    const Steering steering(i, lanes);
    const WaveWalks waves = walk_structured(graph, steering, 0, lanes);
    ASSERT_EQ(waves.error, "") << "seed " << 1000 + i;
    for (uint32_t row = 0; row < lanes; ++row) {
      ASSERT_EQ(waves.walks[row], walk_flow(graph, steering, row)) << "seed " << 1000 + i << ", lane " << row;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Graphs, PathFleshing,
                         testing::Values(PathSet{GraphSource::kSmall, "small", 180, 3000, 4, 6},
                                         PathSet{GraphSource::kAny, "any", 130, 1500, 20, 2},
                                         PathSet{GraphSource::kProgram, "program", 150, 1500, 24, 2},
                                         PathSet{GraphSource::kFamily, "family", 80, 600, 20, 2}),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

TEST(EveryGraphOfUpToFourBlocks, IsWalkedAlikeByWaves) {
  uint32_t count = 0;
  for (uint32_t blocks = 1; blocks <= 4; ++blocks) {
    structurizer::testing::for_each_graph(blocks, 2, [&](const structurizer::testing::Lists& lists) {
      if (HasFailure()) return;
      const PathGraph graph = path_graph_of(lists, ++count);
      const Steering steering(count, 8);
      const WaveWalks waves = walk_structured(graph, steering, 0, 8);
      EXPECT_EQ(waves.error, "");
      for (uint32_t row = 0; row < 8; ++row) {
        EXPECT_EQ(waves.walks[row], walk_flow(graph, steering, row))
            << structurizer::testing::describe(graph.flow);
      }
    });
  }
  EXPECT_GT(count, 35000u);
}

/// A graph whose structured form is known: if (a || b) x;
PathGraph or_graph() { return path_graph_of({{2, 1}, {2, 3}, {3}, {}}, 5); }

TEST(PathGraph, WalkOfTheFlowIsWhatItsSlotsSay) {
  const PathGraph graph = or_graph();
  const Steering steering(3, kRows);
  for (uint32_t row = 0; row < kRows; ++row) {
    std::vector<structurizer::BlockId> visited;
    const Walk walk = walk_flow(graph, steering, row, &visited);
    std::vector<structurizer::BlockId> wanted = {0};
    const bool a = steering.choose(row, 0, 2, 0) == 0;
    if (!a) wanted.push_back(1);
    if (a || steering.choose(row, 1, 2, 0) == 0) wanted.push_back(2);
    wanted.push_back(3);
    EXPECT_EQ(visited, wanted);
    EXPECT_EQ(walk.length, wanted.size());
    EXPECT_EQ(walk.decisions, a ? 1u : 2u);
  }
}

TEST(PathGraph, RunsOutOfALoopWhenDecisionsRunOut) {
  // Slot 0 stays in the loop: a row of zeros would loop forever.
  const PathGraph graph = path_graph_of({{1}, {1, 2}, {}}, 1);
  ASSERT_EQ(graph.allowed[1].size(), 2u);
  EXPECT_EQ(graph.allowed[1][graph.exit_choice[1]], 1u);
  const Steering steering(1, kRows);
  for (uint32_t row = 0; row < kRows; ++row) {
    EXPECT_LE(walk_flow(graph, steering, row).length, Steering::kDecisions + 3);
  }
}

TEST(PathGraph, DoesNotEnterLoopsWithoutExit) {
  structurizer::Flow flow = structurizer::testing::flow_of({{1, 2}, {1}, {}});
  const PathGraph graph = make_path_graph(std::move(flow));
  EXPECT_EQ(graph.allowed[0], std::vector<uint32_t>{1});
  EXPECT_TRUE(graph.allowed[1].empty());
}

/// Proves that the comparison can fail: it detects a shader made from a wrong function.
TEST(PathFleshingOfAWrongFunction, IsFoundOnTheDeviceAndInWaves) {
  const auto device = vulkan::Runner::create();
  ASSERT_TRUE(device) << device.error().to_string();
  PathGraph graph = or_graph();
  for (structurizer::Block& block : graph.structured.blocks) {
    if (block.role != structurizer::Role::kPayload || block.payload != 0) continue;
    std::swap(graph.structured.successors[block.first_successor],
              graph.structured.successors[block.first_successor + 1]);
  }
  const Steering steering(3, kRows);
  const std::string fault = find_path_fault(**device, std::vector<PathGraph>{graph}, steering);
  EXPECT_NE(fault.find("should be"), std::string::npos) << fault;
  EXPECT_NE(walk_structured(graph, steering, 0, 8).walks[0], walk_flow(graph, steering, 0));
}

/// Three switches around a continue. Mesa loses the continue if it is written as one.
const structurizer::testing::Lists kContinueInSwitches = {{1}, {2, 5, 5}, {3, 4, 4}, {6, 8, 8}, {6},
                                                          {6}, {1, 7},    {},        {6}};

TEST(DriverLimits, KnowsAContinueOutOfThreeSwitches) {
  using structurizer::Role;
  const structurizer::Flow flow = structurizer::testing::flow_of(kContinueInSwitches);
  structurizer::testing::StructuredBuilder builder(flow);
  std::vector<structurizer::BlockId> block;
  for (structurizer::BlockId program = 0; program < 9; ++program) block.push_back(builder.payload(program));
  const auto header = builder.own(Role::kHeader), edge = builder.own(Role::kEdge);
  builder.slots(block[0], {header});
  builder.branch(header, block[1]);
  builder.loop(header, block[7], block[6]);
  builder.slots(block[1], {block[2], block[5], block[5]});
  builder.selection(block[1], block[5]);
  builder.slots(block[2], {block[3], block[4], block[4]});
  builder.selection(block[2], block[4]);
  builder.slots(block[3], {edge, block[8], block[8]});
  builder.selection(block[3], block[8]);
  for (const uint32_t program : {4u, 5u, 8u}) builder.slots(block[program], {block[6]});
  builder.branch(edge, block[6]);
  builder.slots(block[6], {header, block[7]});
  builder.slots(block[7], {});
  EXPECT_TRUE(may_lose_continue(flow, builder.build()));
}

TEST(DriverLimits, ContinueOutOfThreeSwitchesIsRightUnlessKnown) {
  const PathGraph graph = path_graph_of(kContinueInSwitches, 1);
  const Steering steering(1, kRows);
  const WaveWalks waves = walk_structured(graph, steering, 0, kRows);
  ASSERT_EQ(waves.error, "");
  for (uint32_t row = 0; row < kRows; ++row) EXPECT_EQ(waves.walks[row], walk_flow(graph, steering, row));
  if (may_lose_continue(graph.flow, graph.structured)) return;
  const auto device = vulkan::Runner::create();
  ASSERT_TRUE(device) << device.error().to_string();
  EXPECT_EQ(find_path_fault(**device, std::vector<PathGraph>{graph}, steering), "");
}

TEST(DriverLimits, OneSwitchInALoopIsHarmless) {
  const PathGraph graph = path_graph_of({{1}, {2, 3, 3}, {4}, {4}, {1, 5}, {}}, 1);
  EXPECT_FALSE(may_lose_continue(graph.flow, graph.structured));
}

}  // namespace
}  // namespace trellis::differential
