#include "structurizer/phis.hpp"

#include <algorithm>
#include <optional>

#include "cfg/post_visit_order.hpp"
#include "structurizer/value_repair.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

namespace {

/// What is read backwards: an operand of a program phi, or a selector. A selector carries the target of the
/// last edge that left a node or, for dispatch blocks, the node that the last edge to one of them was meant
/// for.
struct Variable {
  enum class Kind : uint8_t { kProgramPhi, kTarget, kIntended };
  Kind kind = Kind::kProgramPhi;
  BlockId target = kNone;  ///< kProgramPhi: the program block of the phi.
  const Phi* phi = nullptr;
};

cfg::Graph graph_of(const Structured& f) {
  CompressedRows<BlockId> successors;
  successors.first.reserve(f.blocks.size() + 1);
  successors.entries.reserve(f.successors.size());
  for (BlockId id = 0; id < f.blocks.size(); ++id) successors.append_row(f.successors_of(id));
  return cfg::Graph(std::move(successors));
}

class PhiPlacer {
 public:
  PhiPlacer(const Flow& flow, const ReducibleGraph& reducible, Draft& draft, WorkWatch* watch)
      : flow_(flow),
        reducible_(reducible),
        draft_(draft),
        f_(draft.function),
        graph_(graph_of(f_)),
        dominators_(build_dominators(graph_, cfg::PostVisitOrder(graph_))),
        repair_(f_, dominators_, definitions_, phis_),
        watch_(watch) {}

  void run() {
    find_predecessors();
    find_definitions();
    if (!flow_.phis.entries.empty()) find_in_positions();
    place_selectors();
    place_program_phis();
    replace_broken_uses();
    if (is_over(watch_)) return;  // What comes next relies on all of the above.
    resolve_aliases();
    store_phis();
  }

 private:
  void find_predecessors() {
    f_.predecessors.first.reserve(f_.blocks.size() + 1);
    f_.predecessors.entries.reserve(f_.successors.size());
    slot_.reserve(f_.successors.size());
    for (BlockId id = 0; id < f_.blocks.size(); ++id) {
      BlockId last = kNone;
      for (cfg::EdgeId edge : graph_.in_edges(id)) {
        if (graph_.source(edge) == last) continue;
        last = graph_.source(edge);
        f_.predecessors.entries.push_back(last);
        slot_.push_back(graph_.slot(edge));
      }
      f_.predecessors.end_row();
    }
  }

  void find_definitions() {
    f_.block_of_payload.assign(flow_.graph.block_count(), kNone);
    for (BlockId id = 0; id < f_.blocks.size(); ++id) {
      if (f_.blocks[id].payload != kNone) f_.block_of_payload[f_.blocks[id].payload] = id;
    }
    definitions_.assign(flow_.value_count, kNone);
    for (const ValueInBlock& definition : flow_.definitions) {
      definitions_[definition.value] = f_.block_of_payload[definition.block];
    }
  }

  void find_in_positions() {
    in_position_.resize(flow_.graph.edge_count());
    for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
      uint32_t position = 0;
      for (cfg::EdgeId edge : flow_.graph.in_edges(block)) in_position_[edge] = position++;
    }
  }

  // ---- reading backwards
  /// Returns true if the edges that leave this block give the variable its value.
  bool defines(const Variable& variable, BlockId id) const {
    const BlockId node = draft_.node[id];
    if (node == kNone) return false;
    if (variable.kind == Variable::Kind::kTarget) return true;
    return variable.kind == Variable::Kind::kIntended ? !reducible_.is_dispatch(node)
                                                      : reducible_.is_payload(node);
  }

  /// Returns the number that a selector carries on the edge that leaves a node by a slot.
  BlockId number_on_edge(const Variable& variable, BlockId node, uint32_t slot) const {
    return variable.kind == Variable::Kind::kIntended ? reducible_.intended_target(node, slot)
                                                      : reducible_.graph.successors(node)[slot];
  }

