#include "tools/platform/jobserver.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace trellis::tools::platform {
namespace {

/// Returns the value of the last --jobserver-auth=... (or --jobserver-fds=... of make before 4.2) in
/// MAKEFLAGS; empty if there is none.
std::string_view find_auth(std::string_view flags) {
  std::string_view found;
  for (size_t begin = 0; begin < flags.size();) {
    const size_t end = std::min(flags.find(' ', begin), flags.size());
    const std::string_view word = flags.substr(begin, end - begin);
    for (const std::string_view name : {"--jobserver-auth=", "--jobserver-fds="}) {
      if (word.starts_with(name)) found = word.substr(name.size());
    }
    if (word == "--") break;  // Variables follow.
    begin = end + 1;
  }
  return found;
}

/// Opens the pipe's end once more, because O_NONBLOCK on the inherited description would affect all programs
/// that share it. Returns -1 on failure.
int reopen(int descriptor, int flags) {
  const std::string name = "/proc/self/fd/" + std::to_string(descriptor);
  return ::open(name.c_str(), flags | O_NONBLOCK | O_CLOEXEC);
}

}  // namespace

Jobserver::Jobserver() {
  const char* flags = std::getenv("MAKEFLAGS");
  const std::string_view auth = find_auth(flags == nullptr ? "" : flags);
  if (auth.empty()) return;
  exists_ = true;
  if (auth.starts_with("fifo:")) {
    reading_ = ::open(std::string(auth.substr(5)).c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    writing_ = reading_;
    return;
  }
  int first = -1, second = -1;
  const char* const end = auth.data() + auth.size();
  const auto [comma, wrong] = std::from_chars(auth.data(), end, first);
  if (wrong != std::errc() || comma == end || *comma != ',') return;
  if (std::from_chars(comma + 1, end, second).ec != std::errc() || first < 0 || second < 0) return;
  // make closes the pipe for programs that are not part of the build (commands without a leading +).
  reading_ = reopen(first, O_RDONLY);
  writing_ = reopen(second, O_WRONLY);
}

Jobserver::~Jobserver() {
  while (!held_.empty()) give();
  if (writing_ >= 0 && writing_ != reading_) ::close(writing_);
  if (reading_ >= 0) ::close(reading_);
}

bool Jobserver::take() {
  if (reading_ < 0 || writing_ < 0) return false;
  char token = 0;
  if (::read(reading_, &token, 1) != 1) return false;
  held_ += token;
  return true;
}

void Jobserver::give() {
  if (held_.empty()) return;
  const char token = held_.back();
  held_.pop_back();
  while (::write(writing_, &token, 1) < 0 && errno == EINTR) {
  }
}

}  // namespace trellis::tools::platform
