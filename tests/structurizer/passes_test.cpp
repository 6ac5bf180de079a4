// Tests every pass of the pipeline on its own: its result, or what it changes, as text.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cfg/text_reader.hpp"
#include "structurizer/check/check.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/properties.hpp"

namespace trellis::structurizer::testing {
namespace {

/// Writes functions as readable text: program blocks by name, inserted blocks by role and number.
class FunctionText {
 public:
  explicit FunctionText(const std::vector<std::string>& names) : names_(names) {}

  std::string graph(const cfg::Graph& graph) const {
    std::string text;
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      text += node(block) + ":";
      for (const BlockId target : graph.successors(block)) text += " " + node(target);
      text += "\n";
    }
    return text;
  }

  std::string function(const Structured& f) {
    std::string text;
    for (const BlockId block : f.order) {
      const Block& b = f.blocks[block];
      text += name(f, block) + ":";
      for (const BlockId target : f.successors_of(block)) text += " " + name(f, target);
      if (b.exit == Exit::kUnreachable) text += " unreachable";
      if (b.exit == Exit::kIf || b.exit == Exit::kSwitch) text += test(f, b);
      if (b.merge == MergeKind::kSelection) text += " | selection to " + name(f, b.merge_block);
      if (b.merge == MergeKind::kLoop) {
        text += " | loop to " + name(f, b.merge_block) + ", goes on at " + name(f, b.continue_block);
      }
      for (uint32_t phi = b.first_phi; phi < b.first_phi + b.phi_count; ++phi) text += phi_text(f, phi);
      text += "\n";
    }
    for (const auto& [value, operand] : f.aliases) {
      text += "%" + std::to_string(value) + " is " + operand_text(f, operand) + "\n";
    }
    return text;
  }

 private:
  std::string node(BlockId node) const {
    return node < names_.size() ? names_[node] : "ours" + std::to_string(node - names_.size());
  }

  std::string name(const Structured& f, BlockId block) {
    const Block& b = f.blocks[block];
    if (b.role == Role::kPayload) return names_[b.payload];
    static constexpr const char* kRoles[] = {"",       "header",   "continue", "merge",
                                             "ladder", "dispatch", "edge",     "breakable"};
    return kRoles[static_cast<size_t>(b.role)] + std::to_string(block);
  }

  std::string test(const Structured& f, const Block& b) {
    std::string text = " by " + operand_text(f, b.selector);
    if (f.is_bool(b.selector)) return text;
    for (uint32_t i = 0; i + 1 < b.successor_count; ++i) {
      text += (i == 0 ? " = " : ", ") + node(f.cases[b.first_case + i]);
    }
    return text;
  }

  std::string phi_text(const Structured& f, uint32_t phi) {
    const NewPhi& p = f.phis[phi];
    std::string text = " | phi" + std::to_string(phi);
    if (p.is_bool) text += " (bool)";
    if (p.stands_for != kNone) text += " for %" + std::to_string(p.stands_for);
    text += " =";
    for (size_t i = 0; i < f.incoming_of(p).size(); ++i) {
      text += (i == 0 ? " " : ", ") + operand_text(f, f.incoming_of(p)[i]) + " from " +
              name(f, f.predecessors_of(p.block)[i]);
    }
    return text;
  }

  std::string operand_text(const Structured& f, const Operand& operand) {
    const std::string number = std::to_string(operand.index);
    switch (operand.kind) {
      case Operand::Kind::kUndef:
        return "?";
      case Operand::Kind::kValue:
        return "%" + number;
      case Operand::Kind::kPhi:
        return "phi" + number;
      case Operand::Kind::kConstant:
        return number;
      case Operand::Kind::kChoice: {
        const Choice& choice = f.choices[operand.index];
        const std::string ways = choice.is_bool ? (choice.first == 1 ? "" : "not ")
                                                : node(choice.first) + "/" + node(choice.second) + " ";
        return ways + "as " + name(f, choice.block) + " branches";
      }
    }
    return {};
  }

  const std::vector<std::string>& names_;
};

/// Records the function after each pass.
class Recorder final : public PassObserver {
 public:
  explicit Recorder(const std::vector<std::string>& names) : text_(names) {}

