#include "structurizer/check/support.hpp"

#include <algorithm>
#include <utility>

#include "support/containers.hpp"

namespace trellis::structurizer::check {

namespace {

const char* role_name(Role role) {
  switch (role) {
    case Role::kPayload:
      return "program block";
    case Role::kHeader:
      return "loop header";
    case Role::kContinue:
      return "continue block";
    case Role::kMerge:
      return "merge block";
    case Role::kLadder:
      return "ladder";
    case Role::kDispatch:
      return "dispatch block";
    case Role::kEdge:
      return "edge block";
    case Role::kBreakable:
      return "breakable block";
  }
  return "block of unknown role";
}

String number_and_role(const Structured& function, BlockId block) {
  if (block >= function.blocks.size()) return "none";
  const Block& b = function.blocks[block];
  String text = decimal(block);
  text.append(" (").append(role_name(b.role));
  if (b.role == Role::kPayload) text.append(" ").append(decimal(b.payload));
  return text.append(")");
}

}  // namespace

String name(const Structured& function, BlockId block) {
  return String("block ").append(number_and_role(function, block));
}

Diagnostic failure(String message, const Structured& function, BlockId block) {
  Location where;
  where.block = number_and_role(function, block);
  return internal_check(std::move(message), std::move(where));
}

uint32_t predecessor_index(const Structured& function, BlockId block, BlockId predecessor) {
  const auto list = function.predecessors_of(block);
  const auto at = std::lower_bound(list.begin(), list.end(), predecessor);
  return at == list.end() || *at != predecessor ? kNone : static_cast<uint32_t>(at - list.begin());
}

bool has_single_target(const Structured& function, BlockId block) {
  const auto successors = function.successors_of(block);
  return !successors.empty() && std::all_of(successors.begin(), successors.end(),
                                            [&](BlockId target) { return target == successors.front(); });
}

bool ends_in_switch(const Flow& flow, const Structured& function, BlockId block) {
  const Block& b = function.blocks[block];
  if (b.exit == Exit::kSwitch || b.exit == Exit::kBreakable) return true;
  if (b.exit != Exit::kPayload || b.successor_count == 0) return false;
  if (b.successor_count < 3 && !(b.successor_count > 1 && flow.has_flag(b.payload, kSwitch))) return false;
  return b.merge == MergeKind::kSelection || !has_single_target(function, block);
}

Rows branch_rows(const Structured& function) {
  Rows rows;
  const size_t blocks = function.blocks.size();
  rows.first.reserve(blocks + 1);
  rows.to.reserve(function.successors.size());
  rows.first.push_back(0);
  for (BlockId block = 0; block < blocks; ++block) {
    const auto successors = function.successors_of(block);
    rows.to.insert(rows.to.end(), successors.begin(), successors.end());
    rows.first.push_back(static_cast<uint32_t>(rows.to.size()));
  }
  return rows;
}

Rows structural_rows(const Structured& function) {
  Rows rows;
  const size_t blocks = function.blocks.size();
  rows.first.reserve(blocks + 1);
  rows.to.reserve(function.successors.size() + blocks);
  rows.first.push_back(0);
  for (BlockId block = 0; block < blocks; ++block) {
    const Block& b = function.blocks[block];
    if (b.merge != MergeKind::kNone) rows.to.push_back(b.merge_block);
    if (b.merge == MergeKind::kLoop) rows.to.push_back(b.continue_block);
    const auto successors = function.successors_of(block);
    rows.to.insert(rows.to.end(), successors.begin(), successors.end());
    rows.first.push_back(static_cast<uint32_t>(rows.to.size()));
  }
  return rows;
}

Rows program_rows(const Flow& flow) {
  Rows rows;
  const uint32_t blocks = flow.graph.block_count();
  rows.first.reserve(blocks + 1);
  rows.to.reserve(flow.graph.edge_count());
  rows.first.push_back(0);
  for (BlockId block = 0; block < blocks; ++block) {
    const auto successors = flow.graph.successors(block);
    rows.to.insert(rows.to.end(), successors.begin(), successors.end());
    rows.first.push_back(static_cast<uint32_t>(rows.to.size()));
  }
  return rows;
}

namespace {

/// Works in visit numbers throughout; node names come back at the end.
class DominatorFinder {
 public:
  DominatorFinder(const Rows& graph, uint32_t root) : graph_(graph), root_(root) {}

  Dominators run() {
    walk();
    list_predecessors();
    find_immediate();
    return number_tree();
  }

 private:
  void walk() {
    const uint32_t nodes = graph_.node_count();
    result_.visit.assign(nodes, kNone);
    result_.last.assign(nodes, kNone);
    Vector<std::pair<uint32_t, uint32_t>> stack;  // Node, next position in its row.
    auto arrive = [&](uint32_t node, uint32_t from) {
      result_.visit[node] = static_cast<uint32_t>(result_.depth_first.size());
      result_.depth_first.push_back(node);
      tree_parent_.push_back(from);
      stack.emplace_back(node, graph_.first[node]);
    };
    arrive(root_, 0);
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next == graph_.first[node + 1]) {
        result_.last[node] = static_cast<uint32_t>(result_.depth_first.size()) - 1;
        stack.pop_back();
        continue;
      }
      const uint32_t target = graph_.to[next++];
      if (result_.visit[target] == kNone) arrive(target, result_.visit[node]);
    }
  }

