// The constructs of the result, as SPIR-V 1.6 section 2.11 defines them, found from structural dominance.
#pragma once

#include <cstdint>

#include "structurizer/check/dominators.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer::check {

enum class ConstructKind : uint8_t {
  kSelection,  ///< The selection construct of a two-way branch.
  kSwitch,     ///< The selection construct of an OpSwitch.
  kCase,       ///< The case construct of a target of an OpSwitch; nested in its kSwitch.
  kLoop,       ///< A loop without its continue construct.
  kContinue,   ///< A continue construct; next to its kLoop, not inside it.
};

struct Construct {
  ConstructKind kind = ConstructKind::kSelection;
  BlockId entry = kNone;   ///< Header, case target or continue target.
  BlockId header = kNone;  ///< The block with the merge instruction.
  uint32_t parent = kNone;
  uint32_t loop = kNone;         ///< Innermost kLoop or kContinue among this construct and those around it.
  uint32_t exit_switch = kNone;  ///< Innermost kSwitch among the same, with no loop in between.
  bool in_continue = false;      ///< This construct or one around it is a kContinue.
};

struct Constructs {
  Vector<Construct> list;
  Vector<uint32_t> outer;       ///< By block: innermost construct around it that the block does not head.
  Vector<uint32_t> inner;       ///< By block: the construct it heads by its merge instruction, else outer.
  Vector<BlockId> merge_of;     ///< By block: the header whose merge block it is; kNone if there is none.
  Vector<BlockId> continue_of;  ///< By block: the header whose continue target it is; kNone if there is none.

  Intervals nesting;  ///< The nesting of the constructs, by construct.

  /// Returns true if a is b or encloses b. kNone encloses everything.
  bool is_around(uint32_t a, uint32_t b) const {
    if (a == kNone) return true;
    return b != kNone && nesting.is_around(a, b);
  }
};

/// Finds constructs by walking down the dominator tree: a construct holds what its header dominates, except
/// what its merge block dominates. dominators: those of structural_rows.
Constructs find_constructs(const Flow& flow, const Structured& function, const Dominators& dominators);

}  // namespace trellis::structurizer::check
