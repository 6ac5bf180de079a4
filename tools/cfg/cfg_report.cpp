#include "tools/cfg/cfg_report.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <set>
#include <string_view>

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "structurizer/check/check.hpp"
#include "tools/cfg/cfg_relations.hpp"

namespace trellis::tools {
namespace {

using cfg::BlockId;
using cfg::kNone;
using structurizer::Block;
using structurizer::Flow;
using structurizer::MergeKind;
using structurizer::Role;
using structurizer::Structured;

constexpr std::array<const char*, 8> kRoleNames = {"program", "header",   "continue", "merge",
                                                   "ladder",  "dispatch", "edge",     "breakable"};

const char* role_name(Role role) { return kRoleNames[static_cast<size_t>(role)]; }

bool is_plain(const std::string& name) {
  for (const char c : name) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    if (!plain) return false;
  }
  return !name.empty();
}

std::string quoted(const std::string& name) {
  if (is_plain(name)) return name;
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    if (c == '\n') {
      text += "\\n";
    } else {
      text += c;
    }
  }
  return text + '"';
}

bool has_dispatch(const Structured& function) {
  for (const BlockId block : function.order) {
    if (function.blocks[block].role == Role::kDispatch) return true;
  }
  return false;
}

/// Counts the targets of retreating edges that do not dominate the edge's source: each is an entry of an
/// irreducible loop.
uint32_t count_irreducible_targets(const cfg::Graph& graph, const cfg::PostVisitOrder& order,
                                   const cfg::DominatorTree& dominators) {
  std::vector<bool> is_target(graph.block_count(), false);
  uint32_t count = 0;
  for (const BlockId block : order.reverse_post_order()) {
    for (const BlockId target : graph.successors(block)) {
      const bool retreats = order.position(target) <= order.position(block);
      if (!retreats || dominators.dominates(target, block) || is_target[target]) continue;
      is_target[target] = true;
      ++count;
    }
  }
  return count;
}

void add_count(std::string& text, const char* what, uint64_t count) {
  char line[96];
  std::snprintf(line, sizeof line, "  %-28s %10llu\n", what, static_cast<unsigned long long>(count));
  text += line;
}

void add_left_out(std::string& text, const char* what, uint32_t limit, const char* unit) {
  char line[96];
  std::snprintf(line, sizeof line, "  %-28s   omitted: more than %u %s\n", what, limit, unit);
  text += line;
}

void add_frontiers(std::string& text, const char* what, const std::optional<cfg::Frontiers>& frontiers) {
  if (!frontiers) return add_left_out(text, what, cfg::kMaxFrontierEntries, "entries");
  size_t largest = 0;
  for (BlockId block = 0; block < frontiers->row_count(); ++block) {
    largest = std::max(largest, frontiers->of(block).size());
  }
  add_count(text, what, frontiers->entries.size());
  add_count(text, "  per block, at most", largest);
}

/// Adds sums over the blocks that the entry reaches.
void add_relations(std::string& text, const cfg::PostVisitOrder& order, const BlockRelations& relations) {
  add_frontiers(text, "dominance frontiers", relations.dominance_frontier);
  add_frontiers(text, "control dependences", relations.control_dependence);
  const char* pairs = "pairs joined by a path";
  if (!relations.reachability) {
    return add_left_out(text, pairs, cfg::kMaxReachabilityComponents, "components");
  }
  uint64_t sum = 0;
  uint32_t largest = 0;
  for (const BlockId block : order.reverse_post_order()) {
    const uint32_t others = relations.reachability->reached_count(block) - 1;
    sum += others;
    largest = std::max(largest, others);
  }
  add_count(text, pairs, sum);
  add_count(text, "  from one block, at most", largest);
}

void add_result(std::string& text, const Structured& function) {
  std::array<uint64_t, kRoleNames.size()> by_role = {};
  uint64_t selections = 0, loops = 0, merging_ladders = 0;
  Vector<bool> is_merge(function.blocks.size(), false);
  for (const BlockId id : function.order) {
    const Block& block = function.blocks[id];
    if (block.merge != MergeKind::kNone && block.merge_block != kNone) is_merge[block.merge_block] = true;
  }
  for (const BlockId id : function.order) {
    const Block& block = function.blocks[id];
    const Role kind = structurizer::kind_of(block);
    ++by_role[static_cast<size_t>(kind)];
    merging_ladders += kind == Role::kLadder && is_merge[id] ? 1 : 0;
    selections += block.merge == MergeKind::kSelection ? 1 : 0;
    loops += block.merge == MergeKind::kLoop ? 1 : 0;
  }
  uint64_t selectors = 0;
  for (const structurizer::NewPhi& phi : function.phis) selectors += phi.stands_for == kNone ? 1 : 0;
  add_count(text, "blocks", function.order.size());
  add_count(text, "  of the program", by_role[0]);
  for (size_t role = 1; role < by_role.size(); ++role) {
    add_count(text, (std::string("  added: ") + kRoleNames[role]).c_str(), by_role[role]);
  }
  add_count(text, "selections", selections);
  add_count(text, "loops", loops);
  add_count(text, "phis", function.phis.size());
  add_count(text, "  of selectors", selectors);
  add_count(text, "ladders", by_role[static_cast<size_t>(Role::kLadder)]);
  add_count(text, "  also merge blocks", merging_ladders);
}

/// Returns the name with a colon, padded to 13 columns: "paths:       ".
std::string padded(std::string name) {
  name += ':';
  name.resize(13, ' ');
  return name;
}

