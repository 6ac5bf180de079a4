// What ends the program from outside: Ctrl-C, and a request of the system's.
#pragma once

namespace trellis::tools::platform {

/// True once an interrupt has come during the lifetime of an InterruptWatch.
bool is_interrupted();

/// Notes interrupts instead of ending the process, for its lifetime: waits return early, is_interrupted() is true, and there is time
/// to clean up. Its end ends the process as the interrupt would have. There may be one within another; the outer one decides.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// For a child process that goes on with its parent's work: interrupts end it, whatever the parent does about them.
  static void forget_parents();

 private:
  bool is_outer_;
};

}  // namespace trellis::tools::platform
