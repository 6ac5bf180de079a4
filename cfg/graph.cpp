#include "cfg/graph.hpp"

#include <utility>

#include "support/containers.hpp"

namespace trellis::cfg {

Graph::Graph(CompressedRows<BlockId> successors, BlockId entry)
    : successors_(std::move(successors)), entry_(entry) {
  const uint32_t blocks = block_count();
  sources_.resize(successors_.entries.size());
  RowBuilder<EdgeId> in_edges(blocks);
  for (BlockId block = 0; block < blocks; ++block) {
    for (EdgeId edge = successors_.first[block]; edge < successors_.first[block + 1]; ++edge) {
      sources_[edge] = block;
      in_edges.count(successors_.entries[edge]);
    }
  }
  in_edges.place();
  for (EdgeId edge = 0; edge < edge_count(); ++edge) in_edges.add(successors_.entries[edge], edge);
  in_edges_ = in_edges.finish();
}

Graph Graph::from_lists(const Vector<Vector<BlockId>>& successors, BlockId entry) {
  CompressedRows<BlockId> rows;
  for (const auto& list : successors) rows.append_row(list);
  return Graph(std::move(rows), entry);
}

}  // namespace trellis::cfg