  /// Returns true if both slots of a program block lead to the same block of the result.
  bool has_joined_slots(BlockId id) const {
    const auto successors = f_.successors_of(id);
    return successors.size() == 2 && successors[0] == successors[1] && f_.blocks[id].role == Role::kPayload;
  }

  /// Returns the variable's value on the edges from a defining block to one of its successors. slot: the
  /// first of these edges.
  Operand on_edge(const Variable& variable, BlockId id, uint32_t slot) {
    const BlockId node = draft_.node[id];
    if (variable.kind != Variable::Kind::kProgramPhi) {
      const BlockId number = number_on_edge(variable, node, slot);
      if (slot != 0 || !has_joined_slots(id)) return Operand::constant(number);
      const BlockId other = number_on_edge(variable, node, 1);
      return number == other ? Operand::constant(number) : choice_of(id, number, other);
    }
    cfg::EdgeId edge = reducible_.graph.first_edge(node) + slot;
    if (flow_.graph.target(edge) != variable.target && slot == 0 && has_joined_slots(id)) ++edge;
    if (flow_.graph.target(edge) != variable.target) return Operand::undef();
    return repair_.at_end(flow_.incoming[variable.phi->first_incoming + in_position_[edge]], id);
  }

  /// Returns the choice by which the current variable repeats the condition of a block. A variable has one
  /// choice per block.
  Operand choice_of(BlockId id, uint32_t first, uint32_t second) {
    choice_of_.resize(f_.blocks.size(), kNone);
    const Choice choice = {id, first, second, false};
    if (choice_of_[id] == kNone || f_.choices[choice_of_[id]] != choice) {
      choice_of_[id] = static_cast<uint32_t>(f_.choices.size());
      f_.choices.push_back(choice);
    }
    return Operand::choice(choice_of_[id]);
  }

  void start_variable() {
    ++stamp_;
    memo_.resize(f_.blocks.size());
    memo_stamp_.resize(f_.blocks.size(), 0);
    open_stamp_.resize(f_.blocks.size(), 0);
  }

  /// Returns the variable's value after the phis of an inserted block. Between nodes, inserted blocks form no
  /// cycles.
  Operand read(const Variable& variable, BlockId block) {
    work_.push_back(block);
    while (!work_.empty()) {
      const BlockId id = work_.back();
      if (memo_stamp_[id] == stamp_) {
        work_.pop_back();
        continue;
      }
      bool ready = true;
      if (open_stamp_[id] != stamp_) {
        open_stamp_[id] = stamp_;
        for (BlockId predecessor : f_.predecessors_of(id)) {
          if (defines(variable, predecessor) || memo_stamp_[predecessor] == stamp_) continue;
          work_.push_back(predecessor);
          ready = false;
        }
      }
      if (!ready) continue;
      work_.pop_back();
      memo_[id] = join(variable, id);
      memo_stamp_[id] = stamp_;
    }
    return memo_[block];
  }

  /// Lists the variable's value on each in-edge of a block.
  void read_incoming(const Variable& variable, BlockId id, Vector<Operand>& incoming) {
    incoming.clear();
    const uint32_t end = f_.predecessors.first[id + 1];
    for (uint32_t i = f_.predecessors.first[id]; i < end; ++i) {
      const BlockId predecessor = f_.predecessors.entries[i];
      if (defines(variable, predecessor)) {
        incoming.push_back(on_edge(variable, predecessor, slot_[i]));
      } else {
        incoming.push_back(memo_stamp_[predecessor] == stamp_ ? memo_[predecessor] : Operand::undef());
      }
    }
  }

