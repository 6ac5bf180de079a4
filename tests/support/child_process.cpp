#include "tests/support/child_process.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <vector>

#include "support/posix/socket_io.hpp"

namespace trellis::test_support {
namespace {

using Clock = std::chrono::steady_clock;

struct Worker {
  pid_t process = -1;
  int socket = -1;  ///< The parent's end.
  std::optional<size_t> item;
  Clock::time_point deadline;
};

// Both ends of a worker's socket exchange whole messages only: the worker gets an item number, and answers
// with a length and that many bytes.
[[noreturn]] void serve_items(int socket, const StartWorker& start) {
  const auto work = start();
  uint64_t item = 0;
  while (receive_all(socket, &item, sizeof item)) {
    const std::string text = work(static_cast<size_t>(item));
    const uint64_t length = text.size();
    if (!send_all(socket, &length, sizeof length) || !send_all(socket, text.data(), text.size())) break;
  }
  std::fflush(nullptr);
  // Skip destructors and exit handlers: what they would tear down belongs to the parent as well.
  ::_exit(0);
}

Result<void> start_worker(std::vector<Worker>& workers, Worker& worker, const StartWorker& start) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
    return internal_check(std::string("socketpair: ") + std::strerror(errno));
  }
  std::fflush(nullptr);
  const pid_t process = ::fork();
  if (process < 0) {
    const std::string reason = std::strerror(errno);
    ::close(ends[0]);
    ::close(ends[1]);
    return internal_check("fork: " + reason);
  }
  if (process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::close(ends[0]);
    // The other workers must see the end of their sockets when the parent closes them.
    for (const Worker& other : workers) {
      if (other.socket >= 0) ::close(other.socket);
    }
    serve_items(ends[1], start);
  }
  ::close(ends[1]);
  worker = {process, ends[0], std::nullopt, {}};
  return {};
}

/// Closes the socket, waits for the process and returns how it ended.
std::string reap(Worker& worker, bool kill_it) {
  if (kill_it) ::kill(worker.process, SIGKILL);
  ::close(worker.socket);
  int status = 0;
  while (::waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
  }
  worker = {};
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    return "killed by signal " + std::to_string(number) + " (" + ::strsignal(number) + ")";
  }
  return "ended with exit status " + std::to_string(WEXITSTATUS(status));
}

ChildOutcome receive_outcome(Worker& worker) {
  uint64_t length = 0;
  ChildOutcome outcome;
  if (receive_all(worker.socket, &length, sizeof length)) {
    outcome.text.resize(static_cast<size_t>(length));
    outcome.finished = receive_all(worker.socket, outcome.text.data(), outcome.text.size());
  }
  if (!outcome.finished) outcome.text = reap(worker, false);
  return outcome;
}

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", seconds);
  return text;
}

/// Gives the worker its next item; starts it first if necessary.
Result<void> give_item(std::vector<Worker>& workers, Worker& worker, size_t item, double seconds,
                       const StartWorker& start) {
  if (worker.process < 0) {
    auto started = start_worker(workers, worker, start);
    if (!started) return started;
  }
  worker.item = item;
  worker.deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  const uint64_t number = item;
  // If the worker has died in the meantime, this is detected while waiting for its answer.
  (void)send_all(worker.socket, &number, sizeof number);
  return {};
}

/// Waits until a worker answers, dies or exceeds its limit, and reports all that did.
void await_workers(std::vector<Worker>& workers, double seconds, const ItemEnded& ended) {
  std::vector<pollfd> polled;
  std::vector<Worker*> busy;
  Clock::time_point first_deadline = Clock::time_point::max();
  for (Worker& worker : workers) {
    if (!worker.item) continue;
    polled.push_back({worker.socket, POLLIN, 0});
    busy.push_back(&worker);
    first_deadline = std::min(first_deadline, worker.deadline);
  }
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(first_deadline - Clock::now()).count();
  ::poll(polled.data(), polled.size(), static_cast<int>(std::clamp<int64_t>(wait, 0, 1'000'000)));
  for (size_t i = 0; i < busy.size(); ++i) {
    Worker& worker = *busy[i];
    const size_t item = *worker.item;
    if (polled[i].revents != 0) {
      worker.item.reset();
      ended(item, receive_outcome(worker));
    } else if (Clock::now() >= worker.deadline) {
      reap(worker, true);
      ended(item, {false, "no answer within " + seconds_text(seconds) + " s"});
    }
  }
}

}  // namespace

Result<void> run_in_workers(size_t count, const WorkerOptions& options, const StartWorker& start,
                            const ItemEnded& ended) {
  std::vector<Worker> workers(std::clamp<size_t>(options.workers, 1, std::max<size_t>(count, 1)));
  size_t next = 0;
  size_t done = 0;
  Result<void> result;
  while (done < count && result) {
    for (Worker& worker : workers) {
      if (worker.item || next >= count || !result) continue;
      result = give_item(workers, worker, next, options.seconds, start);
      if (result) ++next;
    }
    if (!result) break;
    await_workers(workers, options.seconds, [&](size_t item, const ChildOutcome& outcome) {
      ++done;
      ended(item, outcome);
    });
  }
  for (Worker& worker : workers) {
    if (worker.process >= 0) reap(worker, worker.item.has_value());
  }
  return result;
}

ChildOutcome run_in_child(const std::function<std::string()>& work, double seconds) {
  ChildOutcome result;
  const StartWorker start = [&work] { return [&work](size_t) { return work(); }; };
  const auto ran = run_in_workers(1, {1, seconds}, start,
                                  [&result](size_t, const ChildOutcome& outcome) { result = outcome; });
  if (!ran) result.text = ran.error().to_string();
  return result;
}

}  // namespace trellis::test_support
