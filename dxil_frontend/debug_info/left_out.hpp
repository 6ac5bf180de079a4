// Counts the parts of debug information that are left out, and keeps the reason for the first.
#pragma once

#include <cstdint>

#include "support/containers.hpp"

namespace trellis::dxil {

class LeftOut {
 public:
  void add(const char* why) {
    if (count_++ == 0) first_ = why;
  }
  uint32_t count() const { return count_; }
  const char* first() const { return first_; }

 private:
  uint32_t count_ = 0;
  const char* first_ = "";
};

}  // namespace trellis::dxil
