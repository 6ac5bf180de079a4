#include "structurizer/bool_selectors.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "support/containers.hpp"

namespace trellis::structurizer {

namespace {

/// Groups of selector phis that feed each other, and the numbers that each group carries.
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
        if (operand.kind != Operand::Kind::kChoice) continue;
        add_value(find(i), f.choices[operand.index].first);
        add_value(find(i), f.choices[operand.index].second);
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
  /// Returns the number that stands for true; the first test that asks decides.
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
  Vector<uint32_t> parent_;
  Vector<Values> values_;
};

/// Rebuilds the list of choices as they are used.
class ChoiceMaker {
 public:
  explicit ChoiceMaker(Structured& f) : f_(f), old_(std::move(f.choices)) { f.choices.clear(); }

  /// Uses the choice unchanged, or as a bool that is true for one of its numbers. Until finish() runs, the
  /// operand's index is the number of the use instead of that of the choice.
  void use(Operand& operand) { use(operand, old_[operand.index]); }
  void use(Operand& operand, uint32_t truth) {
    const Choice& choice = old_[operand.index];
    use(operand, {choice.block, choice.first == truth ? 1U : 0U, choice.second == truth ? 1U : 0U, true});
  }
  const Choice& old(const Operand& operand) const { return old_[operand.index]; }

  void finish() {
    Vector<Choice> used = f_.choices;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (Operand* operand : uses_) {
      const Choice& choice = f_.choices[operand->index];
      operand->index =
          static_cast<uint32_t>(std::lower_bound(used.begin(), used.end(), choice) - used.begin());
    }
    f_.choices = std::move(used);
  }

 private:
  void use(Operand& operand, const Choice& choice) {
    operand.index = static_cast<uint32_t>(f_.choices.size());
    f_.choices.push_back(choice);
    uses_.push_back(&operand);
  }

  Structured& f_;
  Vector<Choice> old_;
  Vector<Operand*> uses_;
};

/// If a test that reads a choice directly distinguishes its two numbers, makes it test the condition or its
/// negation.
void narrow_test(Structured& f, Block& block, ChoiceMaker& choices) {
  if (block.selector.kind != Operand::Kind::kChoice) return;
  const Choice& choice = choices.old(block.selector);
  uint32_t& tested = f.cases[block.first_case];
  if (block.exit != Exit::kIf || (tested != choice.first && tested != choice.second)) {
    return choices.use(block.selector);
  }
  if (tested == choice.second)
    std::swap(f.successors[block.first_successor], f.successors[block.first_successor + 1]);
  choices.use(block.selector, choice.first);
  tested = 1;
}

}  // namespace

void narrow_selectors(Structured& f) {
  Groups groups(f);
  ChoiceMaker choices(f);
  for (const Block& block : f.blocks) {
    if (block.exit == Exit::kSwitch && block.selector.kind == Operand::Kind::kPhi)
      groups.forbid(block.selector.index);
  }
  for (Block& block : f.blocks) {
    if (block.exit == Exit::kIf || block.exit == Exit::kSwitch) narrow_test(f, block, choices);
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
    if (phi.stands_for != kNone) continue;
    phi.is_bool = groups.is_bool(i);
    const uint32_t truth = phi.is_bool ? groups.true_value(i, kNone) : kNone;
    const size_t operand_count = f.predecessors_of(phi.block).size();
    for (size_t k = 0; k < operand_count; ++k) {
      Operand& operand = f.incoming[phi.first_incoming + k];
      if (operand.kind == Operand::Kind::kConstant && phi.is_bool)
        operand.index = operand.index == truth ? 1 : 0;
      if (operand.kind != Operand::Kind::kChoice) continue;
      if (phi.is_bool) {
        choices.use(operand, truth);
      } else {
        choices.use(operand);
      }
    }
  }
  choices.finish();
}

}  // namespace trellis::structurizer
