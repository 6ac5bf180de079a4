#include "uniformity/memory_versions.hpp"

#include <algorithm>

#include "cfg/frontiers.hpp"
#include "dxil_frontend/program/addresses.hpp"
#include "support/containers.hpp"

namespace trellis::uniformity {

using dxil::Instruction;
using dxil::Opcode;
using dxil::ValueId;

MemoryVersions::MemoryVersions(const dxil::Module& module, const dxil::Function& function,
                               const Control& control, std::span<const uint8_t> own_globals)
    : module_(module), function_(function), control_(control), own_globals_(own_globals) {
  find_objects();
  if (objects_.empty()) return;
  const CompressedRows<Event> events = find_uses();
  read_by_.assign(function.instructions.size(), kNone);
  for (ObjectId object = 0; object < object_count(); ++object) {
    versions_.push_back({object, control.graph().entry()});
  }
  place_merges(events);
  follow(events);
}

ObjectId MemoryVersions::root_object(ValueId pointer) const {
  if (!module_.is_module_value(pointer)) return object_of_local_[pointer - function_.first_local];
  if (object_of_global_.empty()) return kNone;
  const dxil::Value& value = module_.values[dxil::root_of_address(module_, pointer)];
  return value.kind == dxil::ValueKind::kGlobal ? object_of_global_[value.index] : kNone;
}

ObjectId MemoryVersions::object_of(ValueId pointer) const {
  if (objects_.empty()) return kNone;
  const ObjectId object = root_object(pointer);
  return object != kNone && objects_[object].is_followed ? object : kNone;
}

void MemoryVersions::find_objects() {
  object_of_local_.assign(function_.local_types.size(), kNone);
  if (std::find(own_globals_.begin(), own_globals_.end(), uint8_t{1}) != own_globals_.end()) {
    object_of_global_.assign(module_.globals.size(), kNone);
    for (ValueId value = 0; value < module_.values.size(); ++value) {
      const dxil::Value& v = module_.values[value];
      if (v.kind != dxil::ValueKind::kGlobal || own_globals_[v.index] == 0) continue;
      object_of_global_[v.index] = object_count();
      objects_.push_back({value, module_.globals[v.index].value_type, true});
    }
  }
  for (const BlockId block : control_.order().reverse_post_order()) {
    for (const Instruction& i : function_.instructions_of(block)) {
      if (i.result == kNone) continue;
      ObjectId& object = object_of_local_[i.result - function_.first_local];
      switch (i.opcode) {
        case Opcode::kAlloca:
          object = object_count();
          objects_.push_back({i.result, i.operand_count == 0 ? i.aux : dxil::TypeId{kNone}, true});
          break;
        case Opcode::kGep:
        case Opcode::kBitcast:
        case Opcode::kAddrSpaceCast:
        case Opcode::kFreeze:
          object = root_object(function_.operands_of(i)[0]);
          break;
        default:
          break;
      }
    }
  }
}

void MemoryVersions::note_operand(const Instruction& i, uint32_t index, uint32_t n, Vector<Event>& events) {
  const ValueId value = function_.operands_of(i)[n];
  const ObjectId object = root_object(value);
  if (object == kNone) return;
  switch (i.opcode) {
    case Opcode::kGep:
    case Opcode::kBitcast:
    case Opcode::kAddrSpaceCast:
    case Opcode::kFreeze:
      if (n == 0) return;
      break;
    case Opcode::kLoad:
      events.push_back({index, object, false, false});
      return;
    case Opcode::kStore:
      if (n == 1) {
        const dxil::TypeId stored = module_.type_of(function_, function_.operands_of(i)[0]);
        const bool is_whole = value == objects_[object].root && objects_[object].type == stored;
        events.push_back({index, object, true, is_whole});
        return;
      }
      break;
    case Opcode::kCall:
    case Opcode::kDxOp:
    case Opcode::kIntrinsic:
      events.push_back({index, object, true, false});
      return;
    case Opcode::kICmp:
      return;
    default:
      break;
  }
  objects_[object].is_followed = false;
}

/// Returns for each block, in order, the reads and writes of the objects that are tracked.
CompressedRows<MemoryVersions::Event> MemoryVersions::find_uses() {
  const auto blocks = static_cast<uint32_t>(function_.blocks.size());
  CompressedRows<Event> all;
  for (BlockId block = 0; block < blocks; ++block) {
    const dxil::BasicBlock& b = function_.blocks[block];
    const uint32_t count = control_.order().reached(block) ? b.instruction_count : 0;
    for (uint32_t index = b.first_instruction; index < b.first_instruction + count; ++index) {
      const Instruction& i = function_.instructions[index];
      for (uint32_t n = 0; n < i.operand_count; ++n) note_operand(i, index, n, all.entries);
    }
    all.end_row();
  }
  return collect_rows<Event>(blocks, [&](const auto& add) {
    for (BlockId block = 0; block < blocks; ++block) {
      for (const Event& event : all.of(block)) {
        if (objects_[event.object].is_followed) add(block, event);
      }
    }
  });
}

void MemoryVersions::place_merges(const CompressedRows<Event>& events) {
  Vector<Vector<BlockId>> writers(object_count());
  for (BlockId block = 0; block < function_.blocks.size(); ++block) {
    for (const Event& event : events.of(block)) {
      if (!event.writes) continue;
      auto& list = writers[event.object];
      if (list.empty() || list.back() != block) list.push_back(block);
    }
  }
  cfg::IteratedFrontiers frontiers(control_.graph(), control_.dominators());
  Vector<std::pair<BlockId, ObjectId>> places;
  Vector<BlockId> found;
  for (ObjectId object = 0; object < object_count(); ++object) {
    if (writers[object].empty()) continue;
    frontiers.find(writers[object], found);
    for (const BlockId block : found) places.emplace_back(block, object);
  }
  std::sort(places.begin(), places.end());
  const VersionId first_merge = version_count();
  for (const auto& [block, object] : places) {
    MemoryVersion merge;
    merge.object = object;
    merge.block = block;
    merge.first_incoming = static_cast<uint32_t>(incoming_.size());
    incoming_.resize(incoming_.size() + control_.graph().in_edges(block).size(), kNone);
    versions_.push_back(merge);
  }
  merges_ = collect_rows<VersionId>(static_cast<uint32_t>(function_.blocks.size()), [&](const auto& add) {
    VersionId merge = first_merge;
    for (const auto& [block, object] : places) add(block, merge++);
  });
}

/// Walks down the dominator tree with the current version of each object, which is restored on the way back.
void MemoryVersions::follow(const CompressedRows<Event>& events) {
  const cfg::Graph& graph = control_.graph();
  Vector<uint32_t> place_of_edge(graph.edge_count(), 0);
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    uint32_t place = 0;
    for (const cfg::EdgeId edge : graph.in_edges(block)) place_of_edge[edge] = place++;
  }
  Vector<VersionId> current(object_count());
  for (ObjectId object = 0; object < object_count(); ++object) current[object] = object;
  struct Undo {
    ObjectId object;
    VersionId version;
  };
  Vector<Undo> undo;
  struct Frame {
    BlockId block;
    size_t undo_size;
    uint32_t next_child;
  };
  Vector<Frame> frames;
  const auto set = [&](ObjectId object, VersionId version) {
    undo.push_back({object, current[object]});
    current[object] = version;
  };
  const auto enter = [&](BlockId block) {
    frames.push_back({block, undo.size(), 0});
    for (const VersionId merge : merges_.of(block)) set(versions_[merge].object, merge);
    for (const Event& event : events.of(block)) {
      if (!event.writes) {
        read_by_[event.instruction] = current[event.object];
        continue;
      }
      MemoryVersion version;
      version.object = event.object;
      version.block = block;
      version.instruction = event.instruction;
      version.previous = current[event.object];
      version.is_whole = event.is_whole;
      versions_.push_back(version);
      set(event.object, version_count() - 1);
    }
    const auto targets = graph.successors(block);
    for (uint32_t slot = 0; slot < targets.size(); ++slot) {
      const BlockId target = targets[slot];
      const uint32_t place = place_of_edge[graph.first_edge(block) + slot];
      for (const VersionId version : merges_.of(target)) {
        const MemoryVersion& merge = versions_[version];
        incoming_[merge.first_incoming + place] = current[merge.object];
      }
    }
  };
  enter(graph.entry());
  while (!frames.empty()) {
    Frame& top = frames.back();
    const auto children = control_.dominators().children(top.block);
    if (top.next_child < children.size()) {
      enter(children[top.next_child++]);
      continue;
    }
    for (; undo.size() > top.undo_size; undo.pop_back()) current[undo.back().object] = undo.back().version;
    frames.pop_back();
  }
}

}  // namespace trellis::uniformity
