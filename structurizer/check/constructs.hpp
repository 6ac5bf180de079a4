// The constructs of the result, as SPIR-V 1.6 section 2.11 defines them, found from structural dominance.
#pragma once

#include <cstdint>

#include "structurizer/check/support.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer::check {

enum class ConstructKind : uint8_t {
  kSelection,  ///< The selection construct of a two-way branch.
  kSwitch,     ///< The selection construct of an OpSwitch.
  kCase,       ///< The case construct of a target of an OpSwitch; inside its kSwitch.
  kLoop,       ///< A loop without its continue construct.
  kContinue,   ///< A continue construct; beside its kLoop, not inside it.
};

struct Construct {
  ConstructKind kind = ConstructKind::kSelection;
  BlockId entry = kNone;   ///< Header, case target or continue target.
  BlockId header = kNone;  ///< The block with the merge instruction.
  uint32_t parent = kNone;
  uint32_t loop = kNone;         ///< Innermost kLoop or kContinue among the construct and those around it.
  uint32_t exit_switch = kNone;  ///< Innermost kSwitch among them, with no loop in between.
  bool in_continue = false;      ///< It or one around it is a kContinue.
};

struct Constructs {
  Vector<Construct> list;
  Vector<uint32_t> outer;       ///< By block: innermost construct around it that it does not head.
  Vector<uint32_t> inner;       ///< By block: the one it heads by its merge instruction, else outer.
  Vector<BlockId> merge_of;     ///< By block: the header it is the merge block of.
  Vector<BlockId> continue_of;  ///< By block: the header it is the continue target of.

  Intervals nesting;  ///< By construct.

  /// True if a is b or around b. kNone is around everything.
  bool is_around(uint32_t a, uint32_t b) const {
    if (a == kNone) return true;
    return b != kNone && nesting.is_around(a, b);
  }
};

/// Finds constructs by walking down the dominator tree: what a header dominates is inside its construct,
/// except what its merge block dominates. dominators: of structural_rows.
Constructs find_constructs(const Flow& flow, const Structured& function, const Dominators& dominators);

}  // namespace trellis::structurizer::check
