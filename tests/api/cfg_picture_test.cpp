// Pictures of control-flow graphs: they show every block and every edge, and mark each kind so that a reader
// can tell them apart.
#include "api/pictures/cfg_picture.hpp"

#include <gtest/gtest.h>

#include "structurizer/structurize.hpp"

namespace trellis {
namespace {

/// A function that consists only of a control-flow graph.
struct Sample {
  structurizer::Flow flow;
  dxil::Module module;
  dxil::Function function;
  BlockTexts texts;

  explicit Sample(const std::vector<std::vector<cfg::BlockId>>& successors) {
    flow.graph = cfg::Graph::from_lists(successors);
    texts.module = &module;
    texts.function = &function;
    for (size_t block = 0; block < successors.size(); ++block) {
      texts.labels.push_back({"block " + std::to_string(block)});
      texts.contents.push_back("contents of " + std::to_string(block));
      texts.slots.push_back(successors[block].size() == 2 ? std::vector<std::string>{"true", "false"}
                                                          : std::vector<std::string>());
    }
  }

  std::string structured_picture() const {
    return picture_of("title", structurizer::structurize(flow), flow, texts);
  }
};

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(CfgPicture, GraphHasEveryBlockAndEdge) {
  const Sample sample({{1, 2}, {3}, {3}, {}});
  const std::string dot = picture_of("title", sample.flow.graph, sample.flow, sample.texts);
  for (const char* part : {"block 0", "block 1", "block 2", "block 3", "n0 -> n1", "n0 -> n2", "n1 -> n3",
                           "n2 -> n3", ">true<", ">false<", "contents of 2", "block of the program"}) {
    EXPECT_TRUE(has(dot, part)) << part << " is not in\n" << dot;
  }
  EXPECT_FALSE(has(dot, "back edge"));
}

TEST(CfgPicture, BlocksThatOnlySomeLanesRunAreFilled) {
  Sample sample({{1, 2}, {3}, {3}, {}});
  sample.texts.divergence = {uniformity::kNoScope, uniformity::kEveryScope, bit(uniformity::Scope::kGroup),
                             uniformity::kNoScope};
  const std::string plain = picture_of("title", sample.flow.graph, sample.flow, sample.texts);
  EXPECT_TRUE(has(plain, "some lanes of a wave may not reach it"));
  EXPECT_TRUE(has(plain, "some waves of a group may not reach it"));
  EXPECT_EQ(count(plain, "#ffd5d5"), 2u) << "the block and the legend";
  EXPECT_EQ(count(plain, "#fff3bf"), 2u);
  EXPECT_EQ(count(sample.structured_picture(), "#ffd5d5"), 2u);
}

TEST(CfgPicture, LoopsAreFramedAndTheirBackEdgesMarked) {
  const Sample sample({{1}, {2, 3}, {1}, {}});
  const std::string dot = picture_of("title", sample.flow.graph, sample.flow, sample.texts);
  EXPECT_TRUE(has(dot, "loop of block 1"));
  EXPECT_TRUE(has(dot, "back edge"));
}

TEST(CfgPicture, StructuredLoopNamesItsParts) {
  const std::string dot = Sample({{1}, {2, 3}, {1}, {}}).structured_picture();
  for (const char* part : {"loop header", "merge block", "continue block", "back edge", "hexagon"}) {
    EXPECT_TRUE(has(dot, part)) << part << " is not in\n" << dot;
  }
}

TEST(CfgPicture, LaddersStandOut) {
  // Two selections share an exit that does not post-dominate the other arm of the second one.
  const std::string dot = Sample({{1, 3}, {2, 3}, {4}, {4}, {}}).structured_picture();
  const std::string loop_with_two_exits =
      Sample({{1}, {2, 4}, {3, 5}, {1}, {6}, {6}, {}}).structured_picture();
  EXPECT_TRUE(has(dot + loop_with_two_exits, "ladder: branches to where control was headed"));
}

TEST(CfgPicture, IrreducibleRegionsShowTheirDispatch) {
  const std::string dot = Sample({{1, 2}, {2, 3}, {1, 3}, {}}).structured_picture();
  EXPECT_TRUE(has(dot, "dispatch"));
}

TEST(CfgPicture, ConvergentBlocksHaveAnOutline) {
  Sample sample({{1, 2}, {2}, {}});
  EXPECT_FALSE(has(picture_of("t", sample.flow.graph, sample.flow, sample.texts), "wave or quad operation"));
  sample.flow.flags = {0, structurizer::kConvergent, 0};
  EXPECT_TRUE(has(picture_of("t", sample.flow.graph, sample.flow, sample.texts), "wave or quad operation"));
  EXPECT_TRUE(has(sample.structured_picture(), "wave or quad operation"));
}

TEST(CfgPicture, SlotsToOneBlockShareAnEdge) {
  Sample sample({{1, 2, 1, 1}, {2}, {}});
  sample.flow.flags = {structurizer::kSwitch, 0, 0};
  sample.texts.slots[0] = {"default", "4", "5", "6"};
  const std::string dot = picture_of("title", sample.flow.graph, sample.flow, sample.texts);
  EXPECT_EQ(count(dot, "n0 -> n1"), 1u);
  EXPECT_TRUE(has(dot, "default, 5, 6"));
}

TEST(CfgPicture, UnreachableBlocksAreDrawnPale) {
  const Sample sample({{1}, {}, {1}});
  EXPECT_TRUE(has(picture_of("t", sample.flow.graph, sample.flow, sample.texts), "(not reached)"));
}

}  // namespace
}  // namespace trellis