  /// Returns the operand that can stand for all incoming ones, if there is one: either all are equal, or the
  /// defined ones are equal and valid in the block.
  std::optional<Operand> common(const Vector<Operand>& incoming, BlockId id) const {
    Operand only = Operand::undef();
    bool all_defined = true;
    for (const Operand& operand : incoming) {
      if (operand.kind == Operand::Kind::kUndef) {
        all_defined = false;
      } else if (only.kind == Operand::Kind::kUndef) {
        only = operand;
      } else if (only != operand) {
        return std::nullopt;
      }
    }
    if (all_defined || only.kind == Operand::Kind::kUndef || is_valid_before(only, id)) return only;
    return std::nullopt;
  }

  bool is_valid_before(const Operand& operand, BlockId id) const {
    if (operand.kind == Operand::Kind::kConstant) return true;
    if (operand.kind == Operand::Kind::kChoice)
      return dominators_.strictly_dominates(f_.choices[operand.index].block, id);
    const BlockId definition =
        operand.kind == Operand::Kind::kPhi ? phis_.phis[operand.index].block : definitions_[operand.index];
    return definition == kNone || dominators_.strictly_dominates(definition, id);
  }

  Operand join(const Variable& variable, BlockId id) {
    read_incoming(variable, id, incoming_);
    if (const auto operand = common(incoming_, id)) return *operand;
    const ValueId stands_for = variable.phi != nullptr ? variable.phi->result : kNone;
    return Operand::phi(add_phi(id, stands_for, incoming_));
  }

  uint32_t add_phi(BlockId id, ValueId stands_for, const Vector<Operand>& incoming) {
    const uint32_t phi = phis_.add(id, stands_for, incoming.size());
    std::copy(incoming.begin(), incoming.end(), phis_.incoming.begin() + phis_.phis[phi].first_incoming);
    return phi;
  }

  /// Reads the variable at the end of every predecessor that does not define it.
  void read_before(const Variable& variable, BlockId id) {
    for (BlockId predecessor : f_.predecessors_of(id)) {
      if (!defines(variable, predecessor)) read(variable, predecessor);
    }
  }

  // ---- the three kinds of readers
  void place_selectors() {
    for (const auto kind : {Variable::Kind::kTarget, Variable::Kind::kIntended}) {
      if (kind == Variable::Kind::kIntended && reducible_.intended.empty()) break;
      start_variable();
      const Variable variable = {kind, kNone, nullptr};
      for (BlockId id = 0; id < f_.blocks.size(); ++id) {
        Block& block = f_.blocks[id];
        if (block.exit != Exit::kIf && block.exit != Exit::kSwitch) continue;
        if ((block.role == Role::kDispatch) != (kind == Variable::Kind::kIntended)) continue;
        if (is_over_by_now(watch_)) return;
        block.selector = read(variable, id);
      }
    }
  }

  void place_program_phis() {
    if (flow_.phis.entries.empty()) return;
    Vector<Operand> incoming;
    for (BlockId id = 0; id < f_.blocks.size(); ++id) {
      const BlockId payload = f_.blocks[id].payload;
      if (payload == kNone) continue;
      for (const Phi& phi : flow_.phis_of(payload)) {
        if (is_over_by_now(watch_)) return;
        start_variable();
        const Variable variable = {Variable::Kind::kProgramPhi, payload, &phi};
        read_before(variable, id);
        read_incoming(variable, id, incoming);
        const auto operand = common(incoming, id);
        if (operand && *operand != Operand::value(phi.result)) {
          f_.aliases.push_back({phi.result, *operand});
        } else {
          const uint32_t placed = add_phi(id, phi.result, incoming);
          phis_.phis[placed].result = phi.result;
        }
      }
    }
  }

