#include "tools/cfg/page/construct_steps.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace trellis::tools {
namespace {

using cfg::BlockId;
using cfg::kNone;
using structurizer::Block;
using structurizer::Exit;
using structurizer::MergeKind;
using structurizer::Role;
using structurizer::Structured;

/// The path of a program edge in the result: from a program block through inserted blocks to another.
struct Path {
  BlockId from = kNone;
  uint32_t slot = 0;
  std::vector<BlockId> blocks;
  BlockId to = kNone;
};

/// Paths of at most this many blocks in total are followed.
constexpr size_t kMaxPathBlocks = 200'000;

/// Follows edges before there are phis: a test compares its cases with the node that the edge leads to.
class PathFinder {
 public:
  PathFinder(const Structured& function, const cfg::Graph& input, const cfg::Graph& reducible)
      : function_(function), input_(input), reducible_(reducible) {}

  /// Returns nullopt if a path does not end at the edge's target.
  std::optional<Path> find(BlockId from, uint32_t slot) const {
    const BlockId payload = function_.blocks[from].payload, target = input_.successors(payload)[slot];
    BlockId node = reducible_.successors(payload)[slot];
    Path path{from, slot, {}, function_.successors_of(from)[slot]};
    while (path.to != kNone && function_.blocks[path.to].role != Role::kPayload) {
      const BlockId at = path.to;
      if (path.blocks.size() > function_.blocks.size()) return std::nullopt;
      path.blocks.push_back(at);
      path.to = next_of(at, node, target);
    }
    if (path.to == kNone || function_.blocks[path.to].payload != target) return std::nullopt;
    return path;
  }

 private:
  /// `node` is the node of the graph that the path leads to next; `target` is the program block at its end.
  BlockId next_of(BlockId at, BlockId& node, BlockId target) const {
    const Block& block = function_.blocks[at];
    const auto successors = function_.successors_of(at);
    if (successors.empty()) return kNone;
    // Blocks of the graph: its dispatch blocks, and one before an entry that is a loop header.
    if (block.role == Role::kDispatch || (block.role == Role::kEdge && !is_program(node))) {
      const std::optional<uint32_t> slot = slot_towards(node, target);
      if (!slot || *slot >= successors.size()) return kNone;
      node = reducible_.successors(node)[*slot];
      return successors[*slot];
    }
    if (block.exit == Exit::kIf) return successors[function_.cases[block.first_case] == node ? 0 : 1];
    if (block.exit != Exit::kSwitch) return successors[0];
    for (uint32_t i = 0; i + 1 < successors.size(); ++i) {
      if (function_.cases[block.first_case + i] == node) return successors[i + 1];
    }
    return successors[0];
  }

  bool is_program(BlockId node) const { return node < input_.block_count(); }

  /// Returns the slot of an inserted node from which inserted nodes lead to a program block.
  std::optional<uint32_t> slot_towards(BlockId node, BlockId target) const {
    if (is_program(node)) return std::nullopt;
    const auto successors = reducible_.successors(node);
    for (uint32_t slot = 0; slot < successors.size(); ++slot) {
      std::vector<BlockId> open = {successors[slot]}, seen = open;
      while (!open.empty()) {
        const BlockId at = open.back();
        open.pop_back();
        if (at == target) return slot;
        if (is_program(at)) continue;
        for (const BlockId next : reducible_.successors(at)) {
          if (std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
          seen.push_back(next);
          open.push_back(next);
        }
      }
    }
    return std::nullopt;
  }

  const Structured& function_;
  const cfg::Graph& input_;
  const cfg::Graph& reducible_;
};

/// Returns the step in which each block appears: program blocks and dispatch blocks in step 0, before all
/// constructs, and the blocks of construct i in step i + 1.
std::vector<uint32_t> steps_of_blocks(const Structured& function, const std::vector<BlockId>& headers) {
  constexpr uint32_t kUnknown = UINT32_MAX;
  std::vector<uint32_t> steps(function.blocks.size(), kUnknown);
  for (BlockId id = 0; id < steps.size(); ++id) {
    const Role role = function.blocks[id].role;
    if (role == Role::kPayload || role == Role::kDispatch) steps[id] = 0;
  }
  for (uint32_t i = 0; i < headers.size(); ++i) {
    const Block& header = function.blocks[headers[i]];
    for (const BlockId block : {headers[i], header.merge_block, header.continue_block}) {
      if (block != kNone) steps[block] = std::min(steps[block], i + 1);
    }
  }
  // Other inserted blocks belong to the construct before them.
  uint32_t latest = 0;
  for (const BlockId id : function.order) {
    if (steps[id] == kUnknown) steps[id] = std::max(latest, 1U);
    latest = steps[id] == 0 ? latest : steps[id];
  }
  return steps;
}

class StepBuilder {
 public:
  StepBuilder(const Structured& function, std::vector<Path> paths, std::vector<BlockId> headers)
      : function_(function),
        paths_(std::move(paths)),
        headers_(std::move(headers)),
        steps_(steps_of_blocks(function, headers_)),
        built_(function.blocks.size(), kNone) {
    for (uint32_t i = 0; i < headers_.size(); ++i) built_[headers_[i]] = i;
  }

