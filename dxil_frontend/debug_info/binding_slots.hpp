// A function's bindings, grouped by the part of a variable that they bind, with numbers for the bound values.
#pragma once

#include <utility>

#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

/// The value of a part of a variable at some point: not bound yet (kUnsaid), unknown, or the number of a
/// value.
using BindingState = uint32_t;
inline constexpr BindingState kUnsaid = 0, kUnknown = 1, kFirstValue = 2;

struct BindingEvent {
  uint32_t before = 0;  ///< Index of the instruction that the event precedes.
  BlockId block = 0;
  BindingState state = kUnknown;
  /// Restores the state before the previous event, instead of setting `state`.
  bool gives_back = false;
};

/// A part of a variable, in one inlined copy of its function. No other binding overlaps it without being of
/// exactly this part.
struct BindingSlot {
  DebugBinding like;            ///< One of its bindings, as a template for new ones.
  Vector<BindingEvent> events;  ///< In the order of the instructions.
};

class BindingSlots {
 public:
  /// Creates the slots of a function. Bindings of memory have no slot, nor have those of variables whose
  /// parts overlap.
  explicit BindingSlots(const Function& function);

  Vector<BindingSlot>& slots() { return slots_; }
  /// Returns the state in which the value of a slot is `local`; kUnknown if no binding has that value.
  BindingState state_of(ValueId local) const;
  /// Returns the same state; creates it if necessary.
  BindingState make_state(ValueId local);
  /// Returns a binding with the value of the state, which must not be kUnsaid or kUnknown.
  const DebugBinding& value(BindingState state) const { return values_[state - kFirstValue]; }
  /// Returns a binding that sets the slot to the state; kUnsaid counts as unknown.
  DebugBinding binding(const BindingSlot& slot, BindingState state) const;

 private:
  struct Found {
    DebugBinding binding;
    BindingEvent event;
    bool is_apart = false;  ///< Has no slot, because the variable has memory or overlapping parts.
  };

  void collect(const Function& function, Vector<Found>& found) const;
  static void mark_overlapping(Vector<Found>& found);
  BindingState state_of(const DebugBinding& binding);

  Vector<BindingSlot> slots_;
  Vector<DebugBinding> values_;
  Map<ValueId, BindingState> locals_;
  Map<std::pair<uint64_t, uint32_t>, BindingState> constants_;  ///< By bits and type.
};

}  // namespace trellis::dxil
