// A function's control flow as a picture in Graphviz's DOT language.
//
// The shape of a node shows what it opens (house: a selection; hexagon: a loop; box: nothing) or, for
// inserted blocks, their purpose. The fill shows whether it is a merge block or a continue block. An orange
// outline marks operations that involve other lanes. A red or yellow fill marks blocks that only some lanes
// of a wave, or some waves of a group, may run. Frames are loops. Every picture has a legend of the signs
// that occur in it.
#pragma once

#include <string_view>

#include "cfg/graph.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"
#include "uniformity/analysis.hpp"

namespace trellis {

/// What pictures show about the program's own blocks, prepared once per function.
struct BlockTexts {
  const dxil::Module* module = nullptr;      ///< Not owned; must outlive the pictures.
  const dxil::Function* function = nullptr;  ///< Not owned; must outlive the pictures.
  Vector<Vector<String>> labels;             ///< By block: its number, and the notable operations.
  Vector<String> contents;                   ///< By block: all instructions, for the tooltip.
  Vector<Vector<String>> slots;              ///< By block and slot: "true", "false", "default", a case value.
  /// By block: the scopes in which only some invocations may run it. Empty if not known.
  Vector<uniformity::Scopes> divergence;
  /// By block: the scopes in which invocations that run it together diverge at its end. Empty if not known.
  Vector<uniformity::Scopes> branches;
};
BlockTexts describe_blocks(const dxil::Module& module, const dxil::Function& function);

/// Adds the results of the uniformity analysis: colours and a word for blocks that only some invocations run,
/// and a remark after each value that differs.
void mark_divergence(BlockTexts& texts, const uniformity::FunctionMarks& marks);

/// Draws the program's graph, or the result of a pass before constructs exist. Nodes beyond the program's
/// blocks are inserted ones.
String picture_of(std::string_view title, const cfg::Graph& graph, const structurizer::Flow& flow,
                  const BlockTexts& texts);

/// Draws the structured function.
String picture_of(std::string_view title, const structurizer::Structured& function,
                  const structurizer::Flow& flow, const BlockTexts& texts);

}  // namespace trellis
