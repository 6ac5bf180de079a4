#include "uniformity/explain.hpp"

#include <algorithm>

#include "dxil_frontend/program/addresses.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"
#include "uniformity/leavers.hpp"

namespace trellis::uniformity {
namespace {

using dxil::Instruction;
using dxil::Opcode;
using dxil::ResultUniformity;

/// In longer explanations, steps in the middle are left out.
constexpr size_t kMaxStepsShown = 24;
constexpr size_t kMaxInstructionLength = 120;

String block_name(BlockId block) { return "block " + decimal(block); }

const char* threads_of(Scope scope) {
  switch (scope) {
    case Scope::kQuad:
      return "some lanes of a quad";
    case Scope::kSubgroup:
      return "some lanes of a wave";
    case Scope::kGroup:
      break;
  }
  return "some threads of a group";
}

class Explainer {
 public:
  Explainer(const ExplainContext& context, uint32_t function, const Marks& marks)
      : context_(context), graph_(*context.graphs[function]), function_(*graph_.function), marks_(marks) {}

  Finding run(const Need& need) {
    Finding finding;
    finding.kind = need.kind;
    finding.scope = need.scope;
    scope_ = need.scope;
    finding.where = place(need.block, need.instruction);
    finding.operation = operation_text(need);
    finding.what = what(need);
    finding.advice = advice(need.kind);
    if (need.callee != kNone) add_callee_steps(need, finding);
    const size_t first = finding.why.size();
    add_steps(need, finding);
    if (is_about_flow(need.kind)) add_leavers(need, first, finding.why);
    shorten(finding.why);
    return finding;
  }

 private:
  Step place(BlockId block, uint32_t instruction) const {
    Step step;
    step.function = dxil::printable(function_.name);
    step.block = block;
    if (instruction == kNone) return step;
    step.instruction = instruction - function_.blocks[block].first_instruction;
    if (instruction < function_.positions.size()) {
      const dxil::SourcePosition& at = function_.positions[instruction];
      step.line = at.line;
      const auto& files = context_.module.source_files;
      if (at.line != 0 && at.file < files.size()) step.file = dxil::printable(files[at.file].name);
    }
    return step;
  }

  BlockId block_of(uint32_t instruction) const {
    const auto& blocks = function_.blocks;
    const auto after = std::upper_bound(
        blocks.begin(), blocks.end(), instruction,
        [](uint32_t index, const dxil::BasicBlock& block) { return index < block.first_instruction; });
    return after == blocks.begin() ? 0 : static_cast<BlockId>(after - blocks.begin() - 1);
  }

  Step place_of(const Instruction& i) const {
    const auto index = static_cast<uint32_t>(&i - function_.instructions.data());
    return place(block_of(index), index);
  }

  String operation_text(const Need& need) const {
    const Instruction& i = function_.instructions[need.instruction];
    if (i.opcode == Opcode::kDxOp) return dxil::describe_op(i.op());
    return "call of " + dxil::printable(context_.module.functions[i.aux].name);
  }

  String what(const Need& need) const {
    switch (need.kind) {
      case NeedKind::kBarrier:
        return "some threads of a group may reach this barrier without the others";
      case NeedKind::kDerivative:
        return "some lanes of a quad may be missing where this derivative is taken";
      case NeedKind::kImplicitLod:
        return "some lanes of a quad may be missing where this sample computes its level of detail";
      case NeedKind::kQuadOperation:
        return "some lanes of a quad may be missing where this operation reads their values";
      case NeedKind::kGroupOperation:
        return "some threads of a group may reach this operation without the others";
      case NeedKind::kGroupArgument:
        return "threads of a group may pass different values to this operation as argument " +
               decimal(need.operand);
      case NeedKind::kResourceIndex:
        return "lanes of a wave may use different descriptors here, and the index is not marked NonUniform";
    }
    return {};
  }

