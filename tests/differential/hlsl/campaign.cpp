#include "tests/differential/hlsl/campaign.hpp"

#include <algorithm>
#include <utility>

#include "tests/differential/hlsl/resources.hpp"
#include "tests/differential/hlsl/unmarked_votes.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::differential::hlsl {

namespace {

const char* name_of(Stage stage) {
  static constexpr const char* kNames[] = {"dxc refuses it", "it is not translated",
                                           "the module is not valid", "it cannot be run",
                                           "it computes something else"};
  return kNames[static_cast<size_t>(stage)];
}

std::vector<std::string> arguments_of(const Program& program, const std::string& level) {
  std::vector<std::string> made = {"-T", "cs_6_6", "-E", "main", "-HV", "2021", level};
  if (program.native_16_bits) made.emplace_back("-enable-16bit-types");
  return made;
}

struct Prepared {
  const Program* program;
  size_t index = 0;
  Contents before, wanted;
  std::vector<bool> is_unmarked;  ///< Per group: the output is only compared at -Od.
};

std::vector<bool> unmarked_groups(const Program& program) {
  std::vector<bool> unmarked;
  for (const uint32_t entry : program.entries) unmarked.push_back(has_unmarked_votes(program, entry));
  return unmarked;
}

/// Returns the expected contents. Takes outputs that are undefined at this level of optimization from `got`.
Contents wanted_at(const std::string& level, const Prepared& item, const Contents& got) {
  Contents wanted = item.wanted;
  if (level == "-Od" ||
      std::none_of(item.is_unmarked.begin(), item.is_unmarked.end(), [](bool b) { return b; })) {
    return wanted;
  }
  if (item.is_unmarked.size() == 1) return got;  // Groups of general programs share memory.
  std::vector<uint64_t>& output = wanted[kOutput];
  const size_t cells = output.size() / item.is_unmarked.size();
  for (size_t cell = 0; cell < output.size() && cell < got[kOutput].size(); ++cell) {
    if (item.is_unmarked[cell / cells]) output[cell] = got[kOutput][cell];
  }
  return wanted;
}

/// Judges one compilation. Returns what is wrong, or nothing.
std::optional<Finding> judged(const Workbench& bench, Translator& translator, const Prepared& item,
                              const std::string& level, const Compiled& compiled) {
  const auto found = [&](Stage stage, std::string text) {
    return Finding{item.program->seed, item.index, level, stage, std::move(text)};
  };
  if (compiled.container.empty()) return found(Stage::kCompile, compiled.messages);
  const auto translation = translator.translate(compiled.container, bench.options);
  if (!translation) return found(Stage::kTranslate, std::string(translation.error().to_string()));
  const std::vector<uint32_t> words(translation->spirv.begin(), translation->spirv.end());
  if (const auto valid = vulkan::validate(words); !valid)
    return found(Stage::kValidate, std::string(valid.error().to_string()));
  const auto got = run_on_device(bench.runner, *item.program, words, item.before);
  if (!got) return found(Stage::kRun, std::string(got.error().to_string()));
  std::string difference = describe_difference(*item.program, wanted_at(level, item, *got), *got);
  if (difference.empty()) return std::nullopt;
  return found(Stage::kCompare, std::move(difference));
}

}  // namespace

std::string to_text(const Finding& finding) {
  return "seed " + std::to_string(finding.seed) + " at " + finding.level + ": " + name_of(finding.stage) +
         "\n" + finding.text;
}

Result<Verdicts> try_programs(const Workbench& bench, const std::vector<Program>& programs) {
  Verdicts verdicts;
  std::vector<Prepared> prepared;
  std::vector<Compilation> list;
  for (const Program& program : programs) {
    Contents before = initial_contents(program);
    Execution execution = execute(program, before, bench.runner.properties().subgroup_size);
    if (!execution.fault.empty()) {
      ++verdicts.left_out;
      continue;
    }
    ++verdicts.tried;
    const std::string source = to_hlsl(program);
    for (const std::string& level : bench.levels) list.push_back({source, arguments_of(program, level)});
    prepared.push_back({&program, static_cast<size_t>(&program - programs.data()), std::move(before),
                        std::move(execution.contents), unmarked_groups(program)});
    const std::vector<bool>& unmarked = prepared.back().is_unmarked;
    verdicts.unmarked += static_cast<uint32_t>(std::count(unmarked.begin(), unmarked.end(), true));
  }
  const auto compiled = bench.compiler.compile(list);
  if (!compiled) return compiled.error();
  Translator translator;
  for (size_t i = 0; i < compiled->size(); ++i) {
    const size_t levels = bench.levels.size();
    auto finding = judged(bench, translator, prepared[i / levels], bench.levels[i % levels], (*compiled)[i]);
    if (finding && finding->stage == Stage::kCompile) ++verdicts.refused;
    if (finding) verdicts.findings.push_back(std::move(*finding));
  }
  return verdicts;
}

}  // namespace trellis::differential::hlsl
