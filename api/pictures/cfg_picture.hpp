// A function's control flow as a picture in Graphviz's DOT language.
//
// How to read it: the shape of a node says what it opens (a house: a selection; a hexagon: a loop; a box:
// nothing) or, for blocks of ours, what it is for; the fill says whether it is a merge block or a continue
// block. An orange outline marks operations that involve other lanes. A red or yellow fill marks blocks that
// only some lanes of a wave, or some waves of a group, may run. Frames are loops. Every picture has a legend
// of what occurs in it.
#pragma once

#include <string_view>

#include "cfg/graph.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"
#include "uniformity/analysis.hpp"

namespace trellis {

/// What pictures say of the program's own blocks, prepared once a function.
struct BlockTexts {
  const dxil::Module* module = nullptr;      ///< Not owned, and must outlive the pictures.
  const dxil::Function* function = nullptr;  ///< Likewise.
  Vector<Vector<String>> labels;             ///< By block: its number, and the operations worth a look.
  Vector<String> contents;                   ///< By block: all instructions, for the hover text.
  Vector<Vector<String>> slots;              ///< By block and slot: "true", "false", "default", a case value.
  /// By block: the scopes in which some invocations may run it and others not. Empty: not known.
  Vector<uniformity::Scopes> divergence;
};
BlockTexts describe_blocks(const dxil::Module& module, const dxil::Function& function);

/// Adds what the uniformity analysis knows: colours and a word for blocks that only some invocations run, and
/// a remark after each value that differs.
void mark_divergence(BlockTexts& texts, const uniformity::FunctionMarks& marks);

/// The program's graph, or what a pass made of it before there are constructs: nodes beyond the program's
/// blocks are ours.
String picture_of(std::string_view title, const cfg::Graph& graph, const structurizer::Flow& flow,
                  const BlockTexts& texts);

/// The structured function.
String picture_of(std::string_view title, const structurizer::Structured& function,
                  const structurizer::Flow& flow, const BlockTexts& texts);

}  // namespace trellis
