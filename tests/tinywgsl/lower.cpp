#include "tests/tinywgsl/lower.hpp"

#include <algorithm>
#include <vector>

#include "tests/spirv_backend/program_builder.hpp"

namespace trellis::tinywgsl {
namespace {

using dxil::Opcode;
using dxil::Predicate;
using test_backend::V;

constexpr uint32_t kGroupSyncWithMemory = 9;
constexpr uint32_t kAlignment = 4;
constexpr uint32_t kElements = 1024;

/// A block with several predecessors. It is created when the first of them jumps to it.
struct Join {
  struct Incoming {
    dxil::BlockId from;
    std::vector<V> values;
  };
  dxil::BlockId block = kNone;
  std::vector<Incoming> incoming;
};

class Lowering {
 public:
  Lowering(const Program& program, LocalsAs locals) : program_(program), locals_(locals) {}

  dxil::Shader lower() {
    int_ = builder_.int_type(32);
    array_ = builder_.array(int_, kElements);
    for (size_t i = 0; i < program_.shared.size(); ++i) shared_.push_back(builder_.global(array_, 3));
    for (const Function& function : program_.functions) lower_function(function);
    return builder_.take();
  }

 private:
  struct LoopTargets {
    Join* on_break;
    Join* on_continue;
  };

  void lower_function(const Function& function) {
    const bool is_main = &function == &program_.main();
    const uint32_t parameters = is_main ? 0 : function.parameter_count;
    builder_.begin_function(function.name, is_main ? builder_.void_type() : int_,
                            std::vector<dxil::TypeId>(parameters, int_));
    current_ = 0;
    first_local_ = function.first_local;
    variables_.clear();
    for (uint32_t i = 0; i < function.local_count; ++i) {
      if (locals_ == LocalsAs::kMemory)
        variables_.push_back(builder_.op(Opcode::kAlloca, builder_.pointer(), {}, int_));
      V value = builder_.i32(0);
      if (i < parameters) value = builder_.argument(i);
      if (is_main && i == 0) value = builder_.dx(dxil::Op::kFlattenedThreadIdInGroup, int_, {});
      if (locals_ == LocalsAs::kPhis) variables_.push_back(value);
      if (locals_ == LocalsAs::kMemory) write(first_local_ + i, value);
    }
    if (lower_list(function.body, {})) builder_.finish();
    builder_.end_function();
  }

  V read(uint32_t variable) {
    const V place = variables_[variable - first_local_];
    return locals_ == LocalsAs::kPhis ? place : builder_.op(Opcode::kLoad, int_, {place}, kAlignment);
  }
  void write(uint32_t variable, V value) {
    V& place = variables_[variable - first_local_];
    if (locals_ == LocalsAs::kPhis) {
      place = value;
    } else {
      builder_.op(Opcode::kStore, builder_.void_type(), {value, place}, kAlignment);
    }
  }

  void start(dxil::BlockId block) {
    builder_.at(block);
    current_ = block;
  }
  void jump(Join& join) {
    if (join.block == kNone) join.block = builder_.block();
    join.incoming.push_back({current_, variables_});
    builder_.branch(join.block);
  }
  /// Continues at a join if anything jumps there; returns false otherwise. `loop` is set if it is the header
  /// of that loop, to which a later jump leads.
  bool place(const Join& join, const Statement* loop = nullptr) {
    if (join.block == kNone) return false;
    start(join.block);
    if (locals_ == LocalsAs::kMemory) return true;
    for (size_t i = 0; i < variables_.size(); ++i) {
      const V first = join.incoming.front().values[i];
      const auto is_first = [&](const Join::Incoming& in) { return same(in.values[i], first); };
      if (!is_assigned(loop, i) && std::all_of(join.incoming.begin(), join.incoming.end(), is_first)) {
        variables_[i] = first;
        continue;
      }
      variables_[i] = builder_.phi(int_);
      for (const Join::Incoming& in : join.incoming)
        builder_.add_incoming(variables_[i], in.from, in.values[i]);
    }
    return true;
  }

  static bool same(V a, V b) { return a.is_local == b.is_local && a.index == b.index; }

  /// Returns true if the loop assigns the variable.
  bool is_assigned(const Statement* loop, size_t variable) const {
    return loop != nullptr && (list_assigns(loop->first, first_local_ + variable) ||
                               list_assigns(loop->second, first_local_ + variable));
  }
  bool list_assigns(uint32_t first, size_t variable) const {
    for (uint32_t i = first; i != kNone; i = program_.statements[i].next) {
      const Statement& statement = program_.statements[i];
      const bool is_local =
          statement.kind == StatementKind::kLocalAssign || statement.kind == StatementKind::kCall;
      if (is_local && statement.target == variable) return true;
      if (list_assigns(statement.first, variable) || list_assigns(statement.second, variable)) return true;
    }
    return false;
  }

  V truth(V value) { return builder_.compare(Predicate::kNe, value, builder_.i32(0)); }
  V number(V condition) { return builder_.op(Opcode::kZExt, int_, {condition}); }

