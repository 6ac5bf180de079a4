#include <map>
#include <string_view>
#include <utility>

#include "api/pictures/cfg_picture.hpp"
#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis {
namespace {

constexpr size_t kMaxNotable = 4, kMaxSourceLines = 4, kMaxLineLength = 48;

/// Returns the name of an operation that is of interest in a graph: one that involves other lanes, or that
/// writes.
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

/// Returns the text of a line without surrounding blanks, truncated if it is long. Empty if the source is not
/// available.
String text_of_line(std::string_view source, uint32_t line) {
  for (; line > 1 && !source.empty(); --line) {
    const size_t end = source.find('\n');
    source = end == std::string_view::npos ? std::string_view() : source.substr(end + 1);
  }
  source = source.substr(0, source.find_first_of("\r\n"));
  const size_t first = source.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  source = source.substr(first, source.find_last_not_of(" \t") + 1 - first);
  if (source.size() <= kMaxLineLength) return String(source);
  size_t length = kMaxLineLength;
  // Do not cut a UTF-8 character.
  while (length > 0 && (static_cast<uint8_t>(source[length]) & 0xC0) == 0x80) --length;
  return String(source.substr(0, length)) + "...";
}

/// Returns for example "12: if (x > 0)", preceded by the file if it is not the first one.
String line_text(const dxil::Module& module, const dxil::SourcePosition& position) {
  if (position.file >= module.source_files.size()) return "line " + decimal(position.line);
  const dxil::SourceFile& file = module.source_files[position.file];
  String where;
  if (position.file != 0) {
    const std::string_view name = file.name;
    where = String(name.substr(name.find_last_of("/\\") + 1)) + ":";
  }
  const String text = text_of_line(file.text, position.line);
  if (text.empty()) return (where.empty() ? String("line ") : where) + decimal(position.line);
  return where + decimal(position.line) + ": " + text;
}

/// Adds the source lines that a block comes from, in order.
void add_source_lines(Vector<String>& lines, const dxil::Module& module, const dxil::Function& function,
                      cfg::BlockId block) {
  std::map<std::pair<uint32_t, uint32_t>, dxil::SourcePosition> positions;
  for (const dxil::Instruction& instruction : function.instructions_of(block)) {
    const dxil::SourcePosition position = function.position_of(instruction);
    if (position.line != 0) positions.emplace(std::pair(position.file, position.line), position);
  }
  size_t shown = 0;
  for (const auto& [key, position] : positions) {
    if (++shown > kMaxSourceLines) break;
    lines.push_back(line_text(module, position));
  }
  if (positions.size() > kMaxSourceLines) {
    const size_t left = positions.size() - kMaxSourceLines;
    lines.push_back("and " + decimal(left) + (left == 1 ? " more line" : " more lines"));
  }
}

Vector<String> label_of(const dxil::Module& module, const dxil::Function& function, cfg::BlockId block) {
  Vector<String> lines = {"block " + decimal(block)};
  add_source_lines(lines, module, function, block);
  const size_t lines_before = lines.size();
  size_t left_out = 0;
  for (const dxil::Instruction& instruction : function.instructions_of(block)) {
    String name = notable_name(instruction);
    if (name.empty() || name == lines.back()) continue;
    if (lines.size() < lines_before + kMaxNotable) {
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
  texts.branches = marks.branches;
  for (cfg::BlockId block = 0; block < texts.labels.size(); ++block) {
    if (remark_of(marks.branches[block]) != nullptr) {
      texts.labels[block].push_back((marks.branches[block] & bit(uniformity::Scope::kSubgroup)) != 0
                                        ? "lanes diverge"
                                        : "waves diverge");
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
    texts.labels.push_back(label_of(module, function, block));
    texts.contents.push_back(dxil::block_to_text(module, function, block));
    texts.slots.push_back(slots_of(function, block));
  }
  return texts;
}

}  // namespace trellis
