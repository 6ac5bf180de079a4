// The path checker: edges by walking (check_walks), values by going backwards along the same walks.
//
// What has to be shown is always the same: at some point of the result, an operand is what a program value is
// at that point of the program. A value of the program read under its own name needs no proof, for names are
// assigned once and check_structure shows that definitions dominate uses. A phi is shown by its operands: go
// back along every walk that leads here until the definition itself, or something shown before. Each (point,
// operand, value) is shown at most once, and what is being shown may be assumed meanwhile: a path has an end.
#include <algorithm>
#include <string>
#include <vector>

#include "structurizer/check.hpp"
#include "structurizer/check_support.hpp"
#include "structurizer/check_walks.hpp"

namespace trellis::structurizer {

namespace {

using check::failure;

/// In place of a state: everywhere the phi's block is passed (need_everywhere has listed the states).
constexpr uint32_t kEverywhere = kNone - 1;

/// A set of claims with constant-time insertion.
class ClaimSet {
 public:
  struct Claim {
    uint32_t state = kNone;
    Operand operand;
    ValueId value = kNone;
    friend bool operator==(const Claim&, const Claim&) = default;
  };

  /// False if the claim was there.
  bool insert(const Claim& claim) {
    if (2 * (claims_.size() + 1) > slots_.size()) grow();
    size_t at = hash(claim) & (slots_.size() - 1);
    for (; slots_[at] != kNone; at = (at + 1) & (slots_.size() - 1)) {
      if (claims_[slots_[at]] == claim) return false;
    }
    slots_[at] = static_cast<uint32_t>(claims_.size());
    claims_.push_back(claim);
    return true;
  }
  size_t size() const { return claims_.size(); }
  Claim operator[](size_t index) const { return claims_[index]; }

 private:
  static uint64_t hash(const Claim& claim) {
    uint64_t key = ((uint64_t{claim.state} << 32) | claim.value) * 0x9E3779B97F4A7C15u;
    key ^= (uint64_t{static_cast<uint8_t>(claim.operand.kind)} << 32) | claim.operand.index;
    key *= 0xBF58476D1CE4E5B9u;
    return key ^ (key >> 31);
  }
  void grow() {
    slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, kNone);
    for (size_t i = 0; i < claims_.size(); ++i) {
      size_t at = hash(claims_[i]) & (slots_.size() - 1);
      while (slots_[at] != kNone) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = static_cast<uint32_t>(i);
    }
  }

  std::vector<Claim> claims_;
  std::vector<uint32_t> slots_;
};

class PathChecker {
 public:
  PathChecker(const Flow& flow, const Structured& function)
      : flow_(flow), function_(function), walks_(flow, function) {}

  Result<void> run() {
    if (auto result = check::check_form(flow_, function_); !result) return result;
    find_reached();
    if (auto result = check_presence(); !result) return result;
    if (auto result = walks_.run(reached_); !result) return result;
    if (flow_.phis.empty() && flow_.uses.empty()) return {};
    values_ = check::find_values(flow_, function_);
    if (auto result = check_aliases(); !result) return result;
    return check_values();
  }

 private:
  void find_reached();
  Result<void> check_presence() const;
  Result<void> check_aliases();
  Result<void> check_values();
  Result<void> resolve_alias(ValueId value);

  Operand before(const Operand& operand, BlockId block, BlockId predecessor) const;
  bool need(uint32_t state, Operand operand, ValueId value);
  bool need_after(BlockId program, const Operand& operand, ValueId value);
  bool need_phi(BlockId program, uint32_t phi, ValueId value);
  bool need_everywhere(uint32_t phi, ValueId value);
  bool show(const ClaimSet::Claim& claim);
  bool is_available(ValueId value, BlockId program);
  bool is_at_home(uint32_t phi);
  bool refuse(const std::string& why, ValueId value, BlockId program, BlockId block);

