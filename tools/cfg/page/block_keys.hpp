// Finds which block of one pass corresponds to which block of the next.
#pragma once

#include <cstdint>
#include <vector>

#include "structurizer/structured.hpp"

namespace trellis::tools {

/// Keys that stay with a block from pass to pass. A program block's key is its own number; if the result has
/// copies of it, those have keys of their own.
class BlockKeys {
 public:
  explicit BlockKeys(uint32_t program_blocks) : program_blocks_(program_blocks), next_key_(program_blocks) {}

  /// Takes note of a graph from a pass that runs before constructs exist. Its blocks are their own keys.
  void note_graph(uint32_t blocks) { next_key_ = blocks > next_key_ ? blocks : next_key_; }
  /// Returns the keys of the next pass' blocks, indexed by block. Inserted blocks keep their keys as long as
  /// their numbers stay the same. After a pass that renumbers, walks over both graphs match the blocks.
  const std::vector<uint32_t>& find(const structurizer::Structured& function);

 private:
  bool is_ours(uint32_t key) const { return key >= program_blocks_; }

  uint32_t program_blocks_, next_key_;
  std::vector<uint32_t> keys_;       ///< Indexed by block.
  std::vector<uint32_t> payloads_;   ///< Indexed by block: its program block; kNone if inserted.
  std::vector<uint32_t> walk_keys_;  ///< In the order in which walk_of() reaches the blocks.
  std::vector<uint32_t> walk_payloads_;
};

}  // namespace trellis::tools
