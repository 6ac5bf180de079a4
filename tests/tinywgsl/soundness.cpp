#include "tests/tinywgsl/soundness.hpp"

#include "tinywgsl/analysis/analysis.hpp"
#include "tinywgsl/syntax/parser.hpp"

namespace trellis::tinywgsl {
namespace {

constexpr size_t kMaxFailures = 20;

class Measurement {
 public:
  explicit Measurement(const SoundnessOptions& options) : options_(options) {}

  void add(const std::string& text) {
    ++counts_.programs;
    const auto program = parse(text);
    if (!program) return fail(text + ": " + program.error().to_string());
    const auto [verdict, raced, can_hang] = judge(*program, options_);
    const auto analysis = analyse(*program);
    if (!analysis) return fail(text + ": " + analysis.error().to_string());
    const bool diverges = verdict == Verdict::kDiverges, never = verdict == Verdict::kNeverDiverges;
    counts_.raced += raced;
    counts_.hanging += can_hang;
    counts_.divergent += diverges;
    counts_.unknown += verdict == Verdict::kUnknown;
    ++(analysis->accepted() ? counts_.accepted : counts_.rejected);
    if (analysis->accepted() && diverges) {
      ++counts_.unsound;
      fail("accepted and divergent: " + text);
    }
    counts_.imprecise += !analysis->accepted() && never;
    if (options_.with_deviations) add_deviations(*program, text, diverges, never);
  }

  Counts finish() { return std::move(counts_); }

 private:
  void fail(const std::string& message) {
    if (counts_.failures.size() < kMaxFailures) counts_.failures.push_back(message);
  }

  void add_deviations(const Program& program, const std::string& text, bool diverges, bool never) {
    for (uint8_t i = 0; i < kDeviations; ++i) {
      const auto analysis = analyse(program, Deviations(static_cast<Deviation>(i)));
      if (!analysis) continue;
      counts_.imprecise_with[i] += never && !analysis->accepted();
      if (!diverges || !analysis->accepted()) continue;
      if (++counts_.unsound_with[i] == 1) counts_.example[i] = text;
    }
  }

  const SoundnessOptions& options_;
  Counts counts_;
};

}  // namespace

void Counts::add(const Counts& other) {
  programs += other.programs;
  accepted += other.accepted;
  rejected += other.rejected;
  divergent += other.divergent;
  unsound += other.unsound;
  imprecise += other.imprecise;
  unknown += other.unknown;
  raced += other.raced;
  hanging += other.hanging;
  for (size_t i = 0; i < kDeviations; ++i) {
    if (unsound_with[i] == 0) example[i] = other.example[i];
    unsound_with[i] += other.unsound_with[i];
    imprecise_with[i] += other.imprecise_with[i];
  }
  failures.insert(failures.end(), other.failures.begin(), other.failures.end());
}

Judgement judge(const Program& program, const SoundnessOptions& options) {
  ExploreOptions limits;
  limits.choices = options.choices;
  limits.most_states = 3000;
  limits.most_steps = 100'000;
  limits.most_steps_to_barrier = 3000;
  Judgement judgement;
  bool unknown = false;
  for (const uint32_t threads : options.threads) {
    limits.threads = threads;
    const auto exploration = explore(program, limits);
    if (!exploration) return judgement;
    judgement.raced = judgement.raced || exploration->interleaved;
    judgement.can_hang = judgement.can_hang || exploration->can_hang;
    if (exploration->verdict == Verdict::kDiverges) {
      judgement.verdict = Verdict::kDiverges;
      return judgement;
    }
    unknown = unknown || exploration->verdict == Verdict::kUnknown;
  }
  if (!unknown) judgement.verdict = Verdict::kNeverDiverges;
  return judgement;
}

Counts measure(const Family& family, const SoundnessOptions& options) {
  Measurement measurement(options);
  for_each_program(family, [&](const std::string& text) { measurement.add(text); });
  return measurement.finish();
}

}  // namespace trellis::tinywgsl
