// The input of `trellis cfg`: a graph as text, a random graph, or a function of a shader.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "api/pictures/cfg_picture.hpp"
#include "api/translator.hpp"
#include "structurizer/flow.hpp"
#include "support/result.hpp"
#include "tools/cfg/lanes/lane_inputs.hpp"
#include "tools/cfg/lowering_record.hpp"

namespace trellis::tools {

enum class CfgForm : uint8_t { kGraph, kBranches };

struct CfgInput {
  std::string title;  ///< The title for headings.
  structurizer::Flow flow;
  Vector<String> names;  ///< Indexed by block.
  BlockTexts texts;
  /// The lowered shader, if the input is one. The texts refer to its module.
  std::unique_ptr<dxil::Shader> shader;
  uint32_t entry_point = 0;             ///< Index into the shader's entry points.
  LaneInputs lanes;                     ///< What the lanes of a page read.
  std::vector<LoweringStage> lowering;  ///< The function before `module`, pass by pass, for a shader.
  Vector<uint32_t> spirv;               ///< The shader's translation; empty if there is none.
};

/// Tells text from a shader by the first bytes. `entry` names the entry point of a shader.
Result<CfgInput> read_cfg_input(std::string title, const std::vector<uint8_t>& bytes, CfgForm form,
                                const std::string& entry);

/// Makes an input from a graph without values. Blocks with more than two successors are switches. Names must
/// be unique.
CfgInput cfg_input_of(std::string title, cfg::Graph graph, std::vector<std::string> names);

CfgInput random_cfg_input(uint64_t seed, uint32_t blocks);

}  // namespace trellis::tools
