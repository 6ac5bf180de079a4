// Local memory as values: which store a load of a local variable may read. Constructed like SSA form (Cytron
// et al., 1991), for whole objects: a store to an element makes a new version of the object that keeps the
// rest of the previous version.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/ir.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"
#include "uniformity/control.hpp"

namespace trellis::uniformity {

using ObjectId = uint32_t;
using VersionId = uint32_t;

struct MemoryVersion {
  ObjectId object = kNone;
  BlockId block = kNone;  ///< The block of the store, or the block at whose start versions are merged.
  /// The store, or the call or operation that may write to the object; kNone for merges and for the contents
  /// at the function's start.
  uint32_t instruction = kNone;
  VersionId previous = kNone;  ///< For stores: the previous version.
  /// For merges: index of the incoming versions, one per in-edge in graph.in_edges(block) order.
  uint32_t first_incoming = kNone;
  bool is_whole = false;  ///< For stores: nothing of the previous version is left.
};

class MemoryVersions {
 public:
  /// own_globals[g] is 1 for static variables (not constant, one per thread) that only this function uses.
  MemoryVersions(const dxil::Module& module, const dxil::Function& function, const Control& control,
                 std::span<const uint8_t> own_globals);

  /// Returns the object that a pointer points into; kNone if that object is not tracked.
  ObjectId object_of(dxil::ValueId pointer) const;
  uint32_t object_count() const { return static_cast<uint32_t>(objects_.size()); }
  /// Returns the value that defines the object: an alloca or a global.
  dxil::ValueId root_of(ObjectId object) const { return objects_[object].root; }

  uint32_t version_count() const { return static_cast<uint32_t>(versions_.size()); }
  const MemoryVersion& version(VersionId version) const { return versions_[version]; }
  VersionId incoming(const MemoryVersion& merge, uint32_t edge) const {
    return incoming_[merge.first_incoming + edge];
  }
  /// Returns the version that a load (given by its index in the function) reads; kNone for untracked memory.
  VersionId read_by(uint32_t instruction) const { return read_by_.empty() ? kNone : read_by_[instruction]; }

 private:
  struct Object {
    dxil::ValueId root = kNone;
    dxil::TypeId type = kNone;  ///< Type of the whole object; kNone for an array of several.
    bool is_followed = true;
  };
  struct Event {
    uint32_t instruction;
    ObjectId object;
    bool writes;
    bool is_whole;
  };

  ObjectId root_object(dxil::ValueId pointer) const;
  void find_objects();
  CompressedRows<Event> find_uses();
  void note_operand(const dxil::Instruction& i, uint32_t index, uint32_t n, Vector<Event>& events);
  void place_merges(const CompressedRows<Event>& events);
  void follow(const CompressedRows<Event>& events);

  const dxil::Module& module_;
  const dxil::Function& function_;
  const Control& control_;
  std::span<const uint8_t> own_globals_;
  Vector<Object> objects_;
  Vector<ObjectId> object_of_local_;
  Vector<ObjectId> object_of_global_;
  Vector<MemoryVersion> versions_;
  Vector<VersionId> incoming_;
  Vector<VersionId> read_by_;
  CompressedRows<VersionId> merges_;  // By block: the merges at its start.
};

}  // namespace trellis::uniformity
