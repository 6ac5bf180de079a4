// Which block of one pass is which block of the next.
#pragma once

#include <cstdint>
#include <vector>

#include "structurizer/structured.hpp"

namespace trellis::tools {

/// Numbers that stay with a block from pass to pass. Blocks of the program have their own number for a key;
/// the result may have copies of some, which have keys of their own.
class BlockKeys {
 public:
  explicit BlockKeys(uint32_t program_blocks) : program_blocks_(program_blocks), next_key_(program_blocks) {}

  /// Of a graph before there are constructs, whose blocks are their own keys.
  void note_graph(uint32_t blocks) { next_key_ = blocks > next_key_ ? blocks : next_key_; }
  /// By block of the next pass. Blocks of ours keep their keys as long as their numbers stay; after a pass
  /// that numbers anew, walks of both graphs tell which is which.
  const std::vector<uint32_t>& find(const structurizer::Structured& function);

 private:
  bool is_ours(uint32_t key) const { return key >= program_blocks_; }

  uint32_t program_blocks_, next_key_;
  std::vector<uint32_t> keys_;       ///< By block.
  std::vector<uint32_t> payloads_;   ///< By block: the program's block that it was; kNone if it was ours.
  std::vector<uint32_t> walk_keys_;  ///< In the order in which a walk meets the blocks.
  std::vector<uint32_t> walk_payloads_;
};

}  // namespace trellis::tools
