// Checks at the end of a function: its branches, its phis, and uses of values outside the blocks that define
// them.
#include "spirv_backend/check/module_state.hpp"
#include "structurizer/check/dominators.hpp"

namespace trellis::module_check {
namespace {

using structurizer::check::Dominators;
using structurizer::check::Rows;

class FunctionCheck {
 public:
  explicit FunctionCheck(ModuleState& m)
      : m_(m), function_(m.function), block_count_(static_cast<uint32_t>(m.function.labels.size())) {}

  bool run() {
    if (!read_edges()) return false;
    if (block_count_ == 1)
      return function_.phis.empty() || fail(function_.phis[0], "is in a block without predecessors");
    dominators_ = structurizer::check::find_dominators(successors_, 0);
    return check_order() && check_uses() && check_phis();
  }

 private:
  bool fail(const Place& place, String message) {
    return m_.fail(place.at, place.number, std::move(message));
  }
  uint32_t local(uint32_t block) const { return block - function_.first_block; }

  /// Resolves labels and builds the rows of successors; the edges are sorted by source block.
  bool read_edges() {
    successors_.first.assign(size_t{block_count_} + 1, 0);
    for (const Edge& edge : function_.edges) {
      const IdRecord& record = m_.ids[edge.target];
      if (record.kind != Kind::kLabel || record.block < function_.first_block) {
        return m_.fail(edge.at, edge.number,
                       "operand " + name(edge.target) + " is not a label of the function");
      }
      if (edge.source == 0) continue;
      if (record.block == function_.first_block) {
        return m_.fail(edge.at, edge.number, "branches to the first block of the function");
      }
      ++successors_.first[local(edge.source) + 1];
      successors_.entries.push_back(local(record.block));
    }
    for (uint32_t b = 0; b < block_count_; ++b) successors_.first[b + 1] += successors_.first[b];
    return true;
  }

  /// Checks that each block comes after its dominator.
  bool check_order() {
    for (uint32_t b = 1; b < block_count_; ++b) {
      if (!dominators_.reached(b) || dominators_.parent[b] < b) continue;
      const IdRecord& label = m_.ids[function_.labels[b]];
      return m_.fail(label.at, 0,
                     "block " + name(function_.labels[b]) + " comes before its dominator, " +
                         name(function_.labels[dominators_.parent[b]]));
    }
    return true;
  }

  /// Returns true if a value that one block defines can be used at the end of the other.
  bool reaches(uint32_t definition, uint32_t use) const {
    if (!dominators_.reached(use)) return true;
    return dominators_.reached(definition) && dominators_.dominates(definition, use);
  }

  bool check_uses() {
    for (const CrossUse& use : function_.uses) {
      if (reaches(local(use.definition), local(use.use))) continue;
      return m_.fail(use.at, use.number,
                     "operand " + name(use.id) + " is defined in block " + label_of(use.definition) +
                         ", which does not dominate this one, " + label_of(use.use));
    }
    return true;
  }

  String label_of(uint32_t block) const { return name(function_.labels[local(block)]); }

  void list_predecessors() {
    predecessors_ = collect_rows<uint32_t>(block_count_, [&](const auto& add) {
      for (uint32_t source = 0; source < block_count_; ++source) {
        for (const uint32_t target : successors_.of(source)) add(target, source);
      }
    });
    leads_to_.assign(block_count_, structurizer::kNone);
    seen_by_.assign(block_count_, structurizer::kNone);
  }

  /// Marks the predecessors of a block, and returns how many distinct ones there are.
  uint32_t mark_predecessors(uint32_t block) {
    uint32_t count = 0;
    for (const uint32_t source : predecessors_.of(block)) {
      if (leads_to_[source] == block) continue;
      leads_to_[source] = block;
      ++count;
    }
    return count;
  }

  bool check_phis() {
    if (function_.phis.empty()) return true;
    list_predecessors();
    uint32_t block = structurizer::kNone, count = 0;
    for (const Place& phi : function_.phis) {
      if (local(phi.block) != block) count = mark_predecessors(block = local(phi.block));
      if (!check_phi(phi, block, count)) return false;
    }
    return true;
  }

  bool check_phi(const Place& place, uint32_t block, uint32_t count) {
    const Instruction phi = instruction_at(m_, place.at, place.number);
    if (phi.size() - 3 != 2 * count) {
      return fail(place,
                  "has " + decimal((phi.size() - 3) / 2) + " values for " + decimal(count) + " predecessors");
    }
    for (uint32_t n = 3; n < phi.size(); n += 2) {
      const IdRecord& parent = m_.ids[phi[n + 1]];
      const bool is_block = parent.kind == Kind::kLabel && parent.block >= function_.first_block;
      if (!is_block || leads_to_[local(parent.block)] != block) {
        return fail(place, name(phi[n + 1]) + " is not a predecessor of its block");
      }
      const uint32_t source = local(parent.block);
      if (seen_by_[source] == place.at)
        return fail(place, "names the predecessor " + name(phi[n + 1]) + " twice");
      seen_by_[source] = place.at;
      if (!check_phi_value(phi, phi[n], block, source)) return false;
    }
    return true;
  }

  bool check_phi_value(const Instruction& phi, Id value, uint32_t block, uint32_t source) {
    const IdRecord& record = m_.ids[value];
    const bool is_value =
        record.kind == Kind::kValue || record.kind == Kind::kConstant || record.kind == Kind::kVariable;
    if (!is_value) {
      return m_.fail(phi, "value " + name(value) + (record.at == 0 ? " is not defined" : " is not a value"));
    }
    if (record.type != phi[1]) return m_.fail(phi, "value " + name(value) + " is not of the result's type");
    if (record.block == 0) return record.kind == Kind::kConstant || use_value(m_, phi, value);
    if (record.block < function_.first_block)
      return m_.fail(phi, "value " + name(value) + " belongs to another function");
    if (!dominators_.reached(block) || reaches(local(record.block), source)) return true;
    return m_.fail(phi, "value " + name(value) + " is defined in block " + label_of(record.block) +
                            ", which does not dominate the predecessor " + name(function_.labels[source]));
  }

  ModuleState& m_;
  const FunctionState& function_;
  uint32_t block_count_;
  Rows successors_, predecessors_;
  Dominators dominators_;
  Vector<uint32_t> leads_to_;  ///< By block: the block that was last found to be its successor.
  Vector<uint32_t> seen_by_;   ///< By block: the last phi that named it.
};

}  // namespace

bool check_function(ModuleState& m) { return FunctionCheck(m).run(); }

}  // namespace trellis::module_check
