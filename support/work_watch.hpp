// What a call may cost, and who may end it early.
#pragma once

#include <chrono>
#include <cstdint>

#include "support/result.hpp"

namespace trellis {

/// Limits of one call. 0: none.
struct WorkLimits {
  uint64_t blocks = 0;        ///< Of all functions of the program together.
  uint64_t instructions = 0;  ///< Likewise.
  uint64_t output_words = 0;  ///< Of the module.
  uint64_t milliseconds = 0;  ///< That go by.
  /// True: stop. Asked between passes and every so often in long loops, on the call's thread. Must not throw. May be null.
  bool (*stop)(void* user) = nullptr;
  void* stop_user = nullptr;

  bool any() const {
    return blocks != 0 || instructions != 0 || output_words != 0 || milliseconds != 0 || stop != nullptr;
  }
};

/// Watches over one call. Once it is over it stays so.
class WorkWatch {
 public:
  explicit WorkWatch(const WorkLimits& limits);

  /// Looks at the clock and asks the caller.
  bool is_over();
  /// The same in a loop, where most calls cost next to nothing.
  bool is_over_by_now() { return (++calls_ & kMask) == 0 ? is_over() : reason_ != Reason::kNone; }

  Result<void> check_size(uint64_t blocks, uint64_t instructions);
  Result<void> check_output(uint64_t words);
  /// An error if it is over.
  Result<void> check();

 private:
  enum class Reason : uint8_t { kNone, kTime, kCaller };
  static constexpr uint32_t kMask = 255;

  WorkLimits limits_;
  std::chrono::steady_clock::time_point start_;
  uint32_t calls_ = 0;
  Reason reason_ = Reason::kNone;
};

/// Of a watch that may be null.
inline bool is_over(WorkWatch* watch) { return watch != nullptr && watch->is_over(); }
inline bool is_over_by_now(WorkWatch* watch) { return watch != nullptr && watch->is_over_by_now(); }

}  // namespace trellis
