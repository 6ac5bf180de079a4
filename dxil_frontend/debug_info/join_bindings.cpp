#include "dxil_frontend/debug_info/join_bindings.hpp"

#include "cfg/dominators.hpp"
#include "cfg/post_visit_order.hpp"
#include "dxil_frontend/debug_info/binding_slots.hpp"
#include "dxil_frontend/debug_info/binding_views.hpp"
#include "support/sort_stably.hpp"

namespace trellis::dxil {
namespace {

/// A binding to write before an instruction. Bindings that still hold there come first, then the program's
/// own, then those that end an early value.
struct PlacedBinding {
  enum class Order : uint8_t { kHolds, kSaid, kEnds };
  uint32_t before = 0;
  Order order = Order::kSaid;
  DebugBinding binding;
};

class BindingJoiner {
 public:
  BindingJoiner(const Module& module, Function& function)
      : module_(module),
        function_(function),
        order_(function.graph),
        dominators_(cfg::build_dominators(function.graph, order_)),
        slots_(function),
        views_(module.debug, function) {}

  void run() {
    find_definitions();
    const uint64_t each = function_.blocks.size() + views_.count();
    uint64_t work = 0;
    for (BindingSlot& slot : slots_.slots()) {
      end_early_values(slot);
      work += each;
      join(slot, work <= kMostWork);
    }
    if (!additions_.empty()) write();
  }

 private:
  void find_definitions() {
    definition_.assign(function_.local_types.size(), kNone);
    first_.assign(function_.blocks.size(), 0);
    for (BlockId block = 0; block < function_.blocks.size(); ++block) {
      const BasicBlock& b = function_.blocks[block];
      uint32_t n = b.first_instruction;
      while (n + 1 < b.first_instruction + b.instruction_count &&
             function_.instructions[n].opcode == Opcode::kPhi) {
        ++n;
      }
      first_[block] = n;
    }
    for (uint32_t n = 0; n < function_.instructions.size(); ++n) {
      const ValueId result = function_.instructions[n].result;
      if (result != kNone) definition_[result - function_.first_local] = n;
    }
  }

  // Values that are computed ahead of their condition.

  bool is_state(ValueId operand, TypeId type, BindingState state) const {
    if (state < kFirstValue) return false;
    const DebugBinding& said = slots_.value(state);
    if (said.kind == DebugBinding::Kind::kValue) return said.value == operand;
    const Type& t = module_.types[type];
    const Constant* constant = module_.constant(operand);
    const bool is_scalar = t.kind == TypeKind::kInt || t.kind == TypeKind::kFloat;
    if (!is_scalar || constant == nullptr || constant->kind == ConstantKind::kUndef) return false;
    return t.bits == said.constant_bits && module_.scalar_bits(operand) == said.constant;
  }

  /// Returns the instruction that computes the state's value; kNone if there is none.
  uint32_t definition_of(BindingState state) const {
    if (state < kFirstValue) return kNone;
    const DebugBinding& said = slots_.value(state);
    if (said.kind != DebugBinding::Kind::kValue) return kNone;
    return definition_[said.value - function_.first_local];
  }

  /// Whether the second event binds the result of a select between the first event's value and another one.
  bool is_chosen(const BindingEvent& early, const BindingEvent& late) const {
    const uint32_t at = definition_of(late.state);
    if (early.block != late.block || at == kNone || at < early.before || at >= late.before) return false;
    const Instruction& i = function_.instructions[at];
    if (i.opcode != Opcode::kSelect) return false;
    const auto operands = function_.operands_of(i);
    return is_state(operands[1], i.type, early.state) || is_state(operands[2], i.type, early.state);
  }

  bool is_earlier(uint32_t instruction, uint32_t than) const {
    const SourcePosition& a = function_.positions[instruction];
    const SourcePosition& b = function_.positions[than];
    if (a.line == 0 || a.file != b.file || a.place == kNone || b.place == kNone) return false;
    if (module_.debug.places[a.place].inlined_at != module_.debug.places[b.place].inlined_at) return false;
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  }

