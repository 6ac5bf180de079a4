// A decoded SPIR-V module, as far as the machine needs it: types, constants, variables, and functions as
// nodes of instructions.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <utility>
#include <vector>

#include "cfg/graph.hpp"
#include "support/result.hpp"

namespace trellis::differential {

using Words = std::span<const uint32_t>;

struct SpirvType {
  enum class Kind : uint8_t { kOther, kVoid, kBool, kInt, kFloat, kVector, kArray, kStruct, kPointer };
  Kind kind = Kind::kOther;
  uint32_t width = 0;    ///< Bits of a scalar or of a vector's component; 1 for bools.
  uint32_t element = 0;  ///< The type of components or elements, or the type that a pointer points to.
  uint32_t count = 0;    ///< Number of components or elements; 0 for a runtime array.
  uint32_t stride = 0;   ///< Bytes from element to element; 0 if not declared.
  uint32_t slots = 0;    ///< Number of scalars in a value; a pointer has two (SpirvPointer).
  spv::StorageClass storage = spv::StorageClass::Max;
  std::vector<uint32_t> members = {}, offsets = {};  ///< Types and byte offsets of members.

  bool is_scalar() const { return kind == Kind::kBool || kind == Kind::kInt || kind == Kind::kFloat; }
};

struct SpirvInstruction {
  spv::Op op = spv::Op::OpNop;
  uint32_t type = 0, result = 0;  ///< Ids; 0 if the instruction has none.
  Words operands;                 ///< The operands after the type and the result.
  uint32_t line = 0;              ///< The index of its first word, for messages.
};

/// Instructions that run one after the other. A block is split after each call.
struct SpirvNode {
  uint32_t label = 0;                  ///< The label of its block.
  uint32_t block = cfg::kNone;         ///< The first node of its block.
  uint32_t first = 0, last = 0;        ///< Instructions without merge instructions; the last ends the node.
  uint32_t merge = 0, continued = 0;   ///< Labels of the block's merge instruction; only in its last node.
  std::vector<uint32_t> targets = {};  ///< First nodes of the blocks that the terminator names, in its order.
};

struct SpirvVariable {
  uint32_t type = 0;  ///< The type of its contents.
  spv::StorageClass storage = spv::StorageClass::Max;
  uint32_t initializer = 0;
};

struct SpirvFunction {
  uint32_t entry = 0;  ///< The first node.
  std::vector<uint32_t> parameters;
};

struct SpirvCode {
  std::vector<uint32_t> words;
  std::map<uint32_t, SpirvType> types;
  std::map<uint32_t, std::vector<uint64_t>> constants;  ///< Scalars in order, keyed by id.
  std::map<uint32_t, SpirvVariable> variables;
  std::map<uint32_t, SpirvFunction> functions;
  std::map<std::pair<uint32_t, spv::Decoration>, uint32_t> decorations;  ///< One-word decorations of ids.
  std::vector<SpirvNode> nodes;
  std::vector<SpirvInstruction> instructions;
  std::vector<uint32_t> type_of;         ///< Indexed by id: the id of its type; 0 if it has none.
  std::map<uint32_t, uint32_t> node_of;  ///< Maps a label to the block's first node.
  uint32_t extended_set = 0;             ///< The id of GLSL.std.450.
  uint32_t entry = 0;                    ///< The id of the compute shader's function.
  std::array<uint32_t, 3> group_size = {1, 1, 1};

  const SpirvType& type(uint32_t id) const { return types.at(id); }
  const SpirvType& type_of_value(uint32_t id) const { return types.at(type_of[id]); }
  uint32_t decoration(uint32_t id, spv::Decoration decoration, uint32_t otherwise) const;
};

/// Reads a valid module with one compute shader. Unsupported instructions are only reported when they are
/// executed.
Result<SpirvCode> read_spirv(std::span<const uint32_t> words);

}  // namespace trellis::differential
