#include "tinywgsl/control_stack.hpp"

#include <algorithm>

namespace trellis::tinywgsl {
namespace {

constexpr size_t kMostContinuesShown = 12;

bool is_loop(const Program& program, uint32_t statement) {
  return program.statements[statement].kind == StatementKind::kLoop;
}

/// Where the elements of a stack end, bottom first.
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

void drop_common_history(const Program& program, std::vector<Thread>& threads) {
  // `at`: where in every stack the element looked at begins. All are equal below it.
  for (size_t at = 0, element = 0;; ++element) {
    std::vector<size_t> counts;
    uint32_t statement = kNone;
    for (const Thread& thread : threads) {
      if (thread.stopped()) continue;
      const std::vector<size_t> ends = element_ends(program, thread.stack);
      if (element >= ends.size()) return;
      const uint32_t name = thread.stack[ends[element] - 1];
      if (statement != kNone && name != statement) return;
      statement = name;
      counts.push_back(is_loop(program, name) ? thread.stack[ends[element] - 2] : 0);
    }
    if (statement == kNone) return;
    if (!is_loop(program, statement)) {
      ++at;
      continue;
    }
    const size_t least = *std::min_element(counts.begin(), counts.end());
    const ControlStack* model = nullptr;
    size_t common = least;
    for (const Thread& thread : threads) {
      if (thread.stopped()) continue;
      if (model == nullptr) model = &thread.stack;
      size_t same = 0;
      while (same < common && thread.stack[at + same] == (*model)[at + same]) ++same;
      common = same;
    }
    size_t next_count = 0;
    for (Thread& thread : threads) {
      if (thread.stopped()) continue;
      const size_t count = counts[next_count++];
      thread.stack[at + count] = static_cast<uint32_t>(count - common);
      thread.stack.erase(thread.stack.begin() + static_cast<ptrdiff_t>(at),
                         thread.stack.begin() + static_cast<ptrdiff_t>(at + common));
    }
    if (std::any_of(counts.begin(), counts.end(), [&](size_t count) { return count != common; })) return;
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
      const size_t shown = std::min(count, kMostContinuesShown);
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