  /// Returns the instruction before which an early value ends: between the two events, where the code returns
  /// to source positions before the computation. A value that is not computed under the condition, such as a
  /// constant or a copy, ends right where it is bound.
  uint32_t end_of(const BindingEvent& early, const BindingEvent& late) const {
    const uint32_t computed = definition_of(early.state), choice = definition_of(late.state);
    if (computed == kNone || !is_earlier(choice, computed)) return early.before;
    uint32_t n = early.before;
    while (n < choice && !is_earlier(n, computed)) ++n;
    return n;
  }

  void end_early_values(BindingSlot& slot) {
    Vector<BindingEvent>& events = slot.events;
    for (size_t n = 0; n + 1 < events.size(); ++n) {
      if (events[n].gives_back || !is_chosen(events[n], events[n + 1])) continue;
      BindingEvent end = events[n];
      end.before = end_of(events[n], events[n + 1]);
      end.gives_back = true;
      events.insert(events.begin() + static_cast<ptrdiff_t>(n) + 1, end);
    }
  }

  // Joins of paths.

  struct BlockState {
    BindingState in = kUnsaid, out = kUnsaid;
    uint32_t first_event = kNone, end_of_events = kNone;
    uint32_t changes = 0;
    uint32_t children_with_events =
        0;  ///< Number of immediately dominated blocks with events in them or in blocks that they dominate.
    bool is_visited = false, is_joined = false, is_wanted = false;
  };

  void join(BindingSlot& slot, bool is_known) {
    blocks_.assign(function_.blocks.size(), {});
    for (uint32_t n = 0; n < slot.events.size(); ++n) {
      BlockState& b = blocks_[slot.events[n].block];
      if (b.first_event == kNone) b.first_event = n;
      b.end_of_events = n + 1;
    }
    count_children();
    mark_wanted(slot);
    bool goes_on = true;
    while (goes_on) {
      goes_on = false;
      for (const BlockId block : order_.reverse_post_order()) goes_on |= update(slot, block);
    }
    for (const BlockId block : order_.reverse_post_order()) say(slot, block, is_known);
  }

  bool has_events(const BlockState& b) const { return b.first_event != kNone || b.children_with_events != 0; }

  /// Post-order visits blocks before their dominators.
  void count_children() {
    for (const BlockId block : order_.post_order()) {
      const BlockId parent = dominators_.parent(block);
      if (parent != kNone && has_events(blocks_[block])) ++blocks_[parent].children_with_events;
    }
  }

  /// Marks the blocks at whose start the variable is live: a debugger may show it before its next event.
  void mark_wanted(const BindingSlot& slot) {
    Vector<BlockId> work;
    const auto want = [&](BlockId block) {
      if (blocks_[block].is_wanted) return;
      blocks_[block].is_wanted = true;
      work.push_back(block);
    };
    for (const BlockId block : order_.post_order()) {
      const uint32_t first = blocks_[block].first_event;
      const uint32_t until = first == kNone ? kNone : slot.events[first].before;
      if (views_.sees(block, slot.like, until)) want(block);
    }
    while (!work.empty()) {
      const BlockId block = work.back();
      work.pop_back();
      for (const cfg::EdgeId edge : function_.graph.in_edges(block)) {
        const BlockId source = function_.graph.source(edge);
        if (blocks_[source].first_event == kNone && order_.reached(source)) want(source);
      }
    }
  }

  BindingState after(const BindingSlot& slot, BlockState& b) const {
    BindingState now = b.in, before = b.in;
    for (uint32_t n = b.first_event; n < b.end_of_events && b.first_event != kNone; ++n) {
      const BindingEvent& event = slot.events[n];
      const BindingState next = event.gives_back ? before : event.state;
      before = now;
      now = next;
    }
    return now;
  }

  /// Returns the state of a phi whose value on every edge is the state at the end of the edge's source;
  /// kUnknown if there is none.
  BindingState phi_of(BlockId block) {
    const auto edges = function_.graph.in_edges(block);
    for (const Instruction& i : function_.instructions_of(block)) {
      if (i.opcode != Opcode::kPhi) break;
      const auto operands = function_.operands_of(i);
      bool is_it = operands.size() == edges.size();
      for (size_t e = 0; e < edges.size() && is_it; ++e) {
        const BlockState& from = blocks_[function_.graph.source(edges[e])];
        is_it = !from.is_visited || is_state(operands[e], i.type, from.out);
      }
      if (is_it) return slots_.make_state(i.result);
    }
    return kUnknown;
  }

