#include "tools/cfg/block_keys.hpp"

#include <utility>

namespace trellis::tools {

using cfg::BlockId;
using cfg::kNone;
using structurizer::Block;
using structurizer::Role;
using structurizer::Structured;

namespace {

/// The blocks in the order in which a walk along branches and declarations meets them.
std::vector<BlockId> walk_of(const Structured& function) {
  std::vector<BlockId> walk;
  if (function.order.empty()) return walk;
  std::vector<bool> seen(function.blocks.size(), false);
  const auto meet = [&](BlockId block) {
    if (block == kNone || seen[block]) return;
    seen[block] = true;
    walk.push_back(block);
  };
  meet(function.order.front());
  for (size_t i = 0; i < walk.size(); ++i) {
    const Block& block = function.blocks[walk[i]];
    for (const BlockId target : function.successors_of(walk[i])) meet(target);
    meet(block.merge_block);
    meet(block.continue_block);
  }
  return walk;
}

}  // namespace

const std::vector<uint32_t>& BlockKeys::find(const Structured& function) {
  const std::vector<BlockId> walk = walk_of(function);
  const bool is_numbered_anew =
      !walk_keys_.empty() && function.blocks.size() != keys_.size() && walk.size() == walk_keys_.size();
  std::vector<uint32_t> keys(function.blocks.size(), kNone);
  for (size_t i = 0; i < walk.size(); ++i) {
    const BlockId block = walk[i];
    if (function.blocks[block].role == Role::kPayload) {
      keys[block] = function.blocks[block].payload;
    } else if (is_numbered_anew) {
      keys[block] = walk_keys_[i];
    } else if (block < keys_.size() && keys_[block] != kNone && is_ours(keys_[block])) {
      keys[block] = keys_[block];
    } else {
      keys[block] = next_key_++;
    }
  }
  for (const BlockId block : function.order) {
    if (keys[block] == kNone) keys[block] = next_key_++;
  }
  walk_keys_.clear();
  for (const BlockId block : walk) walk_keys_.push_back(keys[block]);
  keys_ = std::move(keys);
  return keys_;
}

}  // namespace trellis::tools
