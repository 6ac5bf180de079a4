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

/// Keyed by descriptor set and binding.
using SpirvBuffers = std::map<std::pair<uint32_t, uint32_t>, std::vector<uint8_t>>;

/// A pointer's two slots: a variable's id, and the offset in it, in bytes for buffers and in slots for other
/// variables.
struct SpirvPointer {
  uint64_t variable = 0, offset = 0;
};

/// Out-of-bounds reads of any variable yield zero, and out-of-bounds writes are dropped.
class SpirvMemory {
 public:
  /// Keeps references to both.
  SpirvMemory(const SpirvCode& code, SpirvBuffers& buffers, uint32_t lanes);

  /// Returns true if the variable is a buffer.
  bool is_buffer(uint64_t variable) const { return bound_.contains(static_cast<uint32_t>(variable)); }
  /// Returns the size in bytes of the buffer bound to a variable.
  uint64_t buffer_size(uint64_t variable) const;

  /// Follows one index of an access chain. `type` becomes the type of the element.
  SpirvPointer step(SpirvPointer pointer, uint32_t& type, uint64_t index) const;
  void load(SpirvPointer pointer, uint32_t type, uint32_t lane, std::span<uint64_t> slots) const;
  void store(SpirvPointer pointer, uint32_t type, uint32_t lane, std::span<const uint64_t> slots);

  /// Sets the value of an input variable.
  void set_input(uint32_t variable, uint32_t lane, std::span<const uint64_t> slots);

 private:
  struct Place {
    size_t first = 0;
    uint32_t slots = 0;
    bool is_shared = false;  ///< All lanes share one copy.
  };

  uint64_t* slot(SpirvPointer pointer, uint64_t at, uint32_t lane);
  uint32_t size_of(uint32_t type) const;

  const SpirvCode& code_;
  uint32_t lanes_;
  std::map<uint32_t, std::vector<uint8_t>*> bound_;  ///< Maps variables to their buffers.
  std::vector<Place> places_;                        ///< Indexed by id; 0 slots: not a variable.
  std::vector<uint64_t> slots_;
};

}  // namespace trellis::differential