  void after_graph_pass(std::string_view pass, const cfg::Graph& graph) override {
    passes.emplace_back(pass, text_.graph(graph));
  }
  void after_pass(std::string_view pass, const Structured& function) override {
    passes.emplace_back(pass, text_.function(function));
  }

  std::vector<std::pair<std::string, std::string>> passes;

 private:
  FunctionText text_;
};

struct Program {
  Flow flow;
  std::vector<std::string> names;
};

/// Reads a graph from text; blocks whose names begin with "return" are bare returns.
Program program_of(std::string_view text) {
  Program program;
  auto named = cfg::read_graph_text(text);
  EXPECT_TRUE(named) << named.error().to_string();
  if (!named) return program;
  program.flow.graph = std::move(named->graph);
  program.names = std::move(named->names);
  const uint32_t blocks = program.flow.graph.block_count();
  program.flow.flags.assign(blocks, 0);
  for (BlockId block = 0; block < blocks; ++block) {
    const auto successors = program.flow.graph.successors(block);
    if (successors.size() > 2) program.flow.flags[block] = kSwitch;
    if (successors.empty() && program.names[block].starts_with("return")) {
      program.flow.flags[block] = kBareReturn;
    }
  }
  return program;
}

/// Adds a phi with one outside value per predecessor to a block.
ValueId add_phi(Program& program, BlockId block) {
  Flow& flow = program.flow;
  if (flow.phis.first.empty()) flow.phis.first.assign(flow.graph.block_count() + 1, 0);
  Phi phi;
  phi.first_incoming = static_cast<uint32_t>(flow.incoming.size());
  for (size_t i = 0; i < flow.graph.in_edges(block).size(); ++i) flow.incoming.push_back(flow.value_count++);
  phi.result = flow.value_count++;
  flow.definitions.push_back({phi.result, block});
  EXPECT_EQ(flow.phis.first[block + 1], flow.phis.entries.size()) << "phis are added by ascending block";
  flow.phis.entries.push_back(phi);
  for (BlockId b = block; b < flow.graph.block_count(); ++b) ++flow.phis.first[b + 1];
  return phi.result;
}

/// The function before and after a pass. The result of all passes must be correct.
struct Work {
  std::string before, after;
};
Work work_of(const Program& program, std::string_view pass) {
  Recorder recorder(program.names);
  Options options;
  options.observer = &recorder;
  const Structured function = structurize(program.flow, options);
  EXPECT_EQ(find_fault(program.flow, function, 1, {.runs = 20, .run_length = 60}), "");
  EXPECT_TRUE(check_convergence(program.flow, function).empty());
  Work work;
  for (const auto& [name, text] : recorder.passes) {
    if (name == pass) {
      work.after = text;
      return work;
    }
    work.before = text;
  }
  ADD_FAILURE() << "no pass is called " << pass;
  return work;
}
std::string made_by(const Program& program, std::string_view pass) { return work_of(program, pass).after; }

using Lines = std::vector<std::pair<std::string, std::string>>;

/// Splits a function's text into lines: the block of each line, and what it says about it.
Lines lines_of(const std::string& text) {
  Lines lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const size_t colon = std::min(text.find(':', at), end);
    lines.emplace_back(text.substr(at, colon - at), text.substr(colon, end - colon));
    at = end + 1;
  }
  return lines;
}

/// Returns the changes that a pass made: "block: before => after" for changed blocks (in two lines if that is
/// long), "- block: ..." for removed ones, "+ block: ..." for new ones.
std::string changes_of(const Work& work) {
  constexpr size_t kMaxWidth = 80;
  const Lines before = lines_of(work.before), after = lines_of(work.after);
  const auto find = [](const Lines& lines, const std::string& block) {
    return std::find_if(lines.begin(), lines.end(), [&](const auto& line) { return line.first == block; });
  };
  std::string text;
  for (const auto& [block, rest] : before) {
    const auto now = find(after, block);
    if (now == after.end()) {
      text += "- " + block + rest + "\n";
    } else if (now->second != rest) {
      const bool is_long = block.size() + rest.size() + now->second.size() > kMaxWidth;
      text += block + rest + (is_long ? "\n  =>" : " =>") + now->second.substr(1) + "\n";
    }
  }
  for (const auto& [block, rest] : after) {
    if (find(before, block) == before.end()) text += "+ " + block + rest + "\n";
  }
  return text;
}

