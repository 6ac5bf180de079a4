// Executes the functions of a DXIL module wave by wave, in structured form.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "dxil_frontend/program/shader.hpp"
#include "structurizer/flow.hpp"
#include "tests/differential/waves/wave_machine.hpp"

namespace trellis::differential {

/// Returns the structurizer's input for a function: its graph, phis, definitions and uses of values, blocks
/// with convergent operations, and branches that hints mark as selections. The components of an aggregate
/// count as defined where the aggregate is.
Flow flow_of(const dxil::Function& function);

/// The buffers of a dispatch, keyed by class (SRV, UAV, ...) and register in space 0.
using Buffers = std::map<std::pair<dxil::ResourceClass, uint32_t>, std::vector<uint8_t>>;

/// Called after each block that lanes of a wave have run together.
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;
  /// Reads a value defined in the block, including its phis, for an active lane.
  using Reader = std::function<uint64_t(ValueId value, uint32_t lane)>;
  virtual void after_block(BlockId block, LaneMask active, LaneMask wave, const Reader& value_of) = 0;
};

struct DxilDispatch {
  const dxil::Shader* shader = nullptr;  ///< The shader must have one compute entry point.
  uint32_t wave_size = 8;                ///< From 1 to 64.
  std::array<uint32_t, 3> groups = {1, 1, 1};
  BlockObserver* observer = nullptr;  ///< Not owned; may be null.
};

/// Runs the entry point in its structured form `structured` of flow_of() its function. Waves run one after
/// the other, each to its end. Returns an error, such as the name of an operation that the interpreter does
/// not know, or an empty string.
std::string run_dispatch(const DxilDispatch& dispatch, const Flow& flow, const Structured& structured,
                         Buffers& buffers);

}  // namespace trellis::differential
