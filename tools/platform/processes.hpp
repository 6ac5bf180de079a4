// This process, and child processes that go on with its work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace trellis::tools::platform {

/// The number by which the system knows this process.
int process_number();

/// The file of this program; a name to look up on PATH if that is not known.
std::string path_of_program();

/// Most memory that this process had in use until now, in KiB; 0: not known.
uint64_t peak_memory_kib();

/// True if child processes can be had that know all this process knows. Else WorkerProcess::start says that
/// there are none.
bool has_worker_processes();

/// Memory of a parent and of the children that it starts afterwards.
class SharedMemory {
 public:
  explicit SharedMemory(size_t bytes);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  /// Zeros at first; null if there is none.
  void* data() const { return data_; }

 private:
  size_t bytes_;
  void* data_ = nullptr;
};

/// One end of a way for bytes between parent and child. Not owned.
class Channel {
 public:
  explicit Channel(int handle) : handle_(handle) {}

  /// All of the bytes; false if the other side is gone.
  bool send(const void* bytes, size_t size) const;
  bool receive(void* bytes, size_t size) const;

 private:
  int handle_;
};

/// How a child process ended.
struct Ending {
  enum class Kind : uint8_t { kExited, kBrokenPipe, kCrashed, kUnknown };
  Kind kind = Kind::kUnknown;
  int exit_status = 0;  ///< Of kExited.
  std::string reason;   ///< Of kCrashed, in the system's words: "Segmentation fault".
};

/// A child process that goes on where its parent stands, with a copy of its memory.
class WorkerProcess {
 public:
  /// Runs `serve` in a child; it must not return. `siblings` are the workers that the parent has besides, so
  /// that the child keeps none of their channels open. Empty, or why there is no child.
  std::string start(const std::function<void(Channel)>& serve,
                    std::span<const WorkerProcess* const> siblings);

  bool runs() const { return number_ >= 0; }
  int number() const { return number_; }
  Channel channel() const { return Channel(handle_); }

  /// Closes the channel, at which a waiting child ends, and waits until it has; if asked to, kills it first.
  /// One that has ended by itself keeps its ending.
  Ending end(bool kill_it);

 private:
  friend std::vector<bool> wait_for_any(std::span<const WorkerProcess* const>, int);

  int number_ = -1;
  int handle_ = -1;  ///< The parent's end of the channel.
};

/// Waits until one of them has sent something or is gone, and says of each whether it is so; or for as long
/// at most. Empty: interrupted.
std::vector<bool> wait_for_any(std::span<const WorkerProcess* const> workers, int milliseconds);

/// A confined worker ends with this status when memory runs out.
inline constexpr int kOutOfMemoryStatus = 77;

/// For a child to call first: it ends with its parent, leaves no core file, has so much memory at most, and
/// says nothing on standard error. Under the address sanitizer there is no limit, and standard error stays.
void confine_worker(uint64_t memory_mib);

/// Ends this process as writing to a closed pipe does where nobody deals with it.
void end_by_broken_pipe();

}  // namespace trellis::tools::platform
