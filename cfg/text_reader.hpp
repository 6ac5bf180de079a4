// Control-flow graphs as text, for short bug reports.
#pragma once

#include <span>
#include <string_view>

#include "cfg/graph.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::cfg {

/// Limits on the graph; larger texts are refused. Reading takes at most about 40 bytes of memory per byte of
/// text.
inline constexpr uint32_t kMaxTextBlocks = 1U << 21;
inline constexpr uint32_t kMaxTextEdges = 1U << 24;
inline constexpr uint32_t kMaxTextNameLength = 256;  ///< Maximum length of a name in bytes.

/// A graph and the names of its blocks, by block.
struct NamedGraph {
  Graph graph;
  Vector<String> names;
};

/// Reads a graph in one of two forms. In both, blocks are numbered in the order in which they are first
/// named, and the first is the entry. A block's successors are in the order of the text; a successor named
/// twice takes two slots.
///
/// Lines: `a -> b c` or `a -> b, c`. A line `a` or `a ->` is a block that returns, as is a block that only
/// occurs as a target. Lines end with a newline or `;`. `#` starts a comment. A block may have several lines.
/// Names consist of letters, digits, bytes from 0x80 on, and _ . $ % @ ? ' : - (not first), or of anything on
/// one line in double quotes, where \", \\ and \n stand for a quote, a backslash and a newline.
///
/// DOT: `digraph x { a -> b; a -> c [..]; }`. Attributes, ports, defaults (node [..]) and the frames of
/// subgraphs are skipped, chains (a -> b -> c) are edges, and a statement `a` or `a [..]` names a block.
/// Trellis' own dumps can be read back. Subgraphs as ends of edges, `strict` and undirected graphs are
/// refused.
///
/// On failure returns kBadInput with the message "line L, column C: expected .., found ..". Both are counted
/// from 1, columns in bytes.
Result<NamedGraph> read_graph_text(std::string_view text);

/// Reads a graph in the short form of branches: `b x a` means that block x branches to a, `c x a b` that x
/// branches to a or b on a condition. Statements end with a newline or `;`. Names, comments, numbering and
/// errors are as above. Each block has at most one statement; blocks without a statement return.
Result<NamedGraph> read_branch_text(std::string_view text);

/// Writes the graph as lines that read_graph_text() accepts. Without names, blocks are b0, b1, ... The entry
/// is written first, so reading the text renumbers the blocks if the entry is not block 0 or edges name
/// blocks out of order.
String write_graph_text(const Graph& graph, std::span<const String> names = {});

}  // namespace trellis::cfg
