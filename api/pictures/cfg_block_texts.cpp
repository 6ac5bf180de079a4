#include "api/pictures/cfg_picture.hpp"
#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis {
namespace {

constexpr size_t kMaxNotable = 4;

/// The name of an operation that a reader of a graph looks for: one that involves other lanes, or writes.
String notable_name(const dxil::Instruction& instruction) {
  switch (instruction.opcode) {
    case dxil::Opcode::kDxOp: {
      const dxil::DxilOp* op = dxil::find_op(instruction.op());
      if (op == nullptr || op->name == nullptr) return {};
      const bool notable = op->is_convergent() || op->memory == dxil::MemoryEffect::kAny;
      return notable ? op->name : String();
    }
    case dxil::Opcode::kAtomicRmw:
      return "atomic";
    case dxil::Opcode::kCmpXchg:
      return "compare-exchange";
    case dxil::Opcode::kReturn:
      return "return";
    default:
      return {};
  }
}

Vector<String> label_of(const dxil::Function& function, cfg::BlockId block) {
  Vector<String> lines = {"block " + decimal(block)};
  size_t left_out = 0;
  for (const dxil::Instruction& instruction : function.instructions_of(block)) {
    String name = notable_name(instruction);
    if (name.empty() || name == lines.back()) continue;
    if (lines.size() <= kMaxNotable) {
      lines.push_back(std::move(name));
    } else {
      ++left_out;
    }
  }
  if (left_out != 0) lines.push_back("and " + decimal(left_out) + " more");
  return lines;
}

Vector<String> slots_of(const dxil::Function& function, cfg::BlockId block) {
  const auto instructions = function.instructions_of(block);
  if (instructions.empty()) return {};
  const dxil::Instruction& terminator = instructions.back();
  if (terminator.opcode == dxil::Opcode::kCondBranch) return {"true", "false"};
  if (terminator.opcode != dxil::Opcode::kSwitch) return {};
  Vector<String> slots = {"default"};
  const size_t slot_count = function.graph.successors(block).size();
  for (size_t i = 0; i + 1 < slot_count; ++i) {
    const uint64_t value = function.case_values[terminator.aux + i];
    slots.push_back(decimal(value));
  }
  return slots;
}

const char* remark_of(uniformity::Scopes scopes) {
  if ((scopes & bit(uniformity::Scope::kSubgroup)) != 0) return "differs in a wave";
  return (scopes & bit(uniformity::Scope::kGroup)) != 0 ? "differs between waves" : nullptr;
}

}  // namespace

void mark_divergence(BlockTexts& texts, const uniformity::FunctionMarks& marks) {
  const dxil::Function& function = *texts.function;
  if (marks.blocks.size() != texts.labels.size()) return;
  texts.divergence = marks.blocks;
  for (cfg::BlockId block = 0; block < texts.labels.size(); ++block) {
    if (remark_of(marks.branches[block]) != nullptr) {
      texts.labels[block].push_back(
          (marks.branches[block] & bit(uniformity::Scope::kSubgroup)) != 0 ? "lanes part" : "waves part");
    }
    if (marks.values.size() != function.local_types.size()) continue;
    String& contents = texts.contents[block];
    contents.clear();
    for (const dxil::Instruction& i : function.instructions_of(block)) {
      contents += dxil::to_text(*texts.module, function, i);
      const char* remark =
          i.result == dxil::kNone ? nullptr : remark_of(marks.values[i.result - function.first_local]);
      if (remark != nullptr) contents += String("  ; ") + remark;
      contents += "\n";
    }
  }
}

BlockTexts describe_blocks(const dxil::Module& module, const dxil::Function& function) {
  BlockTexts texts;
  texts.module = &module;
  texts.function = &function;
  const auto block_count = static_cast<cfg::BlockId>(function.blocks.size());
  texts.labels.reserve(block_count);
  texts.contents.reserve(block_count);
  texts.slots.reserve(block_count);
  for (cfg::BlockId block = 0; block < block_count; ++block) {
    texts.labels.push_back(label_of(function, block));
    texts.contents.push_back(dxil::block_to_text(module, function, block));
    texts.slots.push_back(slots_of(function, block));
  }
  return texts;
}

}  // namespace trellis
