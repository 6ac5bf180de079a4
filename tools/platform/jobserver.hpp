// The jobserver of make and Ninja: a number of tokens shared by all programs of a build.
#pragma once

#include <cstddef>
#include <string>

namespace trellis::tools::platform {

/// Each token allows one job in addition to the one that every program of the build may run. Without a
/// jobserver, exists() is false and there are no tokens to wait for.
class Jobserver {
 public:
  /// Reads MAKEFLAGS. Under `make -n`, or if the jobserver cannot be reached, only one job at a time is
  /// allowed.
  Jobserver();
  /// Returns all tokens.
  ~Jobserver();
  Jobserver(const Jobserver&) = delete;
  Jobserver& operator=(const Jobserver&) = delete;

  bool exists() const { return exists_; }
  /// Takes a token if one is free now.
  bool take();
  /// Returns one token.
  void give();
  size_t held() const { return held_.size(); }

 private:
  bool exists_ = false;
  int reading_ = -1, writing_ = -1;
  std::string held_;  // The bytes of the tokens, which must be returned unchanged.
};

}  // namespace trellis::tools::platform
