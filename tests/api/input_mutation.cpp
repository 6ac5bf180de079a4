#include "tests/api/input_mutation.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>

#include "api/reflection/reflect.hpp"
#include "api/translator.hpp"
#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/container/part_list.hpp"
#include "dxil_frontend/container/parts/root_signature_part.hpp"
#include "dxil_frontend/program/library_data.hpp"
#include "tests/dxil_frontend/bitcode/bitcode_mutation.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::api_testing {
namespace {

namespace fs = std::filesystem;
using container_testing::Random;

constexpr const char* kInternal = "internal check";

/// A range of bytes in a file that form one unit, such as a part.
struct Region {
  std::size_t begin, size;
};

/// Returns the container's header with its part offsets, each part and, in a PDB file, what surrounds the
/// container. Returns the whole file as one region if it has no intact container.
std::vector<Region> regions_of(std::span<const uint8_t> file) {
  constexpr std::size_t kContainerHeader = 32, kSuperblock = 56;
  dxil::ContainerOptions options;
  options.verify_digest = options.require_program = options.read_programs = false;
  const auto container = dxil::parse_container(file, options);
  std::vector<Region> regions;
  const bool is_whole = container && !container->raw_bitcode && !(container->pdb && container->pdb->copy);
  if (!is_whole) return {{0, file.size()}};
  const auto begin = static_cast<std::size_t>(container->bytes.data() - file.data());
  regions.push_back({begin, kContainerHeader + 4 * container->parts.size()});
  for (const dxil::Part& part : container->parts) {
    if (!part.data.empty()) regions.push_back({begin + part.offset, part.data.size()});
  }
  if (container->pdb) {
    regions.push_back({0, kSuperblock});
    const std::size_t end = begin + container->bytes.size();
    if (end < file.size()) regions.push_back({end, file.size() - end});  // The stream directory.
  }
  return regions;
}

void limit_memory() {
#ifndef TRELLIS_ADDRESS_SANITIZER
  constexpr rlim_t kLimit = rlim_t{2} << 30;
  const rlimit limit{kLimit, kLimit};
  ::setrlimit(RLIMIT_AS, &limit);
#endif
  // Hides what LLVM prints before it aborts; the signal is enough to tell the outcome.
  ::close(STDERR_FILENO);
}

std::string outcome_of(const Diagnostic& why) {
  switch (why.code) {
    case ErrorCode::kBadInput:
      return "bad input";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kBadChoice:
      return "bad choice";
    case ErrorCode::kLimit:  // The trials set no limits.
    case ErrorCode::kCancelled:
    case ErrorCode::kInternalCheck:
      break;
  }
  return kInternal + (": " + std::string(why.to_string()));
}

/// The first local root signature among a library's subobjects; null if there is none.
const dxil::RootSignature* local_signature(const dxil::Shader& shader) {
  if (shader.library_data == nullptr) return nullptr;
  for (const dxil::Subobject& subobject : shader.library_data->subobjects) {
    const auto* root = std::get_if<dxil::RootSignatureSubobject>(&subobject.value);
    const bool is_usable = root != nullptr && root->is_local && root->signature;
    if (is_usable && dxil::check_root_signature(*root->signature)) return &*root->signature;
  }
  return nullptr;
}

/// Does everything that can be done with a file, and returns the outcome.
std::string try_input(std::span<const uint8_t> bytes, uint64_t seed) {
  if (const auto parts = dxil::list_parts(bytes)) static_cast<void>(dxil::part_table(*parts));
  Translator translator;
  ReadOptions reading;
  reading.verify_digest = false;
  reading.debug_info = seed % 4 == 0;
  const auto program = translator.read(bytes, reading);
  if (!program) return outcome_of(program.error());
  TranslateOptions options;
  if (reading.debug_info) options.debug_info = spirv::DebugInfoLevel::kFull;
  options.all_entries = program->shader.entry_points.size() > 1;
  if (seed % 2 == 0) options.local.signature = local_signature(program->shader);
  if (options.local.signature != nullptr) {
    options.heaps.resources = {5, 0};
    options.heaps.samplers = {5, 1};
  }
  const auto translation = translator.translate(*program, options);
  if (!translation) {
    static_cast<void>(reflection_text(*program, translation.error()));
    return outcome_of(translation.error());
  }
  static_cast<void>(reflection_text(*program, *translation, translation->spirv));
  return "translated";
}

}  // namespace

std::vector<InputSample> input_samples(const std::string& folder, std::size_t step) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(test_support::corpus_root() / folder, error)) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".dxil" || ending == ".pdb") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<InputSample> samples;
  for (std::size_t i = 0; i < files.size(); i += std::max<std::size_t>(step, 1)) {
    auto bytes = test_support::read_binary_file(files[i]);
    if (bytes) samples.push_back({folder + "/" + files[i].filename().string(), std::move(*bytes)});
  }
  return samples;
}

std::vector<uint8_t> damage(std::span<const uint8_t> file, uint64_t seed) {
  Random random(seed ^ 0xd1b54a32d192ed03);
  if (random.below(2) == 0) return container_testing::mutate(file, seed);
  const std::vector<Region> regions = regions_of(file);
  const Region region = regions[random.below(regions.size())];
  constexpr std::size_t kLeast = 16;  // mutate() returns shorter input unchanged.
  std::vector<uint8_t> part = container_testing::mutate(file.subspan(region.begin, region.size), seed);
  if (region.size < kLeast) part[random.below(region.size)] = static_cast<uint8_t>(random.next());
  part.resize(region.size);
  std::vector<uint8_t> out(file.begin(), file.end());
  std::copy(part.begin(), part.end(), out.begin() + static_cast<std::ptrdiff_t>(region.begin));
  return out;
}

InputReport run_input_trials(const std::vector<InputSample>& samples, const InputTrials& trials) {
  InputReport report;
  if (samples.empty()) return report;
  const auto work = [&](std::size_t trial) {
    const uint64_t seed = trials.first_seed + trial;
    return try_input(trials.damage(samples[trial % samples.size()].bytes, seed), seed);
  };
  const auto ended = [&](std::size_t trial, const test_support::ChildOutcome& outcome) {
    const bool is_internal = outcome.finished && outcome.text.find(kInternal) == 0;
    if (!outcome.finished || is_internal) {
      report.failures.push_back({trial, samples[trial % samples.size()].label, outcome.text});
    } else {
      ++report.outcomes[outcome.text];
    }
  };
  test_support::WorkerOptions workers;
  workers.workers = trials.workers;
  workers.seconds = trials.seconds;
  const auto start = [&]() -> std::function<std::string(std::size_t)> {
    limit_memory();
    return work;
  };
  if (const auto run = test_support::run_in_workers(trials.count, workers, start, ended); !run) {
    report.failures.push_back({0, "", run.error().to_string()});
  }
  return report;
}

}  // namespace trellis::api_testing
