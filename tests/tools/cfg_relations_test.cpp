#include "tools/cfg/cfg_relations.hpp"

#include <gtest/gtest.h>

#include "support/containers.hpp"

namespace trellis::tools_test {
namespace {

using cfg::BlockId;

tools::BlockRelations page_relations(const Vector<Vector<BlockId>>& lists) {
  const cfg::Graph graph = cfg::Graph::from_lists(lists);
  const cfg::PostVisitOrder order(graph);
  return tools::page_relations_of(graph, order, cfg::build_dominators(graph, order));
}

Vector<Vector<BlockId>> chain(uint32_t blocks) {
  Vector<Vector<BlockId>> lists(blocks);
  for (BlockId block = 0; block + 1 < blocks; ++block) lists[block] = {block + 1};
  return lists;
}

/// Loops around one block, which can go on with any of them: frontiers of 1, 2, 3, ... blocks.
Vector<Vector<BlockId>> loops_around_a_block(uint32_t loops) {
  Vector<Vector<BlockId>> lists = chain(loops + 1);
  for (BlockId header = 0; header < loops; ++header) lists[loops].push_back(header);
  return lists;
}

TEST(CfgRelations, OfAnIf) {
  const tools::BlockRelations relations = page_relations({{1, 2}, {2}, {}});
  ASSERT_TRUE(relations.dominance_frontier && relations.control_dependence && relations.reachability);
  EXPECT_EQ(relations.dominance_frontier->of(1)[0], 2u);
  EXPECT_EQ(relations.control_dependence->of(1)[0], 0u);
  EXPECT_TRUE(relations.reachability->reaches(0, 2));
}

TEST(CfgRelations, LeaveOutWhatIsTooLargeForAPage) {
  EXPECT_TRUE(page_relations(chain(tools::kMaxPageReachabilityBlocks)).reachability);
  const tools::BlockRelations wide = page_relations(chain(tools::kMaxPageReachabilityBlocks + 1));
  EXPECT_FALSE(wide.reachability);
  EXPECT_TRUE(wide.dominance_frontier && wide.control_dependence);

  constexpr uint32_t kLoops = 199;  // 1 + 2 + ... + 199, and 199 of the block: 20099 entries.
  const tools::BlockRelations deep = page_relations(loops_around_a_block(kLoops));
  EXPECT_FALSE(deep.dominance_frontier);
  EXPECT_TRUE(deep.control_dependence && deep.reachability);
  EXPECT_TRUE(page_relations(loops_around_a_block(kLoops - 2)).dominance_frontier);
}

}  // namespace
}  // namespace trellis::tools_test
