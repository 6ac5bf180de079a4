// One workgroup that runs a SPIR-V module. Used by spirv_dispatch.cpp and the files that implement
// instructions.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/differential/spirv_machine/spirv_code.hpp"
#include "tests/differential/spirv_machine/spirv_memory.hpp"
#include "tests/differential/waves/lane_groups.hpp"

namespace trellis::differential {

inline constexpr uint32_t kMostInvocations = 1024;
using Invocations = std::bitset<kMostInvocations>;

class SpirvWorkgroup {
 public:
  SpirvWorkgroup(const SpirvCode& code, SpirvBuffers& buffers, uint32_t subgroup_size, Promise promise);

  /// Runs the whole workgroup with that number. Returns an error, or an empty string.
  std::string run(std::array<uint32_t, 3> group, std::array<uint32_t, 3> groups, uint64_t most_steps);

 private:
  void set_inputs(std::array<uint32_t, 3> group, std::array<uint32_t, 3> groups);
  std::vector<uint64_t> builtin(spv::BuiltIn builtin, uint32_t lane, std::array<uint32_t, 3> group,
                                std::array<uint32_t, 3> groups) const;

  bool run_node();
  bool end_node(const SpirvNode& node);
  void branch(const SpirvNode& node);
  uint32_t target_of(const SpirvNode& node, uint32_t lane) const;
  void run_phis(const SpirvNode& from, uint32_t to, std::span<const uint32_t> lanes);
  void enter_call(const SpirvNode& node);
  void leave_function(const SpirvInstruction& i);

  bool run_instruction(const SpirvInstruction& i);
  bool run_memory(const SpirvInstruction& i);
  bool run_atomic(const SpirvInstruction& i);
  bool run_composite(const SpirvInstruction& i);
  bool run_wide_arithmetic(const SpirvInstruction& i);
  bool run_scalars(const SpirvInstruction& i);
  bool run_group_operation(const SpirvInstruction& i, std::span<const uint32_t> lanes);
  bool run_reduction(const SpirvInstruction& i, std::span<const uint32_t> lanes);
  bool run_ballot_bits(const SpirvInstruction& i, std::span<const uint32_t> lanes);
  bool run_barrier(const SpirvInstruction& i);
  bool refuse(const SpirvInstruction& i,
              const std::string& why = "an instruction that the machine does not know");

  uint64_t& value(uint32_t id, uint32_t component, uint32_t lane) {
    return values_[(first_slot_[id] + component) * lanes_ + lane];
  }
  uint64_t value(uint32_t id, uint32_t component, uint32_t lane) const {
    return values_[(first_slot_[id] + component) * lanes_ + lane];
  }
  uint32_t slots_of(uint32_t id) const { return code_.type_of_value(id).slots; }
  SpirvPointer pointer(uint32_t id, uint32_t lane) const { return {value(id, 0, lane), value(id, 1, lane)}; }
  uint32_t subgroup_of(uint32_t lane) const { return lane / subgroup_size_; }

  const SpirvCode& code_;
  SpirvBuffers& buffers_;
  uint32_t subgroup_size_, lanes_;
  SpirvMemory memory_;
  std::vector<size_t> first_slot_;  ///< Indexed by id.
  std::vector<uint64_t> values_;    ///< Indexed by slot and lane.
  LaneGroups<Invocations> groups_;
  std::vector<uint32_t> active_;  ///< The lanes of the current group, ascending.
  std::vector<uint64_t> scratch_;
  std::string error_;
};

}  // namespace trellis::differential
