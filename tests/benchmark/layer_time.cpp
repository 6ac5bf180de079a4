// Measures translations through dxil-spirv's interface, with the library of that name that the loader finds
// (LD_LIBRARY_PATH). scripts/compare-libraries runs it.
//   trellis-layer-time check FILE...
// prints the files that translate; a crash affects only its own file.
//   trellis-layer-time time ROUNDS FILE...
// prints the average processor time per file in microseconds, in the fastest of ROUNDS rounds over all files,
// in one process.
#include <dxil_spirv_c.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <span>
#include <string_view>
#include <vector>

#include "tests/benchmark/layer_options.hpp"
#include "tests/support/files.hpp"

namespace {

using Bytes = std::vector<uint8_t>;

bool run_as_a_layer(dxil_spv_converter converter) {
  trellis::benchmark_layer::set_options(converter);
  dxil_spv_compiled_spirv module{};
  return dxil_spv_converter_run(converter) == DXIL_SPV_SUCCESS &&
         dxil_spv_converter_get_compiled_spirv(converter, &module) == DXIL_SPV_SUCCESS && module.size != 0;
}

/// Translates a container's bytes to a module's words, with the options of a layer. Not inlined, so that a
/// profiler can count the instructions in it.
[[gnu::noinline]] bool translates(const Bytes& dxil) {
  dxil_spv_begin_thread_allocator_context();
  dxil_spv_parsed_blob blob = nullptr;
  dxil_spv_converter converter = nullptr;
  const bool is_done = dxil_spv_parse_dxil_blob(dxil.data(), dxil.size(), &blob) == DXIL_SPV_SUCCESS &&
                       dxil_spv_create_converter(blob, &converter) == DXIL_SPV_SUCCESS &&
                       run_as_a_layer(converter);
  if (converter != nullptr) dxil_spv_converter_free(converter);
  if (blob != nullptr) dxil_spv_parsed_blob_free(blob);
  dxil_spv_end_thread_allocator_context();
  return is_done;
}

bool translates_in_a_child(const Bytes& dxil) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(translates(dxil) ? 0 : 1);
  }
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

double processor_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

double round_over(std::span<const Bytes> shaders) {
  const double start = processor_microseconds();
  for (const Bytes& dxil : shaders) translates(dxil);
  return processor_microseconds() - start;
}

int usage() {
  std::fputs("usage: trellis-layer-time check FILE...\n       trellis-layer-time time ROUNDS FILE...\n",
             stderr);
  return 2;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view command = count > 1 ? arguments[1] : "";
  const bool is_check = command == "check";
  const int first = is_check ? 2 : 3;
  if (count <= first || !(is_check || command == "time")) return usage();
  std::vector<Bytes> shaders;
  for (int i = first; i < count; ++i) {
    auto bytes = trellis::test_support::read_binary_file(arguments[i]);
    if (!bytes) {
      std::fprintf(stderr, "trellis-layer-time: %s\n", bytes.error().to_string().c_str());
      return 1;
    }
    if (is_check && translates_in_a_child(*bytes)) std::puts(arguments[i]);
    if (!is_check) shaders.push_back(std::move(*bytes));
  }
  if (is_check) return 0;
  double least = round_over(shaders);
  for (int round = std::atoi(arguments[2]); round > 1; --round) least = std::min(least, round_over(shaders));
  std::printf("%.1f\n", least / static_cast<double>(shaders.size()));
  return 0;
}
