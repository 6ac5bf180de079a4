#include "tests/benchmark/stage_report.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>

#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::benchmark_tools {
namespace {

constexpr size_t kLargestCount = 29;

Result<std::vector<Input>> read(std::span<const std::string_view> folders) {
  auto shaders = test_support::list_corpus(test_support::corpus_root(), folders);
  if (!shaders) return shaders.error();
  std::vector<Input> inputs;
  for (const test_support::CorpusShader& shader : *shaders) {
    auto bytes = test_support::read_binary_file(shader.dxil);
    if (!bytes) return bytes.error();
    inputs.push_back({shader.label(), std::move(*bytes)});
  }
  return inputs;
}

/// Returns the first `count` inputs that translate.
std::vector<Input> translated(std::vector<Input> inputs, size_t count) {
  Translator translator;
  std::vector<Input> kept;
  for (Input& input : inputs) {
    if (kept.size() == count) break;
    if (translator.translate(input.bytes)) kept.push_back(std::move(input));
  }
  return kept;
}

Result<std::vector<Input>> load(std::string_view folder) {
  const std::string_view folders[] = {folder};
  auto inputs = read(folders);
  if (!inputs) return inputs.error();
  return translated(std::move(*inputs), SIZE_MAX);
}

void sort_by_size(std::vector<Input>& inputs) {
  std::stable_sort(inputs.begin(), inputs.end(),
                   [](const Input& a, const Input& b) { return a.bytes.size() > b.bytes.size(); });
}

Result<std::vector<Input>> load_largest() {
  constexpr std::string_view kFolders[] = {"programs", "control_flow"};
  auto inputs = read(kFolders);
  if (!inputs) return inputs.error();
  sort_by_size(*inputs);
  return translated(std::move(*inputs), kLargestCount);
}

/// Returns the shader whose size is nearest; among equals, the first by name.
const Input& nearest(const std::vector<Input>& inputs, size_t size) {
  const auto distance = [size](const Input& input) {
    return std::llabs(static_cast<long long>(input.bytes.size()) - static_cast<long long>(size));
  };
  return *std::min_element(inputs.begin(), inputs.end(),
                           [&distance](const Input& a, const Input& b) { return distance(a) < distance(b); });
}

std::string kilobytes(uint64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f KB", static_cast<double>(bytes) / 1024.0);
  return text;
}

void keep_least(uint64_t& least, uint64_t time) { least = least == 0 ? time : std::min(least, time); }

}  // namespace

uint64_t Group::total_bytes() const {
  uint64_t total = 0;
  for (const Input& input : inputs) total += input.bytes.size();
  return total;
}

Result<std::vector<Group>> load_groups() {
  auto programs = load("programs");
  if (!programs) return programs.error();
  auto control_flow = load("control_flow");
  if (!control_flow) return control_flow.error();
  auto large = load("large");
  if (!large) return large.error();

  std::vector<Input> all = *programs;
  all.insert(all.end(), control_flow->begin(), control_flow->end());
  std::vector<Group> groups;
  if (!all.empty()) {
    for (const size_t size : {4096, 7168}) {
      const Input& input = nearest(all, size);
      groups.push_back({input.name + " (" + kilobytes(input.bytes.size()) + ")", {input}});
    }
    sort_by_size(all);
    all.resize(std::min(all.size(), kLargestCount));
    groups.push_back({"the " + std::to_string(all.size()) + " largest", std::move(all)});
  }
  if (!programs->empty()) {
    std::string name = "programs, all " + std::to_string(programs->size());
    groups.push_back({std::move(name), std::move(*programs)});
  }
  for (Input& input : *large) {
    std::string name = input.name + " (" + kilobytes(input.bytes.size()) + ")";
    groups.push_back({std::move(name), {std::move(input)}});
  }
  return groups;
}

Result<Group> load_group(const std::string& name) {
  auto inputs = name == "largest" ? load_largest() : load(name);
  if (!inputs) return inputs.error();
  if (inputs->empty()) return bad_input("no shader of " + name + " translates");
  return Group{name, std::move(*inputs)};
}

StageTimes measure(Translator& translator, const Group& group, int rounds) {
  StageTimes least;
  for (int round = 0; round < rounds; ++round) {
    StageTimes times;
    for (const Input& input : group.inputs) {
      auto translation = translator.translate(input.bytes);
      if (translation) times += translation->times;
    }
    keep_least(least.container, times.container);
    keep_least(least.bitcode_check, times.bitcode_check);
    keep_least(least.llvm_read, times.llvm_read);
    keep_least(least.decode, times.decode);
    keep_least(least.plan, times.plan);
    keep_least(least.structurize, times.structurize);
    keep_least(least.check, times.check);
    keep_least(least.emit, times.emit);
    keep_least(least.check_module, times.check_module);
  }
  const uint64_t count = std::max<uint64_t>(1, group.inputs.size());
  for (uint64_t* time : {&least.container, &least.bitcode_check, &least.llvm_read, &least.decode, &least.plan,
                         &least.structurize, &least.check, &least.emit, &least.check_module}) {
    *time /= count;
  }
  return least;
}

std::string stage_table(Translator& translator, const std::vector<Group>& groups) {
  constexpr uint64_t kNanosecondsPerGroup = 1'000'000'000;
  std::string table;
  char text[64];
  const auto add = [&](const char* format, auto... values) {
    std::snprintf(text, sizeof text, format, values...);
    table += text;
  };
  add("%-48s", "microseconds for one shader");
  for (const char* heading :
       {"contain", "bitcode", "LLVM", "decode", "plan", "structure", "check", "emit", "module"}) {
    add(" %9s", heading);
  }
  add(" %10s\n", "after/LLVM");
  for (const Group& group : groups) {
    const uint64_t once = measure(translator, group, 1).total() * std::max<size_t>(1, group.inputs.size());
    const auto rounds =
        static_cast<int>(std::clamp<uint64_t>(kNanosecondsPerGroup / std::max<uint64_t>(once, 1), 3, 500));
    const StageTimes times = measure(translator, group, rounds);
    add("%-48.48s", group.name.c_str());
    for (const uint64_t time : {times.container, times.bitcode_check, times.llvm_read, times.decode,
                                times.plan, times.structurize, times.check, times.emit, times.check_module}) {
      add(" %9.1f", static_cast<double>(time) / 1e3);
    }
    add(" %10.2f\n", static_cast<double>(times.after_llvm()) /
                         static_cast<double>(std::max<uint64_t>(times.llvm_read, 1)));
  }
  return table;
}

}  // namespace trellis::benchmark_tools