TEST(Passes, AreReportedInOrder) {
  const Program program = program_of("a -> b c\nb -> c\n");
  Recorder recorder(program.names);
  Options options;
  options.observer = &recorder;
  structurize(program.flow, options);
  std::vector<std::string> names;
  for (const auto& [name, text] : recorder.passes) names.push_back(name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"input", "reducible", "constructs", "copy-returns", "idle-tests",
                                      "reuse-conditions", "separate-edges", "fold-continues", "fold-headers",
                                      "fold-merges", "order", "phis", "bool-selectors"}));
}

struct Case {
  const char* name;
  const char* pass;
  const char* graph;
  const char* text;  ///< The function after the pass, or the changes.
};

constexpr Case kMade[] = {
    {"an irreducible region gets one entry", "reducible", "a -> b c\nb -> c d\nc -> b x",
     "a: ours0 ours0\n"
     "b: ours0 d\n"
     "c: ours0 x\n"
     "d:\n"
     "x:\n"
     "ours0: b c\n"},
    {"an arm that does not rejoin nests nothing", "constructs", "a -> b c\nb -> return\nc -> d",
     "a: b c | selection to c\n"
     "b: return\n"
     "return:\n"
     "c: d\n"
     "d:\n"},
    {"break opens no selection, and blocks that branch back meet", "constructs",
     "a -> h\nh -> b x\nb -> x c\nc -> h d\nd -> h",
     "a: header6\n"
     "header6: h | loop to merge8, goes on at continue7\n"
     "h: b merge8\n"
     "b: merge8 c\n"
     "c: merge9 d | selection to merge9\n"
     "d: merge9\n"
     "merge9: continue7\n"
     "continue7: header6\n"
     "merge8: x\n"
     "x:\n"},
    {"a last block that one edge leads to is the continue block", "constructs", "a -> h\nh -> d\nd -> h x",
     "a: header4\n"
     "header4: h | loop to merge6, goes on at d\n"
     "h: d\n"
     "d: header4 merge6\n"
     "merge6: x\n"
     "x:\n"},
    {"paths meet before the continue block", "constructs", "a -> h\nh -> b d\nb -> d\nd -> h x",
     "a: header5\n"
     "header5: h | loop to merge7, goes on at continue6\n"
     "h: b merge8 | selection to merge8\n"
     "b: merge8\n"
     "merge8: d\n"
     "d: continue6 merge7\n"
     "continue6: header5\n"
     "merge7: x\n"
     "x:\n"},
    {"cases with one end each meet before the continue block", "constructs",
     "a -> h\nh -> d b c\nb -> d\nc -> d\nd -> h x",
     "a: header6\n"
     "header6: h | loop to merge8, goes on at continue7\n"
     "h: merge9 b c | selection to merge9\n"
     "b: merge9\n"
     "c: merge9\n"
     "merge9: d\n"
     "d: continue7 merge8\n"
     "continue7: header6\n"
     "merge8: x\n"
     "x:\n"},
    {"the last block that a case leads to from within is the continue block", "constructs",
     "a -> h\nh -> d b c\nb -> e d\nc -> d\ne -> d\nd -> h x",
     "a: header7\n"
     "header7: h | loop to merge9, goes on at d\n"
     "h: edge10 b c | selection to c\n"
     "edge10: d\n"
     "b: e d\n"
     "e: d\n"
     "c: d\n"
     "d: header7 merge9\n"
     "merge9: x\n"
     "x:\n"},
    {"the last block after another join of a switch is the continue block", "constructs",
     "a -> h\nh -> d b c\nb -> e\nc -> e\ne -> d\nd -> h x",
     "a: header7\n"
     "header7: h | loop to merge9, goes on at d\n"
     "h: edge10 b c | selection to merge11\n"
     "edge10: d\n"
     "b: merge11\n"
     "c: merge11\n"
     "merge11: e\n"
     "e: d\n"
     "d: header7 merge9\n"
     "merge9: x\n"
     "x:\n"},
    {"several literals to one block stay one case, and cases fall through", "constructs",
     "a -> b c d b b\nb -> e\nc -> d\nd -> e",
     "a: b c d b b | selection to merge5\n"
     "b: merge5\n"
     "c: d\n"
     "d: merge5\n"
     "merge5: e\n"
     "e:\n"},
    {"a switch with one target is a branch", "constructs", "a -> b b b\nb -> e",
     "a: b b b\n"
     "b: e\n"
     "e:\n"},
    {"a bare return in place of a ladder", "copy-returns",
     "a -> b c\nb -> return x\nc -> return x\nx -> return",
     "a: b c | selection to merge9\n"
     "b: return merge6 | selection to merge6\n"
     "return:\n"
     "merge6: merge9\n"
     "c: return merge8 | selection to merge8\n"
     "return:\n"
     "merge8: merge9\n"
     "merge9: x\n"
     "x: return\n"
     "return:\n"},
    {"blocks come where they belong", "order", "a -> x n\nn -> x y y\nx -> y",
     "a: ladder4 n | selection to ladder4\n"
     "n: merge3 edge2 edge2 | selection to merge3\n"
     "edge2: merge3\n"
     "merge3: ladder4\n"
     "ladder4: x y by ? = x | selection to y\n"
     "x: y\n"
     "y:\n"},
};

