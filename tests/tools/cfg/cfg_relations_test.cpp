#include "tools/cfg/cfg_relations.hpp"

#include <gtest/gtest.h>

#include "support/containers.hpp"

namespace trellis::tools_test {
namespace {

using cfg::BlockId;

tools::BlockRelations relations(const Vector<Vector<BlockId>>& lists) {
  const cfg::Graph graph = cfg::Graph::from_lists(lists);
  const cfg::PostVisitOrder order(graph);
  return tools::relations_of(graph, order, cfg::build_dominators(graph, order));
}

TEST(CfgRelations, OfAnIf) {
  const tools::BlockRelations found = relations({{1, 2}, {2}, {}});
  ASSERT_TRUE(found.dominance_frontier && found.control_dependence && found.reachability);
  EXPECT_EQ(found.dominance_frontier->of(1)[0], 2u);
  EXPECT_EQ(found.control_dependence->of(1)[0], 0u);
  EXPECT_TRUE(found.reachability->reaches(0, 2));
}

}  // namespace
}  // namespace trellis::tools_test
