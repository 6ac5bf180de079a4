// A guard for work that this process does itself: if it goes wrong, the program starts over to report that.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace trellis::tools::platform {

/// How guarded work ended that went wrong.
struct EndedWork {
  enum class How : uint8_t { kCrashed, kOutOfMemory, kTookTooLong };
  How how = How::kCrashed;
  std::string reason;    ///< Only for kCrashed, in the system's words: "Segmentation fault".
  uint8_t progress = 0;  ///< What the work had stored as its progress.
};

/// Returns how the guarded work of the program that this one replaced ended. Returns nothing in a program
/// that was started in the usual way.
std::optional<EndedWork> ended_work();

/// Returns true if WorkGuard works on this system and in this build. The sanitizers handle crashes
/// themselves.
bool has_work_guard();

struct WorkLimits {
  double seconds = 0;
  uint64_t memory_mib = 0;  ///< Of address space.
};

/// Guards work for its lifetime. If the work crashes, takes too long, or runs out of memory, the file named
/// `temporary` is removed, and the program starts over in this process with the words `words`: ended_work()
/// then says what happened. A damaged process could not report it. Nothing is printed on standard error
/// meanwhile. There may be one guard at a time. `words` ends with a null pointer, starts with the program's
/// name, and lives as long as the guard, as does `progress`.
class WorkGuard {
 public:
  WorkGuard(const WorkLimits& limits, const char* const* words, std::string temporary,
            const std::atomic<uint8_t>& progress);
  ~WorkGuard();
  WorkGuard(const WorkGuard&) = delete;
  WorkGuard& operator=(const WorkGuard&) = delete;
};

}  // namespace trellis::tools::platform