TEST(Passes, MakeTheExpectedFunctions) {
  for (const Case& c : kMade) {
    EXPECT_EQ(made_by(program_of(c.graph), c.pass), c.text) << c.name << ", after " << c.pass;
  }
}

constexpr Case kChanges[] = {
    {"a test that tests nothing", "idle-tests", "a -> e b d\nb -> c d\nc -> f\nd -> f f d e\ne -> f",
     "merge8: ladder9 ladder9 by ? = f => ladder9\n"},
    {"if (a || n) x", "reuse-conditions", "a -> x n\nn -> x y\nx -> y",
     "n: merge4 merge4 | selection to merge4 => merge4 merge4\n"},
    {"a switch whose ways phis could not tell apart", "separate-edges", "a -> x n\nn -> x y y\nx -> y",
     "n: merge4 merge4 merge4 | selection to merge4\n"
     "  => merge4 edge7 edge7 | selection to merge4\n"
     "+ edge7: merge4\n"},
    {"while", "fold-headers", "a -> h\nh -> b x\nb -> h",
     "a: header4 => h\n"
     "- header4: h | loop to merge6, goes on at b\n"
     "h: b merge6 => b merge6 | loop to merge6, goes on at b\n"
     "b: header4 => h\n"},
    {"do while, in one block", "fold-continues", "a -> h\nh -> h x",
     "header3: h | loop to merge5, goes on at continue4\n"
     "  => h | loop to merge5, goes on at h\n"
     "h: continue4 merge5 => header3 merge5\n"
     "- continue4: header3\n"},
    {"an if in an if", "fold-merges", "a -> b e\nb -> c d\nc -> d\nd -> e",
     "a: b merge6 | selection to merge6 => b e | selection to e\n"
     "b: c merge5 | selection to merge5 => c d | selection to d\n"
     "c: merge5 => d\n"
     "- merge5: d\n"
     "d: merge6 => e\n"
     "- merge6: e\n"},
    {"if (a || n) x", "fold-merges", "a -> x n\nn -> x y\nx -> y",
     "n: merge4 merge4 => ladder5 ladder5\n"
     "- merge4: ladder5\n"
     "ladder5: x merge6 by ? = x | selection to merge6 => x y by ? = x | selection to y\n"
     "x: merge6 => y\n"
     "- merge6: y\n"},
    {"two exits of a loop", "phis", "a -> h\nh -> b\nb -> x c\nc -> y d\nd -> h\nx -> z\ny -> z",
     "merge5: y x by ? = y | selection to z\n"
     "  => y x by phi0 = y | selection to z | phi0 = 3 from b, 5 from c\n"},
    {"two exits of a loop", "bool-selectors", "a -> h\nh -> b\nb -> x c\nc -> y d\nd -> h\nx -> z\ny -> z",
     "merge5: y x by phi0 = y | selection to z | phi0 = 3 from b, 5 from c\n"
     "  => y x by phi0 | selection to z | phi0 (bool) = 0 from b, 1 from c\n"},
    {"a condition again", "bool-selectors", "a -> x n\nn -> x y\nx -> y",
     "ladder2: x y by phi0 = x | selection to y | phi0 = 1 from a, x/y as n branches from n\n"
     "  => x y by phi0 | selection to y | phi0 (bool) = 1 from a, as n branches from n\n"},
};

