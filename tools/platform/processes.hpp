// This process, and child processes that continue its work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace trellis::tools::platform {

/// Returns the system's id of this process.
int process_number();

/// Returns the path of this program's file, or a name to look up on PATH if the path is not known.
std::string path_of_program();

/// Returns the peak memory of this process so far in KiB; 0 if it is not known.
uint64_t peak_memory_kib();

/// Returns true if this system can start child processes with a copy of this process' memory. If it cannot,
/// WorkerProcess::start() fails.
bool has_worker_processes();

/// Memory shared by a parent and the children that it starts afterwards.
class SharedMemory {
 public:
  explicit SharedMemory(size_t bytes);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  /// Initially zero; null if the memory could not be allocated.
  void* data() const { return data_; }

 private:
  size_t bytes_;
  void* data_ = nullptr;
};

/// One end of a pipe between parent and child. Does not own it.
class Channel {
 public:
  explicit Channel(int handle) : handle_(handle) {}

  /// Transfer all of the bytes. Return false if the other side is gone.
  bool send(const void* bytes, size_t size) const;
  bool receive(void* bytes, size_t size) const;

 private:
  int handle_;
};

/// How a child process ended.
struct Ending {
  enum class Kind : uint8_t { kExited, kBrokenPipe, kCrashed, kUnknown };
  Kind kind = Kind::kUnknown;
  int exit_status = 0;  ///< Only for kExited.
  std::string reason;   ///< Only for kCrashed, in the system's words: "Segmentation fault".
};

/// A child process that continues at its parent's current position with a copy of its memory.
class WorkerProcess {
 public:
  /// Runs `serve`, which must not return, in a child. `siblings` are the parent's other workers; the child
  /// closes their channels. Returns why there is no child, or an empty string.
  std::string start(const std::function<void(Channel)>& serve,
                    std::span<const WorkerProcess* const> siblings);

  bool runs() const { return number_ >= 0; }
  int number() const { return number_; }
  Channel channel() const { return Channel(handle_); }

  /// Closes the channel, at which a waiting child ends, and waits until it has ended. With kill_it, kills the
  /// child first. A child that ended by itself keeps its ending.
  Ending end(bool kill_it);

 private:
  friend std::vector<bool> wait_for_any(std::span<const WorkerProcess* const>, int);

  int number_ = -1;
  int handle_ = -1;  ///< The parent's end of the channel.
};

/// Waits, for at most `milliseconds`, until a worker has sent something or has ended. Returns for each worker
/// whether it has; an empty vector if interrupted.
std::vector<bool> wait_for_any(std::span<const WorkerProcess* const> workers, int milliseconds);

/// The exit status of a confined worker that runs out of memory.
inline constexpr int kOutOfMemoryStatus = 77;

/// Confines a child, which must call this first: it ends with its parent, leaves no core file, has limited
/// memory, and prints nothing on standard error. Under the address sanitizer there is no memory limit, and
/// standard error stays open.
void confine_worker(uint64_t memory_mib);

/// Ends this process as an unhandled write to a closed pipe would.
void end_by_broken_pipe();

}  // namespace trellis::tools::platform
