#include "tests/dxil_frontend/bitcode/bitcode_mutation.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "dxil_frontend/container/container.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::container_testing {

namespace {

constexpr std::size_t kWord = 4;

void flip_bits(std::vector<uint8_t>& bytes, Random& random, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t bit = random.below(bytes.size() * 8);
    bytes[bit / 8] ^= static_cast<uint8_t>(1u << (bit % 8));
  }
}

void overwrite_word(std::vector<uint8_t>& bytes, Random& random) {
  constexpr std::array<uint32_t, 8> kEdges = {0,          1,          2,          0x7fffffff,
                                              0x80000000, 0xfffffffe, 0xffffffff, 0x00010000};
  const uint32_t value =
      random.below(2) == 0 ? kEdges[random.below(kEdges.size())] : static_cast<uint32_t>(random.next());
  const std::size_t at = random.below(bytes.size() / kWord) * kWord;
  for (std::size_t i = 0; i < kWord; ++i) bytes[at + i] = static_cast<uint8_t>(value >> (8 * i));
}

/// Returns a random range of whole words.
std::pair<std::size_t, std::size_t> pick_words(const std::vector<uint8_t>& bytes, Random& random) {
  const std::size_t words = bytes.size() / kWord;
  const std::size_t first = random.below(words);
  const std::size_t count = 1 + random.below(std::min<std::size_t>(words - first, 8));
  return {first * kWord, count * kWord};
}

void move_words(std::vector<uint8_t>& bytes, Random& random, uint64_t how) {
  const auto [from, length] = pick_words(bytes, random);
  const std::vector<uint8_t> words(bytes.begin() + static_cast<std::ptrdiff_t>(from),
                                   bytes.begin() + static_cast<std::ptrdiff_t>(from + length));
  if (how == 0) {
    bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(from),
                bytes.begin() + static_cast<std::ptrdiff_t>(from + length));
    return;
  }
  const std::size_t to = random.below(bytes.size() / kWord) * kWord;
  if (how == 1) {
    bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(to), words.begin(), words.end());
  } else {
    std::copy_n(words.begin(), std::min(words.size(), bytes.size() - to),
                bytes.begin() + static_cast<std::ptrdiff_t>(to));
  }
}

}  // namespace

uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15;
  uint64_t value = state_;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

std::vector<uint8_t> mutate(std::span<const uint8_t> bytes, uint64_t seed) {
  Random random(seed);
  std::vector<uint8_t> out(bytes.begin(), bytes.end());
  if (out.size() < 4 * kWord) return out;
  switch (random.below(16)) {
    case 0:
      out.resize(random.below(out.size() / kWord) * kWord);
      break;
    case 1:
    case 2:
      overwrite_word(out, random);
      break;
    case 3:
    case 4:
    case 5:
      move_words(out, random, random.below(3));
      break;
    case 6:
    case 7:
    case 8:
      out[random.below(out.size())] = static_cast<uint8_t>(random.next());
      break;
    case 9:
    case 10:
      flip_bits(out, random, 2 + random.below(3));
      break;
    default:
      flip_bits(out, random, 1);
      break;
  }
  return out;
}

std::vector<Sample> corpus_samples(std::size_t count) {
  constexpr std::array<std::string_view, 9> kFolders = {"control_flow", "ops",           "programs",
                                                        "raytracing",   "reconvergence", "resources",
                                                        "stages",       "uniformity",    "variants"};
  std::vector<Sample> samples;
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), kFolders);
  if (!shaders) return samples;
  const std::size_t step = std::max<std::size_t>(shaders->size() / std::max<std::size_t>(count, 1), 1);
  for (std::size_t i = 0; i < shaders->size(); ++i) {
    const auto bytes = test_support::read_binary_file((*shaders)[i].dxil);
    if (!bytes) continue;
    const auto container = dxil::parse_container(*bytes);
    if (!container) continue;
    const auto add = [&](const std::optional<dxil::Program>& program, const char* part, bool debug) {
      if (!program) return;
      samples.push_back(
          {(*shaders)[i].label() + part, {program->bitcode.begin(), program->bitcode.end()}, debug});
    };
    if (i % step == 0) add(container->dxil, " DXIL", false);
    add(container->ildb, " ILDB", true);
  }
  return samples;
}

std::vector<Sample> reflection_samples(std::size_t count) {
  std::vector<std::filesystem::path> paths;
  for (const auto& file : std::filesystem::recursive_directory_iterator(test_support::corpus_root())) {
    if (file.path().extension() == ".dxil") paths.push_back(file.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Sample> samples;
  for (const std::filesystem::path& path : paths) {
    const auto bytes = test_support::read_binary_file(path);
    if (!bytes) continue;
    const auto container = dxil::parse_container(*bytes);
    const dxil::Part* part = container ? container->find(dxil::fourcc("STAT")) : nullptr;
    if (part == nullptr) continue;
    const auto program = dxil::parse_program(*part);
    if (!program) continue;
    samples.push_back(
        {path.filename().string() + " STAT", {program->bitcode.begin(), program->bitcode.end()}});
  }
  const std::size_t step = std::max<std::size_t>(samples.size() / std::max<std::size_t>(count, 1), 1);
  std::vector<Sample> chosen;
  for (std::size_t i = 0; i < samples.size(); i += step) chosen.push_back(std::move(samples[i]));
  return chosen;
}

}  // namespace trellis::container_testing
