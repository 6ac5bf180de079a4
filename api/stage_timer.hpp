// Measures the time of a stage of a translation.
#pragma once

#include <chrono>
#include <cstdint>

namespace trellis {

/// Adds the time between its construction and destruction to one stage.
class StageTimer {
 public:
  explicit StageTimer(uint64_t& nanoseconds) : nanoseconds_(nanoseconds), start_(Clock::now()) {}
  ~StageTimer() {
    nanoseconds_ += static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start_).count());
  }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  uint64_t& nanoseconds_;
  Clock::time_point start_;
};

}  // namespace trellis
