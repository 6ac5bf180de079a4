// Limits on the work of a call, and its cancellation.
#pragma once

#include <chrono>
#include <cstdint>

#include "support/result.hpp"

namespace trellis {

/// Limits of one call. 0 means no limit.
struct WorkLimits {
  uint64_t blocks = 0;        ///< Blocks of all functions of the program together.
  uint64_t instructions = 0;  ///< Instructions of all functions of the program together.
  uint64_t output_words = 0;  ///< Words of the emitted module.
  uint64_t milliseconds = 0;  ///< Elapsed time.
  /// Returns true to stop the call. Called on the call's thread between passes and regularly in long loops.
  /// Must not throw. May be null.
  bool (*stop)(void* user) = nullptr;
  void* stop_user = nullptr;

  bool any() const {
    return blocks != 0 || instructions != 0 || output_words != 0 || milliseconds != 0 || stop != nullptr;
  }
};

/// Watches over one call. Once it is over, it stays over.
class WorkWatch {
 public:
  explicit WorkWatch(const WorkLimits& limits);

  /// Checks the clock and asks the caller.
  bool is_over();
  /// Like is_over(), for use in loops: most calls cost next to nothing.
  bool is_over_by_now() { return (++calls_ & kMask) == 0 ? is_over() : reason_ != Reason::kNone; }

  Result<void> check_size(uint64_t blocks, uint64_t instructions);
  Result<void> check_output(uint64_t words);
  /// Returns an error if the call is over.
  Result<void> check();

 private:
  enum class Reason : uint8_t { kNone, kTime, kCaller };
  static constexpr uint32_t kMask = 255;

  WorkLimits limits_;
  std::chrono::steady_clock::time_point start_;
  uint32_t calls_ = 0;
  Reason reason_ = Reason::kNone;
};

/// Like WorkWatch::is_over(), for a watch that may be null.
inline bool is_over(WorkWatch* watch) { return watch != nullptr && watch->is_over(); }
inline bool is_over_by_now(WorkWatch* watch) { return watch != nullptr && watch->is_over_by_now(); }

}  // namespace trellis
