// The path checker. It checks edges by walking from them (walks.hpp), and values by following them backwards
// through the inserted blocks.
//
// Every proof obligation has the same form: at some point of the result, an operand equals a value of the
// program on every path on which the value matters. A value read under its own name needs no proof, since
// names are assigned once and check_structure shows that definitions dominate uses. A phi is shown by its
// operands: the checker goes back along every path that leads to it, to the definition itself or to something
// shown before. Each claim is shown at most once. While a claim is being shown it may be assumed (induction
// over the length of the path).
//
// By then, all program edges are known to lead where they should. So an edge matters for the phi that a block
// is about to take only if it leads to that block, and for another value only if the value's definition
// dominates the edge's target.
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "structurizer/check/check.hpp"
#include "structurizer/check/support.hpp"
#include "structurizer/check/walks.hpp"
#include "support/containers.hpp"
#include "support/hash_index.hpp"

namespace trellis::structurizer {

namespace {

using check::failure;

constexpr size_t kFewEdges = 16;  // Up to this many edges are examined together.
// The number of dominators examined for one claim; the claim derived from it continues from there.
constexpr uint32_t kMaxClimb = 64;
// Limit on the inserted blocks between a phi and the program block that defines it.
constexpr size_t kMaxOwnBlocks = 16;

bool has_one_successor(const Block& block) {
  return block.exit == Exit::kBranch || block.exit == Exit::kBreakable;
}

/// The claim that in the block, after its phis, the operand equals what the value will be at the end of every
/// walk through the block on which the value matters.
struct Claim {
  BlockId block = kNone;
  Operand operand;
  ValueId value = kNone;
  bool is_new = false;  ///< The value is a program phi, and the walks that matter are those to its own block.
  friend bool operator==(const Claim& a, const Claim& b) {
    return a.block == b.block && a.value == b.value && a.operand == b.operand && a.is_new == b.is_new;
  }
};

/// A list of distinct claims.
class ClaimSet {
 public:
  void insert(const Claim& claim) {
    const auto next = static_cast<uint32_t>(claims_.size());
    const uint32_t number =
        index_.find_or_add(hash(claim), next, [&](uint32_t known) { return claims_[known] == claim; });
    if (number == next) claims_.push_back(claim);
  }
  size_t size() const { return claims_.size(); }
  Claim operator[](size_t index) const { return claims_[index]; }

 private:
  static uint32_t hash(const Claim& claim) {
    const uint64_t place = ((uint64_t{claim.block} << 32) | claim.value) * 0x9E3779B97F4A7C15u;
    return hash_of(place ^ (uint64_t{static_cast<uint8_t>(claim.operand.kind)} << 33) ^
                   (uint64_t{claim.is_new} << 32) ^ claim.operand.index);
  }

  Vector<Claim> claims_;
  HashIndex index_;
};

class PathChecker {
 public:
  explicit PathChecker(check::Shared& shared)
      : shared_(shared), flow_(shared.flow()), function_(shared.function()) {}

  Result<void> run() {
    TRELLIS_RETURN_IF_ERROR(shared_.check_form());
    find_reached();
    TRELLIS_RETURN_IF_ERROR(check_presence());
    TRELLIS_RETURN_IF_ERROR(check::Walks(flow_, function_).run(reached_));
    if (flow_.phis.entries.empty() && flow_.uses.empty()) return {};
    values_ = &shared_.values();
    TRELLIS_RETURN_IF_ERROR(check_aliases());
    return check_values();
  }

 private:
  void find_reached();
  Result<void> check_presence() const;
  Result<void> check_aliases();
  Result<void> check_values();
  Result<void> resolve_alias(ValueId value);

  void list_first_edges();
  Operand before(const Operand& operand, BlockId block, BlockId predecessor) const;
  void need(Claim claim);
  bool need_after(BlockId program, const Operand& operand, ValueId value);
  void need_phi(BlockId program, uint32_t phi, ValueId value);
  BlockId straight_to(const Claim& claim);
  BlockId as_good_at(const Claim& claim);
  bool is_received(ValueId phi, const Operand& operand, BlockId block);
  bool may_pass(cfg::EdgeId edge, BlockId block);
  void number_walks();
  bool show(const Claim& claim);
  bool show_edge(const Claim& claim, cfg::EdgeId edge);
  bool is_available(ValueId value, BlockId program);
  bool is_in_place(uint32_t phi);
  bool refuse(const String& why, ValueId value, BlockId program, BlockId block);

