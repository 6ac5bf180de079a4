#include "tools/worker_pool.hpp"

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>

#include "support/socket_io.hpp"
#include "tools/file_io.hpp"
#include "tools/worker.hpp"

namespace trellis::tools {
namespace {

using Clock = std::chrono::steady_clock;

/// No packed outcome is longer: a longer length is a damaged message.
constexpr uint64_t kMaxAnswerBytes = uint64_t{1} << 32;

struct Worker {
  pid_t process = -1;
  int socket = -1;  ///< The parent's end.
  SharedProgress* progress = nullptr;
  std::optional<size_t> job;
  Clock::time_point deadline;
};

const char* doing(Progress progress) {
  switch (progress) {
    case Progress::kIdle:
    case Progress::kOpening:
      return "opening the file";
    case Progress::kReading:
      return "reading the shader";
    case Progress::kTranslating:
      return "translating";
    case Progress::kWriting:
      break;
  }
  return "writing the output";
}

/// What a worker's death means for the job it was at: `how` is a phrase such as "crashed (Segmentation
/// fault)".
Outcome death(Progress progress, const std::string& how) {
  const bool reading = progress <= Progress::kReading;
  return failure(reading ? kExitBadInput : kExitInternalCheck,
                 "the translator " + how + " while " + doing(progress));
}

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", seconds);
  return text;
}

/// Memory that parent and children see alike: one progress byte a worker.
class SharedBoard {
 public:
  explicit SharedBoard(size_t count) : bytes_(count * sizeof(SharedProgress)) {
    void* memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) board_ = new (memory) SharedProgress[count]();
  }
  ~SharedBoard() {
    if (board_ != nullptr) ::munmap(board_, bytes_);
  }
  SharedBoard(const SharedBoard&) = delete;
  SharedBoard& operator=(const SharedBoard&) = delete;

  SharedProgress* at(size_t index) { return board_ == nullptr ? nullptr : board_ + index; }

 private:
  size_t bytes_;
  SharedProgress* board_ = nullptr;
};

class Pool {
 public:
  Pool(const Settings& settings, const std::vector<Job>& jobs, const JobEnded& ended)
      : settings_(settings),
        jobs_(jobs),
        ended_(ended),
        workers_(std::min<size_t>(settings.jobs, jobs.size())),
        board_(workers_.size()) {
    for (size_t i = 0; i < workers_.size(); ++i) workers_[i].progress = board_.at(i);
  }
  ~Pool() {
    for (Worker& worker : workers_) {
      if (worker.process >= 0) reap(worker, false);
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  void run() {
    while (finished_ < jobs_.size()) {
      for (Worker& worker : workers_) {
        if (!worker.job && next_job_ < jobs_.size()) give(worker, next_job_++);
      }
      await();
    }
  }

 private:
  void finish(Worker& worker, Outcome outcome) {
    const size_t job = *worker.job;
    worker.job.reset();
    ++finished_;
    ended_(job, std::move(outcome));
  }

  void give(Worker& worker, size_t job) {
    worker.job = job;
    worker.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(settings_.seconds));
    if (worker.process < 0) {
      if (const std::string wrong = start(worker); !wrong.empty()) {
        finish(worker, failure(kExitInternalCheck, "no process to translate in: " + wrong));
        return;
      }
    }
    worker.progress->store(0, std::memory_order_relaxed);
    const uint64_t number = job;
    // A worker that died in the meantime is found out when its answer is awaited.
    (void)send_all(worker.socket, &number, sizeof number);
  }

  /// Empty, or why there is no worker.
  std::string start(Worker& worker) {
    if (worker.progress == nullptr) return "no shared memory";
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
      // The others must see the end of their sockets when the parent closes them.
      for (const Worker& other : workers_) {
        if (other.socket >= 0) ::close(other.socket);
      }
      serve_jobs(ends[1], *worker.progress, settings_, jobs_);
    }
    ::close(ends[1]);
    worker.process = process;
    worker.socket = ends[0];
    return {};
  }

  /// Waits until a worker answers, dies or is past its deadline, and deals with those that do.
  void await() {
    std::vector<pollfd> polled;
    std::vector<Worker*> busy;
    Clock::time_point first = Clock::time_point::max();
    for (Worker& worker : workers_) {
      if (!worker.job) continue;
      polled.push_back({worker.socket, POLLIN, 0});
      busy.push_back(&worker);
      first = std::min(first, worker.deadline);
    }
    if (busy.empty()) return;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(first - Clock::now()).count();
    const auto wait = static_cast<int>(std::clamp<int64_t>(left + 1, 0, 1'000'000));
    if (::poll(polled.data(), polled.size(), wait) < 0) return;  // Interrupted: looked at again.
    const auto now = Clock::now();
    for (size_t i = 0; i < busy.size(); ++i) {
      if (polled[i].revents != 0) {
        take_answer(*busy[i]);
      } else if (now >= busy[i]->deadline) {
        const auto progress = static_cast<Progress>(busy[i]->progress->load(std::memory_order_relaxed));
        remove_leftover(*busy[i]);
        reap(*busy[i], true);
        finish(*busy[i], death(progress, "took longer than " + seconds_text(settings_.seconds) + " s"));
      }
    }
  }

  void take_answer(Worker& worker) {
    const auto progress = static_cast<Progress>(worker.progress->load(std::memory_order_relaxed));
    uint64_t length = 0;
    std::string bytes;
    Outcome outcome;
    if (receive_all(worker.socket, &length, sizeof length) && length <= kMaxAnswerBytes) {
      bytes.resize(length);
      if (receive_all(worker.socket, bytes.data(), bytes.size()) && unpack(bytes, outcome)) {
        finish(worker, std::move(outcome));
        return;
      }
    }
    remove_leftover(worker);
    finish_dead(worker, progress, reap(worker, true));
  }

  void finish_dead(Worker& worker, Progress progress, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == kOutOfMemoryStatus) {
      finish(worker,
             death(progress, "ran out of memory (limit " + std::to_string(settings_.memory_mib) + " MiB)"));
    } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE) {
      // Whoever read the output has seen enough: the program ends as others in a pipe do, without a word.
      std::signal(SIGPIPE, SIG_DFL);
      std::raise(SIGPIPE);
    } else if (WIFSIGNALED(status)) {
      finish(worker, death(progress, std::string("crashed (") + ::strsignal(WTERMSIG(status)) + ")"));
    } else {
      finish(worker, death(progress, "ended unexpectedly"));
    }
  }

  void remove_leftover(const Worker& worker) {
    const std::string& output = jobs_[*worker.job].output;
    if (!output.empty() && output != "-") ::unlink(temporary_name(output, worker.process).c_str());
  }

  /// Closes the socket, waits for the process and returns its wait status. The job stays.
  static int reap(Worker& worker, bool kill_it) {
    ::close(worker.socket);
    // A worker that has died by itself keeps its own status: a signal cannot change it any more.
    if (kill_it) ::kill(worker.process, SIGKILL);
    int status = 0;
    while (::waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    worker.process = -1;
    worker.socket = -1;
    return status;
  }

  const Settings& settings_;
  const std::vector<Job>& jobs_;
  const JobEnded& ended_;
  std::vector<Worker> workers_;
  SharedBoard board_;
  size_t next_job_ = 0, finished_ = 0;
};

}  // namespace

void run_in_workers(const Settings& settings, const std::vector<Job>& jobs, const JobEnded& ended) {
  Pool(settings, jobs, ended).run();
}

}  // namespace trellis::tools
