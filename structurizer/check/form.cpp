// The conditions that must hold before a checker may use the indices in a function.
#include <algorithm>
#include <utility>

#include "structurizer/check/support.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer::check {

namespace {

class FormChecker {
 public:
  FormChecker(const Flow& flow, const Structured& function) : flow_(flow), function_(function) {}

  Result<void> run() {
    for (auto step :
         {&FormChecker::check_blocks, &FormChecker::check_choices, &FormChecker::check_predecessors,
          &FormChecker::check_phis, &FormChecker::check_names}) {
      TRELLIS_RETURN_IF_ERROR((this->*step)());
    }
    return {};
  }

 private:
  uint32_t block_count() const { return static_cast<uint32_t>(function_.blocks.size()); }

  /// Returns true if the range lies inside a table.
  static bool fits(uint32_t first, uint32_t count, size_t size) {
    return first <= size && count <= size - first;
  }

  Result<void> check_blocks() {
    if (function_.blocks.empty() || function_.blocks.size() >= kNone) return internal_check("no blocks");
    for (const BlockId target : function_.successors) {
      if (target >= block_count()) return internal_check("a successor is out of range");
    }
    if (function_.block_of_payload.size() != flow_.graph.block_count()) {
      return internal_check("block_of_payload does not cover the program's blocks");
    }
    for (BlockId block = 0; block < block_count(); ++block) {
      if (const char* what = broken_block(function_.blocks[block])) return failure(what, function_, block);
      const Block& b = function_.blocks[block];
      if (b.role == Role::kPayload && function_.block_of_payload[b.payload] == kNone) {
        return failure("program block " + decimal(b.payload) + " is not in block_of_payload", function_,
                       block);
      }
    }
    for (BlockId program = 0; program < flow_.graph.block_count(); ++program) {
      const BlockId block = function_.block_of_payload[program];
      if (block == kNone) continue;
      if (block >= block_count() || function_.blocks[block].role != Role::kPayload ||
          function_.blocks[block].payload != program) {
        return internal_check("program block " + decimal(program) +
                              " is not the block that block_of_payload names");
      }
    }
    return {};
  }

  const char* broken_block(const Block& b) const {
    if (!fits(b.first_successor, b.successor_count, function_.successors.size())) {
      return "the block's successors are out of range";
    }
    if ((b.role == Role::kPayload) != (b.exit == Exit::kPayload)) {
      return "only a program block ends in the program's terminator, and always";
    }
    if (b.role == Role::kPayload && b.payload >= flow_.graph.block_count()) {
      return "the program block is out of range";
    }
    if (b.merge != MergeKind::kNone && b.merge_block >= block_count())
      return "the merge block is out of range";
    if (b.merge == MergeKind::kLoop && b.continue_block >= block_count()) {
      return "the continue target is out of range";
    }
    return broken_exit(b);
  }

  const char* broken_exit(const Block& b) const {
    switch (b.exit) {
      case Exit::kPayload:
        return nullptr;
      case Exit::kBranch:
      case Exit::kBreakable:
        return b.successor_count == 1 ? nullptr : "a branch has one successor";
      case Exit::kUnreachable:
        return b.successor_count == 0 ? nullptr : "an unreachable exit has no successor";
      case Exit::kIf:
        if (b.successor_count != 2) return "a two-way test has two successors";
        break;
      case Exit::kSwitch:
        if (b.successor_count < 2) return "a switch has a default and at least one case";
        break;
    }
    if (!is_selector(b.selector)) return "a test reads something that is not a selector";
    const bool is_bool = function_.is_bool(b.selector);
    if (is_bool && b.exit == Exit::kSwitch) return "a switch tests a bool";
    if (!is_bool && !fits(b.first_case, b.successor_count - 1, function_.cases.size())) {
      return "the cases are out of range";
    }
    return nullptr;
  }

  bool is_selector(const Operand& operand) const {
    if (operand.kind == Operand::Kind::kChoice) return operand.index < function_.choices.size();
    return operand.kind == Operand::Kind::kPhi && operand.index < function_.phis.size() &&
           function_.phis[operand.index].stands_for == kNone;
  }

  Result<void> check_choices() {
    for (size_t i = 0; i < function_.choices.size(); ++i) {
      const Choice& choice = function_.choices[i];
      if (choice.block >= block_count()) return internal_check("a choice does not name a block");
      const Block& block = function_.blocks[choice.block];
      if (block.role != Role::kPayload || block.successor_count != 2 ||
          flow_.graph.successors(block.payload).size() != 2 || flow_.has_flag(block.payload, kSwitch)) {
        return failure("a choice is not of a two-way branch of the program", function_, choice.block);
      }
      if (choice.is_bool && (choice.first > 1 || choice.second > 1)) {
        return failure("a choice between bools has a numeric value", function_, choice.block);
      }
      if (i > 0 && choice <= function_.choices[i - 1])
        return internal_check("the choices are not in ascending order");
    }
    return {};
  }

  Result<void> check_predecessors() {
    const auto& [first, predecessors] = function_.predecessors;
    if (first.size() != block_count() + size_t{1} || first.front() != 0 ||
        first.back() != predecessors.size()) {
      return internal_check("the predecessor table does not cover the blocks");
    }
    for (BlockId block = 0; block < block_count(); ++block) {
      if (first[block] > first[block + 1] || first[block + 1] > predecessors.size()) {
        return failure("the predecessors are out of range", function_, block);
      }
    }
    // Sources come in ascending order, as in each block's list, so one cursor per list checks both
    // directions.
    Vector<uint32_t> next(first.begin(), first.end() - 1);
    for (BlockId source = 0; source < block_count(); ++source) {
      for (const BlockId target : function_.successors_of(source)) {
        uint32_t& at = next[target];
        if (at > first[target] && predecessors[at - 1] == source) continue;
        if (at == first[target + 1] || predecessors[at] != source) {
          return failure("the predecessors lack " + name(function_, source), function_, target);
        }
        ++at;
      }
    }
    for (BlockId block = 0; block < block_count(); ++block) {
      if (next[block] != first[block + 1]) {
        return failure("the predecessors list a block that does not branch here", function_, block);
      }
    }
    return {};
  }

