// Prints the time per stage over the corpus, then runs each group under Google Benchmark.
#include <benchmark/benchmark.h>

#include <cstdio>

#include "tests/benchmark/stage_report.hpp"

namespace {

using trellis::benchmark_tools::Group;

void translate_group(benchmark::State& state, const Group& group) {
  trellis::Translator translator;
  for (auto _ : state) {
    for (const auto& input : group.inputs) {
      auto translation = translator.translate(input.bytes);
      if (!translation) {
        state.SkipWithError(translation.error().to_string().c_str());
        return;
      }
      benchmark::DoNotOptimize(translation->spirv.data());
    }
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * group.inputs.size()));
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * group.total_bytes()));
}

}  // namespace

int main(int argument_count, char** arguments) {
  const auto groups = trellis::benchmark_tools::load_groups();
  if (!groups) {
    std::fprintf(stderr, "trellis-benchmark: %s\n", groups.error().to_string().c_str());
    return 1;
  }
  trellis::Translator translator;
  std::fputs(trellis::benchmark_tools::stage_table(translator, *groups).c_str(), stdout);
  std::fflush(stdout);

  for (const Group& group : *groups) {
    benchmark::RegisterBenchmark(group.name.c_str(), [&group](benchmark::State& state) {
      translate_group(state, group);
    })->Unit(benchmark::kMicrosecond);
  }
  benchmark::Initialize(&argument_count, arguments);
  if (benchmark::ReportUnrecognizedArguments(argument_count, arguments)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
