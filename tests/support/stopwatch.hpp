// Measures time, for tests with a time limit.
#pragma once

#include <ctime>

namespace trellis::test_support {

/// Measures the processor time in seconds that this process has used since construction. Other work on the
/// machine does not count, so limits are meaningful on a busy one. The time of several threads adds up.
class Stopwatch {
 public:
  double seconds() const { return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t start_ = std::clock();
};

/// The factor by which limits grow under a sanitizer that checks each access, and for code that is not
/// optimized.
#if defined(TRELLIS_ADDRESS_SANITIZER) || defined(TRELLIS_THREAD_SANITIZER)
#ifdef __OPTIMIZE__
constexpr double kSanitizerFactor = 3;
#else
constexpr double kSanitizerFactor = 12;
#endif
#else
constexpr double kSanitizerFactor = 1;
#endif

}  // namespace trellis::test_support
