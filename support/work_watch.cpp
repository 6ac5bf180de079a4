#include "support/work_watch.hpp"

namespace trellis {
namespace {

Diagnostic exceeded(const char* what, uint64_t count, uint64_t limit) {
  return {ErrorCode::kLimit, decimal(count) + " " + what + " exceed the limit of " + decimal(limit), {}};
}

}  // namespace

WorkWatch::WorkWatch(const WorkLimits& limits) : limits_(limits) {
  if (limits_.milliseconds != 0) start_ = std::chrono::steady_clock::now();
}

bool WorkWatch::is_over() {
  if (reason_ != Reason::kNone) return true;
  if (limits_.stop != nullptr && limits_.stop(limits_.stop_user)) {
    reason_ = Reason::kCaller;
  } else if (limits_.milliseconds != 0 &&
             std::chrono::steady_clock::now() - start_ >= std::chrono::milliseconds(limits_.milliseconds)) {
    reason_ = Reason::kTime;
  }
  return reason_ != Reason::kNone;
}

Result<void> WorkWatch::check() {
  if (!is_over()) return {};
  if (reason_ == Reason::kCaller) return Diagnostic{ErrorCode::kCancelled, "stopped by the caller", {}};
  return Diagnostic{ErrorCode::kLimit,
                    "the call takes longer than its limit of " + decimal(limits_.milliseconds) + " ms",
                    {}};
}

Result<void> WorkWatch::check_size(uint64_t blocks, uint64_t instructions) {
  if (limits_.blocks != 0 && blocks > limits_.blocks) return exceeded("blocks", blocks, limits_.blocks);
  if (limits_.instructions != 0 && instructions > limits_.instructions) {
    return exceeded("instructions", instructions, limits_.instructions);
  }
  return {};
}

Result<void> WorkWatch::check_output(uint64_t words) {
  if (limits_.output_words == 0 || words <= limits_.output_words) return {};
  return exceeded("words of output", words, limits_.output_words);
}

}  // namespace trellis
