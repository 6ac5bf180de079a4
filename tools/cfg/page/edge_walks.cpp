#include "tools/cfg/page/edge_walks.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace trellis::tools {
namespace {

using cfg::BlockId;
using cfg::kNone;
using structurizer::Block;
using structurizer::Exit;
using structurizer::Operand;
using structurizer::Role;
using structurizer::Structured;

class Walker {
 public:
  Walker(const Structured& function, size_t limit) : function_(function), left_(limit) {}

  std::vector<EdgeWalk> run() {
    std::vector<EdgeWalk> walks;
    for (const BlockId id : function_.order) {
      if (function_.blocks[id].role != Role::kPayload) continue;
      const BlockId payload = function_.blocks[id].payload;
      const auto successors = function_.successors_of(id);
      for (uint32_t slot = 0; slot < successors.size(); ++slot) {
        EdgeWalk walk{.from = payload, .slot = slot, .at = id, .blocks = {}};
        if (!follow(walk)) return {};
        walks.push_back(std::move(walk));
      }
    }
    return walks;
  }

 private:
  /// Returns false if the limit is reached.
  bool follow(EdgeWalk& walk) {
    values_.clear();
    BlockId before = walk.at, at = function_.successors_of(walk.at)[walk.slot];
    while (function_.blocks[at].role != Role::kPayload) {
      if (left_-- == 0) return false;
      walk.blocks.push_back(at);
      enter(before, at, walk.slot);
      const std::optional<BlockId> next = leave(at, walk.slot);
      if (!next) return true;
      before = std::exchange(at, *next);
    }
    walk.end = at;
    return true;
  }

  /// Evaluates the block's phis. All of them read the values from before the block.
  void enter(BlockId before, BlockId at, uint32_t slot) {
    const auto predecessors = function_.predecessors_of(at);
    const auto place = std::lower_bound(predecessors.begin(), predecessors.end(), before);
    if (place == predecessors.end() || *place != before) return;
    const auto k = static_cast<size_t>(place - predecessors.begin());
    std::vector<std::pair<uint32_t, std::optional<uint32_t>>> found;
    const auto phis = function_.phis_of(at);
    for (uint32_t i = 0; i < phis.size(); ++i) {
      if (phis[i].stands_for != kNone) continue;
      found.emplace_back(function_.blocks[at].first_phi + i,
                         value_of(function_.incoming_of(phis[i])[k], slot));
    }
    for (const auto& [phi, value] : found) {
      if (value) values_[phi] = *value;
    }
  }

  /// `slot` is the slot of the program block in which the walk began.
  std::optional<uint32_t> value_of(const Operand& operand, uint32_t slot) const {
    if (operand.kind == Operand::Kind::kConstant) return operand.index;
    if (operand.kind == Operand::Kind::kChoice) {
      const structurizer::Choice& choice = function_.choices[operand.index];
      return slot == 0 ? choice.first : choice.second;
    }
    if (operand.kind != Operand::Kind::kPhi) return std::nullopt;
    const auto known = values_.find(operand.index);
    return known == values_.end() ? std::nullopt : std::optional(known->second);
  }

  std::optional<BlockId> leave(BlockId at, uint32_t slot) const {
    const Block& block = function_.blocks[at];
    const auto successors = function_.successors_of(at);
    if (successors.empty()) return std::nullopt;
    if (block.exit != Exit::kIf && block.exit != Exit::kSwitch) return successors[0];
    const std::optional<uint32_t> value = value_of(block.selector, slot);
    if (!value) return std::nullopt;
    if (block.exit == Exit::kIf) {
      const uint32_t wanted = function_.is_bool(block.selector) ? 1 : function_.cases[block.first_case];
      return successors[*value == wanted ? 0 : 1];
    }
    for (uint32_t i = 0; i + 1 < successors.size(); ++i) {
      if (function_.cases[block.first_case + i] == *value) return successors[i + 1];
    }
    return successors[0];
  }

  const Structured& function_;
  size_t left_;
  std::map<uint32_t, uint32_t> values_;  ///< The values of the phis on the walk, by phi index.
};

}  // namespace

std::vector<EdgeWalk> walk_edges(const Structured& function, size_t limit) {
  return Walker(function, limit).run();
}

}  // namespace trellis::tools