  Result<void> check_phis() {
    uint32_t counted = 0;
    for (BlockId block = 0; block < block_count(); ++block) {
      const Block& b = function_.blocks[block];
      if (!fits(b.first_phi, b.phi_count, function_.phis.size())) {
        return failure("the phis are out of range", function_, block);
      }
      counted += b.phi_count;
      for (const NewPhi& phi : function_.phis_of(block)) {
        if (phi.block != block) return failure("a phi names the wrong block as its own", function_, block);
      }
    }
    if (counted != function_.phis.size()) return internal_check("a phi does not belong to a block");
    for (const NewPhi& phi : function_.phis) {
      if (const char* what = broken_phi(phi)) return failure(what, function_, phi.block);
    }
    return {};
  }

  const char* broken_phi(const NewPhi& phi) const {
    const auto count = static_cast<uint32_t>(function_.predecessors_of(phi.block).size());
    if (!fits(phi.first_incoming, count, function_.incoming.size())) {
      return "a phi does not have one operand for each predecessor";
    }
    if (phi.stands_for != kNone && phi.stands_for >= flow_.value_count)
      return "a phi does not stand for a value";
    if (phi.result != kNone && phi.result != phi.stands_for) {
      return "a phi has a different value's name";
    }
    if (phi.stands_for != kNone && phi.is_bool) return "a phi of a program value is marked as a selector";
    for (const Operand& operand : function_.incoming_of(phi)) {
      if (const char* what = broken_operand(operand, phi)) return what;
    }
    return nullptr;
  }

  const char* broken_operand(const Operand& operand, const NewPhi& phi) const {
    const bool selector = phi.stands_for == kNone;
    switch (operand.kind) {
      case Operand::Kind::kUndef:
        return nullptr;
      case Operand::Kind::kConstant:
        if (!selector) return "a phi of a program value receives a constant";
        return phi.is_bool && operand.index > 1 ? "a bool selector receives a number" : nullptr;
      case Operand::Kind::kValue:
        if (selector) return "a selector receives a program value";
        return operand.index < flow_.value_count ? nullptr : "an operand does not name a value";
      case Operand::Kind::kChoice:
        if (!selector) return "a phi of a program value receives a choice";
        if (operand.index >= function_.choices.size()) return "an operand does not name a choice";
        return function_.choices[operand.index].is_bool == phi.is_bool
                   ? nullptr
                   : "a selector mixes a bool and a number";
      case Operand::Kind::kPhi:
        break;
    }
    if (operand.index >= function_.phis.size()) return "an operand does not name a phi";
    const NewPhi& other = function_.phis[operand.index];
    if ((other.stands_for == kNone) != selector) return "a phi mixes selectors and program values";
    return other.is_bool == phi.is_bool ? nullptr : "a selector mixes a bool and a number";
  }

  bool names_value(const Operand& operand) const {
    if (operand.kind == Operand::Kind::kUndef) return true;
    if (operand.kind == Operand::Kind::kValue) return operand.index < flow_.value_count;
    return operand.kind == Operand::Kind::kPhi && operand.index < function_.phis.size() &&
           function_.phis[operand.index].stands_for != kNone;
  }

  Result<void> check_names() {
    Vector<bool> aliased(flow_.value_count, false), named(flow_.value_count, false);
    ValueId least = 0;
    for (const Structured::Alias& alias : function_.aliases) {
      if (alias.value < least || alias.value >= flow_.value_count) {
        return internal_check("the aliases are not in ascending order");
      }
      least = alias.value + 1;
      aliased[alias.value] = true;
      if (!names_value(alias.operand)) return internal_check("an alias does not name a value");
    }
    for (const NewPhi& phi : function_.phis) {
      if (phi.result == kNone) continue;
      if (named[phi.result]) return failure("two phis have the same value's name", function_, phi.block);
      if (aliased[phi.result])
        return failure("an aliased value is also the name of a phi", function_, phi.block);
      named[phi.result] = true;
    }
    auto names_aliased = [&](const Operand& o) {
      return o.kind == Operand::Kind::kValue && aliased[o.index];
    };
    for (const Structured::Alias& alias : function_.aliases) {
      if (names_aliased(alias.operand)) return internal_check("an alias names an aliased value");
    }
    for (const NewPhi& phi : function_.phis) {
      const auto operands = function_.incoming_of(phi);
      if (std::any_of(operands.begin(), operands.end(), names_aliased)) {
        return failure("a phi operand names an aliased value", function_, phi.block);
      }
    }
    const Replacement* before = nullptr;
    for (const Replacement& r : function_.replacements) {
      if (r.payload >= flow_.graph.block_count() || r.value >= flow_.value_count || !names_value(r.operand) ||
          names_aliased(r.operand)) {
        return internal_check("a replacement does not name a block and a value");
      }
      if (before && std::pair(r.payload, r.value) <= std::pair(before->payload, before->value)) {
        return internal_check("the replacements are not in ascending order");
      }
      before = &r;
    }
    return {};
  }

  const Flow& flow_;
  const Structured& function_;
};

}  // namespace

Result<void> check_form(const Flow& flow, const Structured& function) {
  return FormChecker(flow, function).run();
}

}  // namespace trellis::structurizer::check
