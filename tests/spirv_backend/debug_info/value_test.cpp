// Walks a module, and compares each variable that is known at the start of a line with its value in the HLSL
// source, right before or right after that line. The values in the source come from running it.
//
// The module may run lines that the source skips because a condition does not hold: compilers run an arm
// ahead of its condition. Such lines must have no effect, and their variables must have the values that the
// arm would give them.
#include <gtest/gtest.h>

#include "dxil_frontend/read_shader.hpp"
#include "spirv_backend/debug_info/debug_set.hpp"
#include "tests/spirv_backend/debug_info/module_text.hpp"
#include "tests/spirv_backend/debug_info/module_walker.hpp"
#include "tests/spirv_backend/debug_info/source_case.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

using hlsl::PartAtLine;

/// A value that the source does not have at the line.
struct Stray {
  uint32_t lane = 0, line = 0, part = 0;
  uint64_t value = 0;
  bool is_in_text_order = false, may_be_supposed = false;
};

/// A range of lines of a shader in which dxc describes a variable wrongly.
struct CompilerFault {
  const char* shader;
  const char* variable;
  uint32_t first_line, last_line;
};

// Where dxc reassociates a sum, it describes a part of it as the whole (`n`). In unrolled loops, each
// iteration has the description of the first one. A store before another one to the same place is gone (`w[1]
// = 0`).
constexpr CompilerFault kCompilerFaults[] = {{"morphology_bit_rows", "n", 82, 84},
                                             {"sha1_hmac_chain", "w.1", 112, 113},
                                             {"union_find_kruskal", "i", 66, 66},
                                             {"union_find_kruskal", "i", 95, 96},
                                             {"union_find_kruskal", "trees", 95, 96}};

/// Compares the walk of a group with the run of the source.
class Comparison {
 public:
  Comparison(const std::string& shader, const hlsl::Program& program)
      : shader_(shader), names_(program.part_names) {
    for (uint32_t n = 0; n < names_.size(); ++n) numbers_[names_[n]] = n;
  }

  void begin(const Walk& walk) {
    walk_ = &walk;
    strays_.clear();
    parts_.clear();
    for (const std::string& name : walk.names) {
      const auto known = numbers_.find(name);
      parts_.push_back(known == numbers_.end() ? UINT32_MAX : known->second);
      if (known == numbers_.end()) report("no such variable: " + name);
    }
  }

  void add(uint32_t lane, const hlsl::SourceRun& source) {
    for (const WalkedLine& line : walk_->lanes[lane]) {
      lines_.insert(line.line);
      const bool is_run = source.ran.lines.contains(line.line);
      const bool may_run = !line.has_effects && source.supposed.lines.contains(line.line);
      if (!is_run && !may_run) report("line " + std::to_string(line.line) + " is not run");
      for (const auto& [name, value] : line.variables) {
        check(source, line, {lane, line.line, parts_[name], value, false, false});
      }
      for (const auto& [name, value] : line.in_text_order) {
        check(source, line, {lane, line.line, parts_[name], value, true, false});
      }
    }
    for (const auto& [line, part, value] : source.ran.values) {
      if (lines_.contains(line)) wanted_.insert({line, part});
    }
  }

  std::set<PartAtLine> stray_parts() const {
    std::set<PartAtLine> parts;
    for (const Stray& stray : strays_) parts.insert({stray.line, stray.part});
    return parts;
  }

  /// Compilers drop assignments whose values they compute in other ways, together with their descriptions, so
  /// the variable seems to keep an earlier value. That is accepted if none of its later values is ever
  /// described.
  void judge_strays(const std::vector<hlsl::SourceRun>& runs) {
    for (const Stray& stray : strays_) {
      const auto& histories = runs[stray.lane].histories;
      const auto found = histories.find({stray.line, stray.part});
      bool is_dropped = found != histories.end() && is_stale(stray, found->second);
      const auto& supposed = runs[stray.lane].supposed_histories;
      const auto other = supposed.find({stray.line, stray.part});
      is_dropped |= stray.may_be_supposed && other != supposed.end() && is_stale(stray, other->second);
      if (is_compilers(stray)) continue;
      if (is_dropped) {
        dropped_.insert({stray.line, stray.part});
      } else {
        report("line " + std::to_string(stray.line) + ": " + names_[stray.part] +
                   (stray.is_in_text_order ? " in text order" : "") + " is ",
               std::to_string(stray.value) + " in invocation " + std::to_string(stray.lane));
      }
    }
  }