  static String advice(NeedKind kind) {
    switch (kind) {
      case NeedKind::kBarrier:
        return "move the barrier to where all threads of the group reach it, or make the condition uniform "
               "for the group";
      case NeedKind::kDerivative:
        return "take the derivative before the branch, or after all lanes have reconverged";
      case NeedKind::kImplicitLod:
        return "sample before the branch, or use SampleLevel or SampleGrad with a level or gradients "
               "computed before it";
      case NeedKind::kQuadOperation:
        return "read the neighbours' values before the branch, or after all lanes have reconverged";
      case NeedKind::kGroupOperation:
        return "move the operation to where all threads of the group reach it";
      case NeedKind::kGroupArgument:
        return "pass a value that is uniform for the group";
      case NeedKind::kResourceIndex:
        return "wrap the index in NonUniformResourceIndex, or make it uniform for the wave "
               "(WaveReadLaneFirst)";
    }
    return {};
  }

  /// Adds the calls on the path to the operation in a called function that needs uniformity, and that
  /// operation.
  void add_callee_steps(const Need& need, Finding& finding) const {
    const Need* now = &need;
    while (now->callee != kNone && finding.why.size() < kMaxStepsShown) {
      const uint32_t callee = now->callee;
      const dxil::Function& function = context_.module.functions[callee];
      now = &context_.needs[callee][now->callee_need];
      const Explainer inside(context_, callee, marks_);
      Step step = inside.place(now->block, now->instruction);
      step.text = "the called function " + dxil::printable(function.name) + " requires it for its " +
                  inside.operation_text(*now);
      finding.why.push_back(std::move(step));
    }
  }

  static bool is_about_flow(NeedKind kind) {
    return kind != NeedKind::kGroupArgument && kind != NeedKind::kResourceIndex;
  }

  /// Returns the block of the first branch in the explanation, or kNone if there is none.
  BlockId first_branch(const Need& need) const {
    for (NodeId node = marks_.cause(need.node, scope_); node != kNoNode; node = marks_.cause(node, scope_)) {
      if (graph_.graph.node(node).kind == NodeKind::kBranch) return graph_.graph.node(node).index;
    }
    return kNone;
  }

  bool is_divergent(BlockId branch) const {
    const NodeId node = graph_.branch_nodes[branch];
    return node != kNoNode && (marks_.of(node) & bit(scope_)) != 0;
  }

  /// Adds steps about where other threads go. The explanation names the branch that decides whether the block
  /// runs, which may be far from the branch at which they leave and can no longer reach the block. `at`:
  /// where the steps about the block begin.
  void add_leavers(const Need& need, size_t at, Vector<Step>& why) const {
    constexpr size_t kMost = 2;
    const BlockId named = first_branch(need);
    size_t added = 0;
    for (const Leaver& leaver : find_leavers(*graph_.control, need.block)) {
      if (leaver.branch == named || added == kMost) return;
      if (!is_divergent(leaver.branch)) continue;
      why.insert(why.begin() + static_cast<std::ptrdiff_t>(at + added++), describe_leaver(leaver));
    }
  }

  /// Returns the position of the last instruction in a block that has one. Jumps of early returns may have
  /// the position of the function's end, where all of them meet; these do not count.
  Step last_place_in(BlockId block) const {
    Vector<dxil::SourcePosition> ends;
    for (BlockId end = 0; end < function_.blocks.size(); ++end) {
      const Instruction& last = function_.instructions_of(end).back();
      if (last.opcode == Opcode::kReturn) ends.push_back(function_.position_of(last));
    }
    const auto instructions = function_.instructions_of(block);
    for (auto i = instructions.rbegin(); i != instructions.rend(); ++i) {
      const dxil::SourcePosition position = function_.position_of(*i);
      if (position.line != 0 && std::find(ends.begin(), ends.end(), position) == ends.end())
        return place_of(*i);
    }
    return {};
  }

  Step describe_leaver(const Leaver& leaver) const {
    // A target with no other in-edge shows the location of the statement that leaves; a shared target shows
    // the location of its own code, so the branch is shown instead.
    const bool is_own = graph_.control->graph().in_edges(leaver.target).size() == 1;
    const BlockId shown = is_own ? leaver.target : leaver.branch;
    Step step = last_place_in(shown);
    if (step.line == 0) step = last_place_in(leaver.branch);
    step.text = leaver.is_return
                    ? "others leave by the return here and never reach it"
                    : "others leave for " + block_name(leaver.target) + " here and never reach it";
    return step;
  }

