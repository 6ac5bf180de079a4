// Groupshared memory between barriers: finds loads of memory that no thread writes to in the meantime.
//
// A barrier that synchronizes the group and orders groupshared memory divides the run of a group into
// intervals. As long as every thread reaches every barrier, all threads are in the same interval, which began
// with the same barrier. If no write to a variable can follow that barrier before the next one, everything
// that the interval's loads find in the variable was there when the interval began.
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

  /// Returns true if no interval in which a load (given by its index in the function) runs has a write to the
  /// load's variable.
  bool is_settled(uint32_t load) const { return !settled_.empty() && settled_[load] != 0; }
  /// Returns the blocks with barriers that begin an interval. The results of is_settled() hold only if all
  /// threads reach them.
  std::span<const BlockId> barriers() const { return barriers_; }

 private:
  struct Start {
    BlockId block;
    uint32_t instruction;  ///< The first instruction of the interval.
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
  Vector<uint8_t> settled_;  ///< By instruction; see is_settled().
};

}  // namespace trellis::uniformity
