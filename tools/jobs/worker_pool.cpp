#include "tools/jobs/worker_pool.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

#include "tools/file_io.hpp"
#include "tools/jobs/deaths.hpp"
#include "tools/jobs/worker.hpp"
#include "tools/platform/files.hpp"
#include "tools/platform/interrupts.hpp"
#include "tools/platform/jobserver.hpp"
#include "tools/platform/processes.hpp"

namespace trellis::tools {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int64_t kTokenMilliseconds = 20;  // The interval between attempts to get a token.
/// Packed outcomes are never longer: a greater length means a damaged message.
constexpr uint64_t kMaxAnswerBytes = uint64_t{1} << 32;

struct Worker {
  platform::WorkerProcess process;
  SharedProgress* progress = nullptr;
  std::optional<size_t> job;
  Clock::time_point deadline;
};

/// Memory shared by parent and children, with one progress byte per worker.
class SharedBoard {
 public:
  explicit SharedBoard(size_t count) : memory_(count * sizeof(SharedProgress)) {
    if (memory_.data() != nullptr) board_ = new (memory_.data()) SharedProgress[count]();
  }

  SharedProgress* at(size_t index) { return board_ == nullptr ? nullptr : board_ + index; }

 private:
  platform::SharedMemory memory_;
  SharedProgress* board_ = nullptr;
};

class Pool {
 public:
  Pool(const Settings& settings, const std::vector<Job>& jobs, const JobEnded& ended)
      : settings_(settings),
        jobs_(jobs),
        ended_(ended),
        workers_(std::min<size_t>(settings.jobs, jobs.size())),
        board_(workers_.size()),
        obeys_jobserver_(jobserver_.exists() && !settings.chooses_jobs) {
    for (size_t i = 0; i < workers_.size(); ++i) workers_[i].progress = board_.at(i);
  }
  ~Pool() {
    for (Worker& worker : workers_) {
      if (worker.process.runs()) worker.process.end(false);
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  void run() {
    while (finished_ < jobs_.size() && !platform::is_interrupted()) {
      for (Worker& worker : workers_) {
        if (!worker.job && next_job_ < jobs_.size() && may_start()) give(worker, next_job_++);
      }
      await();
    }
    // After an interrupt, the caller ends the program next.
    for (Worker& worker : workers_) {
      if (worker.process.runs() && worker.job) end_at_work(worker);
    }
  }

 private:
  size_t busy() const {
    return static_cast<size_t>(std::count_if(workers_.begin(), workers_.end(),
                                             [](const Worker& worker) { return worker.job.has_value(); }));
  }

  /// One job is always allowed; each additional one needs a token.
  bool may_start() {
    if (!obeys_jobserver_ || busy() == 0 || busy() <= jobserver_.held()) return true;
    return jobserver_.take();
  }

  void finish(Worker& worker, Outcome outcome) {
    const size_t job = *worker.job;
    worker.job.reset();
    // Once no jobs are left to start, return unneeded tokens to other programs. One job needs none.
    const bool is_last = next_job_ == jobs_.size();
    while (is_last && jobserver_.held() > 0 && jobserver_.held() >= busy()) jobserver_.give();
    ++finished_;
    ended_(job, std::move(outcome));
  }

  Clock::duration limit() const {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(settings_.seconds));
  }

  void give(Worker& worker, size_t job) {
    worker.job = job;
    worker.deadline = Clock::now() + limit();
    if (!worker.process.runs()) {
      if (const std::string wrong = start(worker); !wrong.empty()) {
        finish(worker, failure(kExitInternalCheck, "cannot start a process for the translation: " + wrong));
        return;
      }
    }
    worker.progress->store(0, std::memory_order_relaxed);
    const uint64_t number = job;
    // If the worker has died in the meantime, waiting for its answer reports that.
    (void)worker.process.channel().send(&number, sizeof number);
  }

  /// Starts a worker. Returns why that failed, or an empty string.
  std::string start(Worker& worker) {
    if (worker.progress == nullptr) return "the system provides no shared memory";
    std::vector<const platform::WorkerProcess*> siblings;
    for (const Worker& other : workers_) {
      if (&other != &worker) siblings.push_back(&other.process);
    }
    return worker.process.start(
        [&](platform::Channel parent) { serve_jobs(parent, *worker.progress, settings_, jobs_); }, siblings);
  }

  /// Waits until a worker answers, dies or exceeds its deadline, and handles those that did.
  void await() {
    std::vector<const platform::WorkerProcess*> processes;
    std::vector<Worker*> busy;
    Clock::time_point first = Clock::time_point::max();
    for (Worker& worker : workers_) {
      if (!worker.job) continue;
      processes.push_back(&worker.process);
      busy.push_back(&worker);
      first = std::min(first, worker.deadline);
    }
    if (busy.empty()) return;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(first - Clock::now()).count();
    // Poll, because a token may become free at any time.
    const bool wants_token = obeys_jobserver_ && next_job_ < jobs_.size() && busy.size() < workers_.size();
    const int64_t most = wants_token ? kTokenMilliseconds : 1'000'000;
    const auto wait = static_cast<int>(std::clamp<int64_t>(left + 1, 0, most));
    const std::vector<bool> ready = platform::wait_for_any(processes, wait);
    if (ready.empty()) return;  // Interrupted: the caller checks again.
    const auto now = Clock::now();
    for (size_t i = 0; i < busy.size(); ++i) {
      if (ready[i]) {
        take_answer(*busy[i]);
      } else if (now >= busy[i]->deadline) {
        const auto progress = static_cast<Progress>(busy[i]->progress->load(std::memory_order_relaxed));
        if (progress == Progress::kDriver) {  // The driver has its own time limit, which the worker enforces.
          busy[i]->deadline = now + limit();
          continue;
        }
        end_at_work(*busy[i]);
        finish(*busy[i], took_too_long(progress, settings_));
      }
    }
  }

  void take_answer(Worker& worker) {
    const auto progress = static_cast<Progress>(worker.progress->load(std::memory_order_relaxed));
    uint64_t length = 0;
    std::string bytes;
    Outcome outcome;
    const platform::Channel channel = worker.process.channel();
    if (channel.receive(&length, sizeof length) && length <= kMaxAnswerBytes) {
      bytes.resize(length);
      if (channel.receive(bytes.data(), bytes.size()) && unpack(bytes, outcome)) {
        finish(worker, std::move(outcome));
        return;
      }
    }
    finish_dead(worker, progress, end_at_work(worker));
  }

  void finish_dead(Worker& worker, Progress progress, const platform::Ending& ending) {
    using Kind = platform::Ending::Kind;
    if (ending.kind == Kind::kExited && ending.exit_status == platform::kOutOfMemoryStatus) {
      finish(worker, ran_out_of_memory(progress, settings_));
    } else if (ending.kind == Kind::kBrokenPipe) {
      // The reader of the output has closed the pipe: end silently, as other programs in a pipeline do.
      platform::end_by_broken_pipe();
    } else if (ending.kind == Kind::kCrashed) {
      finish(worker, crashed(progress, ending.reason));
    } else {
      finish(worker, ended_unexpectedly(progress));
    }
  }

  /// Ends a worker that does not answer, and removes its partial output.
  platform::Ending end_at_work(Worker& worker) {
    const int number = worker.process.number();
    const platform::Ending ending = worker.process.end(true);
    const std::string& output = jobs_[*worker.job].output;
    if (!output.empty() && output != "-") platform::remove_file(temporary_name(output, number));
    return ending;
  }

  const Settings& settings_;
  const std::vector<Job>& jobs_;
  const JobEnded& ended_;
  std::vector<Worker> workers_;
  SharedBoard board_;
  platform::Jobserver jobserver_;
  const bool obeys_jobserver_;
  size_t next_job_ = 0, finished_ = 0;
};

}  // namespace

void run_in_workers(const Settings& settings, const std::vector<Job>& jobs, const JobEnded& ended) {
  Pool(settings, jobs, ended).run();
}

}  // namespace trellis::tools