  void add_steps(const Need& need, Finding& finding) const {
    NodeId before = need.node;
    for (NodeId node = marks_.cause(before, scope_); node != kNoNode;) {
      const NodeId next = marks_.cause(node, scope_);
      Step step = describe(before, node, next);
      if (!step.text.empty() && (finding.why.empty() || finding.why.back().text != step.text)) {
        finding.why.push_back(std::move(step));
      }
      before = node;
      node = next;
    }
  }

  static void shorten(Vector<Step>& steps) {
    if (steps.size() <= kMaxStepsShown) return;
    const size_t dropped = steps.size() - kMaxStepsShown + 1;
    const size_t first = kMaxStepsShown / 2;
    Step gap;
    gap.text = "(" + decimal(dropped) + " steps omitted)";
    steps[first] = std::move(gap);
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                steps.begin() + static_cast<std::ptrdiff_t>(first + dropped));
  }

  /// Returns the instruction as text, such as "%12 = icmp slt %3, 8", truncated if it is long.
  String text_of(const Instruction& i) const {
    String text = dxil::to_text(context_.module, function_, i);
    if (text.size() > kMaxInstructionLength) text = text.substr(0, kMaxInstructionLength - 3) + "...";
    return text;
  }

  const Instruction* definition(const Node& node) const {
    return graph_.resources->definition(function_.first_local + node.index);
  }

  Step describe(NodeId before, NodeId node, NodeId next) const {
    const Node& n = graph_.graph.node(node);
    switch (n.kind) {
      case NodeKind::kFlow:
        return describe_flow(n, next);
      case NodeKind::kBranch: {
        const auto instructions = function_.instructions_of(n.index);
        Step step = place_of(instructions.back());
        step.text = "at the branch that ends " + block_name(n.index) + ", " + threads_of(scope_) +
                    " diverge from the others";
        return step;
      }
      case NodeKind::kChoice: {
        Step step = place(n.index, kNone);
        step.text = threads_of(scope_) + String(" reach ") + block_name(n.index) +
                    " by a different path than others, and get a different value there";
        return step;
      }
      case NodeKind::kCycle:
        return describe_cycle(before, n);
      case NodeKind::kMemory:
        return describe_memory(n, next);
      case NodeKind::kValue:
      case NodeKind::kAccess:
        return describe_value(n, next);
      case NodeKind::kOutput:
        return text_step("what the function stores to the memory that argument " + decimal(n.index) +
                         " points to differs");
      case NodeKind::kStart:
        return text_step("the function may be called by some threads and not by others");
      case NodeKind::kPick:
      case NodeKind::kNeed:
      case NodeKind::kReturn:
        break;
    }
    return {};
  }

  Step text_step(String text) const {
    Step step;
    step.function = dxil::printable(function_.name);
    step.text = std::move(text);
    return step;
  }

  /// In a chain of blocks each of which is control dependent on the next, only the branches are explained.
  Step describe_flow(const Node& n, NodeId next) const {
    if (next == kNoNode || graph_.graph.node(next).kind == NodeKind::kFlow) return {};
    if (graph_.graph.node(next).kind != NodeKind::kBranch) return {};
    Step step = place(n.index, kNone);
    const BlockId branch = graph_.graph.node(next).index;
    step.text = branch == n.index
                    ? "whether " + block_name(n.index) + " runs again is decided by the branch that ends it"
                    : "whether " + block_name(n.index) + " runs is decided by the branch that ends " +
                          block_name(branch);
    return step;
  }

  Step describe_cycle(NodeId before, const Node& n) const {
    const Cycle& cycle = graph_.control->cycle(n.index);
    Step step = place(cycle.header, kNone);
    const String name =
        (cycle.is_region ? "the irreducible loop of " : "the loop of ") + block_name(cycle.header);
    step.text = threads_of(scope_) + String(" leave ") + name + " in a different iteration than others";
    const NodeKind user = graph_.graph.node(before).kind;
    if (user == NodeKind::kValue || user == NodeKind::kMemory || user == NodeKind::kBranch ||
        user == NodeKind::kAccess || user == NodeKind::kNeed) {
      step.text += ", and each keeps the values of its own last iteration";
    } else if (user == NodeKind::kFlow) {
      step.text += ": not all of them run the next iteration";
    }
    return step;
  }

