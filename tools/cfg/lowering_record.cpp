#include "tools/cfg/lowering_record.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "dxil_frontend/program/text/ir_text.hpp"

namespace trellis::tools {
namespace {

using cfg::BlockId;

/// Blocks in which more pairs of lines than this would have to be compared count as changed in whole.
constexpr size_t kMaxPairs = 4'000'000;

/// An instruction without its value numbers, and these.
struct Line {
  std::string text, shape;
  std::vector<uint32_t> numbers;
  bool has_result = false;  ///< The first number is that of its result.
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

Line line_of(std::string_view text) {
  Line line;
  line.text = text;
  line.has_result = text.size() > 1 && text[0] == '%' && is_digit(text[1]);
  for (size_t i = 0; i < text.size(); ++i) {
    line.shape += text[i];
    if (text[i] != '%' || i + 1 == text.size() || !is_digit(text[i + 1])) continue;
    uint32_t number = 0;
    while (i + 1 < text.size() && is_digit(text[i + 1])) number = number * 10 + (text[++i] - '0');
    line.numbers.push_back(number);
  }
  return line;
}

std::vector<Line> code_lines(std::string_view code) {
  std::vector<Line> lines;
  while (!code.empty()) {
    const size_t end = std::min(code.find('\n'), code.size());
    lines.push_back(line_of(code.substr(0, end)));
    code.remove_prefix(std::min(end + 1, code.size()));
  }
  return lines;
}

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

/// Appends a longest common subsequence of the lines from `first` on, before the ends.
void match_middle(const std::vector<Line>& a, const std::vector<Line>& b, size_t first, size_t end_a,
                  size_t end_b, Pairs& pairs) {
  const size_t rows = end_a - first, columns = end_b - first;
  if (rows == 0 || columns == 0 || rows > kMaxPairs / columns) return;
  std::vector<uint32_t> longest((rows + 1) * (columns + 1), 0);
  const auto at = [&](size_t row, size_t column) -> uint32_t& {
    return longest[row * (columns + 1) + column];
  };
  for (size_t i = rows; i-- > 0;) {
    for (size_t j = columns; j-- > 0;) {
      at(i, j) = a[first + i].shape == b[first + j].shape ? at(i + 1, j + 1) + 1
                                                          : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (size_t i = 0, j = 0; i < rows && j < columns;) {
    if (a[first + i].shape == b[first + j].shape) {
      pairs.emplace_back(first + i++, first + j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      ++i;
    } else {
      ++j;
    }
  }
}

/// Returns pairs of equal lines in ascending order.
Pairs match(const std::vector<Line>& a, const std::vector<Line>& b) {
  Pairs pairs;
  size_t first = 0, end_a = a.size(), end_b = b.size();
  for (; first < end_a && first < end_b && a[first].shape == b[first].shape; ++first)
    pairs.emplace_back(first, first);
  size_t last = 0;
  for (; end_a > first && end_b > first && a[end_a - 1].shape == b[end_b - 1].shape; ++last) --end_a, --end_b;
  match_middle(a, b, first, end_a, end_b, pairs);
  for (size_t i = 0; i < last; ++i) pairs.emplace_back(end_a + i, end_b + i);
  return pairs;
}

/// The new number of each old value. Values without an instruction are arguments, which keep theirs.
class Numbers {
 public:
  void define(const std::vector<Line>& lines) {
    for (const Line& line : lines) {
      if (line.has_result) found_.emplace(line.numbers[0], std::nullopt);
    }
  }
  void pair(const Line& a, const Line& b) {
    if (!a.has_result) return;
    found_[a.numbers[0]] = b.numbers[0];
    taken_.insert(b.numbers[0]);
  }
  /// A value that keeps its number is the same, even if its instruction has changed.
  void keep(const std::vector<Line>& after) {
    for (const Line& line : after) {
      const auto known = line.has_result ? found_.find(line.numbers[0]) : found_.end();
      const bool is_lost = known != found_.end() && !known->second;
      if (is_lost && !taken_.contains(line.numbers[0])) known->second = line.numbers[0];
    }
  }
  bool are_equal(const Line& a, const Line& b) const {
    for (size_t i = 0; i < a.numbers.size(); ++i) {
      const auto known = found_.find(a.numbers[i]);
      if ((known == found_.end() ? a.numbers[i] : known->second) != b.numbers[i]) return false;
    }
    return true;
  }

 private:
  std::map<uint32_t, std::optional<uint32_t>> found_;
  std::set<uint32_t> taken_;  ///< New numbers that belong to an old one.
};

CodeChange change_of(const std::vector<Line>& a, const std::vector<Line>& b, const Pairs& pairs,
                     const Numbers& numbers) {
  CodeChange change;
  size_t i = 0, j = 0;
  const auto skip_to = [&](size_t end_a, size_t end_b) {
    for (; i < end_a; ++i) change.removed.emplace_back(j, a[i].text);
    for (; j < end_b; ++j) change.added.push_back(static_cast<uint32_t>(j));
  };
  for (const auto& [from, to] : pairs) {
    skip_to(from, to);
    if (numbers.are_equal(a[i], b[j])) {
      ++i;
      ++j;
    } else {
      skip_to(i + 1, j + 1);
    }
  }
  skip_to(a.size(), b.size());
  return change;
}

Vector<String> code_of(const dxil::Module& module, const dxil::Function& function) {
  Vector<String> code;
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    code.push_back(dxil::block_to_text(module, function, block));
  }
  return code;
}

bool differ(const Vector<String>& before, const Vector<String>& after) {
  if (before == after) return false;
  const std::vector<CodeChange> changes = compare_code(before, after);
  return std::any_of(changes.begin(), changes.end(),
                     [](const CodeChange& change) { return !change.is_empty(); });
}

}  // namespace

std::string test_of(const dxil::Module& module, const dxil::Function& function, BlockId block) {
  const auto instructions = function.instructions_of(block);
  if (instructions.empty() || instructions.back().opcode != dxil::Opcode::kCondBranch) return {};
  const dxil::ValueId condition = function.operands_of(instructions.back())[0];
  for (const dxil::Instruction& instruction : instructions) {
    if (instruction.result != condition) continue;
    const String text = dxil::to_text(module, function, instruction);
    const size_t at = text.find(" = ");
    return std::string(at == String::npos ? text : text.substr(at + 3));
  }
  return {};
}

std::vector<CodeChange> compare_code(const Vector<String>& before, const Vector<String>& after) {
  const size_t count = std::max(before.size(), after.size());
  std::vector<std::vector<Line>> a(count), b(count);
  std::vector<Pairs> pairs;
  Numbers numbers;
  for (size_t block = 0; block < count; ++block) {
    if (block < before.size()) a[block] = code_lines(before[block]);
    if (block < after.size()) b[block] = code_lines(after[block]);
    numbers.define(a[block]);
    pairs.push_back(match(a[block], b[block]));
  }
  for (size_t block = 0; block < count; ++block) {
    for (const auto& [i, j] : pairs[block]) numbers.pair(a[block][i], b[block][j]);
  }
  for (size_t block = 0; block < count; ++block) numbers.keep(b[block]);
  std::vector<CodeChange> changes;
  for (size_t block = 0; block < count; ++block) {
    changes.push_back(change_of(a[block], b[block], pairs[block], numbers));
  }
  return changes;
}

std::vector<std::string> LoweringRecord::find_others(const lower::LoweredProgram& program) {
  const dxil::Module& module = program.module();
  std::vector<std::string> others;
  codes_.resize(module.functions.size());
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    if (f == function || (f < program.reached().size() && program.reached()[f] == 0)) continue;
    Vector<String> code = code_of(module, module.functions[f]);
    if (!stages.empty() && differ(codes_[f], code)) {
      others.emplace_back(dxil::printable(module.functions[f].name));
    }
    codes_[f] = std::move(code);
  }
  return others;
}

void LoweringRecord::after_pass(std::string_view pass, const lower::LoweredProgram& program) {
  const dxil::Module& module = program.module();
  function = program.entry_point().function;
  LoweringStage stage;
  stage.pass = pass;
  stage.graph = module.functions[function].graph;
  stage.texts = describe_blocks(module, module.functions[function]);
  stage.texts.module = nullptr;
  stage.texts.function = nullptr;
  for (BlockId block = 0; block < stage.graph.block_count(); ++block) {
    stage.tests.push_back(test_of(module, module.functions[function], block));
  }
  if (!stages.empty()) stage.changes = compare_code(stages.back().texts.contents, stage.texts.contents);
  stage.others = find_others(program);
  stages.push_back(std::move(stage));
}

}  // namespace trellis::tools
