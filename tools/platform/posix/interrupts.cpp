#include "tools/platform/interrupts.hpp"

#include <csignal>
#include <cstddef>
#include <iterator>

namespace trellis::tools::platform {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

// Globals, because a signal handler can reach nothing else.
volatile std::sig_atomic_t pending = 0;
volatile std::sig_atomic_t watches = 0;
struct sigaction before[std::size(kSignals)];

void note(int signal) { pending = signal; }

void restore() {
  for (size_t n = 0; n < std::size(kSignals); ++n) ::sigaction(kSignals[n], &before[n], nullptr);
}

}  // namespace

bool is_interrupted() { return pending != 0; }

InterruptWatch::InterruptWatch() : is_outer_(watches == 0) {
  watches = watches + 1;
  if (!is_outer_) return;
  struct sigaction action = {};
  action.sa_handler = note;  // Without SA_RESTART, so that waits return early.
  sigemptyset(&action.sa_mask);
  for (size_t n = 0; n < std::size(kSignals); ++n) {
    ::sigaction(kSignals[n], nullptr, &before[n]);
    // A signal that is ignored stays ignored, as nohup requires.
    if (before[n].sa_handler != SIG_IGN) ::sigaction(kSignals[n], &action, nullptr);
  }
}

InterruptWatch::~InterruptWatch() {
  watches = watches - 1;
  if (!is_outer_) return;
  restore();
  if (pending != 0) std::raise(pending);
}

void InterruptWatch::forget_parents() {
  if (watches != 0) restore();
  watches = 0;
  pending = 0;
}

}  // namespace trellis::tools::platform
