// What the size of a thread group implies for the ids of its threads.
#pragma once

#include "dxil_frontend/program/shader.hpp"

namespace trellis::dxil {

/// Whether the entry point's thread groups are one thread wide along x (0), y (1) or z (2). If so, a thread's
/// id in its group is 0 along that axis, and its dispatch thread id equals the group's id.
inline bool is_one_thread_along(const EntryPoint& entry, uint64_t axis) {
  return entry.thread_group_size && axis < 3 && (*entry.thread_group_size)[axis] == 1;
}

/// Whether a thread group has only one thread.
inline bool is_one_thread(const EntryPoint& entry) {
  return is_one_thread_along(entry, 0) && is_one_thread_along(entry, 1) && is_one_thread_along(entry, 2);
}

}  // namespace trellis::dxil