/// Returns the number after `words`; kNone if the text does not have one.
uint32_t number_after(std::string_view text, std::string_view words) {
  const size_t at = text.find(words);
  if (at == std::string_view::npos) return kNone;
  uint32_t number = kNone;
  const char* const end = text.data() + text.size();
  std::from_chars(text.data() + at + words.size(), end, number);
  return number;
}

Verdict::Check check_of(const char* name, const Result<void>& result) {
  Verdict::Check check{.name = name, .ok = result.ok(), .text = "ok"};
  if (result) return check;
  const Diagnostic& error = result.error();
  check.text = "FAILED: " + error.to_string();
  check.block = number_after(error.where.block, "");
  const uint32_t slot = number_after(error.message, "slot ");
  if (slot != kNone) {
    // The message reads "slot 1 of program block 3 ends ...", or "slot 1 leads to ..." at a program block.
    check.edge_from = number_after(error.message, " of program block ");
    if (check.edge_from == kNone) check.edge_from = number_after(error.where.block, "program block ");
    check.edge_slot = slot;
  }
  return check;
}

}  // namespace

std::vector<std::string> structured_names(const Structured& function, const std::vector<std::string>& names) {
  std::vector<std::string> result(function.blocks.size());
  const std::set<std::string> taken(names.begin(), names.end());
  for (const BlockId id : function.order) {
    const Block& block = function.blocks[id];
    if (block.role == Role::kPayload) {
      result[id] = names[block.payload];
      continue;
    }
    result[id] = std::string(role_name(block.role)) + "." + std::to_string(id);
    while (taken.contains(result[id])) result[id] += '_';
  }
  return result;
}

std::string structured_text(const Structured& function, const std::vector<std::string>& names) {
  const std::vector<std::string> all = structured_names(function, names);
  std::string text;
  for (const BlockId id : function.order) {
    const Block& block = function.blocks[id];
    text += quoted(all[id]);
    const auto successors = function.successors_of(id);
    if (!successors.empty()) text += " ->";
    for (const BlockId target : successors) text += " " + quoted(all[target]);
    std::string notes;
    if (block.merge != MergeKind::kNone) {
      notes += block.merge == MergeKind::kLoop ? " loop" : " selection";
      notes += ", merge " + quoted(all[block.merge_block]);
    }
    if (block.merge == MergeKind::kLoop) notes += ", continue " + quoted(all[block.continue_block]);
    if (block.phi_count != 0) {
      notes += (notes.empty() ? " " : ", ") + std::to_string(block.phi_count) + " phis";
    }
    if (block.exit == structurizer::Exit::kUnreachable)
      notes += notes.empty() ? " unreachable" : ", unreachable";
    if (!notes.empty()) text += "  #" + notes;
    text += '\n';
  }
  return text;
}

Verdict check_all(const Flow& flow, const Structured& function) {
  Verdict verdict;
  const auto add = [&](const char* name, const Result<void>& result) {
    verdict.checks.push_back(check_of(name, result));
    verdict.text += padded(name) + (result ? "ok" : "FAILED: " + result.error().to_string()) + "\n";
    if (!result) verdict.sound = false;
  };
  add("paths", structurizer::check_paths(flow, function));
  add("structure", structurizer::check_structure(flow, function));
  const auto losses = structurizer::check_convergence(flow, function);
  const bool excused = has_dispatch(function);
  Verdict::Check convergence{.name = "convergence", .ok = losses.empty() || excused, .text = "ok"};
  if (!losses.empty()) {
    convergence.text = (excused ? "lost in irreducible control flow: " : "FAILED: ") +
                       std::to_string(losses.size()) + (losses.size() == 1 ? " operation" : " operations");
  }
  if (!convergence.ok) verdict.sound = false;
  verdict.text += padded(convergence.name) + convergence.text + "\n";
  verdict.checks.push_back(std::move(convergence));
  verdict.losses.assign(losses.begin(), losses.end());
  for (const structurizer::ConvergenceLoss& loss : losses) {
    const char* at = loss.ends_iteration ? "the end of an iteration of the loop at block " : "block ";
    const char* how = loss.grade == structurizer::Grade::kMaximal ? " reconverge without a merge block at "
                                                                  : " reconverge later than at ";
    verdict.text += "  operations of block " + std::to_string(loss.operation) + ": the branches of block " +
                    std::to_string(loss.branch) + how + at + std::to_string(loss.reconvergence) + "\n";
  }
  return verdict;
}

std::string statistics_text(const Flow& flow, const Structured& function, uint64_t nanoseconds) {
  const cfg::PostVisitOrder order(flow.graph);
  const cfg::DominatorTree dominators = cfg::build_dominators(flow.graph, order);
  const cfg::LoopForest loops(flow.graph, order, dominators);
  std::string text = "input\n";
  add_count(text, "blocks", flow.graph.block_count());
  add_count(text, "  not reached", flow.graph.block_count() - order.post_order().size());
  add_count(text, "edges", flow.graph.edge_count());
  add_count(text, "natural loops", loops.loop_count());
  add_count(text, "irreducible loop entries", count_irreducible_targets(flow.graph, order, dominators));
  add_count(text, "phis", flow.phis.entries.size());
  add_relations(text, order, relations_of(flow.graph, order, dominators));
  text += "result\n";
  add_result(text, function);
  char line[64];
  std::snprintf(line, sizeof line, "time: %.3f ms\n", static_cast<double>(nanoseconds) / 1e6);
  return text + line;
}

}  // namespace trellis::tools
