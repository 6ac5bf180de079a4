#include "tests/differential/votes/source_program.hpp"

#include <algorithm>
#include <utility>

namespace trellis::differential {

namespace {

using structurizer::testing::Random;

/// Writes random statements until the requested size is reached.
class SourceWriter {
 public:
  SourceWriter(Random& random, const SourceShape& shape)
      : random_(random), shape_(shape), left_(shape.statements) {}

  Statements run() {
    Statements program;
    while (left_ > 0) {
      Statements part = list(0);
      const bool ends = !part.empty() && is_jump(part.back().kind);
      if (ends) part.pop_back();
      program.insert(program.end(), part.begin(), part.end());
    }
    program.push_back({.lists = {}});
    return program;
  }

 private:
  static constexpr uint32_t kDeepest = 6;

  static bool is_jump(StatementKind kind) { return kind >= StatementKind::kBreak; }

  Statements list(uint32_t depth) {
    Statements made;
    const uint32_t count = 1 + random_.below(depth == 0 ? 5 : 3);
    for (uint32_t i = 0; i < count && left_ > 0; ++i) {
      made.push_back(statement(depth));
      if (is_jump(made.back().kind)) break;
    }
    return made;
  }

  Statement statement(uint32_t depth) {
    --left_;
    const uint32_t what = random_.below(depth >= kDeepest ? 6 : 18);
    if (what < 4) return {.lists = {}};
    if (what < 6) return depth == 0 ? Statement{.lists = {}} : jump();
    if (what < 11) return branch(depth);
    if (what < 15) return loop(depth);
    if (what < 16 && shape_.switches) return choice(depth);
    if (what < 17) return call(depth);
    return branch(depth);
  }

  Statement jump() {
    static constexpr StatementKind kKinds[] = {StatementKind::kBreak, StatementKind::kBreak,
                                               StatementKind::kContinue, StatementKind::kReturn};
    StatementKind kind = kKinds[random_.below(4)];
    if (kind == StatementKind::kReturn && endless_loops_ > 0 && !shape_.endless_loops_return)
      kind = StatementKind::kBreak;
    if (kind == StatementKind::kBreak && loops_ + switches_ == 0) kind = StatementKind::kReturn;
    if (kind == StatementKind::kContinue && loops_ == 0) kind = StatementKind::kReturn;
    return {kind, 0, {}};
  }

  Statement branch(uint32_t depth) {
    Statement made{StatementKind::kIf, 0, {list(depth + 1), {}}};
    if (random_.one_in(3)) made.lists[1] = list(depth + 1);
    return made;
  }

  Statement loop(uint32_t depth) {
    static constexpr StatementKind kKinds[] = {StatementKind::kWhile, StatementKind::kDoWhile,
                                               StatementKind::kForever};
    Statement made{kKinds[random_.below(shape_.endless_loops ? 3 : 2)], 0, {}};
    const bool is_endless = made.kind == StatementKind::kForever;
    const uint32_t switches = std::exchange(switches_, 0);
    ++loops_;
    if (is_endless) ++endless_loops_;
    made.lists.push_back(list(depth + 1));
    if (is_endless) {
      add_exit(made.lists[0]);
      --endless_loops_;
    }
    --loops_;
    switches_ = switches;
    return made;
  }

  /// Inserts if (..) { votes; break or return; } somewhere into an endless loop.
  void add_exit(Statements& body) {
    Statement leave{StatementKind::kIf, 0, {{}, {}}};
    for (uint32_t i = random_.below(3); i > 0; --i) leave.lists[0].push_back({.lists = {}});
    const bool returns = shape_.endless_loops_return && random_.one_in(4);
    leave.lists[0].push_back({returns ? StatementKind::kReturn : StatementKind::kBreak, 0, {}});
    body.insert(body.begin() + random_.below(static_cast<uint32_t>(body.size())), leave);
  }

  Statement choice(uint32_t depth) {
    Statement made{StatementKind::kSwitch, 0, {}};
    ++switches_;
    for (uint32_t i = 2 + random_.below(3); i > 0; --i) {
      made.lists.push_back(list(depth + 1));
      Statements& made_case = made.lists.back();
      const bool ends = !made_case.empty() && is_jump(made_case.back().kind);
      if (shape_.fall_through && !ends && random_.one_in(3)) {
        made_case.push_back({StatementKind::kFallThrough, 0, {}});
      }
    }
    --switches_;
    return made;
  }