  V apply_operator(Operator op, V a, V b) {
    const auto arithmetic = [&](Opcode opcode) { return builder_.op(opcode, int_, {a, b}); };
    const auto comparison = [&](Predicate predicate) { return number(builder_.compare(predicate, a, b)); };
    const auto logical = [&](Opcode opcode) {
      const V x = truth(a), y = truth(b);
      return number(builder_.op(opcode, builder_.int_type(1), {x, y}));
    };
    switch (op) {
      case Operator::kOr:
        return logical(Opcode::kOr);
      case Operator::kAnd:
        return logical(Opcode::kAnd);
      case Operator::kEqual:
        return comparison(Predicate::kEq);
      case Operator::kNotEqual:
        return comparison(Predicate::kNe);
      case Operator::kLess:
        return comparison(Predicate::kSlt);
      case Operator::kLessEqual:
        return comparison(Predicate::kSle);
      case Operator::kGreater:
        return comparison(Predicate::kSgt);
      case Operator::kGreaterEqual:
        return comparison(Predicate::kSge);
      case Operator::kAdd:
        return arithmetic(Opcode::kAdd);
      case Operator::kSubtract:
        return arithmetic(Opcode::kSub);
      case Operator::kMultiply:
        return arithmetic(Opcode::kMul);
      case Operator::kDivide:
        return arithmetic(Opcode::kSDiv);
      case Operator::kRemainder:
        break;
    }
    return arithmetic(Opcode::kSRem);
  }

  V element(uint32_t array, V index) {
    return builder_.op(Opcode::kGep, builder_.pointer(), {shared_[array], builder_.i32(0), index}, array_);
  }

  V evaluate(const Expression& expression) {
    std::vector<V> values;
    for (uint32_t i = expression.first; i < expression.first + expression.count; ++i) {
      const Term& term = program_.terms[i];
      switch (term.kind) {
        case TermKind::kValue:
          values.push_back(builder_.i32(static_cast<uint32_t>(term.value)));
          break;
        case TermKind::kLocal:
          values.push_back(read(term.name));
          break;
        case TermKind::kShared: {
          const V pointer = element(term.name, values.back());
          values.back() = builder_.op(Opcode::kLoad, int_, {pointer}, kAlignment);
          break;
        }
        case TermKind::kOperator: {
          const V right = values.back();
          values.pop_back();
          values.back() = apply_operator(term.op, values.back(), right);
          break;
        }
      }
    }
    return values.back();
  }

  /// Returns false if control does not reach the list's end.
  bool lower_list(uint32_t first, LoopTargets targets) {
    for (uint32_t i = first; i != kNone; i = program_.statements[i].next) {
      if (!lower_statement(program_.statements[i], targets)) return false;
    }
    return true;
  }

  bool lower_statement(const Statement& statement, LoopTargets targets) {
    switch (statement.kind) {
      case StatementKind::kLocalAssign:
        write(statement.target, evaluate(statement.value));
        return true;
      case StatementKind::kSharedAssign: {
        const V pointer = element(statement.target, evaluate(statement.index));
        const V value = evaluate(statement.value);
        builder_.op(Opcode::kStore, builder_.void_type(), {value, pointer}, kAlignment);
        return true;
      }
      case StatementKind::kIf:
        return lower_if(statement, targets);
      case StatementKind::kLoop:
        return lower_loop(statement);
      case StatementKind::kCall: {
        std::vector<V> arguments;
        for (uint32_t i = 0; i < statement.argument_count; ++i) {
          arguments.push_back(evaluate(program_.arguments[statement.first_argument + i]));
        }
        write(statement.target, builder_.op(Opcode::kCall, int_, arguments, statement.function));
        return true;
      }
      case StatementKind::kBarrier:
        builder_.dx(dxil::Op::kBarrier, builder_.void_type(), {builder_.i32(kGroupSyncWithMemory)});
        return true;
      case StatementKind::kBreak:
        jump(*targets.on_break);
        return false;
      case StatementKind::kContinue:
        jump(*targets.on_continue);
        return false;
      case StatementKind::kReturn:
        break;
    }
    builder_.finish(evaluate(statement.value));
    return false;
  }

  bool lower_if(const Statement& statement, LoopTargets targets) {
    const V condition = truth(evaluate(statement.value));
    const dxil::BlockId then_block = builder_.block(), else_block = builder_.block();
    builder_.branch_if(condition, then_block, else_block);
    const std::vector<V> before = variables_;
    Join after;
    start(then_block);
    if (lower_list(statement.first, targets)) jump(after);
    variables_ = before;
    start(else_block);
    if (lower_list(statement.second, targets)) jump(after);
    return place(after);
  }

  bool lower_loop(const Statement& statement) {
    Join head, on_break, on_continue;
    jump(head);
    place(head, &statement);
    const std::vector<V> phis = variables_;
    lower_list(statement.first, {&on_break, &on_continue});
    if (place(on_continue) && lower_list(statement.second, {&on_break, nullptr})) {
      builder_.branch(head.block);
      for (size_t i = 0; locals_ == LocalsAs::kPhis && i < phis.size(); ++i) {
        if (!is_assigned(&statement, i)) continue;
        builder_.add_incoming(phis[i], current_, variables_[i]);
      }
    }
    return place(on_break);
  }

  const Program& program_;
  LocalsAs locals_;
  test_backend::ProgramBuilder builder_;
  dxil::TypeId int_ = kNone, array_ = kNone;
  std::vector<V> shared_;
  dxil::BlockId current_ = 0;
  uint32_t first_local_ = 0;
  std::vector<V> variables_;  ///< The function's variables: pointers, or their values at the current point.
};

}  // namespace

dxil::Shader lower(const Program& program, LocalsAs locals) { return Lowering(program, locals).lower(); }

}  // namespace trellis::tinywgsl
