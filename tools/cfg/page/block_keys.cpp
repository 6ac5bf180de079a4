#include "tools/cfg/page/block_keys.hpp"

#include <utility>

namespace trellis::tools {

using cfg::BlockId;
using cfg::kNone;
using structurizer::Block;
using structurizer::Role;
using structurizer::Structured;

namespace {

/// Returns the blocks in the order in which a walk along branches and merge declarations reaches them.
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
  // Only one block has the program block's number as its key; copies of it do not.
  std::vector<bool> is_taken(program_blocks_, false);
  for (size_t i = 0; i < walk.size(); ++i) {
    const BlockId block = walk[i];
    const bool is_payload = function.blocks[block].role == Role::kPayload;
    const BlockId payload = is_payload ? function.blocks[block].payload : kNone;
    const bool was_it = is_numbered_anew
                            ? walk_payloads_[i] == payload
                            : block < keys_.size() && keys_[block] != kNone && payloads_[block] == payload;
    const uint32_t before = !was_it ? kNone : is_numbered_anew ? walk_keys_[i] : keys_[block];
    if (before != kNone && is_ours(before)) {
      keys[block] = before;
    } else if (is_payload && !is_taken[payload]) {
      keys[block] = payload;
      is_taken[payload] = true;
    } else {
      keys[block] = next_key_++;
    }
  }
  for (const BlockId block : function.order) {
    if (keys[block] == kNone) keys[block] = next_key_++;
  }
  keys_ = std::move(keys);
  payloads_.assign(function.blocks.size(), kNone);
  for (const BlockId block : function.order) {
    if (function.blocks[block].role == Role::kPayload) payloads_[block] = function.blocks[block].payload;
  }
  walk_keys_.clear();
  walk_payloads_.clear();
  for (const BlockId block : walk) {
    walk_keys_.push_back(keys_[block]);
    walk_payloads_.push_back(payloads_[block]);
  }
  return keys_;
}

}  // namespace trellis::tools
