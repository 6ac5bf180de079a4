#include "dxil_frontend/debug_info/place_bindings.hpp"

#include "cfg/dominators.hpp"
#include "cfg/post_visit_order.hpp"
#include "dxil_frontend/module_builder/module_builder.hpp"
#include "support/sort_stably.hpp"

namespace trellis::dxil {
namespace {

class BindingPlacer {
 public:
  explicit BindingPlacer(Function& function)
      : function_(function),
        order_(function.graph),
        dominators_(cfg::build_dominators(function.graph, order_)) {}

  void run() {
    find_definitions();
    for (uint32_t n = 0; n < function_.positions.size(); ++n) {
      const SourcePosition& position = function_.positions[n];
      for (uint32_t b = position.first_binding; b < position.end_of_bindings; ++b) {
        placed_.push_back({n, function_.bindings[b], false});
      }
    }
    const size_t count = placed_.size();
    for (size_t n = 0; n < count; ++n) {
      if (placed_[n].binding.value != kNone && !is_computed(placed_[n])) move(n);
    }
    if (moves_) write();
  }

 private:
  struct Placed {
    uint32_t before = 0;  ///< Index of an instruction.
    DebugBinding binding;
    bool is_moved = false;  ///< Was moved here; precedes the bindings that were here already.
  };
  static constexpr uint32_t kArgument = kNone;

  void find_definitions() {
    definition_.assign(function_.local_types.size(), kArgument);
    block_of_.assign(function_.instructions.size(), 0);
    for (BlockId block = 0; block < function_.blocks.size(); ++block) {
      const BasicBlock& b = function_.blocks[block];
      for (uint32_t n = b.first_instruction; n < b.first_instruction + b.instruction_count; ++n) {
        block_of_[n] = block;
        const ValueId result = function_.instructions[n].result;
        if (result != kNone) definition_[result & ~kLocalTag] = n;
      }
    }
  }

  bool is_computed(const Placed& placed) const {
    const uint32_t at = definition_[placed.binding.value & ~kLocalTag];
    if (at == kArgument) return true;
    const BlockId from = block_of_[at], to = block_of_[placed.before];
    return from == to ? at < placed.before : dominators_.dominates(from, to);
  }

  static bool overlap(const DebugBinding& a, const DebugBinding& b) {
    if (a.variable != b.variable || !(a.place == b.place)) return false;
    if (a.bits == 0 || b.bits == 0) return true;
    return a.offset_bits < b.offset_bits + b.bits && b.offset_bits < a.offset_bits + a.bits;
  }

  /// Returns the blocks that can run after a block; it includes the block itself only in a loop.
  const Vector<uint8_t>& find_later(BlockId block) {
    later_.assign(function_.blocks.size(), 0);
    Vector<BlockId> work{block};
    while (!work.empty()) {
      const BlockId from = work.back();
      work.pop_back();
      for (const BlockId to : function_.graph.successors(from)) {
        if (later_[to] == 0) work.push_back(to);
        later_[to] = 1;
      }
    }
    return later_;
  }

  /// Whether another binding of the variable comes between the binding and the computation. If they are in
  /// different blocks: whether one comes anywhere after the binding.
  bool is_said_between(size_t n, uint32_t definition) {
    const BlockId block = block_of_[placed_[n].before];
    const bool is_one_block = block_of_[definition] == block;
    const Vector<uint8_t>& later = find_later(block);
    for (size_t other = 0; other < placed_.size(); ++other) {
      if (other == n || !overlap(placed_[other].binding, placed_[n].binding)) continue;
      const BlockId where = block_of_[placed_[other].before];
      const bool is_before = placed_[other].before < placed_[n].before ||
                             (placed_[other].before == placed_[n].before && other < n);
      if (is_one_block && (where != block || is_before || placed_[other].before > definition)) continue;
      if (!is_one_block && later[where] == 0 && (where != block || is_before)) continue;
      return true;
    }
    return false;
  }

  void move(size_t n) {
    DebugBinding moved = placed_[n].binding;
    uint32_t next = definition_[moved.value & ~kLocalTag];
    const bool is_alone = ++searches_ <= kMostSearches && !is_said_between(n, next);
    placed_[n].binding.kind = DebugBinding::Kind::kNothing;
    placed_[n].binding.value = kNone;
    moves_ = true;
    if (!is_alone) return;
    do ++next;
    while (function_.instructions[next].opcode == Opcode::kPhi);
    placed_.push_back({next, moved, true});
  }

  void write() {
    sort_stably(placed_.begin(), placed_.end(), [](const Placed& a, const Placed& b) {
      return a.before != b.before ? a.before < b.before : a.is_moved && !b.is_moved;
    });
    function_.bindings.clear();
    for (SourcePosition& position : function_.positions) position.drop_bindings();
    for (const Placed& placed : placed_) {
      SourcePosition& position = function_.positions[placed.before];
      if (!position.has_bindings()) {
        position.first_binding = position.end_of_bindings = static_cast<uint32_t>(function_.bindings.size());
      }
      function_.bindings.push_back(placed.binding);
      ++position.end_of_bindings;
    }
  }

  static constexpr uint32_t kMostSearches = 4096;  // Each search looks at all bindings.

  Function& function_;
  const cfg::PostVisitOrder order_;
  const cfg::DominatorTree dominators_;
  Vector<uint32_t> definition_;  // Indexed by local value: an instruction.
  Vector<BlockId> block_of_;     // Indexed by instruction.
  Vector<uint8_t> later_;        // Indexed by block.
  Vector<Placed> placed_;
  uint32_t searches_ = 0;
  bool moves_ = false;
};

}  // namespace

void place_bindings(Function& function) { BindingPlacer(function).run(); }

}  // namespace trellis::dxil
