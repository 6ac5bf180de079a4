// The inputs of `trellis cfg --inputs FILE`: where the lanes are, and the contents of buffers and stage
// inputs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.hpp"
#include "tools/cfg/lanes/run_lanes.hpp"

namespace trellis::tools {

struct LaneInputs {
  LanePlace place;
  /// By name ("b0", "t3.space1", "heap5"): the elements, each of one or several words.
  std::map<std::string, std::vector<std::vector<uint32_t>>> buffers;
};

/// Reads JSON. Errors are kBadInput and say which member is wrong.
Result<LaneInputs> read_lane_inputs(std::string_view json);

/// Checks that the shader has all buffers and stage inputs that are named.
Result<void> check_lane_inputs(const LaneInputs& inputs, const dxil::Shader& shader,
                               const dxil::EntryPoint& entry_point);

/// Finds a resource by the name of one of its registers: "t3", "t3.space1". nullptr if there is none.
const dxil::Resource* find_resource(std::string_view name, const dxil::Shader& shader);

/// Returns memory with the contents of these buffers. They must have been checked.
LaneMemory memory_of(const LaneInputs& inputs, const dxil::Shader& shader);

}  // namespace trellis::tools