  void list_predecessors() {
    const uint32_t count = static_cast<uint32_t>(result_.depth_first.size());
    before_.first.assign(count + 1, 0);
    for (const uint32_t node : result_.depth_first) {
      for (const uint32_t target : graph_.row(node)) ++before_.first[result_.visit[target] + 1];
    }
    for (uint32_t i = 0; i < count; ++i) before_.first[i + 1] += before_.first[i];
    before_.to.resize(before_.first[count]);
    Vector<uint32_t> next(before_.first.begin(), before_.first.end() - 1);
    for (uint32_t i = 0; i < count; ++i) {
      for (const uint32_t target : graph_.row(result_.depth_first[i])) {
        before_.to[next[result_.visit[target]]++] = i;
      }
    }
  }

  /// The node of smallest semidominator on the linked path above v.
  uint32_t evaluate(uint32_t v) {
    if (above_[v] == kNone) return v;
    path_.clear();
    for (uint32_t u = v; above_[above_[u]] != kNone; u = above_[u]) path_.push_back(u);
    for (size_t i = path_.size(); i-- > 0;) {
      const uint32_t u = path_[i], up = above_[u];
      if (semi_[best_[up]] < semi_[best_[u]]) best_[u] = best_[up];
      above_[u] = above_[up];
    }
    return best_[v];
  }

  void find_immediate() {
    const uint32_t count = static_cast<uint32_t>(result_.depth_first.size());
    immediate_.assign(count, 0);
    above_.assign(count, kNone);
    semi_.resize(count);
    best_.resize(count);
    for (uint32_t i = 0; i < count; ++i) semi_[i] = best_[i] = i;
    Vector<uint32_t> bucket(count, kNone), chain(count, kNone);
    for (uint32_t w = count; w-- > 1;) {
      for (const uint32_t v : before_.row(w)) semi_[w] = std::min(semi_[w], semi_[evaluate(v)]);
      chain[w] = bucket[semi_[w]];
      bucket[semi_[w]] = w;
      const uint32_t parent = tree_parent_[w];
      above_[w] = parent;
      for (uint32_t v = bucket[parent]; v != kNone; v = chain[v]) {
        const uint32_t u = evaluate(v);
        immediate_[v] = semi_[u] < semi_[v] ? u : parent;
      }
      bucket[parent] = kNone;
    }
    for (uint32_t w = 1; w < count; ++w) {
      if (immediate_[w] != semi_[w]) immediate_[w] = immediate_[immediate_[w]];
    }
  }

  Dominators number_tree() {
    const uint32_t count = static_cast<uint32_t>(result_.depth_first.size());
    const uint32_t nodes = graph_.node_count();
    result_.parent.assign(nodes, kNone);
    result_.enter.assign(nodes, kNone);
    result_.leave.assign(nodes, kNone);
    Vector<uint32_t> size(count, 1), next(count, 0);
    for (uint32_t w = count; w-- > 1;) size[immediate_[w]] += size[w];
    for (uint32_t w = 0; w < count; ++w) {
      const uint32_t enter = w == 0 ? 0 : next[immediate_[w]];
      if (w != 0) next[immediate_[w]] += size[w];
      next[w] = enter + 1;
      const uint32_t node = result_.depth_first[w];
      if (w != 0) result_.parent[node] = result_.depth_first[immediate_[w]];
      result_.enter[node] = enter;
      result_.leave[node] = enter + size[w] - 1;
    }
    return std::move(result_);
  }

  const Rows& graph_;
  uint32_t root_;
  Dominators result_;
  Rows before_;
  Vector<uint32_t> tree_parent_, semi_, best_, above_, immediate_, path_;
};

}  // namespace

Dominators find_dominators(const Rows& graph, uint32_t root) { return DominatorFinder(graph, root).run(); }

Values find_values(const Flow& flow, const Structured& function) {
  Values values;
  values.block.assign(flow.value_count, kNone);
  values.program_phi.assign(flow.value_count, kNone);
  values.new_phi.assign(flow.value_count, kNone);
  values.alias.assign(flow.value_count, kNone);
  for (const ValueInBlock& definition : flow.definitions) values.block[definition.value] = definition.block;
  if (!flow.phi_first.empty()) {
    for (BlockId block = 0; block < flow.graph.block_count(); ++block) {
      for (uint32_t phi = flow.phi_first[block]; phi < flow.phi_first[block + 1]; ++phi) {
        values.program_phi[flow.phis[phi].result] = phi;
        values.block[flow.phis[phi].result] = block;
      }
    }
  }
  for (uint32_t phi = 0; phi < function.phis.size(); ++phi) {
    if (function.phis[phi].result != kNone) values.new_phi[function.phis[phi].result] = phi;
  }
  for (uint32_t i = 0; i < function.aliases.size(); ++i) values.alias[function.aliases[i].value] = i;
  return values;
}

Result<void> Shared::check_form() {
  if (form_holds_) return {};
  if (auto result = check::check_form(flow_, function_); !result) return result;
  form_holds_ = true;
  return {};
}

const Dominators& Shared::branch_dominators() {
  if (branch_dominators_.enter.empty()) {
    branch_dominators_ = find_dominators(branch_rows(function_), function_.order.front());
  }
  return branch_dominators_;
}

const Values& Shared::values() {
  if (!has_values_) values_ = find_values(flow_, function_);
  has_values_ = true;
  return values_;
}

Operand operand_read(const Structured& function, const Values& values, BlockId payload, ValueId value) {
  const auto at = std::lower_bound(
      function.replacements.begin(), function.replacements.end(), std::pair(payload, value),
      [](const Replacement& r, const auto& key) { return std::pair(r.payload, r.value) < key; });
  if (at != function.replacements.end() && at->payload == payload && at->value == value) return at->operand;
  if (values.alias[value] != kNone) return function.aliases[values.alias[value]].operand;
  return Operand::value(value);
}

}  // namespace trellis::structurizer::check