  /// Returns the errors, including entries of kCompilerFaults that no longer occur.
  std::string faults() const {
    std::string text = text_;
    for (const CompilerFault& fault : kCompilerFaults) {
      if (shader_ == fault.shader && !met_.contains(&fault)) text += std::string("right: ") + fault.variable;
    }
    return text;
  }
  size_t lines() const { return lines_.size(); }
  uint32_t checked() const { return checked_; }
  /// Returns the number of variables at lines whose assignment was dropped.
  size_t dropped() const { return dropped_.size(); }
  /// Returns the percentage of variables in scope at the lines that ran which were ever shown there. Counts
  /// only variables that are shown at some line: the program does not contain the others.
  size_t percent_shown() const {
    std::set<uint32_t> known;
    for (const auto& [line, part] : shown_) known.insert(part);
    size_t wanted = 0;
    for (const auto& [line, part] : wanted_) wanted += known.contains(part) ? 1 : 0;
    return wanted == 0 ? 0 : shown_.size() * 100 / wanted;
  }

 private:
  void check(const hlsl::SourceRun& source, const WalkedLine& line, Stray seen) {
    if (seen.part == UINT32_MAX) return;
    const bool is_run = source.ran.sees(seen.line, seen.part);
    const bool is_supposed = !line.has_effects && source.supposed.sees(seen.line, seen.part);
    if (!is_run && !is_supposed) return;
    ++checked_;
    seen.may_be_supposed = is_supposed;
    if (is_run) shown_.insert({seen.line, seen.part});
    if (is_run && source.ran.has(seen.line, seen.part, seen.value)) return;
    if (is_supposed && source.supposed.has(seen.line, seen.part, seen.value)) return;
    strays_.push_back(seen);
  }

  bool is_stale(const Stray& stray, const std::set<std::vector<uint64_t>>& histories) const {
    for (const std::vector<uint64_t>& history : histories) {
      for (size_t n = 1; n < history.size() && !is_said(stray, history[n - 1]); ++n) {
        if (history[n] == stray.value) return true;
      }
    }
    return false;
  }

  bool is_compilers(const Stray& stray) {
    for (const CompilerFault& fault : kCompilerFaults) {
      const bool is_it = shader_ == fault.shader && names_[stray.part] == fault.variable &&
                         stray.line >= fault.first_line && stray.line <= fault.last_line;
      if (!is_it) continue;
      met_.insert(&fault);
      return true;
    }
    return false;
  }

  bool is_said(const Stray& stray, uint64_t value) const {
    for (uint32_t name = 0; name < parts_.size(); ++name) {
      if (parts_[name] == stray.part && walk_->said[stray.lane].contains({name, value})) return true;
    }
    return false;
  }

  void report(const std::string& what, const std::string& details = "") {
    if (reported_.insert(what).second) text_ += what + details + "\n";
  }

  const std::string shader_;
  const std::vector<std::string>& names_;
  std::set<const CompilerFault*> met_;
  std::map<std::string, uint32_t> numbers_;
  const Walk* walk_ = nullptr;
  std::vector<uint32_t> parts_;  // By index in the walk's names.
  std::vector<Stray> strays_;
  std::set<uint32_t> lines_;
  std::set<PartAtLine> wanted_, shown_, dropped_;
  std::set<std::string> reported_;
  std::string text_;
  uint32_t checked_ = 0;
};

struct Translated {
  dxil::Shader shader;
  Vector<uint32_t> module;
};

Result<Translated> translate_with_debug_info(const std::string& name) {
  const auto path = test_support::corpus_root() / "variants" / (name + ".debug.dxil");
  const auto bytes = test_support::read_binary_file(path);
  if (!bytes) return bytes.error();
  dxil::ReadOptions reading;
  reading.debug_info = true;
  auto shader = dxil::read_shader(*bytes, reading);
  if (!shader) return shader.error();
  spirv::EmitOptions options;
  options.debug_info = spirv::DebugInfoLevel::kFull;
  auto module = translate(*shader, options);
  if (!module) return module.error();
  return Translated{std::move(*shader), std::move(*module)};
}

struct WalkedShader {
  const char* name;
  size_t lines, percent_shown, dropped;  ///< Minimum for `lines` and `percent_shown`, maximum for `dropped`.
  std::set<uint32_t> lanes = {0, 3, 13, 42};
};