  const check::Dominators& result_dominators() {
    if (result_dominators_.enter.empty()) {
      result_dominators_ = check::find_dominators(check::branch_rows(function_), function_.order.front());
    }
    return result_dominators_;
  }
  const check::Dominators& program_dominators() {
    if (program_dominators_.enter.empty()) {
      program_dominators_ = check::find_dominators(check::program_rows(flow_), flow_.graph.entry());
    }
    return program_dominators_;
  }
  bool dominates(BlockId a, BlockId b) {
    const auto& tree = result_dominators();
    return tree.reached(a) && tree.reached(b) && tree.dominates(a, b);
  }
  bool is_phi_of(ValueId value, BlockId program) const {
    return values_.is_phi(value) && values_.block[value] == program;
  }
  ValueId program_incoming(ValueId phi, cfg::EdgeId edge) const {
    const auto edges = flow_.graph.in_edges(flow_.graph.target(edge));
    const auto at = std::lower_bound(edges.begin(), edges.end(), edge);
    return flow_.incoming[flow_.phis[values_.program_phi[phi]].first_incoming + (at - edges.begin())];
  }

  const Flow& flow_;
  const Structured& function_;
  check::Walks walks_;
  check::Values values_;
  check::Dominators result_dominators_, program_dominators_;
  std::vector<bool> reached_;
  std::vector<ValueId> root_;  ///< By value: the value its alias says it equals; itself without one.
  enum class Home : uint8_t { kUnknown, kYes, kNo };
  std::vector<Home> at_home_;  ///< By phi of the result.
  ClaimSet claims_;
  Diagnostic error_;
};

void PathChecker::find_reached() {
  reached_.assign(flow_.graph.block_count(), false);
  std::vector<BlockId> work = {flow_.graph.entry()};
  reached_[flow_.graph.entry()] = true;
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    for (const BlockId target : flow_.graph.successors(block)) {
      if (reached_[target]) continue;
      reached_[target] = true;
      work.push_back(target);
    }
  }
}

/// Every reached program block is there once, with all its slots; a bare return may be there more often.
Result<void> PathChecker::check_presence() const {
  if (function_.order.empty() || function_.order.front() >= function_.blocks.size()) {
    return internal_check("the result has no entry");
  }
  for (BlockId program = 0; program < flow_.graph.block_count(); ++program) {
    const BlockId block = function_.block_of_payload[program];
    const std::string what = "program block " + std::to_string(program);
    if (!reached_[program]) {
      if (block != kNone) return internal_check(what + " is never reached, but has a block");
      continue;
    }
    if (block == kNone) return internal_check(what + " was dropped");
    if (block >= function_.blocks.size() || function_.blocks[block].role != Role::kPayload ||
        function_.blocks[block].payload != program) {
      return internal_check(what + " is not where block_of_payload says");
    }
    if (function_.blocks[block].successor_count != flow_.graph.successors(program).size()) {
      return failure("the terminator lost or gained slots", function_, block);
    }
  }
  for (BlockId block = 0; block < function_.blocks.size(); ++block) {
    const Block& b = function_.blocks[block];
    if (b.role != Role::kPayload || function_.block_of_payload[b.payload] == block) continue;
    const bool may_be_copied = flow_.has_flag(b.payload, kBareReturn) && b.successor_count == 0 &&
                               flow_.graph.successors(b.payload).empty() && flow_.phis_of(b.payload).empty();
    if (!may_be_copied) return failure("the program block is there twice", function_, block);
  }
  return {};
}

/// Follows aliases to a value that has none of its own, for all values on the way. A phi that only a phi of
/// the result carries, under no name, is its own root.
Result<void> PathChecker::resolve_alias(ValueId value) {
  std::vector<ValueId> way;
  while (root_[value] == kNone && way.size() <= function_.aliases.size()) {
    way.push_back(value);
    const uint32_t alias = values_.alias[value];
    if (alias == kNone) {
      root_[value] = value;
      break;
    }
    const Operand& operand = function_.aliases[alias].operand;
    ValueId carried = kNone;
    if (operand.kind == Operand::Kind::kValue) carried = operand.index;
    if (operand.kind == Operand::Kind::kPhi) carried = function_.phis[operand.index].stands_for;
    if (carried == kNone) {
      return internal_check("the alias of value " + std::to_string(value) + " carries nothing");
    }
    if (carried == value) root_[value] = value;
    value = carried;
  }
  if (root_[value] == kNone) {
    return internal_check("the aliases of value " + std::to_string(value) + " go round in a circle");
  }
  for (const ValueId passed : way) root_[passed] = root_[value];
  return {};
}

