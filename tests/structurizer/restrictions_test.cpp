// Tests every pass against the three kinds of restrictions that an operation may impose (Haehnle: convergent,
// co-convergent, uniform operand). The structurizer only moves whole blocks, so:
//   convergent        no pass copies a block or makes it depend on more branches
//   co-convergent     no pass copies a block or makes it depend on fewer branches
//   uniform operand   no pass lets a value other than the program's reach an operand
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "structurizer/check/check.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::structurizer::testing {
namespace {

enum class Kind { kConvergent, kCoConvergent, kUniformOperand };
constexpr Kind kKinds[] = {Kind::kConvergent, Kind::kCoConvergent, Kind::kUniformOperand};
constexpr const char* kKindNames[] = {"convergent", "co-convergent", "uniform operand"};
constexpr const char* kPasses[] = {"input",         "reducible",        "constructs",     "copy-returns",
                                   "idle-tests",    "reuse-conditions", "separate-edges", "fold-continues",
                                   "fold-headers",  "fold-merges",      "order",          "phis",
                                   "bool-selectors"};

/// Observes one structurization and reports changes that the kind of restriction forbids.
class Watcher final : public PassObserver {
 public:
  Watcher(const Flow& flow, Kind kind) : flow_(flow), kind_(kind) {}

  void after_graph_pass(std::string_view pass, const cfg::Graph& graph) override {
    seen_.insert(std::string(pass));
    // Program blocks keep their numbers, and their branches keep their targets, except that inserted blocks
    // may come in between.
    for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
      const auto before = flow_.graph.successors(block), after = graph.successors(block);
      if (before.size() != after.size()) fault(pass, block, "has another number of successors");
      for (size_t slot = 0; slot < before.size() && slot < after.size(); ++slot) {
        if (after[slot] != before[slot] && after[slot] < flow_.graph.block_count()) {
          fault(pass, block, "branches to another block of the program");
        }
      }
    }
  }

  void after_pass(std::string_view pass, const Structured& function) override {
    seen_.insert(std::string(pass));
    std::map<BlockId, uint32_t> copies;
    for (const BlockId id : function.order) {
      const Block& block = function.blocks[id];
      if (block.role != Role::kPayload) continue;
      ++copies[block.payload];
      if (block.exit == Exit::kPayload &&
          block.successor_count != flow_.graph.successors(block.payload).size()) {
        fault(pass, block.payload, "has another number of successors");
      }
    }
    for (const auto& [payload, count] : copies) {
      if (count != 1 && !flow_.has_flag(payload, kBareReturn)) fault(pass, payload, "was copied");
    }
    if (pass == "phis" && kind_ == Kind::kUniformOperand) check_operands(function);
  }

  /// A phi that represents a value may only receive that value, or be undefined. (The program's own phis may
  /// be split: their operands differ by design.)
  void check_operands(const Structured& function) {
    std::set<ValueId> chosen;
    for (const Phi& phi : flow_.phis.entries) chosen.insert(phi.result);
    for (const Replacement& replacement : function.replacements) {
      if (replacement.operand.kind == Operand::Kind::kValue && chosen.count(replacement.value) == 0 &&
          replacement.operand.index != replacement.value) {
        fault("phis", replacement.payload, "reads another value");
      }
      if (replacement.operand.kind == Operand::Kind::kPhi &&
          function.phis[replacement.operand.index].stands_for != replacement.value) {
        fault("phis", replacement.payload, "reads a phi of another value");
      }
    }
    for (const NewPhi& phi : function.phis) {
      if (phi.stands_for == kNone || phi.result != kNone || chosen.count(phi.stands_for) != 0) continue;
      for (const Operand& operand : function.incoming_of(phi)) {
        const bool is_same = operand.kind == Operand::Kind::kUndef ||
                             (operand.kind == Operand::Kind::kValue && operand.index == phi.stands_for) ||
                             (operand.kind == Operand::Kind::kPhi &&
                              (function.phis[operand.index].stands_for == phi.stands_for ||
                               function.phis[operand.index].result == phi.stands_for));
        if (!is_same) fault("phis", kNone, "a repaired value mixes with others");
      }
    }
  }

  void fault(std::string_view pass, BlockId block, const std::string& what) {
    if (fault_.empty()) fault_ = std::string(pass) + ": block " + std::to_string(block) + " " + what;
  }
  const std::string& found() const { return fault_; }
  const std::set<std::string>& seen() const { return seen_; }

 private:
  const Flow& flow_;
  Kind kind_;
  std::string fault_;
  std::set<std::string> seen_;
};

/// Gives every block an operation of that kind, so that none escapes the test.
Flow restricted(Flow flow, Kind kind) {
  flow.flags.resize(flow.graph.block_count(), 0);
  const uint8_t flags = kind == Kind::kConvergent     ? uint8_t{kConvergent}
                        : kind == Kind::kCoConvergent ? uint8_t{kConvergent | kCoConvergent}
                                                      : uint8_t{0};
  for (uint8_t& block : flow.flags) block = static_cast<uint8_t>((block & kSwitch) | flags);
  return flow;
}

std::string find_violation(const Flow& flow, Kind kind, std::set<std::string>& passes) {
  Watcher watcher(flow, kind);
  Options options;
  options.observer = &watcher;
  const Structured function = structurize(flow, options);
  passes.insert(watcher.seen().begin(), watcher.seen().end());
  if (!watcher.found().empty()) return watcher.found();
  if (kind == Kind::kUniformOperand) return {};
  // The convergence checker finds changes in dependence on branches. Cycles with several entries are
  // excluded: they must be given a single one, at which some invocations wait for others.
  const cfg::PostVisitOrder order(flow.graph);
  if (!cfg::is_reducible(flow.graph, order, cfg::build_dominators(flow.graph, order))) return {};
  const auto losses = check_convergence(flow, function);
  return losses.empty() ? "" : "convergence lost in block " + std::to_string(losses[0].operation);
}

TEST(Restrictions, EveryPassKeepsEveryKind) {
  std::set<std::string> passes;
  const auto check = [&](const Flow& shape) {
    for (const Kind kind : kKinds) {
      const Flow flow = restricted(shape, kind);
      const std::string found = find_violation(flow, kind, passes);
      EXPECT_EQ(found, "") << kKindNames[static_cast<int>(kind)] << "\n" << describe(flow);
    }
  };
  for (auto* const family : {chain, nested_ifs, ifs_in_row, wide_switch, loops_in_row, nested_loops}) {
    for (const uint32_t n : {2u, 5u, 12u}) check(flow_of(family(n)));
  }
  for (uint64_t seed = 1; seed <= 300 && !HasFailure(); ++seed) {
    Random random(seed);
    Flow flow = flow_of(random_program(random, 12 + random.below(30)));
    add_random_values(flow, random);
    check(flow);
  }
  // A new pass must be added to this list and reviewed.
  EXPECT_EQ(passes, (std::set<std::string>(std::begin(kPasses), std::end(kPasses))));
}

}  // namespace
}  // namespace trellis::structurizer::testing
