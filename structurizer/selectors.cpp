#include "structurizer/selectors.hpp"

#include <numeric>
#include <utility>
#include <vector>

namespace trellis::structurizer {

namespace {

/// Groups of selector phis that feed each other, and the numbers each group carries.
class Groups {
 public:
  explicit Groups(const Structured& f) : parent_(f.phis.size()), values_(f.phis.size()) {
    std::iota(parent_.begin(), parent_.end(), 0U);
    for (uint32_t i = 0; i < f.phis.size(); ++i) {
      if (f.phis[i].stands_for != kNone) continue;
      for (const Operand& operand : f.incoming_of(f.phis[i])) {
        if (operand.kind == Operand::Kind::kPhi) parent_[find(operand.index)] = find(i);
      }
    }
    for (uint32_t i = 0; i < f.phis.size(); ++i) {
      if (f.phis[i].stands_for != kNone) continue;
      for (const Operand& operand : f.incoming_of(f.phis[i])) {
        if (operand.kind == Operand::Kind::kConstant) add_value(find(i), operand.index);
      }
    }
  }

  uint32_t find(uint32_t phi) {
    while (parent_[phi] != phi) phi = parent_[phi] = parent_[parent_[phi]];
    return phi;
  }
  void add_value(uint32_t group, uint32_t value) {
    Values& values = values_[group];
    if (values.count > 0 && values.first == value) return;
    if (values.count > 1 && values.second == value) return;
    if (values.count == 0) values.first = value;
    if (values.count == 1) values.second = value;
    ++values.count;
  }
  void forbid(uint32_t phi) { values_[find(phi)].count = 3; }
  bool is_bool(uint32_t phi) { return values_[find(phi)].count == 2; }
  /// The number that is true; set by the first test that asks.
  uint32_t true_value(uint32_t phi, uint32_t tested) {
    Values& values = values_[find(phi)];
    if (!values.chosen) {
      if (tested == values.second) std::swap(values.first, values.second);
      values.chosen = true;
    }
    return values.first;
  }

 private:
  struct Values {
    uint32_t count = 0, first = 0, second = 0;
    bool chosen = false;
  };
  std::vector<uint32_t> parent_;
  std::vector<Values> values_;
};

}  // namespace

void narrow_selectors(Structured& f) {
  Groups groups(f);
  for (const Block& block : f.blocks) {
    if (block.exit == Exit::kSwitch && block.selector.kind == Operand::Kind::kPhi)
      groups.forbid(block.selector.index);
  }
  for (Block& block : f.blocks) {
    if (block.exit != Exit::kIf || block.selector.kind != Operand::Kind::kPhi) continue;
    if (!groups.is_bool(block.selector.index)) continue;
    uint32_t& tested = f.cases[block.first_case];
    if (groups.true_value(block.selector.index, tested) != tested) {
      std::swap(f.successors[block.first_successor], f.successors[block.first_successor + 1]);
    }
    tested = 1;
  }
  for (uint32_t i = 0; i < f.phis.size(); ++i) {
    NewPhi& phi = f.phis[i];
    if (phi.stands_for != kNone || !groups.is_bool(i)) continue;
    phi.is_bool = true;
    const uint32_t truth = groups.true_value(i, kNone);
    const size_t ways_in = f.predecessors_of(phi.block).size();
    for (size_t k = 0; k < ways_in; ++k) {
      Operand& operand = f.incoming[phi.first_incoming + k];
      if (operand.kind == Operand::Kind::kConstant) operand.index = operand.index == truth ? 1 : 0;
    }
  }
}

}  // namespace trellis::structurizer
