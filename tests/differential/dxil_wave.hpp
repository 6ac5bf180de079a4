// Executes the functions of a DXIL module wave by wave, their control flow in structured form.
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
#include "tests/differential/wave_machine.hpp"

namespace trellis::differential {

/// What the structurizer is told of a function: its graph, phis, where values are defined and used, and which
/// blocks hold convergent operations, which branches hints call selections. The components of an aggregate
/// count as defined where it is.
Flow flow_of(const dxil::Function& function);

/// The buffers of a dispatch, by class (SRV, UAV, ...) and register in space 0.
using Buffers = std::map<std::pair<dxil::ResourceClass, uint32_t>, std::vector<uint8_t>>;

/// Told of every block that lanes of a wave have run together.
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;
  /// Values of the block itself, phis included, as each active lane has them.
  using Reader = std::function<uint64_t(ValueId value, uint32_t lane)>;
  virtual void after_block(BlockId block, LaneMask active, LaneMask wave, const Reader& value_of) = 0;
};

struct DxilDispatch {
  const dxil::Shader* shader = nullptr;  ///< With one compute entry point.
  uint32_t wave_size = 8;                ///< 1 .. 64.
  std::array<uint32_t, 3> groups = {1, 1, 1};
  BlockObserver* observer = nullptr;  ///< Not owned; may be null.
};

/// Runs the entry point over `structured`, the structured form of flow_of() its function. Waves run one after
/// the other, each to its end. Empty, or what is wrong: an operation this interpreter does not know is named.
std::string run_dispatch(const DxilDispatch& dispatch, const Flow& flow, const Structured& structured,
                         Buffers& buffers);

}  // namespace trellis::differential