  Step describe_memory(const Node& n, NodeId next) const {
    const dxil::ValueId root = graph_.memory->root_of(n.index);
    const String name = dxil::to_text(context_.module, function_, root);
    if (n.extra == kNone) return {};
    const Instruction& i = function_.instructions[n.extra];
    Step step = place_of(i);
    step.text = "the variable " + name + " was last written by `" + text_of(i) + "`";
    if (next == kNoNode) step.text += ", whose effect on it is unknown";
    return step;
  }

  Step describe_value(const Node& n, NodeId next) const {
    const Instruction* i = definition(n);
    if (i == nullptr) {
      return text_step("argument " + decimal(n.index) +
                       (next == kNoNode ? " differs from thread to thread" : " differs"));
    }
    Step step = place_of(*i);
    step.text = "`" + text_of(*i) + "`";
    if (next == kNoNode) step.text += ": " + source_text(*i);
    return step;
  }

  /// Explains why the result differs although nothing that it is computed from does.
  String source_text(const Instruction& i) const {
    const auto operands = function_.operands_of(i);
    switch (i.opcode) {
      case Opcode::kLoad:
        return source_of_load(operands[0]);
      case Opcode::kAtomicRmw:
      case Opcode::kCmpXchg:
        return "what an atomic operation returns differs from thread to thread";
      case Opcode::kCall:
        return "the called function's result is divergent";
      case Opcode::kDxOp:
        break;
      default:
        return "differs between threads";
    }
    const dxil::DxilOp* op = dxil::find_op(i.op());
    if (op == nullptr) return "an unknown operation";
    switch (op->result) {
      case ResultUniformity::kContents:
        return "loaded from " + describe_resource(operands) + ", which threads may write to in the meantime";
      case ResultUniformity::kInput:
        return scope_ == Scope::kQuad ? "a stage input, which differs between the lanes of a quad"
                                      : "a stage input";
      case ResultUniformity::kSubgroup:
      case ResultUniformity::kBroadcast:
        return "uniform in a wave, but different between the waves of a group";
      case ResultUniformity::kQuad:
      case ResultUniformity::kQuadBroadcast:
        return "uniform in a quad, but different between the quads of a wave";
      default:
        break;
    }
    if (op->memory == dxil::MemoryEffect::kAny && !operands.empty() && op->signature[1] == 'h') {
      return "each thread gets its own result from " + describe_resource(operands);
    }
    return "each thread gets its own value";
  }

  String source_of_load(dxil::ValueId pointer) const {
    for (const Instruction* i = graph_.resources->definition(pointer);
         i != nullptr && i->opcode == Opcode::kGep; i = graph_.resources->definition(pointer)) {
      pointer = function_.operands_of(*i)[0];
    }
    pointer = dxil::root_of_address(context_.module, pointer);
    const bool is_global = context_.module.is_module_value(pointer) &&
                           context_.module.values[pointer].kind == dxil::ValueKind::kGlobal;
    if (!is_global) return "the contents of this memory are unknown";
    const dxil::Global& global = context_.module.globals[context_.module.values[pointer].index];
    return global.address_space == 3 ? "groupshared memory, which other threads may write to in the meantime"
                                     : "a static variable, which is not tracked across functions";
  }

  String describe_resource(std::span<const dxil::ValueId> operands) const {
    return operands.empty() ? "memory" : dxil::describe_handle(graph_.resources->find(operands[0]));
  }

  const ExplainContext& context_;
  const FunctionGraph& graph_;
  const dxil::Function& function_;
  const Marks& marks_;
  Scope scope_ = Scope::kGroup;
};

}  // namespace

const char* rule_of(NeedKind kind) {
  switch (kind) {
    case NeedKind::kBarrier:
      return "barrier-divergence";
    case NeedKind::kDerivative:
    case NeedKind::kImplicitLod:
      return "nonuniform-derivative";
    case NeedKind::kQuadOperation:
      return "nonuniform-quad-operation";
    case NeedKind::kGroupOperation:
    case NeedKind::kGroupArgument:
      return "nonuniform-group-operation";
    case NeedKind::kResourceIndex:
      break;
  }
  return "nonuniform-resource-index";
}

Finding explain(const ExplainContext& context, uint32_t function, const Need& need, const Marks& marks) {
  return Explainer(context, function, marks).run(need);
}

}  // namespace trellis::uniformity