class SourceValues : public testing::TestWithParam<WalkedShader> {};

TEST_P(SourceValues, AreThoseOfTheDebugInformation) {
  const WalkedShader& shader = GetParam();
  SourceCase source = read_case(shader.name);
  ASSERT_EQ(source.program.fault, "");
  const auto translated = translate_with_debug_info(shader.name);
  ASSERT_TRUE(translated.ok()) << translated.error().to_string();
  hlsl::Buffers walked_buffers = source.buffers;
  const Memory memory{&walked_buffers, source.texel_words};
  hlsl::Tracing tracing;
  tracing.lanes = shader.lanes;
  Comparison comparison(shader.name, source.program);
  for (uint32_t group = 0; group < source.groups; ++group) {
    std::string fault;
    hlsl::Buffers again = source.buffers;
    const auto runs = hlsl::run_group(source.program, {group, 0, 0}, source.buffers, tracing, fault);
    ASSERT_EQ(fault, "");
    const Walk walk = walk_group(translated->module, {group, 0, 0}, memory, tracing.lanes);
    ASSERT_EQ(walk.fault, "");
    ASSERT_EQ(walk.lanes.size(), runs.size());
    comparison.begin(walk);
    for (const uint32_t lane : tracing.lanes) {
      if (lane < runs.size()) comparison.add(lane, runs[lane]);
    }
    hlsl::Tracing closer = tracing;
    closer.histories = comparison.stray_parts();
    if (closer.histories.empty()) continue;
    comparison.judge_strays(hlsl::run_group(source.program, {group, 0, 0}, again, closer, fault));
  }
  for (const auto& [name, words] : source.expected) EXPECT_EQ(walked_buffers[name], words) << name;
  EXPECT_EQ(comparison.faults(), "");
  EXPECT_GE(comparison.lines(), shader.lines);
  EXPECT_GE(comparison.percent_shown(), shader.percent_shown);
  EXPECT_LE(comparison.dropped(), shader.dropped);
  EXPECT_GE(comparison.checked(), 500u);
}

// The module contains every description of a variable that the program has, so no variable is stale because
// the translation lost one.
TEST_P(SourceValues, AreAllThatTheProgramSays) {
  const auto translated = translate_with_debug_info(GetParam().name);
  ASSERT_TRUE(translated.ok()) << translated.error().to_string();
  std::map<std::string, uint32_t> wanted, found;
  for (const dxil::Function& function : translated->shader.module.functions) {
    for (const dxil::DebugBinding& binding : function.bindings) {
      if (binding.kind == dxil::DebugBinding::Kind::kMemory) continue;
      ++wanted[std::string(translated->shader.module.debug.variables[binding.variable].name)];
    }
  }
  const std::vector<uint32_t> words = translated->module;
  const ModuleText text(words);
  for (size_t at = text.first_block(); at < text.end(); at += text.size(at)) {
    const bool is_value =
        text.is_debug(at) && static_cast<spirv::DebugOp>(text.word(at, 4)) == spirv::DebugOp::kValue;
    if (!is_value) continue;
    const std::string& name = text.slots()[text.slot_of(at)].name;
    ++found[name.substr(0, name.find('.'))];
  }
  EXPECT_EQ(found, wanted);
}

INSTANTIATE_TEST_SUITE_P(Variants, SourceValues,
                         testing::Values(WalkedShader{"half_open_if_store_chain", 23, 98, 0},
                                         WalkedShader{"bool_flags_correlated_ifs", 19, 100, 0},
                                         WalkedShader{"nested_if_depth_8", 28, 100, 3},
                                         WalkedShader{"switch_case_labels_inside_ifs", 22, 100, 0},
                                         WalkedShader{"unroll_full_with_continue", 14, 100, 0},
                                         WalkedShader{"waterfall_result_after_loop", 12, 80, 0},
                                         WalkedShader{"chacha20_stream_and_poly", 46, 98, 0},
                                         WalkedShader{"json_tokenizer_depth", 71, 98, 0},
                                         WalkedShader{"morphology_bit_rows", 51, 98, 0},
                                         WalkedShader{"sha1_hmac_chain", 46, 98, 206, {13}},
                                         WalkedShader{"union_find_kruskal", 34, 75, 0}),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace trellis::test_backend
