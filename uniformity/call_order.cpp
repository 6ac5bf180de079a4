#include "uniformity/call_order.hpp"

#include <algorithm>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis::uniformity {
namespace {

enum class State : uint8_t { kNew, kOpen, kDone };

struct Frame {
  uint32_t function;
  Vector<uint32_t> callees;
  size_t next;
};

Vector<uint32_t> callees_of(const dxil::Function& function) {
  Vector<uint32_t> callees;
  for (const dxil::Instruction& i : function.instructions) {
    if (i.opcode == dxil::Opcode::kCall) callees.push_back(i.aux);
  }
  std::sort(callees.begin(), callees.end());
  callees.erase(std::unique(callees.begin(), callees.end()), callees.end());
  return callees;
}

Diagnostic recursion(const dxil::Module& module, const Vector<Frame>& frames, uint32_t function) {
  String text = "recursive calls are not supported: ";
  const auto is_it = [&](const Frame& frame) { return frame.function == function; };
  for (auto frame = std::find_if(frames.begin(), frames.end(), is_it); frame != frames.end(); ++frame) {
    text += dxil::printable(module.functions[frame->function].name) + " -> ";
  }
  text += dxil::printable(module.functions[function].name);
  Location where;
  where.function = dxil::printable(module.functions[function].name);
  return bad_input(std::move(text), std::move(where));
}

}  // namespace

Result<Vector<uint32_t>> callees_first(const dxil::Module& module, std::span<const uint32_t> roots) {
  Vector<uint32_t> order;
  Vector<State> states(module.functions.size(), State::kNew);
  Vector<Frame> frames;
  const auto enter = [&](uint32_t function) {
    states[function] = State::kOpen;
    frames.push_back({function, callees_of(module.functions[function]), 0});
  };
  for (const uint32_t root : roots) {
    if (states[root] == State::kNew) enter(root);
    while (!frames.empty()) {
      Frame& top = frames.back();
      if (top.next == top.callees.size()) {
        states[top.function] = State::kDone;
        order.push_back(top.function);
        frames.pop_back();
        continue;
      }
      const uint32_t callee = top.callees[top.next++];
      if (module.functions[callee].blocks.empty()) {
        Location where;
        where.function = dxil::printable(module.functions[top.function].name);
        return unsupported("the called function " + dxil::printable(module.functions[callee].name) +
                               " has no body: its requirements are unknown",
                           std::move(where));
      }
      if (states[callee] == State::kOpen) return recursion(module, frames, callee);
      if (states[callee] == State::kNew) enter(callee);
    }
  }
  return order;
}

}  // namespace trellis::uniformity