/// A phi whose operands are all one other value (or phis that are) is that value.
Result<void> PathChecker::check_aliases() {
  root_.assign(flow_.value_count, kNone);
  for (ValueId value = 0; value < flow_.value_count; ++value) {
    if (values_.alias[value] != kNone && (values_.block[value] == kNone || !reached_[values_.block[value]])) {
      root_[value] = value;
    } else if (auto result = resolve_alias(value); !result) {
      return result;
    }
  }
  for (const Structured::Alias& alias : function_.aliases) {
    const ValueId root = root_[alias.value];
    if (root == alias.value) continue;
    const BlockId block = values_.block[alias.value];
    if (!values_.is_phi(alias.value)) {
      return internal_check("value " + std::to_string(alias.value) + " is no phi, but has an alias");
    }
    for (const cfg::EdgeId edge : flow_.graph.in_edges(block)) {
      if (!reached_[flow_.graph.source(edge)]) continue;
      const ValueId incoming = program_incoming(alias.value, edge);
      if (root_[incoming] == root) continue;
      return failure("the alias of value " + std::to_string(alias.value) + " says it is value " +
                         std::to_string(root) + ", but it can be value " + std::to_string(incoming),
                     function_, function_.block_of_payload[block]);
    }
  }
  return {};
}

bool PathChecker::refuse(const std::string& why, ValueId value, BlockId program, BlockId block) {
  error_ = failure("value " + std::to_string(value) + " does not arrive in program block " +
                       std::to_string(program) + ": " + why,
                   function_, block);
  return false;
}

/// What the operand is at the end of the predecessor, if it is a phi of the block.
Operand PathChecker::before(const Operand& operand, BlockId block, BlockId predecessor) const {
  if (operand.kind != Operand::Kind::kPhi || function_.phis[operand.index].block != block) return operand;
  return function_.incoming_of(
      function_.phis[operand.index])[check::predecessor_index(function_, block, predecessor)];
}

/// True if the value has its meaning on arrival in the program block.
bool PathChecker::is_available(ValueId value, BlockId program) {
  const BlockId block = values_.block[value];
  if (block == program) return values_.is_phi(value);
  return program_dominators().dominates(block, program);
}

/// True if the phi of the result takes its value exactly when the program's phi takes its: then it needs no
/// further proof where it is used.
bool PathChecker::is_at_home(uint32_t phi) {
  Home& home = at_home_[phi];
  if (home != Home::kUnknown) return home == Home::kYes;
  const ValueId value = function_.phis[phi].stands_for;
  bool yes = values_.is_phi(value) && reached_[values_.block[value]];
  if (yes) {
    const BlockId program = values_.block[value], block = function_.phis[phi].block;
    const BlockId wanted = function_.block_of_payload[program];
    if (block != wanted) {
      yes = function_.blocks[block].role != Role::kPayload && dominates(block, wanted);
      for (uint32_t s = walks_.first_state_at(block); yes && s != kNone; s = walks_.state(s).next_at_block) {
        yes = walks_.state(s).target == program;
      }
    }
  }
  home = yes ? Home::kYes : Home::kNo;
  return yes;
}

/// The operand, at a point of a walk, is what the value is where the walk ends.
bool PathChecker::need(uint32_t state, Operand operand, ValueId value) {
  const BlockId target = walks_.state(state).target;
  const bool is_new_there = is_phi_of(value, target);
  if (operand.kind == Operand::Kind::kUndef || operand.kind == Operand::Kind::kConstant) {
    return refuse("the result carries nothing", value, target, walks_.state(state).block);
  }
  if (operand.kind == Operand::Kind::kValue && (!is_new_there || operand.index == value)) {
    const ValueId read = operand.index;
    if (read != root_[value]) {
      return refuse("the result carries value " + std::to_string(read), value, target,
                    walks_.state(state).block);
    }
    if (!values_.is_phi(read)) return true;
    if (values_.new_phi[read] == kNone) {
      return refuse("no phi of the result is it", value, target, walks_.state(state).block);
    }
    operand = Operand::phi(values_.new_phi[read]);
    if (!is_new_there && is_at_home(operand.index)) {
      state = values_.block[read];
      value = read;
    }
  }
  claims_.insert({state, operand, value});
  return true;
}

