// Constants by their numbers in the bitcode. Records may repeat a constant or express it in several ways.
// Equal constants are a single node here, as they are a single object in LLVM.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/bitcode/recorded_code.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// A constant, or a function or variable of the module, whose address is a constant.
struct ConstantNode {
  enum Kind : uint8_t {
    kScalar,  ///< Int or float.
    kNull,    ///< Zero of a pointer or an aggregate.
    kUndef,
    kPoison,
    kData,       ///< Array or vector of scalars; the parts are their bits.
    kAggregate,  ///< Array, struct or vector; the parts are nodes.
    kAddress,    ///< A base and indices; the parts are nodes.
    kSpaceCast,  ///< An address space cast; the only part is the pointer's node.
    kFunction,
    kVariable,
  };
  Kind kind = kScalar;
  uint8_t flags = 0;                    ///< kAddress: flags that only distinguish nodes.
  uint32_t type = bitcode::kNoType;     ///< Canonical; unused for functions and variables.
  uint32_t element = bitcode::kNoType;  ///< kAddress: the source element type, canonical.
  uint64_t bits = 0;  ///< kScalar: its bits. kFunction, kVariable: its number among those of its kind.
  uint32_t first_part = 0, part_count = 0;  ///< Range in RecordConstants::parts_: node indices, or bits.
  ValueId id = kNone;                       ///< In the module under construction; kNone before its first use.
};

class RecordConstants {
 public:
  static constexpr uint32_t kNoNode = UINT32_MAX;

  /// `code` must outlive this object.
  explicit RecordConstants(const RecordedCode& code);

  /// Returns the node of a constant's record, or kNoNode if only LLVM can compute the constant.
  uint32_t node_of(const CodeRecord& record) { return make(record, 0); }
  /// Returns the node of a value of the module.
  uint32_t node_of_value(uint32_t number) { return value_node(number, 0); }
  /// Starts a function: its constants have the numbers from `first_number` on.
  void enter(const RecordedFunction& function, uint32_t first_number);

  ConstantNode& node(uint32_t index) { return nodes_[index]; }
  const ConstantNode& node(uint32_t index) const { return nodes_[index]; }
  std::span<const uint64_t> parts_of(const ConstantNode& node) const {
    return {parts_.data() + node.first_part, node.part_count};
  }

 private:
  uint32_t value_node(uint32_t number, uint32_t depth);
  uint32_t make(const CodeRecord& record, uint32_t depth);
  uint32_t make_aggregate(const CodeRecord& record, uint32_t depth);
  uint32_t make_data(const CodeRecord& record);
  uint32_t make_cast(const CodeRecord& record, uint32_t depth);
  uint32_t make_address(const CodeRecord& record, uint32_t depth);
  uint32_t null_of(uint32_t type);
  bool is_null(uint32_t node) const;
  bool is_data_element(uint32_t type) const;

  /// Returns an equal node, or adds a new one. Copies `parts`.
  uint32_t intern(ConstantNode node, std::span<const uint64_t> parts = {});
  void grow();

  const RecordedCode& code_;
  Vector<ConstantNode> nodes_;
  Vector<uint64_t> parts_;
  Vector<uint32_t> slots_;      ///< Open hashing of nodes; kNoNode: free.
  Vector<uint32_t> of_record_;  ///< Indexed by record of a constant: its node, or kNoNode.
  uint32_t first_constant_ = 0, first_number_ = 0, constant_count_ = 0;  ///< Of the current function.
};

}  // namespace trellis::dxil