  Statement call(uint32_t depth) {
    Statement made{StatementKind::kCall, 0, {}};
    const uint32_t loops = std::exchange(loops_, 0), switches = std::exchange(switches_, 0);
    const uint32_t endless_loops = std::exchange(endless_loops_, 0);
    made.lists.push_back(list(depth + 1));
    loops_ = loops;
    switches_ = switches;
    endless_loops_ = endless_loops;
    return made;
  }

  Random& random_;
  const SourceShape& shape_;
  /// Counts of the constructs around the current statement, within its function.
  uint32_t left_, loops_ = 0, switches_ = 0, endless_loops_ = 0;
};

void renumber(Statements& program, uint32_t& votes, uint32_t& decisions) {
  for (Statement& statement : program) {
    switch (statement.kind) {
      case StatementKind::kVote:
        statement.number = votes++;
        break;
      case StatementKind::kIf:
      case StatementKind::kWhile:
      case StatementKind::kDoWhile:
      case StatementKind::kSwitch:
        statement.number = decisions++;
        break;
      default:
        break;
    }
    for (Statements& list : statement.lists) renumber(list, votes, decisions);
  }
}

bool is_well_formed(const Statements& program, bool in_loop, bool in_switch, bool is_case = false) {
  for (const Statement& s : program) {
    if (s.kind == StatementKind::kFallThrough && (!is_case || &s != &program.back())) return false;
    if (s.kind == StatementKind::kBreak && !in_loop && !in_switch) return false;
    if (s.kind == StatementKind::kContinue && !in_loop) return false;
    const bool is_loop = s.kind == StatementKind::kWhile || s.kind == StatementKind::kDoWhile ||
                         s.kind == StatementKind::kForever;
    const bool is_call = s.kind == StatementKind::kCall, is_switch = s.kind == StatementKind::kSwitch;
    for (const Statements& list : s.lists) {
      if (!is_well_formed(list, is_loop || (in_loop && !is_call), is_switch || (in_switch && !is_call),
                          is_switch))
        return false;
    }
  }
  return true;
}

void write(std::string& text, const Statements& program, const std::string& indent);

void write_block(std::string& text, const Statements& list, const std::string& indent) {
  text += "{\n";
  write(text, list, indent + "  ");
  text += indent + "}";
}

void write(std::string& text, const Statements& program, const std::string& indent) {
  for (const Statement& s : program) {
    const std::string number = std::to_string(s.number);
    text += indent;
    switch (s.kind) {
      case StatementKind::kVote:
        text += "vote " + number + ";";
        break;
      case StatementKind::kIf:
        text += "if (d" + number + ") ";
        write_block(text, s.lists[0], indent);
        if (!s.lists[1].empty()) {
          text += " else ";
          write_block(text, s.lists[1], indent);
        }
        break;
      case StatementKind::kWhile:
        text += "while (d" + number + ") ";
        write_block(text, s.lists[0], indent);
        break;
      case StatementKind::kDoWhile:
        text += "do ";
        write_block(text, s.lists[0], indent);
        text += " while (d" + number + ");";
        break;
      case StatementKind::kForever:
        text += "for (;;) ";
        write_block(text, s.lists[0], indent);
        break;
      case StatementKind::kSwitch:
        text += "switch (d" + number + ") {\n";
        for (size_t i = 0; i < s.lists.size(); ++i) {
          text += indent + (i == 0 ? "default: " : "case " + std::to_string(i) + ": ");
          write_block(text, s.lists[i], indent);
          const bool falls = !s.lists[i].empty() && s.lists[i].back().kind == StatementKind::kFallThrough;
          text += falls ? "\n" : " break;\n";
        }
        text += indent + "}";
        break;
      case StatementKind::kCall:
        text += "call ";
        write_block(text, s.lists[0], indent);
        break;
      case StatementKind::kBreak:
        text += "break;";
        break;
      case StatementKind::kContinue:
        text += "continue;";
        break;
      case StatementKind::kReturn:
        text += "return;";
        break;
      case StatementKind::kFallThrough:
        text += "// falls through";
        break;
    }
    text += "\n";
  }
}

}  // namespace

Statements random_source(Random& random, const SourceShape& shape) {
  Statements program = SourceWriter(random, shape).run();
  renumber(program);
  return program;
}

bool is_well_formed(const Statements& program) { return is_well_formed(program, false, false); }

void renumber(Statements& program) {
  uint32_t votes = 0, decisions = 0;
  renumber(program, votes, decisions);
}

std::string to_text(const Statements& program) {
  std::string text;
  write(text, program, "");
  return text;
}

}  // namespace trellis::differential
