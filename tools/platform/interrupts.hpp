// External requests to end the program: Ctrl-C, or a termination request from the system.
#pragma once

namespace trellis::tools::platform {

/// Returns true once an interrupt has arrived during the lifetime of an InterruptWatch.
bool is_interrupted();

/// Records interrupts instead of letting them end the process. Waits then return early, is_interrupted() is
/// true, and there is time to clean up. The destructor ends the process as the interrupt would have. Watches
/// may be nested; only the outermost one ends the process.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// Restores the default handling in a child process that continues its parent's work, whatever the parent
  /// does about interrupts.
  static void forget_parents();

 private:
  bool is_outer_;
};

}  // namespace trellis::tools::platform
