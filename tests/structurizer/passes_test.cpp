// Every pass of the pipeline by itself: the function before it and after it, as text.
#include <gtest/gtest.h>

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

/// Writes functions for people: the program's blocks by their names, ours by role and number.
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

/// What the function is after each pass.
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

/// Graph text, in which "name!" is a bare return.
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

/// Gives a block a phi of one value from outside for each way in.
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

/// The function before and after a pass. The result of all passes must hold.
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
Work work_of(std::string_view text, std::string_view pass) { return work_of(program_of(text), pass); }

TEST(Passes, AreToldInOrder) {
  const Program program = program_of("a -> b c\nb -> c\n");
  Recorder recorder(program.names);
  Options options;
  options.observer = &recorder;
  structurize(program.flow, options);
  std::vector<std::string> names;
  for (const auto& [name, text] : recorder.passes) names.push_back(name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"input", "reducible", "constructs", "copy-returns", "idle-tests",
                                      "reuse-conditions", "separate-edges", "fold-headers", "fold-continues",
                                      "fold-merges", "order", "phis", "bool-selectors"}));
}

struct Case {
  const char* name;
  const char* pass;
  const char* graph;
  const char* before;  ///< Null: not looked at.
  const char* after;
};

constexpr Case kCases[] = {
    {"an irreducible region gets one entry", "reducible", "a -> b c\nb -> c d\nc -> b x", nullptr,
     "a: ours0 ours0\n"
     "b: ours0 d\n"
     "c: ours0 x\n"
     "d:\n"
     "x:\n"
     "ours0: b c\n"},
    {"an arm that leaves for good nests nothing", "constructs", "a -> b c\nb -> return\nc -> d", nullptr,
     "a: b c | selection to c\n"
     "b: return\n"
     "return:\n"
     "c: d\n"
     "d:\n"},
    {"break and continue open no selection", "constructs", "a -> h\nh -> b x\nb -> x c\nc -> h d\nd -> h",
     nullptr,
     "a: header6\n"
     "header6: h | loop to merge8, goes on at continue7\n"
     "h: b merge8\n"
     "b: merge8 c\n"
     "c: continue7 d\n"
     "d: continue7\n"
     "continue7: header6\n"
     "merge8: x\n"
     "x:\n"},
    {"several literals to one block stay one case, and cases fall through", "constructs",
     "a -> b c d b b\nb -> e\nc -> d\nd -> e", nullptr,
     "a: b c d b b | selection to merge5\n"
     "b: merge5\n"
     "c: d\n"
     "d: merge5\n"
     "merge5: e\n"
     "e:\n"},
    {"a switch with one target is a branch", "constructs", "a -> b b b\nb -> e", nullptr,
     "a: b b b\n"
     "b: e\n"
     "e:\n"},
    {"a bare return in place of a ladder", "copy-returns",
     "a -> b c\nb -> return x\nc -> return x\nx -> return",
     "a: b c | selection to ladder7\n"
     "b: merge5 merge5 | selection to merge5\n"
     "merge5: ladder7\n"
     "c: merge6 merge6 | selection to merge6\n"
     "merge6: ladder7\n"
     "ladder7: x merge8 by ? = x | selection to merge8\n"
     "x: merge8\n"
     "merge8: return\n"
     "return:\n",
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
    {"a test that tests nothing", "idle-tests", "a -> e b d\nb -> c d\nc -> f\nd -> f f d e\ne -> f",
     "a: ladder9 b header6 | selection to ladder9\n"
     "b: c merge10 | selection to merge10\n"
     "c: ladder9\n"
     "merge10: header6\n"
     "header6: d | loop to merge8, goes on at continue7\n"
     "d: edge11 edge11 edge12 edge13 | selection to merge14\n"
     "edge11: merge8\n"
     "edge12: continue7\n"
     "edge13: merge8\n"
     "merge14: unreachable\n"
     "continue7: header6\n"
     "merge8: ladder9 ladder9 by ? = f\n"
     "ladder9: e merge15 by ? = e | selection to merge15\n"
     "e: merge15\n"
     "merge15: f\n"
     "f:\n",
     "a: ladder9 b header6 | selection to ladder9\n"
     "b: c merge10 | selection to merge10\n"
     "c: ladder9\n"
     "merge10: header6\n"
     "header6: d | loop to merge8, goes on at continue7\n"
     "d: edge11 edge11 edge12 edge13 | selection to merge14\n"
     "edge11: merge8\n"
     "edge12: continue7\n"
     "edge13: merge8\n"
     "merge14: unreachable\n"
     "continue7: header6\n"
     "merge8: ladder9\n"
     "ladder9: e merge15 by ? = e | selection to merge15\n"
     "e: merge15\n"
     "merge15: f\n"
     "f:\n"},
    {"if (a || n) x", "reuse-conditions", "a -> x n\nn -> x y\nx -> y",
     "a: ladder5 n | selection to ladder5\n"
     "n: merge4 merge4 | selection to merge4\n"
     "merge4: ladder5\n"
     "ladder5: x merge6 by ? = x | selection to merge6\n"
     "x: merge6\n"
     "merge6: y\n"
     "y:\n",
     "a: ladder5 n | selection to ladder5\n"
     "n: merge4 merge4\n"
     "merge4: ladder5\n"
     "ladder5: x merge6 by ? = x | selection to merge6\n"
     "x: merge6\n"
     "merge6: y\n"
     "y:\n"},
    {"a switch whose ways phis could not tell apart", "separate-edges", "a -> x n\nn -> x y y\nx -> y",
     "a: ladder5 n | selection to ladder5\n"
     "n: merge4 merge4 merge4 | selection to merge4\n"
     "merge4: ladder5\n"
     "ladder5: x merge6 by ? = x | selection to merge6\n"
     "x: merge6\n"
     "merge6: y\n"
     "y:\n",
     "a: ladder5 n | selection to ladder5\n"
     "n: merge4 edge7 edge7 | selection to merge4\n"
     "merge4: ladder5\n"
     "ladder5: x merge6 by ? = x | selection to merge6\n"
     "x: merge6\n"
     "merge6: y\n"
     "y:\n"
     "edge7: merge4\n"},
    {"while", "fold-headers", "a -> h\nh -> b x\nb -> h",
     "a: header4\n"
     "header4: h | loop to merge6, goes on at b\n"
     "h: b merge6\n"
     "b: header4\n"
     "merge6: x\n"
     "x:\n",
     "a: h\n"
     "h: b merge6 | loop to merge6, goes on at b\n"
     "b: h\n"
     "merge6: x\n"
     "x:\n"},
    {"do while, in one block", "fold-continues", "a -> h\nh -> h x",
     "a: h\n"
     "h: continue4 merge5 | loop to merge5, goes on at continue4\n"
     "continue4: h\n"
     "merge5: x\n"
     "x:\n",
     "a: h\n"
     "h: h merge5 | loop to merge5, goes on at h\n"
     "merge5: x\n"
     "x:\n"},
    {"an if in an if", "fold-merges", "a -> b e\nb -> c d\nc -> d\nd -> e",
     "a: b merge6 | selection to merge6\n"
     "b: c merge5 | selection to merge5\n"
     "c: merge5\n"
     "merge5: d\n"
     "d: merge6\n"
     "merge6: e\n"
     "e:\n",
     "a: b e | selection to e\n"
     "b: c d | selection to d\n"
     "c: d\n"
     "d: e\n"
     "e:\n"},
    {"if (a || n) x", "fold-merges", "a -> x n\nn -> x y\nx -> y",
     "a: ladder5 n | selection to ladder5\n"
     "n: merge4 merge4\n"
     "merge4: ladder5\n"
     "ladder5: x merge6 by ? = x | selection to merge6\n"
     "x: merge6\n"
     "merge6: y\n"
     "y:\n",
     "a: ladder5 n | selection to ladder5\n"
     "n: ladder5 ladder5\n"
     "ladder5: x y by ? = x | selection to y\n"
     "x: y\n"
     "y:\n"},
    {"blocks come where they belong", "order", "a -> x n\nn -> x y y\nx -> y",
     "a: ladder5 n | selection to ladder5\n"
     "n: merge4 edge7 edge7 | selection to merge4\n"
     "merge4: ladder5\n"
     "ladder5: x y by ? = x | selection to y\n"
     "x: y\n"
     "y:\n"
     "edge7: merge4\n",
     "a: ladder4 n | selection to ladder4\n"
     "n: merge3 edge2 edge2 | selection to merge3\n"
     "edge2: merge3\n"
     "merge3: ladder4\n"
     "ladder4: x y by ? = x | selection to y\n"
     "x: y\n"
     "y:\n"},
    {"two ways out of a loop", "phis", "a -> h\nh -> b\nb -> x c\nc -> y d\nd -> h\nx -> z\ny -> z",
     "a: h\n"
     "h: b | loop to merge5, goes on at d\n"
     "b: merge5 c\n"
     "c: merge5 d\n"
     "d: h\n"
     "merge5: y x by ? = y | selection to z\n"
     "y: z\n"
     "x: z\n"
     "z:\n",
     "a: h\n"
     "h: b | loop to merge5, goes on at d\n"
     "b: merge5 c\n"
     "c: merge5 d\n"
     "d: h\n"
     "merge5: y x by phi0 = y | selection to z | phi0 = 3 from b, 5 from c\n"
     "y: z\n"
     "x: z\n"
     "z:\n"},
    {"two ways out of a loop", "bool-selectors", "a -> h\nh -> b\nb -> x c\nc -> y d\nd -> h\nx -> z\ny -> z",
     "a: h\n"
     "h: b | loop to merge5, goes on at d\n"
     "b: merge5 c\n"
     "c: merge5 d\n"
     "d: h\n"
     "merge5: y x by phi0 = y | selection to z | phi0 = 3 from b, 5 from c\n"
     "y: z\n"
     "x: z\n"
     "z:\n",
     "a: h\n"
     "h: b | loop to merge5, goes on at d\n"
     "b: merge5 c\n"
     "c: merge5 d\n"
     "d: h\n"
     "merge5: y x by phi0 | selection to z | phi0 (bool) = 0 from b, 1 from c\n"
     "y: z\n"
     "x: z\n"
     "z:\n"},
    {"a condition again", "bool-selectors", "a -> x n\nn -> x y\nx -> y",
     "a: ladder2 n | selection to ladder2\n"
     "n: ladder2 ladder2\n"
     "ladder2: x y by phi0 = x | selection to y | phi0 = 1 from a, x/y as n branches from n\n"
     "x: y\n"
     "y:\n",
     "a: ladder2 n | selection to ladder2\n"
     "n: ladder2 ladder2\n"
     "ladder2: x y by phi0 | selection to y | phi0 (bool) = 1 from a, as n branches from n\n"
     "x: y\n"
     "y:\n"},
};

TEST(Passes, DoWhatTheirTextsSay) {
  for (const Case& c : kCases) {
    const Work work = work_of(c.graph, c.pass);
    if (c.before != nullptr) {
      EXPECT_EQ(work.before, c.before) << c.name << ", before " << c.pass;
    }
    EXPECT_EQ(work.after, c.after) << c.name << ", after " << c.pass;
  }
}

TEST(Passes, PhisCarryWhatLaddersSeparate) {
  Program program = program_of("a -> b c\nb -> m\nc -> m n\nm -> n\nn -> return");
  for (BlockId block = 0; block < program.names.size(); ++block) {
    if (program.names[block] == "m" || program.names[block] == "n") add_phi(program, block);
  }
  EXPECT_EQ(work_of(program, "phis").after,
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

// A block of convergent operations that a switch case could fall into is met by all its lanes instead.
TEST(Passes, CasesDoNotFallIntoVotes) {
  Program program = program_of("a -> b c d\nb -> e\nc -> d\nd -> e");
  program.flow.flags[3] = kConvergent;
  EXPECT_EQ(work_of(program, "constructs").after,
            "a: b c ladder5 | selection to ladder5\n"
            "b: ladder5\n"
            "c: ladder5\n"
            "ladder5: d merge6 by ? = d | selection to merge6\n"
            "d: merge6\n"
            "merge6: e\n"
            "e:\n");
}

}  // namespace
}  // namespace trellis::structurizer::testing
