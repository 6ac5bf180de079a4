// The jobserver of make and Ninja: a number of tokens that all programs of a build share.
#pragma once

#include <cstddef>
#include <string>

namespace trellis::tools::platform {

/// A token allows one more job besides the one that every program of the build may do. Without a jobserver there are none to wait for:
/// exists() is false.
class Jobserver {
 public:
  /// Looks at MAKEFLAGS. Under `make -n`, or where the jobserver cannot be reached, one job at a time is what is left.
  Jobserver();
  /// Gives back what is held.
  ~Jobserver();
  Jobserver(const Jobserver&) = delete;
  Jobserver& operator=(const Jobserver&) = delete;

  bool exists() const { return exists_; }
  /// Takes a token if one is free now.
  bool take();
  /// Gives back one of those taken.
  void give();
  size_t held() const { return held_.size(); }

 private:
  bool exists_ = false;
  int reading_ = -1, writing_ = -1;
  std::string held_;  // The bytes, which have to be given back as they were.
};

}  // namespace trellis::tools::platform