  BindingState meet(BlockId block, bool& is_joined) {
    BindingState state = kUnsaid;
    bool is_first = true;
    is_joined = false;
    for (const cfg::EdgeId edge : function_.graph.in_edges(block)) {
      const BlockState& from = blocks_[function_.graph.source(edge)];
      if (!from.is_visited) continue;
      is_joined |= !is_first && from.out != state;
      state = from.out;
      is_first = false;
    }
    return is_joined ? phi_of(block) : state;
  }

  bool update(const BindingSlot& slot, BlockId block) {
    BlockState& b = blocks_[block];
    const BlockState old = b;
    b.in = meet(block, b.is_joined);
    // A state that keeps changing becomes unknown, so that the iteration terminates.
    if (old.is_visited && b.in != old.in) ++b.changes;
    if (b.changes > kMostChanges) {
      b.is_joined = true;
      b.in = kUnknown;
    }
    b.out = after(slot, b);
    b.is_visited = true;
    return !old.is_visited || b.in != old.in || b.out != old.out || b.is_joined != old.is_joined;
  }

  /// Whether a sibling of the block in the dominator tree, or a block below it, has events.
  bool has_events_beside(BlockId block) const {
    const BlockId parent = dominators_.parent(block);
    if (parent == kNone) return false;
    return blocks_[parent].children_with_events > (has_events(blocks_[block]) ? 1u : 0u);
  }

  void say(const BindingSlot& slot, BlockId block, bool is_known) {
    const BlockState& b = blocks_[block];
    if (b.is_wanted && (b.is_joined || has_events_beside(block))) {
      additions_.push_back(
          {first_[block], PlacedBinding::Order::kHolds, slots_.binding(slot, is_known ? b.in : kUnknown)});
    }
    if (b.first_event == kNone) return;
    BindingState now = b.in, before = b.in;
    for (uint32_t n = b.first_event; n < b.end_of_events; ++n) {
      const BindingEvent& event = slot.events[n];
      if (event.gives_back) {
        additions_.push_back({event.before, PlacedBinding::Order::kEnds, slots_.binding(slot, before)});
      }
      const BindingState next = event.gives_back ? before : event.state;
      before = now;
      now = next;
    }
  }

  void write() {
    Vector<PlacedBinding> placed = std::move(additions_);
    for (uint32_t n = 0; n < function_.positions.size(); ++n) {
      SourcePosition& position = function_.positions[n];
      for (uint32_t b = position.first_binding; b < position.end_of_bindings; ++b) {
        placed.push_back({n, PlacedBinding::Order::kSaid, function_.bindings[b]});
      }
      position.drop_bindings();
    }
    sort_stably(placed.begin(), placed.end(), [](const PlacedBinding& a, const PlacedBinding& b) {
      return a.before != b.before ? a.before < b.before : a.order < b.order;
    });
    function_.bindings.clear();
    for (const PlacedBinding& p : placed) {
      SourcePosition& position = function_.positions[p.before];
      const auto next = static_cast<uint32_t>(function_.bindings.size());
      if (!position.has_bindings()) position.first_binding = next;
      function_.bindings.push_back(p.binding);
      position.end_of_bindings = next + 1;
    }
  }

  static constexpr uint64_t kMostWork = uint64_t{1} << 26;  // Blocks and scopes, over all variables.
  static constexpr uint32_t kMostChanges = 8;

  const Module& module_;
  Function& function_;
  const cfg::PostVisitOrder order_;
  const cfg::DominatorTree dominators_;
  BindingSlots slots_;
  const BindingViews views_;
  Vector<uint32_t> definition_;  // Indexed by local value: an instruction, or kNone for an argument.
  Vector<uint32_t> first_;       // Indexed by block: its first instruction after the phis.
  Vector<BlockState> blocks_;    // For the current slot.
  Vector<PlacedBinding> additions_;
};

}  // namespace

void join_bindings(Module& module) {
  for (Function& function : module.functions) {
    if (function.bindings.empty() || function.blocks.empty()) continue;
    function.positions.resize(function.instructions.size());
    BindingJoiner(module, function).run();
  }
}

}  // namespace trellis::dxil
