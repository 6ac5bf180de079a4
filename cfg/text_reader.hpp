// Control-flow graphs as text, so that a bug report is ten lines long.
#pragma once

#include <span>
#include <string_view>

#include "cfg/graph.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::cfg {

/// A text that holds more is refused. Reading takes at most some 40 bytes for each byte of text.
inline constexpr uint32_t kMaxTextBlocks = 1U << 21;
inline constexpr uint32_t kMaxTextEdges = 1U << 24;
inline constexpr uint32_t kMaxTextNameLength = 256;  ///< Bytes.

/// A graph and what its blocks are called, by block.
struct NamedGraph {
  Graph graph;
  Vector<String> names;
};

/// Reads a graph in one of two forms. In both, blocks are numbered in the order in which they are first named
/// and the first is the entry; a block's successors are in the order of the text, and one named twice is two
/// slots.
///
/// Lines: `a -> b c` or `a -> b, c`; a line `a` or `a ->` is a block that returns, as is one that only occurs
/// as a target. Lines end with a newline or `;`. `#` starts a comment. A block may have several lines. Names
/// are letters, digits, bytes from 0x80 on, and _ . $ % @ ? ' : - (not first), or anything on one line in
/// double quotes, where \", \\ and \n stand for a quote, a backslash and a newline.
///
/// DOT: `digraph x { a -> b; a -> c [..]; }`, where attributes, ports, defaults (node [..]) and the frames of
/// subgraphs are skipped, chains (a -> b -> c) are edges, and a statement `a` or `a [..]` names a block. Our
/// own dumps are read back. Subgraphs as ends of edges, `strict` and undirected graphs are refused.
///
/// On failure kBadInput, message "line L, column C: expected .., found ..", both counted from 1, columns in
/// bytes.
Result<NamedGraph> read_graph_text(std::string_view text);

/// Reads a graph in the short form of branches: `b x a` is block x branching to a, `c x a b` is x branching
/// to a or b on a condition. Statements end with a newline or `;`; names, comments, numbering and errors as
/// above. Each block has at most one statement; those that have none return.
Result<NamedGraph> read_branch_text(std::string_view text);

/// The graph as lines that read_graph_text reads. Without names, blocks are b0, b1, .. The entry is written
/// first, so reading numbers the blocks anew if the entry is not block 0 or edges name blocks out of order.
String write_graph_text(const Graph& graph, std::span<const String> names = {});

}  // namespace trellis::cfg
