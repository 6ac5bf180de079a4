// The variables of a workgroup that runs a SPIR-V module, and the buffers of a dispatch.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/differential/spirv_machine/spirv_code.hpp"

namespace trellis::differential {

/// By descriptor set and binding.
using SpirvBuffers = std::map<std::pair<uint32_t, uint32_t>, std::vector<uint8_t>>;

/// A pointer's two slots: a variable's id and how far into it, in bytes for buffers and else in slots.
struct SpirvPointer {
  uint64_t variable = 0, offset = 0;
};

/// Buffers read as zero outside of their bounds and are not written there; so do all other variables.
class SpirvMemory {
 public:
  /// Both are referred to.
  SpirvMemory(const SpirvCode& code, SpirvBuffers& buffers, uint32_t lanes);

  /// True if the variable is a buffer.
  bool is_buffer(uint64_t variable) const { return bound_.contains(static_cast<uint32_t>(variable)); }
  /// Bytes in the buffer that a variable is.
  uint64_t buffer_size(uint64_t variable) const;

  /// Where an access chain leads. `type` becomes that of what it points to.
  SpirvPointer step(SpirvPointer pointer, uint32_t& type, uint64_t index) const;
  void load(SpirvPointer pointer, uint32_t type, uint32_t lane, std::span<uint64_t> slots) const;
  void store(SpirvPointer pointer, uint32_t type, uint32_t lane, std::span<const uint64_t> slots);

  /// What an input variable holds.
  void set_input(uint32_t variable, uint32_t lane, std::span<const uint64_t> slots);

 private:
  struct Place {
    size_t first = 0;
    uint32_t slots = 0;
    bool is_shared = false;  ///< One for all lanes.
  };

  uint64_t* slot(SpirvPointer pointer, uint64_t at, uint32_t lane);
  uint32_t size_of(uint32_t type) const;

  const SpirvCode& code_;
  uint32_t lanes_;
  std::map<uint32_t, std::vector<uint8_t>*> bound_;  ///< Buffers by variable.
  std::vector<Place> places_;                        ///< By id; 0 slots: no variable.
  std::vector<uint64_t> slots_;
};

}  // namespace trellis::differential
