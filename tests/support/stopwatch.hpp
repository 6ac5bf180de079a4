// How long work takes, for tests that hold a limit.
#pragma once

#include <ctime>

namespace trellis::test_support {

/// Seconds of processor time that this process has used since the stopwatch was made: other work on the machine does not
/// count, so that a limit means the same on a busy one. Work of several threads adds up.
class Stopwatch {
 public:
  double seconds() const { return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t start_ = std::clock();
};

/// By how much a limit grows where a sanitizer watches each access.
#if defined(TRELLIS_ADDRESS_SANITIZER) || defined(TRELLIS_THREAD_SANITIZER)
constexpr double kSanitizerFactor = 3;
#else
constexpr double kSanitizerFactor = 1;
#endif

}  // namespace trellis::test_support
