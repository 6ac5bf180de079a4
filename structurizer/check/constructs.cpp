#include "structurizer/check/constructs.hpp"

#include "structurizer/check/support.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer::check {

namespace {

uint32_t add(Constructs& constructs, ConstructKind kind, BlockId entry, BlockId header, uint32_t parent) {
  const auto id = static_cast<uint32_t>(constructs.list.size());
  Construct construct;
  construct.kind = kind;
  construct.entry = entry;
  construct.header = header;
  construct.parent = parent;
  if (parent != kNone) {
    const Construct& around = constructs.list[parent];
    construct.loop = around.loop;
    construct.exit_switch = around.exit_switch;
    construct.in_continue = around.in_continue;
  }
  if (kind == ConstructKind::kLoop || kind == ConstructKind::kContinue) {
    construct.loop = id;
    construct.exit_switch = kNone;
  }
  construct.in_continue = construct.in_continue || kind == ConstructKind::kContinue;
  if (kind == ConstructKind::kSwitch) construct.exit_switch = id;
  constructs.list.push_back(construct);
  return id;
}

void number(Constructs& constructs) {
  Vector<uint32_t> parents;
  parents.reserve(constructs.list.size());
  for (const Construct& construct : constructs.list) parents.push_back(construct.parent);
  constructs.nesting = number_forest(parents);
}

}  // namespace

Constructs find_constructs(const Flow& flow, const Structured& function, const Dominators& dominators) {
  Constructs constructs;
  const size_t blocks = function.blocks.size();
  constructs.outer.assign(blocks, kNone);
  constructs.inner.assign(blocks, kNone);
  constructs.merge_of.assign(blocks, kNone);
  constructs.continue_of.assign(blocks, kNone);
  for (BlockId block = 0; block < blocks; ++block) {
    const Block& b = function.blocks[block];
    if (b.merge != MergeKind::kNone) constructs.merge_of[b.merge_block] = block;
    if (b.merge == MergeKind::kLoop) constructs.continue_of[b.continue_block] = block;
  }
  for (const BlockId block : dominators.depth_first) {
    const BlockId above = dominators.parent[block];
    const BlockId merged = constructs.merge_of[block], continued = constructs.continue_of[block];
    uint32_t outer = kNone;
    if (above == kNone) {
      outer = kNone;
    } else if (merged != kNone && merged == above) {
      outer = constructs.outer[above];
    } else if (continued != kNone && continued == above) {
      outer = add(constructs, ConstructKind::kContinue, block, continued, constructs.outer[above]);
    } else {
      outer = constructs.inner[above];
      const bool in_switch = outer != kNone && constructs.list[outer].kind == ConstructKind::kSwitch &&
                             constructs.list[outer].header == above;
      if (in_switch && predecessor_index(function, block, above) != kNone) {
        outer = add(constructs, ConstructKind::kCase, block, above, outer);
      }
    }
    constructs.outer[block] = constructs.inner[block] = outer;
    const Block& b = function.blocks[block];
    if (b.merge == MergeKind::kSelection) {
      const bool is_switch = ends_in_switch(flow, function, block);
      constructs.inner[block] = add(
          constructs, is_switch ? ConstructKind::kSwitch : ConstructKind::kSelection, block, block, outer);
    } else if (b.merge == MergeKind::kLoop) {
      const bool is_alone = b.continue_block == block;
      constructs.inner[block] =
          add(constructs, is_alone ? ConstructKind::kContinue : ConstructKind::kLoop, block, block, outer);
    }
  }
  number(constructs);
  return constructs;
}

}  // namespace trellis::structurizer::check