/// The operand, at the end of a program block, is what the value is there.
bool PathChecker::need_after(BlockId program, const Operand& operand, ValueId value) {
  const BlockId block = function_.block_of_payload[program];
  uint32_t phi = operand.index;
  if (operand.kind == Operand::Kind::kUndef || operand.kind == Operand::Kind::kConstant) {
    return refuse("the result carries nothing", value, program, block);
  }
  const bool is_named = operand.kind == Operand::Kind::kValue;
  const ValueId carried = is_named ? operand.index : root_[function_.phis[phi].stands_for];
  if (carried != root_[value]) {
    return refuse("the result carries value " + std::to_string(carried), value, program, block);
  }
  if (is_named) {
    if (!values_.is_phi(carried)) return true;
    value = carried;
    phi = values_.new_phi[value];
    if (phi == kNone) return refuse("no phi of the result is it", value, program, block);
  }
  const BlockId definition = values_.block[value];
  if (definition == kNone || !reached_[definition]) {
    return refuse("a phi stands for a value that no reached block defines", value, program, block);
  }
  if (definition == program && !values_.is_phi(value)) {
    return refuse("the result carries what it was before its definition ran again", value, program, block);
  }
  return need_phi(program, phi, value);
}

/// The phi, on arrival in a program block where the value has its meaning, is the value.
bool PathChecker::need_phi(BlockId program, uint32_t phi, ValueId value) {
  const BlockId here = function_.block_of_payload[program], definition = values_.block[value];
  const BlockId block = function_.phis[phi].block;
  if (block != here && !is_phi_of(value, program)) {
    if (function_.phis[phi].stands_for == value && is_at_home(phi)) {
      return need(definition, Operand::phi(phi), value);
    }
    // Where the phi's block dominates this one, but not the definition, every way from the definition to here
    // passes the phi: it is as good here as it was there.
    const BlockId source = function_.block_of_payload[definition];
    if (dominates(block, here) && !dominates(block, source)) return need_everywhere(phi, value);
  }
  return need(program, Operand::phi(phi), value);
}

/// The phi is the value on all walks through its block that end where the value has its meaning.
bool PathChecker::need_everywhere(uint32_t phi, ValueId value) {
  if (!claims_.insert({kEverywhere, Operand::phi(phi), value})) return true;
  for (uint32_t s = walks_.first_state_at(function_.phis[phi].block); s != kNone;
       s = walks_.state(s).next_at_block) {
    if (is_available(value, walks_.state(s).target) && !need(s, Operand::phi(phi), value)) return false;
  }
  return true;
}

/// One step backwards from a claim.
bool PathChecker::show(const ClaimSet::Claim& claim) {
  const check::Walks::State& state = walks_.state(claim.state);
  for (uint32_t s = state.first_child; s != kNone; s = walks_.state(s).sibling) {
    if (!need(s, before(claim.operand, state.block, walks_.state(s).block), claim.value)) return false;
  }
  const bool is_new_there = is_phi_of(claim.value, state.target);
  for (cfg::EdgeId edge = state.first_edge; edge != kNone; edge = walks_.next_edge(edge)) {
    const BlockId program = flow_.graph.source(edge);
    const Operand operand = before(claim.operand, state.block, function_.block_of_payload[program]);
    const ValueId value = is_new_there ? program_incoming(claim.value, edge) : claim.value;
    if (need_after(program, operand, value)) continue;
    error_.message += ", on the edge from slot " + std::to_string(flow_.graph.slot(edge)) +
                      " to program block " + std::to_string(state.target);
    if (is_new_there) error_.message += ", for the phi of value " + std::to_string(claim.value);
    return false;
  }
  return true;
}

Result<void> PathChecker::check_values() {
  at_home_.assign(function_.phis.size(), Home::kUnknown);
  for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
    if (!reached_[block]) continue;
    for (const Phi& phi : flow_.phis_of(block)) {
      // An alias for another value was shown as such; what its uses read is the business of that value.
      if (root_[phi.result] != phi.result) continue;
      const Operand operand = check::operand_read(function_, values_, block, phi.result);
      if (!need(block, operand, phi.result)) return error_;
    }
  }
  for (const ValueInBlock& use : flow_.uses) {
    if (!reached_[use.block]) continue;
    const Operand operand = check::operand_read(function_, values_, use.block, use.value);
    if (!need_after(use.block, operand, use.value)) return error_;
  }
  for (size_t i = 0; i < claims_.size(); ++i) {
    if (claims_[i].state != kEverywhere && !show(claims_[i])) return error_;
  }
  return {};
}

}  // namespace

Result<void> check_paths(const Flow& flow, const Structured& function) {
  return PathChecker(flow, function).run();
}

}  // namespace trellis::structurizer
