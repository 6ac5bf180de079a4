#include "tinywgsl/semantics/machine.hpp"

#include <algorithm>

namespace trellis::tinywgsl {
namespace {

CellKey key_of(uint32_t array, Value index) { return (CellKey{array} << 32) | static_cast<uint32_t>(index); }

SharedStore::const_iterator find_cell(const SharedStore& store, CellKey key) {
  return std::lower_bound(store.begin(), store.end(), key,
                          [](const Cell& cell, CellKey wanted) { return cell.key < wanted; });
}

/// Returns the number of words of the top element of a stack of `size` words.
size_t top_size(const Program& program, const ControlStack& stack, size_t size) {
  const bool is_loop = program.statements[stack[size - 1]].kind == StatementKind::kLoop;
  return is_loop ? size_t{2} + stack[size - 2] : 1;
}

}  // namespace

void set_cell(SharedStore& store, CellKey key, Value value) {
  const auto at = store.begin() + (find_cell(store, key) - store.cbegin());
  if (at != store.end() && at->key == key) {
    at->value = value;
  } else {
    store.insert(at, {key, value});
  }
}

bool same_shape(const Program& program, const ControlStack& a, const ControlStack& b) {
  size_t i = a.size(), j = b.size();
  while (i > 0 && j > 0 && a[i - 1] == b[j - 1]) {
    i -= top_size(program, a, i);
    j -= top_size(program, b, j);
  }
  return i == 0 && j == 0;
}

Thread Machine::initial(uint32_t number) const {
  Thread thread;
  thread.at = program_.main().body;
  thread.locals.assign(relevance_.slot_count, 0);
  if (relevance_.local(program_.lid())) {
    thread.locals[relevance_.slot_of_local[program_.lid()]] = static_cast<Value>(number);
  }
  return thread;
}

void Machine::note(CellKey key, bool is_write) {
  if (accesses_ == nullptr) return;
  accesses_->push_back({key, thread_, is_write});
  if (accesses_->size() <= most_accesses_) return;
  std::sort(accesses_->begin(), accesses_->end());
  accesses_->erase(std::unique(accesses_->begin(), accesses_->end()), accesses_->end());
  constexpr size_t kFew = 1024;
  most_accesses_ = kFew + 2 * accesses_->size();
}

bool Machine::evaluate(const Expression& expression, const Thread& thread, const SharedStore& store,
                       Value& value) {
  values_.clear();
  for (uint32_t i = expression.first; i < expression.first + expression.count; ++i) {
    const Term& term = program_.terms[i];
    switch (term.kind) {
      case TermKind::kValue:
        values_.push_back(term.value);
        break;
      case TermKind::kLocal:
        values_.push_back(thread.locals[relevance_.slot_of_local[term.name]]);
        break;
      case TermKind::kShared: {
        const CellKey key = key_of(term.name, values_.back());
        const auto cell = find_cell(store, key);
        if (cell == store.end() || cell->key != key) {
          missing_ = key;
          return false;
        }
        note(key, false);
        values_.back() = cell->value;
        break;
      }
      case TermKind::kOperator: {
        const Value right = values_.back();
        values_.pop_back();
        values_.back() = apply(term.op, values_.back(), right);
        break;
      }
    }
  }
  value = values_.back();
  return true;
}

bool Machine::assign_shared(const Statement& statement, const Thread& thread, SharedStore& store) {
  Value index = 0, value = 0;
  if (!evaluate(statement.index, thread, store, index) || !evaluate(statement.value, thread, store, value)) {
    return false;
  }
  const CellKey key = key_of(statement.target, index);
  note(key, true);
  ++writes_;
  set_cell(store, key, value);
  return true;
}

bool Machine::call(uint32_t number, Thread& thread, const SharedStore& store) {
  const Statement& statement = program_.statements[number];
  const Function& callee = program_.functions[statement.function];
  arguments_.assign(statement.argument_count, 0);
  for (uint32_t i = 0; i < statement.argument_count; ++i) {
    if (!relevance_.local(callee.first_local + i)) continue;
    if (!evaluate(program_.arguments[statement.first_argument + i], thread, store, arguments_[i]))
      return false;
  }
  for (uint32_t i = 0; i < callee.local_count; ++i) {
    const uint32_t slot = relevance_.slot_of_local[callee.first_local + i];
    if (slot == kNone) continue;
    if (i < callee.parameter_count) {
      thread.locals[slot] = arguments_[i];
    } else if (choices_.call_locals == CallLocals::kFresh) {
      thread.locals[slot] = 0;
    }
  }
  thread.stack.push_back(number);
  thread.at = callee.body;
  return true;
}

bool Machine::return_from(const Statement& statement, Thread& thread, const SharedStore& store) {
  size_t size = thread.stack.size();
  while (is_loop(thread.stack[size - 1])) size -= top_size(program_, thread.stack, size);
  const Statement& call = program_.statements[thread.stack[size - 1]];
  if (relevance_.local(call.target)) {
    Value value = 0;
    if (!evaluate(statement.value, thread, store, value)) return false;
    thread.locals[relevance_.slot_of_local[call.target]] = value;
  }
  thread.stack.resize(size - 1);
  thread.at = call.following;
  return true;
}

bool Machine::step(Thread& thread, SharedStore& store) {
  const uint32_t number = thread.at;
  const Statement& statement = program_.statements[number];
  Value value = 0;
  switch (statement.kind) {
    case StatementKind::kLocalAssign:
      if (relevance_.local(statement.target)) {
        if (!evaluate(statement.value, thread, store, value)) return false;
        thread.locals[relevance_.slot_of_local[statement.target]] = value;
      }
      thread.at = statement.following;
      return true;
    case StatementKind::kSharedAssign:
      if (relevance_.shared[statement.target] && !assign_shared(statement, thread, store)) return false;
      thread.at = statement.following;
      return true;
    case StatementKind::kIf: {
      if (!evaluate(statement.value, thread, store, value)) return false;
      const uint32_t branch = value != 0 ? statement.first : statement.second;
      thread.at = branch != kNone ? branch : statement.following;
      return true;
    }
    case StatementKind::kLoop:
      if (thread.stack.empty() || thread.stack.back() != number) {  // LOOP-ENTER
        thread.stack.push_back(0);
        thread.stack.push_back(number);
      }
      thread.at = statement.first;  // LOOP-UNFOLD
      return true;
    case StatementKind::kBreak:
      thread.stack.resize(thread.stack.size() - top_size(program_, thread.stack, thread.stack.size()));
      thread.at = program_.statements[statement.loop].following;
      return true;
    case StatementKind::kContinue: {
      const uint32_t loop = thread.stack.back();
      const uint32_t count = thread.stack[thread.stack.size() - 2];
      thread.stack[thread.stack.size() - 2] = choices_.continues == Continues::kTold ? number : loop;
      thread.stack.back() = count + 1;
      thread.stack.push_back(loop);
      const uint32_t continuing = program_.statements[loop].second;
      thread.at = continuing != kNone ? continuing : loop;
      return true;
    }
    case StatementKind::kCall:
      return call(number, thread, store);
    case StatementKind::kReturn:
      return return_from(statement, thread, store);
    case StatementKind::kBarrier:
      break;
  }
  return true;
}

}  // namespace trellis::tinywgsl
