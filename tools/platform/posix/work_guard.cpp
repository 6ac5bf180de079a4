#include "tools/platform/work_guard.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <utility>
#include <vector>

namespace trellis::tools::platform {
namespace {

constexpr int kFatalSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGALRM};
constexpr size_t kStackBytes = 64 * 1024;
constexpr char kVariable[] = "TRELLIS_ENDED_WORK";
// After the variable's name: '=', how it ended as a digit, the signal as three, the progress as a letter from
// 'A'.
constexpr size_t kValueLength = 5;

/// What the handlers need, made in advance: they may not allocate.
struct Prepared {
  const char* const* words = nullptr;
  std::vector<char*> environment;
  char variable[sizeof kVariable + kValueLength + 1] = {};
  std::string temporary;
  const std::atomic<uint8_t>* progress = nullptr;
  int error_stream = -1;  ///< Standard error, which is closed meanwhile.
  sigset_t mask = {};
  struct sigaction before[std::size(kFatalSignals)] = {};
  rlimit memory = {};
};

// A global, because a signal handler can reach nothing else.
Prepared* prepared = nullptr;
alignas(16) char handler_stack[kStackBytes];  // The work may have used up its own.

void restore_error_stream(int saved) {
  if (saved < 0) return;
  ::dup2(saved, STDERR_FILENO);
  ::close(saved);
}

void stop_timer() {
  const itimerval none = {};
  ::setitimer(ITIMER_REAL, &none, nullptr);
}

/// Only calls what is safe in a signal handler.
[[noreturn]] void start_over(EndedWork::How how, int signal) {
  stop_timer();  // It would go on in the program that follows.
  if (!prepared->temporary.empty()) ::unlink(prepared->temporary.c_str());
  restore_error_stream(prepared->error_stream);
  char* value = prepared->variable + sizeof kVariable;
  *value++ = static_cast<char>('0' + static_cast<int>(how));
  *value++ = static_cast<char>('0' + signal / 100);
  *value++ = static_cast<char>('0' + signal / 10 % 10);
  *value++ = static_cast<char>('0' + signal % 10);
  *value++ = static_cast<char>('A' + prepared->progress->load(std::memory_order_relaxed));
  ::setrlimit(RLIMIT_AS, &prepared->memory);
  ::sigprocmask(SIG_SETMASK, &prepared->mask, nullptr);
  ::execve("/proc/self/exe", const_cast<char* const*>(prepared->words), prepared->environment.data());
  constexpr char kMessage[] = "trellis: error: the translator crashed, and cannot start over to report it\n";
  (void)!::write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  ::_exit(EXIT_FAILURE);
}

void handle(int signal) {
  start_over(signal == SIGALRM ? EndedWork::How::kTookTooLong : EndedWork::How::kCrashed, signal);
}

void handle_exhausted_memory() { start_over(EndedWork::How::kOutOfMemory, 0); }

void start_timer(double seconds) {
  double whole = 0;
  const double part = std::modf(seconds, &whole);
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(whole);
  // At least one microsecond: a timer of zero would never end.
  timer.it_value.tv_usec = 1 + static_cast<suseconds_t>(part * 999'998);
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

void set_handlers() {
  stack_t stack = {};
  stack.ss_sp = handler_stack;
  stack.ss_size = sizeof handler_stack;
  ::sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = handle;
  action.sa_flags = SA_ONSTACK;
  sigfillset(&action.sa_mask);
  sigset_t unblocked;
  sigemptyset(&unblocked);
  for (size_t n = 0; n < std::size(kFatalSignals); ++n) {
    ::sigaction(kFatalSignals[n], &action, &prepared->before[n]);
    sigaddset(&unblocked, kFatalSignals[n]);
  }
  // The parent may have blocked them.
  ::sigprocmask(SIG_UNBLOCK, &unblocked, &prepared->mask);
}

/// Returns the limit before.
rlimit limit_memory(uint64_t bytes) {
  rlimit before = {};
  ::getrlimit(RLIMIT_AS, &before);
  rlimit limited = before;
  limited.rlim_cur = std::min<rlim_t>(bytes, before.rlim_max);
  ::setrlimit(RLIMIT_AS, &limited);
  return before;
}

/// Discards what a library prints before it aborts.
int silence_error_stream() {
  const int saved = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return saved;
  ::dup2(nowhere, STDERR_FILENO);
  ::close(nowhere);
  return saved;
}

}  // namespace

std::optional<EndedWork> ended_work() {
  const char* const value = std::getenv(kVariable);
  if (value == nullptr) return std::nullopt;
  const std::string text = value;
  ::unsetenv(kVariable);  // Programs that this one starts have nothing to do with it.
  const bool is_well_formed = text.size() == kValueLength && text[0] >= '0' && text[0] <= '2' &&
                              text.find_first_not_of("0123456789") == kValueLength - 1 && text.back() >= 'A';
  if (!is_well_formed) return std::nullopt;
  EndedWork ended;
  ended.how = static_cast<EndedWork::How>(text[0] - '0');
  const int signal = (text[1] - '0') * 100 + (text[2] - '0') * 10 + (text[3] - '0');
  if (ended.how == EndedWork::How::kCrashed) ended.reason = ::strsignal(signal);
  ended.progress = static_cast<uint8_t>(text[4] - 'A');
  return ended;
}

bool has_work_guard() {
#if defined(__linux__) && !defined(TRELLIS_ADDRESS_SANITIZER) && !defined(TRELLIS_THREAD_SANITIZER)
  return true;
#else
  return false;
#endif
}

WorkGuard::WorkGuard(const WorkLimits& limits, const char* const* words, std::string temporary,
                     const std::atomic<uint8_t>& progress) {
  prepared = new Prepared;
  prepared->words = words;
  prepared->temporary = std::move(temporary);
  prepared->progress = &progress;
  std::memcpy(prepared->variable, kVariable, sizeof kVariable - 1);
  prepared->variable[sizeof kVariable - 1] = '=';
  for (char** variable = environ; *variable != nullptr; ++variable)
    prepared->environment.push_back(*variable);
  prepared->environment.push_back(prepared->variable);
  prepared->environment.push_back(nullptr);
  prepared->error_stream = silence_error_stream();
  prepared->memory = limit_memory(limits.memory_mib << 20);
  set_handlers();
  std::set_new_handler(handle_exhausted_memory);
  start_timer(limits.seconds);
}

WorkGuard::~WorkGuard() {
  stop_timer();
  std::set_new_handler(nullptr);
  ::setrlimit(RLIMIT_AS, &prepared->memory);
  for (size_t n = 0; n < std::size(kFatalSignals); ++n)
    ::sigaction(kFatalSignals[n], &prepared->before[n], nullptr);
  ::sigprocmask(SIG_SETMASK, &prepared->mask, nullptr);
  restore_error_stream(prepared->error_stream);
  delete std::exchange(prepared, nullptr);
}

}  // namespace trellis::tools::platform
