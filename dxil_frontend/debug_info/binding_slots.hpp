// Bindings of a function by what they speak of, and by the values they say.
#pragma once

#include <utility>

#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

/// What a part of a variable is at some place: nothing has been said of it, it is not known, or a value.
using BindingState = uint32_t;
inline constexpr BindingState kUnsaid = 0, kUnknown = 1, kFirstValue = 2;

struct BindingEvent {
  uint32_t before = 0;  ///< An instruction.
  BlockId block = 0;
  BindingState state = kUnknown;
  /// Not `state`, but what held before the event before this one.
  bool gives_back = false;
};

/// A part of a variable, in a function that may be inlined. No other binding speaks of more or less of it.
struct BindingSlot {
  DebugBinding like;            ///< One of its bindings.
  Vector<BindingEvent> events;  ///< By instruction.
};

class BindingSlots {
 public:
  /// Bindings of memory have no slot, nor have those that overlap others without being the same part.
  explicit BindingSlots(const Function& function);

  Vector<BindingSlot>& slots() { return slots_; }
  /// The state in which something is that value; kUnknown if no binding says it.
  BindingState state_of(ValueId local) const;
  /// The same, and there is one from now on.
  BindingState make_state(ValueId local);
  /// Of a state that is a value.
  const DebugBinding& value(BindingState state) const { return values_[state - kFirstValue]; }
  /// A binding that says so of the slot; kUnsaid is said as not known.
  DebugBinding binding(const BindingSlot& slot, BindingState state) const;

 private:
  struct Found {
    DebugBinding binding;
    BindingEvent event;
    bool is_apart = false;  ///< Overlaps others.
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
