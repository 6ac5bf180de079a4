#include "tinywgsl/semantics/control_stack.hpp"

#include <algorithm>

namespace trellis::tinywgsl {
namespace {

constexpr size_t kMaxContinuesShown = 12;

bool is_loop(const Program& program, uint32_t statement) {
  return program.statements[statement].kind == StatementKind::kLoop;
}

/// Returns where the elements of a stack end, bottom first.
std::vector<size_t> element_ends(const Program& program, const ControlStack& stack) {
  std::vector<size_t> ends;
  for (size_t end = stack.size(); end > 0;) {
    ends.push_back(end);
    end -= is_loop(program, stack[end - 1]) ? size_t{2} + stack[end - 2] : 1;
  }
  std::reverse(ends.begin(), ends.end());
  return ends;
}

}  // namespace

namespace {

/// A thread's stack while the history that it shares with others is being dropped.
struct Trimmed {
  ControlStack* stack;
  std::vector<size_t> ends;  ///< Where its elements ended before anything was dropped.
  size_t dropped = 0;

  uint32_t name(size_t element) const { return (*stack)[ends[element] - dropped - 1]; }
  size_t count(size_t element) const { return (*stack)[ends[element] - dropped - 2]; }
};

/// Returns how many of the oldest continues are equal in the loop elements that begin at `at`.
size_t common_length(const std::vector<Trimmed>& stacks, size_t element, size_t at) {
  size_t common = stacks.front().count(element);
  for (const Trimmed& other : stacks) {
    common = std::min(common, other.count(element));
    size_t same = 0;
    while (same < common && (*other.stack)[at + same] == (*stacks.front().stack)[at + same]) ++same;
    common = same;
  }
  return common;
}

}  // namespace

void drop_common_history(const Program& program, std::vector<Thread>& threads) {
  std::vector<Trimmed> stacks;
  for (Thread& thread : threads) {
    if (!thread.stopped()) stacks.push_back({&thread.stack, element_ends(program, thread.stack), 0});
  }
  if (stacks.empty()) return;
  // `at` is where the current element begins in every stack. The stacks are equal below it.
  for (size_t at = 0, element = 0;; ++element) {
    for (const Trimmed& stack : stacks) {
      if (element >= stack.ends.size() || stack.name(element) != stacks.front().name(element)) return;
    }
    if (!is_loop(program, stacks.front().name(element))) {
      ++at;
      continue;
    }
    const size_t common = common_length(stacks, element, at);
    bool all_equal = true;
    for (Trimmed& stack : stacks) {
      const size_t left = stack.count(element) - common;
      all_equal = all_equal && left == 0;
      (*stack.stack)[stack.ends[element] - stack.dropped - 2] = static_cast<uint32_t>(left);
      const auto begin = stack.stack->begin() + static_cast<ptrdiff_t>(at);
      stack.stack->erase(begin, begin + static_cast<ptrdiff_t>(common));
      stack.dropped += common;
    }
    if (!all_equal) return;
    at += 2;
  }
}

std::vector<StackElement> stack_elements(const Program& program, const ControlStack& stack) {
  std::vector<StackElement> elements;
  size_t begin = 0;
  for (const size_t end : element_ends(program, stack)) {
    StackElement element;
    element.statement = stack[end - 1];
    if (is_loop(program, element.statement)) {
      element.continues.assign(stack.begin() + static_cast<ptrdiff_t>(begin),
                               stack.begin() + static_cast<ptrdiff_t>(end - 2));
    }
    elements.push_back(std::move(element));
    begin = end;
  }
  std::reverse(elements.begin(), elements.end());
  return elements;
}

std::string to_string(const Program& program, const std::vector<StackElement>& stack,
                      const std::string& indent) {
  if (stack.empty()) return indent + "(empty)\n";
  std::string text;
  for (const StackElement& element : stack) {
    text += indent + describe(program, element.statement);
    if (is_loop(program, element.statement)) {
      const size_t count = element.continues.size();
      text += count == 0 ? ", no continue yet" : ", after continue at ";
      const size_t shown = std::min(count, kMaxContinuesShown);
      if (shown < count) text += "(" + std::to_string(count - shown) + " more), ";
      for (size_t i = count - shown; i < count; ++i) {
        text += (i > count - shown ? ", " : "") + to_string(program.statements[element.continues[i]].place);
      }
    }
    text += "\n";
  }
  return text;
}

}  // namespace trellis::tinywgsl
