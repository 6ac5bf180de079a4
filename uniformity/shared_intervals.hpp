// Groupshared memory between barriers: which loads read what no thread writes to in the meantime.
//
// A barrier that the group waits at, and that orders groupshared memory, splits the run of a group into
// intervals: all threads are in the same one, which begins with the same barrier, as long as every thread
// reaches every barrier. If no write to a variable can follow that barrier before the next one, all that the
// interval's loads find in the variable was there when the interval began.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/resource_of_handle.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "uniformity/control.hpp"

namespace trellis::uniformity {

class SharedIntervals {
 public:
  /// own_shared[g] is 1 for groupshared variables that only this function, an entry point, uses.
  SharedIntervals(const dxil::Module& module, const dxil::Function& function, const Control& control,
                  const dxil::ResourceFinder& definitions, std::span<const uint8_t> own_shared);

  /// Whether no interval that a load (by its index in the function) runs in has a write to its variable.
  bool is_settled(uint32_t load) const { return !settled_.empty() && settled_[load] != 0; }
  /// Blocks with barriers that begin an interval. What is settled is so if all threads reach them.
  std::span<const BlockId> barriers() const { return barriers_; }

 private:
  struct Start {
    BlockId block;
    uint32_t instruction;  ///< The first one of the interval.
  };

  dxil::ValueId root_of(dxil::ValueId pointer) const;
  uint32_t variable_of(dxil::ValueId pointer) const;
  bool is_splitting_barrier(const dxil::Instruction& i) const;
  Vector<Start> find_starts();
  void note_writes(const dxil::Instruction& i, Vector<uint8_t>& written) const;
  void look_at_interval(const Start& start);

  const dxil::Module& module_;
  const dxil::Function& function_;
  const Control& control_;
  const dxil::ResourceFinder& definitions_;
  std::span<const uint8_t> own_shared_;
  Vector<BlockId> barriers_;
  Vector<uint8_t> settled_;  ///< By instruction.
};

}  // namespace trellis::uniformity
