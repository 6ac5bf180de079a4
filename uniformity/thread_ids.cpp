// The part of GraphBuilder for thread ids that are divided by, or compared with, the size of the thread
// group, and for loops that step from a thread's id by that size. docs/uniformity.md has the argument.
#include <algorithm>
#include <bit>

#include "uniformity/function_graph_builder.hpp"

namespace trellis::uniformity {

using dxil::Instruction;
using dxil::Op;
using dxil::Opcode;
using dxil::Predicate;
using dxil::ValueId;

namespace {

/// Evaluates a comparison other than one of equality. If one side is fixed, the outcome changes at most once
/// as the other side grows.
bool compare(Predicate predicate, uint32_t left, uint32_t right) {
  const auto signed_left = static_cast<int32_t>(left), signed_right = static_cast<int32_t>(right);
  switch (predicate) {
    case Predicate::kUgt:
      return left > right;
    case Predicate::kUge:
      return left >= right;
    case Predicate::kUlt:
      return left < right;
    case Predicate::kUle:
      return left <= right;
    case Predicate::kSgt:
      return signed_left > signed_right;
    case Predicate::kSge:
      return signed_left >= signed_right;
    case Predicate::kSlt:
      return signed_left < signed_right;
    default:
      return signed_left <= signed_right;
  }
}

/// Returns true if, for every multiple of `count`, all numbers from that multiple up to but excluding the
/// next have the same outcome in a comparison with `number`.
bool compare_alike_anywhere(Predicate predicate, uint32_t count, uint32_t number, bool is_number_left) {
  const bool is_less_or_not_less = predicate == Predicate::kUlt || predicate == Predicate::kUge ||
                                   predicate == Predicate::kSlt || predicate == Predicate::kSge;
  const bool is_equality = predicate == Predicate::kEq || predicate == Predicate::kNe;
  if (is_equality || number >= INT32_MAX) return false;
  // The outcome changes between this number and the one before it.
  const uint32_t changes_at = is_less_or_not_less == is_number_left ? number + 1 : number;
  return changes_at % count == 0;
}

/// Returns true if all numbers below `count` have the same outcome in a comparison with `number`.
bool compare_alike(Predicate predicate, uint32_t count, uint32_t number, bool is_number_left) {
  if (predicate == Predicate::kEq || predicate == Predicate::kNe) return number >= count || count == 1;
  const auto outcome = [&](uint32_t id) {
    return is_number_left ? compare(predicate, number, id) : compare(predicate, id, number);
  };
  return outcome(0) == outcome(count - 1);
}

/// Returns true if an operation with `number` gives the same result for all `count` ids of a group, whose
/// first id is a multiple of `count`.
bool removes_what_differs(Opcode opcode, uint32_t count, uint32_t number) {
  switch (opcode) {
    case Opcode::kLShr:
    case Opcode::kAShr:
      return number < 32 && (1u << number) % count == 0;
    case Opcode::kUDiv:
    case Opcode::kSDiv:
      return number != 0 && number <= INT32_MAX && number % count == 0;
    case Opcode::kAnd:
      return std::has_single_bit(count) && number % count == 0;
    default:
      return false;
  }
}

/// Like removes_what_differs(), for the ids 0 to `count` - 1.
bool removes_all(Opcode opcode, uint32_t count, uint32_t number) {
  switch (opcode) {
    case Opcode::kLShr:
    case Opcode::kAShr:
      return number < 32 && ((count - 1) >> number) == 0;
    case Opcode::kUDiv:
    case Opcode::kSDiv:
      return number >= count && number <= INT32_MAX;
    case Opcode::kAnd:
      return (number & (std::bit_ceil(count) - 1)) == 0;
    default:
      return false;
  }
}

/// Returns true if comparing an id with a multiple of some number has the same outcome after rounding the id
/// down to a multiple of that number. The id is the left operand, or the right one if `is_id_right`.
bool compares_multiples(Predicate predicate, bool is_id_right) {
  switch (predicate) {
    case Predicate::kUlt:
    case Predicate::kUge:
    case Predicate::kSlt:
    case Predicate::kSge:
      return !is_id_right;
    case Predicate::kUgt:
    case Predicate::kUle:
    case Predicate::kSgt:
    case Predicate::kSle:
      return is_id_right;
    default:
      return false;
  }
}

/// The maximum number of values that are followed from a value that steps from a thread's id.
constexpr size_t kMaxStrides = 64;
/// The maximum depth of an expression that is tested for being a multiple.
constexpr uint32_t kMostDepth = 4;

}  // namespace

/// Returns the range of a value that is a thread's id, or nothing if it is not one.
std::optional<GraphBuilder::ThreadIds> GraphBuilder::thread_ids(ValueId value) const {
  constexpr uint32_t kMostThreads = 1024;
  const Instruction* i = result_.resources->definition(value);
  if (context_.stage == nullptr || !context_.stage->thread_group_size || i == nullptr) return std::nullopt;
  const auto& size = *context_.stage->thread_group_size;
  if (std::any_of(size.begin(), size.end(), [](uint32_t n) { return n == 0 || n > kMostThreads; })) {
    return std::nullopt;
  }
  if (i->is(Op::kFlattenedThreadIdInGroup)) return ThreadIds{size[0] * size[1] * size[2], true};
  if (!i->is(Op::kThreadId) && !i->is(Op::kThreadIdInGroup)) return std::nullopt;
  const auto operands = function_.operands_of(*i);
  const auto axis = operands.empty() ? std::nullopt : module_.scalar_bits(operands[0]);
  if (!axis || *axis > 2) return std::nullopt;
  return ThreadIds{size[*axis], i->is(Op::kThreadIdInGroup)};
}

/// Returns true if the instruction gives all threads of a group the same result because of the group's size.
bool GraphBuilder::is_same_in_group(const Instruction& i) const {
  if (!context_.is_precise || i.operand_count != 2 || i.result == kNone) return false;
  const auto operands = function_.operands_of(i);
  const auto left = module_.scalar_bits(operands[0]), right = module_.scalar_bits(operands[1]);
  if (left.has_value() == right.has_value()) return false;
  const auto ids = thread_ids(operands[left ? 1 : 0]);
  const auto number = static_cast<uint32_t>(left ? *left : *right);
  if (!ids) return false;
  if (i.opcode == Opcode::kICmp) {
    const auto predicate = static_cast<Predicate>(i.aux);
    return compare_alike_anywhere(predicate, ids->count, number, left.has_value()) ||
           (ids->is_in_group && compare_alike(predicate, ids->count, number, left.has_value()));
  }
  if (left && i.opcode != Opcode::kAnd) return false;
  return removes_what_differs(i.opcode, ids->count, number) ||
         (ids->is_in_group && removes_all(i.opcode, ids->count, number));
}

/// Returns true if a value is certainly a multiple of `of`, a power of two.
bool GraphBuilder::is_multiple(ValueId value, uint32_t of, uint32_t depth) const {
  if (module_.is_module_value(value)) {
    const auto bits = module_.scalar_bits(value);
    return bits && *bits % of == 0;
  }
  const Instruction* i = result_.resources->definition(value);
  if (i == nullptr || i->operand_count < 2 || depth == kMostDepth) return false;
  const auto operands = function_.operands_of(*i);
  const auto is_one = [&](size_t n) { return is_multiple(operands[n], of, depth + 1); };
  switch (i->opcode) {
    case Opcode::kAnd:
    case Opcode::kMul:
      return is_one(0) || is_one(1);
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kOr:
      return is_one(0) && is_one(1);
    case Opcode::kSelect:
      return is_one(1) && is_one(2);
    case Opcode::kShl: {
      const auto shift = module_.scalar_bits(operands[1]);
      return is_one(0) || (shift && *shift < 32 && (1u << *shift) % of == 0);
    }
    default:
      return false;
  }
}

/// Determines whether a value is a thread's id plus steps that are multiples of the group's size, a power of
/// two. Which steps a thread takes may depend on control flow.
std::optional<GraphBuilder::Strides> GraphBuilder::find_strides(ValueId value) const {
  Strides found;
  found.values = {value};
  for (size_t n = 0; n < found.values.size(); ++n) {
    const ValueId at = found.values[n];
    if (const auto ids = thread_ids(at)) {
      if (found.count != 0 && found.count != ids->count) return std::nullopt;
      found.count = ids->count;
      continue;
    }
    const Instruction* i = result_.resources->definition(at);
    if (n == kMaxStrides || i == nullptr) return std::nullopt;
    const auto operands = function_.operands_of(*i);
    const auto go_on = [&](ValueId from) {
      found.reads.emplace_back(from, definition_block_[at - function_.first_local]);
      if (std::find(found.values.begin(), found.values.end(), from) == found.values.end()) {
        found.values.push_back(from);
      }
    };
    if (i->opcode == Opcode::kAdd) {
      const bool is_left_step = is_multiple(operands[0], 2);
      found.steps.emplace_back(operands[is_left_step ? 0 : 1], definition_block_[at - function_.first_local]);
      const ValueId from = operands[is_left_step ? 1 : 0];
      if (module_.is_module_value(from)) return std::nullopt;
      go_on(from);
    } else if (i->opcode == Opcode::kPhi) {
      found.phis.push_back(definition_block_[at - function_.first_local]);
      for (const ValueId operand : operands) {
        if (module_.is_module_value(operand)) return std::nullopt;
        go_on(operand);
      }
    } else {
      return std::nullopt;
    }
  }
  if (!std::has_single_bit(found.count)) return std::nullopt;
  const bool all = std::all_of(found.steps.begin(), found.steps.end(),
                               [&](const auto& step) { return is_multiple(step.first, found.count); });
  return all ? std::optional(std::move(found)) : std::nullopt;
}

/// Handles a comparison of such a value (see find_strides) with a multiple of the group's size. It is as
/// uniform as the multiple and the steps.
bool GraphBuilder::add_comparison_of_strides(const Instruction& i, BlockId block) {
  if (!context_.is_precise || i.opcode != Opcode::kICmp || i.operand_count != 2) return false;
  const auto operands = function_.operands_of(i);
  for (const bool is_id_right : {false, true}) {
    const ValueId bound = operands[is_id_right ? 0 : 1], id = operands[is_id_right ? 1 : 0];
    if (!compares_multiples(static_cast<Predicate>(i.aux), is_id_right)) continue;
    if (module_.is_module_value(id)) continue;
    const auto strides = find_strides(id);
    if (!strides || !is_multiple(bound, strides->count)) continue;
    const NodeId node = value_node(i);
    use(node, bound, block);
    for (const auto& [step, reader] : strides->steps) use(node, step, reader);
    require_still_together(node, definition_block_[id - function_.first_local], block, kEveryScope);
    for (const auto& [value, reader] : strides->reads) {
      require_still_together(node, definition_block_[value - function_.first_local], reader, kEveryScope);
    }
    for (const BlockId phi : strides->phis) {
      for (const EdgeGroup group : {EdgeGroup::kEntering, EdgeGroup::kBack}) {
        graph_.require(node, choice(phi, group));
      }
    }
    return true;
  }
  return false;
}

}  // namespace trellis::uniformity