TEST(Passes, MakeTheExpectedChanges) {
  for (const Case& c : kChanges) {
    EXPECT_EQ(changes_of(work_of(program_of(c.graph), c.pass)), c.text) << c.name << ", by " << c.pass;
  }
}

TEST(Passes, PhisCarryWhatLaddersSeparate) {
  Program program = program_of("a -> b c\nb -> m\nc -> m n\nm -> n\nn -> return");
  for (BlockId block = 0; block < program.names.size(); ++block) {
    if (program.names[block] == "m" || program.names[block] == "n") add_phi(program, block);
  }
  EXPECT_EQ(made_by(program, "phis"),
            "a: b c | selection to ladder3\n"
            "b: ladder3\n"
            "c: ladder3 ladder3\n"
            "ladder3: m n by phi0 = m | selection to n | phi0 = 3 from b, m/n as c branches from c | phi1 "
            "for %2 = %0 from b, %1 from c\n"
            "m: n\n"
            "n: return | phi2 for %5 = %3 from ladder3, %4 from m\n"
            "return:\n"
            "%2 is phi1\n");
}

// If a switch case could fall through into a block of convergent operations, all its lanes meet in a block in
// front of it instead.
TEST(Passes, CasesDoNotFallIntoVotes) {
  Program program = program_of("a -> b c d\nb -> e\nc -> d\nd -> e");
  program.flow.flags[3] = kConvergent;
  EXPECT_EQ(made_by(program, "constructs"),
            "a: b c ladder5 | selection to ladder5\n"
            "b: ladder5\n"
            "c: ladder5\n"
            "ladder5: d merge6 by ? = d | selection to merge6\n"
            "d: merge6\n"
            "merge6: e\n"
            "e:\n");
}

// A merge block at each of many levels would cost more than a continue block that many edges lead to.
TEST(Passes, ManyPathsMeetInTheContinueBlock) {
  constexpr int kLevels = 1010;
  std::string graph = "a -> b0\n";
  for (int level = 0; level < kLevels; ++level) {
    const std::string next = level + 1 < kLevels ? "b" + std::to_string(level + 1) : "c";
    graph += "b" + std::to_string(level) + " -> d " + next + "\n";
  }
  const std::string text = made_by(program_of(graph + "c -> d\nd -> b0 x"), "constructs");
  EXPECT_NE(text.find(", goes on at d\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("selection"), std::string::npos) << text;
}

// In a loop with votes, an iteration does not end in a case that another case falls through into: the lanes
// of both reconverge first.
TEST(Passes, IterationsDoNotEndInCasesThatAreFallenInto) {
  Program program = program_of("a -> h\nh -> return b c\nb -> c\nc -> h return");
  program.flow.flags[3] = kConvergent;
  EXPECT_EQ(made_by(program, "constructs"),
            "a: header5\n"
            "header5: h | loop to merge7, goes on at continue6\n"
            "h: edge8 b merge9 | selection to merge9\n"
            "edge8: merge7\n"
            "b: merge9\n"
            "merge9: c\n"
            "c: continue6 merge7\n"
            "continue6: header5\n"
            "merge7: return\n"
            "return:\n");
}

// while (n && (a || vote())) { if (b) return; .. } votes; : the votes after a loop stay after it, although
// the block before its latch also decides to leave the loop, and both exits lead to the return.
TEST(Passes, AConditionOfSeveralBlocksBelongsToTheLoop) {
  Program program =
      program_of("a -> h\nh -> b c\nb -> c d\nd -> c\ng -> h\ne -> last g\nc -> e f\nf -> last\nlast");
  const auto of = [&](std::string_view name) {
    return static_cast<size_t>(std::find(program.names.begin(), program.names.end(), name) -
                               program.names.begin());
  };
  program.flow.flags[of("d")] = kConvergent | kCoConvergent;
  program.flow.flags[of("f")] = kConvergent | kCoConvergent;
  const std::string text = made_by(program, "constructs");
  const size_t merge = text.find("loop to merge");
  ASSERT_NE(merge, std::string::npos) << text;
  const std::string name = text.substr(merge + 8, text.find(',', merge) - merge - 8);
  EXPECT_NE(text.find("\n" + name + ": f "), std::string::npos) << text;
}

}  // namespace
}  // namespace trellis::structurizer::testing
