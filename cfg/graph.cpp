#include "cfg/graph.hpp"

#include <utility>

#include "support/containers.hpp"

namespace trellis::cfg {

Graph Graph::from_lists(const Vector<Vector<BlockId>>& successors, BlockId entry) {
  CompressedRows<BlockId> rows;
  for (const auto& list : successors) rows.append_row(list);
  return Graph(std::move(rows), entry);
}

}  // namespace trellis::cfg
