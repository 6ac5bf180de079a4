#include "tools/platform/processes.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include "support/posix/socket_io.hpp"
#include "tools/platform/interrupts.hpp"

namespace trellis::tools::platform {
namespace {

void limit(decltype(RLIMIT_AS) resource, uint64_t amount) {
  rlimit limits = {};
  if (::getrlimit(resource, &limits) != 0) return;
  if (limits.rlim_max != RLIM_INFINITY && amount > limits.rlim_max) amount = limits.rlim_max;
  limits.rlim_cur = amount;
  ::setrlimit(resource, &limits);
}

Ending ending_of(int status) {
  Ending ending;
  if (WIFEXITED(status)) {
    ending.kind = Ending::Kind::kExited;
    ending.exit_status = WEXITSTATUS(status);
  } else if (WIFSIGNALED(status)) {
    ending.kind = WTERMSIG(status) == SIGPIPE ? Ending::Kind::kBrokenPipe : Ending::Kind::kCrashed;
    ending.reason = ::strsignal(WTERMSIG(status));
  }
  return ending;
}

/// Asks the process to terminate, which gives it time to end its own children and to remove its files.
/// Returns false if it does not end in time.
bool ends_at_request(pid_t process, int& status) {
  constexpr int kTries = 300;
  const timespec pause = {0, 1'000'000};
  ::kill(process, SIGTERM);
  for (int n = 0; n < kTries; ++n) {
    if (::waitpid(process, &status, WNOHANG) == process) return true;
    ::nanosleep(&pause, nullptr);
  }
  return false;
}

}  // namespace

int process_number() { return ::getpid(); }

std::string path_of_program() {
  char path[4096];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  return length > 0 && static_cast<size_t>(length) < sizeof path
             ? std::string(path, static_cast<size_t>(length))
             : "trellis";
}

uint64_t peak_memory_kib() {
  rusage usage = {};
  return ::getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<uint64_t>(usage.ru_maxrss) : 0;
}

bool has_worker_processes() { return true; }

SharedMemory::SharedMemory(size_t bytes) : bytes_(bytes) {
  void* memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) data_ = memory;
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) ::munmap(data_, bytes_);
}

bool Channel::send(const void* bytes, size_t size) const { return send_all(handle_, bytes, size); }

bool Channel::receive(void* bytes, size_t size) const { return receive_all(handle_, bytes, size); }

std::string WorkerProcess::start(const std::function<void(Channel)>& serve,
                                 std::span<const WorkerProcess* const> siblings) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return std::strerror(errno);
  std::fflush(nullptr);
  const pid_t process = ::fork();
  if (process < 0) {
    const std::string reason = std::strerror(errno);
    ::close(ends[0]);
    ::close(ends[1]);
    return reason;
  }
  if (process == 0) {
    ::close(ends[0]);
    // The siblings must see the end of their sockets when the parent closes them.
    for (const WorkerProcess* other : siblings) {
      if (other->handle_ >= 0) ::close(other->handle_);
    }
    InterruptWatch::forget_parents();
    serve(Channel(ends[1]));
    std::_Exit(0);
  }
  ::close(ends[1]);
  number_ = process;
  handle_ = ends[0];
  return {};
}

Ending WorkerProcess::end(bool kill_it) {
  ::close(handle_);
  // A worker that already died keeps its own status: a signal no longer changes it.
  int status = 0;
  if (!kill_it || !ends_at_request(number_, status)) {
    if (kill_it) ::kill(number_, SIGKILL);
    while (::waitpid(number_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  number_ = -1;
  handle_ = -1;
  return ending_of(status);
}

std::vector<bool> wait_for_any(std::span<const WorkerProcess* const> workers, int milliseconds) {
  std::vector<pollfd> polled;
  for (const WorkerProcess* worker : workers) polled.push_back({worker->handle_, POLLIN, 0});
  if (::poll(polled.data(), static_cast<nfds_t>(polled.size()), milliseconds) < 0) return {};
  std::vector<bool> ready;
  for (const pollfd& one : polled) ready.push_back(one.revents != 0);
  return ready;
}

void confine_worker([[maybe_unused]] uint64_t memory_mib) {
#ifdef __linux__
  // SIGTERM, not SIGKILL: it may have a folder to remove first.
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
  limit(RLIMIT_CORE, 0);
#ifndef TRELLIS_ADDRESS_SANITIZER
  // A sanitizer's shadow memory needs more address space than any sensible limit, and its reports need
  // standard error.
  limit(RLIMIT_AS, memory_mib << 20);
  std::set_new_handler([] { std::_Exit(kOutOfMemoryStatus); });
  // Discard what a library prints before it aborts: the parent reports the failure.
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (nowhere >= 0) {
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
  }
#endif
}

void end_by_broken_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

}  // namespace trellis::tools::platform
