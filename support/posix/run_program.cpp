#include "support/run_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include "support/containers.hpp"

namespace trellis {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMaxErrorBytes = 64 * 1024;
// The longest wait between two calls of `stop`: a signal may arrive just before a wait begins.
constexpr int64_t kMostMilliseconds = 200;

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    close();
    number_ = other.release();
    return *this;
  }
  ~Descriptor() { close(); }

  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  int release() {
    const int number = number_;
    number_ = -1;
    return number;
  }

 private:
  int number_ = -1;
};

struct Pipe {
  Descriptor read_end, write_end;
};

bool make_pipe(Pipe& pipe) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  pipe.read_end = Descriptor(ends[0]);
  pipe.write_end = Descriptor(ends[1]);
  return true;
}

Diagnostic system_error(const char* what, int number) {
  return internal_check(String(what) + ": " + std::strerror(number));
}

/// Transfers bytes in both directions until the program has closed both outputs. run() returns false if the
/// deadline has passed, `stop` asks to stop or polling fails.
class Exchange {
 public:
  Exchange(Descriptor input, Descriptor output, Descriptor errors, std::span<const char> bytes)
      : input_(std::move(input)), output_(std::move(output)), errors_(std::move(errors)), bytes_(bytes) {
    for (const Descriptor* descriptor : {&input_, &output_, &errors_}) {
      ::fcntl(descriptor->number(), F_SETFL, O_NONBLOCK);
    }
    if (bytes_.empty()) input_.close();
  }

  bool run(Clock::time_point deadline, bool (*stop)(), ProgramOutput& result) {
    while (output_.open() || errors_.open()) {
      pollfd polled[3] = {
          {input_.number(), POLLOUT, 0}, {output_.number(), POLLIN, 0}, {errors_.number(), POLLIN, 0}};
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0 || (stop != nullptr && stop())) return false;
      const int ready = ::poll(polled, 3, static_cast<int>(std::min<int64_t>(left, kMostMilliseconds)));
      if (ready < 0 && errno != EINTR) return false;
      if (ready <= 0) continue;
      if (polled[0].revents != 0) write_some();
      if (polled[1].revents != 0) read_some(output_, result.output, SIZE_MAX);
      if (polled[2].revents != 0) read_some(errors_, result.errors, kMaxErrorBytes);
    }
    return true;
  }

 private:
  void write_some() {
    const ssize_t written = ::write(input_.number(), bytes_.data(), bytes_.size());
    if (written < 0) {
      if (errno != EAGAIN && errno != EINTR)
        input_.close();  // The program does not want the rest of the input, which is not an error.
      return;
    }
    bytes_ = bytes_.subspan(static_cast<size_t>(written));
    if (bytes_.empty()) input_.close();
  }

  static void read_some(Descriptor& from, String& text, size_t most) {
    char buffer[16384];
    const ssize_t count = ::read(from.number(), buffer, sizeof buffer);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
      from.close();
      return;
    }
    text.append(buffer, std::min(static_cast<size_t>(count), most - std::min(most, text.size())));
  }

  Descriptor input_, output_, errors_;
  std::span<const char> bytes_;
};

/// Blocks SIGPIPE on this thread for the lifetime of the guard, so that writing to a program that has ended
/// does not end this process.
class PipeSignalBlock {
 public:
  PipeSignalBlock() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~PipeSignalBlock() {
    const timespec no_wait = {0, 0};
    if (sigismember(&before_, SIGPIPE) == 0) ::sigtimedwait(&pipe_, nullptr, &no_wait);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  PipeSignalBlock(const PipeSignalBlock&) = delete;
  PipeSignalBlock& operator=(const PipeSignalBlock&) = delete;

  const sigset_t& mask_before() const { return before_; }

 private:
  sigset_t pipe_, before_;
};

/// Kills the process and everything it has started: it leads its own process group.
void kill_group(pid_t process) {
  if (::kill(-process, SIGKILL) != 0) ::kill(process, SIGKILL);
}

/// Waits for the process and returns its wait status. Kills it at the deadline or when `stop` asks to stop.
int wait_until(pid_t process, Clock::time_point deadline, bool (*stop)()) {
  const timespec pause = {0, 500'000};
  int status = 0;
  while (true) {
    const pid_t ended = ::waitpid(process, &status, WNOHANG);
    if (ended == process || (ended < 0 && errno != EINTR)) return status;
    if (Clock::now() >= deadline || (stop != nullptr && stop())) kill_group(process);
    ::nanosleep(&pause, nullptr);
  }
}

/// Calls posix_spawnp with the three pipes as the child's standard streams. Returns the error number, or 0.
int spawn(const Vector<String>& arguments, int input, int output, int errors, const sigset_t& mask,
          pid_t& process) {
  Vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const String& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  posix_spawnattr_setsigmask(&attributes, &mask);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  const int error = ::posix_spawnp(&process, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

Result<ProgramOutput> run_program(const Vector<String>& arguments, std::span<const char> input,
                                  double seconds, bool (*stop)()) {
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  Pipe in, out, err;
  if (!make_pipe(in) || !make_pipe(out) || !make_pipe(err)) return system_error("pipe", errno);
  const PipeSignalBlock block;
  ProgramOutput result;
  pid_t process = -1;
  const int error = spawn(arguments, in.read_end.number(), out.write_end.number(), err.write_end.number(),
                          block.mask_before(), process);
  if (error == ENOENT || error == EACCES) return result;
  if (error != 0) return system_error("posix_spawn", error);
  result.found = true;
  in.read_end.close();
  out.write_end.close();
  err.write_end.close();
  Exchange exchange(std::move(in.write_end), std::move(out.read_end), std::move(err.read_end), input);
  if (!exchange.run(deadline, stop, result)) kill_group(process);
  const int status = wait_until(process, deadline, stop);
  result.finished = WIFEXITED(status);
  if (result.finished) result.exit_status = WEXITSTATUS(status);
  return result;
}

}  // namespace trellis