  /// Builds the step that adds the constructs from `first` up to `end`.
  ConstructStep build(size_t first, size_t end) const {
    ConstructStep step;
    step.headers.assign(headers_.begin() + static_cast<ptrdiff_t>(first),
                        headers_.begin() + static_cast<ptrdiff_t>(end));
    const std::vector<std::vector<BlockId>> targets = targets_after(end);
    for (const BlockId id : function_.order) {
      if (steps_[id] > end) continue;
      const auto whole = function_.successors_of(id);
      ConstructStep::Shown shown{id, targets[id], built_[id] != kNone && built_[id] < end, false};
      // A block that no edge of the program passes keeps its branch if that leads to something.
      if (shown.targets.empty() && function_.blocks[id].role != Role::kPayload) {
        for (const BlockId target : whole) {
          if (steps_[target] <= end) shown.targets.push_back(target);
        }
      }
      const bool has_declared = built_[id] == kNone || built_[id] < end;
      if (has_declared && is_same_set(shown.targets, {whole.begin(), whole.end()})) {
        shown.targets.assign(whole.begin(), whole.end());
        shown.is_whole = true;
      }
      step.blocks.push_back(std::move(shown));
    }
    return step;
  }

 private:
  static bool is_same_set(std::vector<BlockId> a, std::vector<BlockId> b) {
    for (std::vector<BlockId>* list : {&a, &b}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    return a == b;
  }

  /// Returns the targets of each block: those of program blocks by slot, those of others each once.
  std::vector<std::vector<BlockId>> targets_after(size_t end) const {
    std::vector<std::vector<BlockId>> targets(function_.blocks.size());
    for (const Path& path : paths_) {
      BlockId before = path.from;
      const auto lead_to = [&](BlockId block) {
        std::vector<BlockId>& list = targets[before];
        const bool is_programs = function_.blocks[before].role == Role::kPayload;
        if (is_programs || std::find(list.begin(), list.end(), block) == list.end()) list.push_back(block);
        before = block;
      };
      for (const BlockId block : path.blocks) {
        if (steps_[block] <= end) lead_to(block);
      }
      lead_to(path.to);
    }
    return targets;
  }

  const Structured& function_;
  std::vector<Path> paths_;  ///< Grouped by block, ordered by slot.
  std::vector<BlockId> headers_;
  std::vector<uint32_t> steps_;  ///< Indexed by block.
  std::vector<uint32_t> built_;  ///< Indexed by block: the number of the construct that it opens, or kNone.
};

}  // namespace

std::vector<ConstructStep> construct_steps(const Structured& constructs, const cfg::Graph& input,
                                           const cfg::Graph& reducible, size_t most) {
  std::vector<BlockId> headers;
  std::vector<Path> paths;
  const PathFinder finder(constructs, input, reducible);
  size_t path_blocks = 0;
  for (const BlockId id : constructs.order) {
    const Block& block = constructs.blocks[id];
    if (block.merge != MergeKind::kNone) headers.push_back(id);
    if (block.role != Role::kPayload) continue;
    for (uint32_t slot = 0; slot < block.successor_count; ++slot) {
      std::optional<Path> path = finder.find(id, slot);
      if (!path || (path_blocks += path->blocks.size()) > kMaxPathBlocks) return {};
      paths.push_back(std::move(*path));
    }
  }
  if (headers.size() < 2) return {};
  const size_t count = headers.size(), steps = std::min(count, most);
  const StepBuilder builder(constructs, std::move(paths), std::move(headers));
  std::vector<ConstructStep> result;
  for (size_t i = 0; i < steps; ++i)
    result.push_back(builder.build(i * count / steps, (i + 1) * count / steps));
  return result;
}

}  // namespace trellis::tools