  void replace_broken_uses() {
    for (const ValueInBlock& use : flow_.uses) {
      const BlockId id = f_.block_of_payload[use.block];
      if (id == kNone || repair_.is_available(use.value, id)) continue;
      if (is_over_by_now(watch_)) return;
      f_.replacements.push_back({use.block, use.value, repair_.at_end(use.value, id)});
    }
    auto key = [](const Replacement& r) { return uint64_t{r.payload} << 32 | r.value; };
    std::sort(f_.replacements.begin(), f_.replacements.end(),
              [&](const Replacement& a, const Replacement& b) { return key(a) < key(b); });
    f_.replacements.erase(
        std::unique(f_.replacements.begin(), f_.replacements.end(),
                    [&](const Replacement& a, const Replacement& b) { return key(a) == key(b); }),
        f_.replacements.end());
  }

  // ---- finishing
  void resolve_aliases() {
    if (f_.aliases.empty()) return;
    std::sort(f_.aliases.begin(), f_.aliases.end(),
              [](const auto& a, const auto& b) { return a.value < b.value; });
    Vector<uint32_t> alias_of(flow_.value_count, kNone);
    for (uint32_t i = 0; i < f_.aliases.size(); ++i) alias_of[f_.aliases[i].value] = i;
    Vector<uint32_t> chain;
    auto resolve = [&](Operand operand) {
      chain.clear();
      while (operand.kind == Operand::Kind::kValue && alias_of[operand.index] != kNone) {
        chain.push_back(alias_of[operand.index]);
        operand = f_.aliases[chain.back()].operand;
      }
      for (uint32_t link : chain) f_.aliases[link].operand = operand;
      return operand;
    };
    for (auto& alias : f_.aliases) alias.operand = resolve(alias.operand);
    for (Operand& operand : phis_.incoming) operand = resolve(operand);
    for (Replacement& replacement : f_.replacements) replacement.operand = resolve(replacement.operand);
  }

  /// Moves the collected phis into the result, grouped by block.
  void store_phis() {
    const auto by_block =
        collect_rows<uint32_t>(static_cast<uint32_t>(f_.blocks.size()), [&](const auto& add) {
          for (uint32_t i = 0; i < phis_.phis.size(); ++i) add(phis_.phis[i].block, i);
        });
    const Vector<uint32_t>& order = by_block.entries;
    Vector<uint32_t> number(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
    auto renumber = [&](Operand& operand) {
      if (operand.kind == Operand::Kind::kPhi) operand.index = number[operand.index];
    };
    for (uint32_t index : order) {
      Block& block = f_.blocks[phis_.phis[index].block];
      if (block.phi_count++ == 0) block.first_phi = static_cast<uint32_t>(f_.phis.size());
      f_.phis.push_back(phis_.phis[index]);
    }
    f_.incoming = std::move(phis_.incoming);
    for (Operand& operand : f_.incoming) renumber(operand);
    for (Block& block : f_.blocks) renumber(block.selector);
    for (auto& alias : f_.aliases) renumber(alias.operand);
    for (Replacement& replacement : f_.replacements) renumber(replacement.operand);
  }

  const Flow& flow_;
  const ReducibleGraph& reducible_;
  Draft& draft_;
  Structured& f_;
  cfg::Graph graph_;
  cfg::DominatorTree dominators_;
  Vector<BlockId> definitions_;  ///< By value: the block of the result that defines it.
  PhiList phis_;
  ValueRepair repair_;
  WorkWatch* watch_;
  Vector<uint32_t> slot_;         ///< By predecessor entry: the predecessor's first slot that leads here.
  Vector<uint32_t> in_position_;  ///< By program edge: its index among its target's in-edges.

  Vector<uint32_t> choice_of_;  ///< By block: the index of its choice.

  // By block, what is known about the current variable.
  uint32_t stamp_ = 0;
  Vector<Operand> memo_;
  Vector<uint32_t> memo_stamp_, open_stamp_;
  Vector<BlockId> work_;
  Vector<Operand> incoming_;
};

}  // namespace

void place_phis(const Flow& flow, const ReducibleGraph& reducible, Draft& draft, WorkWatch* watch) {
  PhiPlacer(flow, reducible, draft, watch).run();
}

}  // namespace trellis::structurizer
