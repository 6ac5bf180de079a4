// Runs eight lanes of a shader's entry point, for the branches that each of them takes.
//
// The lanes are those of one wave. They run together as the structured function lets them: of the blocks that
// lanes are at, the first in its order runs next, so lanes that part are together again where a construct
// ends. What the interpreter does not know is made up, and the result tells what that was and which branches
// depended on it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "dxil_frontend/program/shader.hpp"
#include "structurizer/structured.hpp"
#include "tools/cfg/lanes/lane_memory.hpp"

namespace trellis::tools {

inline constexpr uint32_t kLaneCount = 8;

struct LaneProgram {
  const dxil::Shader* shader = nullptr;
  const dxil::EntryPoint* entry_point = nullptr;
  const dxil::Function* function = nullptr;  ///< Of the shader's module.
  const structurizer::Structured* structured = nullptr;
};

struct LanePlace {
  std::array<uint32_t, 3> group = {};
  uint32_t first_thread = 0;  ///< The number of lane 0 in its thread group.
  uint32_t lanes = kLaneCount;
  uint32_t most_blocks = 400;              ///< Each lane stops after that many blocks of the program.
  uint64_t most_instructions = 1'000'000;  ///< All lanes stop after that many, counted for each lane.
  /// Stage inputs by semantic and index ("TEXCOORD0"): for each lane its components, as 32-bit words.
  std::map<std::string, std::vector<std::vector<uint32_t>>> inputs;
};

struct LaneRun {
  std::string error;  ///< Why nothing was run; else empty.
  /// By lane: the slots by which it left the program's blocks with several successors, in order.
  std::vector<std::vector<uint32_t>> slots;
  uint32_t stopped = 0;                     ///< How many lanes reached a limit.
  std::map<std::string, uint32_t> made_up;  ///< What was made up, and how often.
  std::vector<cfg::BlockId> guesses;        ///< The blocks whose branches depended on it, in ascending order.
};

/// Reads and writes `memory`. The function must have passed the path checker.
LaneRun run_lanes(const LaneProgram& program, const LanePlace& place, LaneMemory& memory);

}  // namespace trellis::tools