  const check::Dominators& program_dominators() {
    if (program_dominators_.enter.empty()) {
      program_dominators_ = check::find_dominators(flow_.graph.successor_rows(), flow_.graph.entry());
    }
    return program_dominators_;
  }
  bool dominates(BlockId a, BlockId b) {
    const auto& tree = shared_.branch_dominators();
    return tree.reached(a) && tree.reached(b) && tree.dominates(a, b);
  }
  bool is_phi_of(ValueId value, BlockId program) const {
    return values_->is_phi(value) && values_->block[value] == program;
  }
  ValueId program_incoming(ValueId phi, cfg::EdgeId edge) const {
    const auto edges = flow_.graph.in_edges(flow_.graph.target(edge));
    const auto at = std::lower_bound(edges.begin(), edges.end(), edge);
    return flow_
        .incoming[flow_.phis.entries[values_->program_phi[phi]].first_incoming + (at - edges.begin())];
  }

  check::Shared& shared_;
  const Flow& flow_;
  const Structured& function_;
  const check::Values* values_ = nullptr;
  check::Dominators program_dominators_;
  Vector<bool> reached_;
  /// By value: the value that its aliases resolve to; the value itself if it has none.
  Vector<ValueId> root_;
  enum class Place : uint8_t { kUnknown, kYes, kNo };
  Vector<Place> in_place_;  ///< By phi of the result: the remembered result of is_in_place().
  ClaimSet claims_;
  /// By block of the result: the nearest program block that strictly dominates it.
  Vector<BlockId> payload_above_;
  Vector<uint32_t> walk_number_;       ///< By block of the result; see number_walks().
  bool walks_turn_back_ = false;       ///< True if walk_number_ cannot be used.
  CompressedRows<cfg::EdgeId> edges_;  ///< Program edges, by the first block they lead to in the result.
  std::optional<Diagnostic> error_;
};

void PathChecker::find_reached() {
  reached_.assign(flow_.graph.block_count(), false);
  Vector<BlockId> work = {flow_.graph.entry()};
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

/// Checks that every reached program block is in the result once, with all its slots. Only a bare return may
/// appear more often.
Result<void> PathChecker::check_presence() const {
  if (function_.order.empty() || function_.order.front() >= function_.blocks.size()) {
    return internal_check("the result has no entry");
  }
  for (BlockId program = 0; program < flow_.graph.block_count(); ++program) {
    const BlockId block = function_.block_of_payload[program];
    const auto what = [program] { return "program block " + decimal(program); };
    if (!reached_[program]) {
      if (block != kNone) return internal_check(what() + " is never reached, but has a block");
      continue;
    }
    if (block == kNone) return internal_check(what() + " was dropped");
    if (function_.blocks[block].successor_count != flow_.graph.successors(program).size()) {
      return failure("the terminator's number of successor slots has changed", function_, block);
    }
  }
  for (BlockId block = 0; block < function_.blocks.size(); ++block) {
    const Block& b = function_.blocks[block];
    if (b.role != Role::kPayload || function_.block_of_payload[b.payload] == block) continue;
    const bool may_be_copied = flow_.has_flag(b.payload, kBareReturn) && b.successor_count == 0 &&
                               flow_.graph.successors(b.payload).empty() && flow_.phis_of(b.payload).empty();
    if (!may_be_copied) return failure("the program block occurs twice", function_, block);
  }
  return {};
}

/// Follows aliases to a value without one, for all values in the chain. A phi that a phi of the result
/// carries without replacing it is its own root.
Result<void> PathChecker::resolve_alias(ValueId value) {
  Vector<ValueId> chain;
  while (root_[value] == kNone && chain.size() <= function_.aliases.size()) {
    chain.push_back(value);
    const uint32_t alias = values_->alias[value];
    if (alias == kNone) {
      root_[value] = value;
      break;
    }
    const Operand& operand = function_.aliases[alias].operand;
    ValueId carried = kNone;
    if (operand.kind == Operand::Kind::kValue) carried = operand.index;
    if (operand.kind == Operand::Kind::kPhi) carried = function_.phis[operand.index].stands_for;
    if (carried == kNone) {
      return internal_check("the alias of value " + decimal(value) + " has no value");
    }
    if (carried == value) root_[value] = value;
    value = carried;
  }
  if (root_[value] == kNone) {
    return internal_check("the aliases of value " + decimal(value) + " form a cycle");
  }
  for (const ValueId passed : chain) root_[passed] = root_[value];
  return {};
}

/// Checks each alias: a phi may be replaced by a value only if each of its operands is that value or a phi
/// that equals it.
Result<void> PathChecker::check_aliases() {
  root_.resize(flow_.value_count);
  std::iota(root_.begin(), root_.end(), ValueId{0});
  for (const Structured::Alias& alias : function_.aliases) {
    const BlockId block = values_->block[alias.value];
    if (block != kNone && reached_[block]) root_[alias.value] = kNone;  // Not resolved yet.
  }
  for (const Structured::Alias& alias : function_.aliases) {
    TRELLIS_RETURN_IF_ERROR(resolve_alias(alias.value));
  }
  for (const Structured::Alias& alias : function_.aliases) {
    const ValueId root = root_[alias.value];
    if (root == alias.value) continue;
    const BlockId block = values_->block[alias.value];
    if (!values_->is_phi(alias.value)) {
      return internal_check("value " + decimal(alias.value) + " is not a phi, but has an alias");
    }
    for (const cfg::EdgeId edge : flow_.graph.in_edges(block)) {
      if (!reached_[flow_.graph.source(edge)]) continue;
      const ValueId incoming = program_incoming(alias.value, edge);
      if (root_[incoming] == root) continue;
      return failure("the alias of value " + decimal(alias.value) + " is value " + decimal(root) +
                         ", but another one arriving is value " + decimal(incoming),
                     function_, function_.block_of_payload[block]);
    }
  }
  return {};
}

bool PathChecker::refuse(const String& why, ValueId value, BlockId program, BlockId block) {
  error_ = failure(
      "value " + decimal(value) + " does not arrive in program block " + decimal(program) + ": " + why,
      function_, block);
  return false;
}

/// Returns what the operand is at the end of the predecessor, if it is a phi of the block; otherwise the
/// operand.
Operand PathChecker::before(const Operand& operand, BlockId block, BlockId predecessor) const {
  if (operand.kind != Operand::Kind::kPhi || function_.phis[operand.index].block != block) return operand;
  return function_.incoming_of(
      function_.phis[operand.index])[check::predecessor_index(function_, block, predecessor)];
}

/// Returns true if the value is defined before control reaches the program block.
bool PathChecker::is_available(ValueId value, BlockId program) {
  const BlockId block = values_->block[value];
  return block != program && program_dominators().dominates(block, program);
}

/// Returns true if the phi of the result takes its value exactly when the program's phi does: in the
/// program's block, or in a block from which only inserted branches lead there. It then needs no further
/// proof where it is used.
bool PathChecker::is_in_place(uint32_t phi) {
  Place& place = in_place_[phi];
  if (place != Place::kUnknown) return place == Place::kYes;
  place = Place::kNo;
  const ValueId value = function_.phis[phi].stands_for;
  if (!values_->is_phi(value) || !reached_[values_->block[value]]) return false;
  const BlockId wanted = function_.block_of_payload[values_->block[value]];
  BlockId block = function_.phis[phi].block;
  if (block != wanted && !dominates(block, wanted)) return false;
  for (size_t steps = 0; block != wanted && steps < kMaxOwnBlocks; ++steps) {
    if (!has_one_successor(function_.blocks[block])) return false;
    block = function_.successors_of(block)[0];
  }
  if (block != wanted) return false;
  place = Place::kYes;
  return true;
}

/// Returns true if the operand, which is not a phi, is what the program's phi receives on all edges whose
/// walks may pass the block. It then need not be followed to each of these edges.
bool PathChecker::is_received(ValueId phi, const Operand& operand, BlockId block) {
  const BlockId program = values_->block[phi];
  const auto edges = flow_.graph.in_edges(program);
  if (edges.size() > kFewEdges || (operand.kind == Operand::Kind::kValue && values_->is_phi(operand.index))) {
    return false;
  }
  const ValueId read = operand.kind == Operand::Kind::kValue ? operand.index : ValueId{kNone};
  for (const cfg::EdgeId edge : edges) {
    const BlockId source = flow_.graph.source(edge);
    if (reached_[source] && root_[program_incoming(phi, edge)] != read && may_pass(edge, block)) return false;
  }
  return true;
}

/// Returns false if the walk of the edge cannot pass the block. That is so if the last program block that
/// dominates the block does not dominate the source of the edge, or if the block's walk number is not between
/// those of the edge's ends: the numbers ascend along a walk without retreating edges.
bool PathChecker::may_pass(cfg::EdgeId edge, BlockId block) {
  if (walk_number_.empty()) number_walks();
  const BlockId source = function_.block_of_payload[flow_.graph.source(edge)];
  if (payload_above_[block] != kNone && !dominates(payload_above_[block], source)) return false;
  if (walks_turn_back_) return true;
  const uint32_t begin = walk_number_[source];
  const uint32_t end = walk_number_[function_.block_of_payload[flow_.graph.target(edge)]];
  if (end <= begin) return true;
  return begin < walk_number_[block] && walk_number_[block] < end;
}

/// Numbers the blocks in reverse post-visit order, so that numbers ascend along all edges but retreating
/// ones. The numbers are useless if walks continue from a retreating edge to program blocks that do not
/// dominate its source; only dispatch blocks cause such walks.
void PathChecker::number_walks() {
  const auto& tree = shared_.branch_dominators();
  const size_t blocks = function_.blocks.size();
  const auto count = static_cast<uint32_t>(tree.depth_first.size());
  walk_number_.assign(blocks, 0);
  payload_above_.assign(blocks, kNone);
  for (const BlockId block : tree.depth_first) {
    const BlockId above = tree.parent[block];
    if (above == kNone) continue;
    payload_above_[block] = function_.blocks[above].role == Role::kPayload ? above : payload_above_[above];
  }
  // The depth-first walk leaves a block after all blocks of its subtree.
  Vector<uint32_t> open;
  uint32_t next = count;
  auto leave = [&] {
    walk_number_[open.back()] = --next;
    open.pop_back();
  };
  for (const BlockId block : tree.depth_first) {
    while (!open.empty() && tree.last[open.back()] < tree.visit[block]) leave();
    open.push_back(block);
  }
  while (!open.empty()) leave();
  for (const BlockId source : tree.depth_first) {
    for (BlockId target : function_.successors_of(source)) {
      if (!tree.retreats(source, target)) continue;
      for (size_t steps = 0; steps < kMaxOwnBlocks && has_one_successor(function_.blocks[target]); ++steps) {
        target = function_.successors_of(target)[0];
      }
      walks_turn_back_ = walks_turn_back_ || function_.blocks[target].role != Role::kPayload ||
                         !tree.dominates(target, source);
    }
  }
}

/// For a claim about a phi that a block is about to take: returns the block of the result's phi if all walks
/// that matter pass it, else the claim's own block. They pass it if it dominates the block in which they end
/// and none of those in which they begin.
BlockId PathChecker::straight_to(const Claim& claim) {
  const BlockId block = function_.phis[claim.operand.index].block;
  if (block == claim.block || function_.blocks[block].role == Role::kPayload) return claim.block;
  const BlockId program = values_->block[claim.value];
  if (!dominates(block, function_.block_of_payload[program])) return claim.block;
  for (const cfg::EdgeId edge : flow_.graph.in_edges(program)) {
    const BlockId source = flow_.graph.source(edge);
    if (reached_[source] && dominates(block, function_.block_of_payload[source])) return claim.block;
  }
  return block;
}

/// For a claim about a phi and a value defined earlier: returns the highest block in which the claim is
/// equivalent. Every path from the definition to the claim's block passes each block that dominates the
/// claim's block but not the definition. If the phi is defined in such a block or above it, it has the same
/// value there.
BlockId PathChecker::as_good_at(const Claim& claim) {
  const BlockId top = function_.phis[claim.operand.index].block;
  const BlockId definition = function_.block_of_payload[values_->block[claim.value]];
  BlockId block = claim.block;
  if (!dominates(top, block)) return block;
  if (!dominates(top, definition)) return top;
  const auto& tree = shared_.branch_dominators();
  for (uint32_t steps = 0; steps < kMaxClimb && block != top; ++steps) {
    if (dominates(tree.parent[block], definition)) break;
    block = tree.parent[block];
  }
  return block;
}

void PathChecker::need(Claim claim) {
  if (claim.operand.kind == Operand::Kind::kValue) {
    const ValueId read = claim.operand.index;
    const bool is_root = read == root_[claim.value] && !(claim.is_new && read != claim.value);
    if (is_root && !values_->is_phi(read)) return;
    if (is_root && values_->new_phi[read] != kNone) {
      claim.operand = Operand::phi(values_->new_phi[read]);
      if (!claim.is_new && is_in_place(claim.operand.index)) {
        claim = {function_.block_of_payload[values_->block[read]], claim.operand, read, true};
      }
    }
  }
  const bool is_followed = claim.operand.kind == Operand::Kind::kPhi || !claim.is_new;
  if (!is_followed && is_received(claim.value, claim.operand, claim.block)) return;
  if (claim.operand.kind == Operand::Kind::kPhi) {
    claim.block = claim.is_new ? straight_to(claim) : as_good_at(claim);
  }
  claims_.insert(claim);
}

/// Adds the claim that the operand equals the value at the end of a program block. Returns false
/// if it cannot.
bool PathChecker::need_after(BlockId program, const Operand& operand, ValueId value) {
  const BlockId block = function_.block_of_payload[program];
  uint32_t phi = operand.index;
  if (operand.kind == Operand::Kind::kUndef || operand.kind == Operand::Kind::kConstant) {
    return refuse("the result has no value", value, program, block);
  }
  const bool is_named = operand.kind == Operand::Kind::kValue;
  const ValueId carried = is_named ? operand.index : root_[function_.phis[phi].stands_for];
  if (carried != root_[value]) {
    return refuse("what arrives is value " + decimal(carried), value, program, block);
  }
  if (is_named) {
    if (!values_->is_phi(carried)) return true;
    value = carried;
    phi = values_->new_phi[value];
    if (phi == kNone) return refuse("no phi of the result stands for it", value, program, block);
  }
  const BlockId definition = values_->block[value];
  if (definition == kNone || !reached_[definition]) {
    return refuse("a phi stands for a value that no reached block defines", value, program, block);
  }
  if (definition == program && !values_->is_phi(value)) {
    return refuse("an outdated value arrives, from before its definition ran again", value, program, block);
  }
  need_phi(program, phi, value);
  return true;
}

/// Adds the claim that the phi equals the value at the start of a program block where the value is available.
void PathChecker::need_phi(BlockId program, uint32_t phi, ValueId value) {
  const BlockId here = function_.block_of_payload[program];
  const BlockId definition = function_.block_of_payload[values_->block[value]];
  const Operand operand = Operand::phi(phi);
  if (is_phi_of(value, program)) {
    need({here, operand, value, true});
  } else if (function_.phis[phi].stands_for == value && is_in_place(phi)) {
    need({definition, operand, value, true});
  } else {
    need({here, operand, value, false});
  }
}

bool PathChecker::show_edge(const Claim& claim, cfg::EdgeId edge) {
  const BlockId program = flow_.graph.source(edge), target = flow_.graph.target(edge);
  const bool matters = claim.is_new ? is_phi_of(claim.value, target) : is_available(claim.value, target);
  if (!reached_[program] || !matters) return true;
  const Operand operand = before(claim.operand, claim.block, function_.block_of_payload[program]);
  if (need_after(program, operand, claim.is_new ? program_incoming(claim.value, edge) : claim.value))
    return true;
  error_->message +=
      ", on the edge from slot " + decimal(flow_.graph.slot(edge)) + " to program block " + decimal(target);
  if (claim.is_new) error_->message += ", for the phi of value " + decimal(claim.value);
  return false;
}

/// Shows a claim by adding claims about the predecessors of its block.
bool PathChecker::show(const Claim& claim) {
  for (const BlockId predecessor : function_.predecessors_of(claim.block)) {
    if (function_.blocks[predecessor].role == Role::kPayload) continue;
    need({predecessor, before(claim.operand, claim.block, predecessor), claim.value, claim.is_new});
  }
  for (const cfg::EdgeId edge : edges_.of(claim.block)) {
    if (!show_edge(claim, edge)) return false;
  }
  return true;
}

void PathChecker::list_first_edges() {
  edges_ = collect_rows<cfg::EdgeId>(static_cast<uint32_t>(function_.blocks.size()), [&](const auto& add) {
    for (BlockId program = 0; program < flow_.graph.block_count(); ++program) {
      if (!reached_[program]) continue;
      cfg::EdgeId edge = flow_.graph.first_edge(program);
      for (const BlockId target : function_.successors_of(function_.block_of_payload[program])) {
        add(target, edge++);
      }
    }
  });
}

Result<void> PathChecker::check_values() {
  in_place_.assign(function_.phis.size(), Place::kUnknown);
  list_first_edges();
  for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
    if (!reached_[block]) continue;
    for (const Phi& phi : flow_.phis_of(block)) {
      const Operand operand = check::operand_read(function_, *values_, block, phi.result);
      // check_aliases() has shown that the phi equals that other value.
      if (root_[phi.result] != phi.result && operand == Operand::value(root_[phi.result])) continue;
      need({function_.block_of_payload[block], operand, phi.result, true});
    }
  }
  for (const ValueInBlock& use : flow_.uses) {
    if (!reached_[use.block]) continue;
    const Operand operand = check::operand_read(function_, *values_, use.block, use.value);
    if (!need_after(use.block, operand, use.value)) return std::move(*error_);
  }
  for (size_t i = 0; i < claims_.size(); ++i) {
    if (!show(claims_[i])) return std::move(*error_);
  }
  return {};
}

}  // namespace

Result<void> check::check_paths(Shared& shared) { return PathChecker(shared).run(); }

Result<void> check_paths(const Flow& flow, const Structured& function) {
  check::Shared shared(flow, function);
  return check::check_paths(shared);
}

}  // namespace trellis::structurizer
