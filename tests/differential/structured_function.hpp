// Writes a structured function as a SPIR-V function. The caller supplies the contents of program blocks.
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "tests/differential/spirv_module.hpp"

namespace trellis::differential {

class StructuredFunction;

/// Writes the contents of program blocks into the current SPIR-V function.
class BlockWriter {
 public:
  virtual ~BlockWriter() = default;
  /// Appends the contents of a program block.
  virtual void write_block(StructuredFunction& function, structurizer::BlockId block) = 0;
  /// Appends the code that computes the slot by which control leaves a block with several slots. Returns the
  /// id of that word.
  virtual Id write_slot(StructuredFunction& function, structurizer::BlockId block) = 0;
};

/// Writes blocks, phis, merge instructions and terminators. All values of the program are words.
class StructuredFunction {
 public:
  StructuredFunction(SpirvModule& module, const structurizer::Flow& flow,
                     const structurizer::Structured& structured);

  /// Appends a function without parameters or a return value, and returns its id.
  Id write(BlockWriter& writer);

  SpirvModule& module() { return module_; }
  /// Returns the id that represents a value where a program block uses it.
  Id use(structurizer::BlockId program_block, structurizer::ValueId value);
  /// Returns the id that the definition of a value, which must not be a phi, has to use.
  Id definition(structurizer::ValueId value) { return ids_[value]; }

 private:
  Id operand(const structurizer::Operand& operand, bool is_bool);
  void write_phis(const structurizer::Block& block);
  void write_merge(const structurizer::Block& block);
  void write_choices(structurizer::BlockId block, Id slot);
  void write_exit(BlockWriter& writer, structurizer::BlockId id);
  void write_switch(const structurizer::Block& block, Id selector, const std::vector<Id>& targets);

  SpirvModule& module_;
  const structurizer::Flow& flow_;
  const structurizer::Structured& structured_;
  std::vector<Id> labels_, phis_, ids_;  ///< Indexed by block; by phi; by value that is not a phi.
  std::vector<Id> choices_;              ///< Indexed by choice.
  std::vector<uint32_t> phi_named_;      ///< For each value, the phi of the result that represents it.
  std::vector<bool> is_phi_;             ///< Indexed by value.
};

/// The contents of a value that no block defines, in shaders and interpreters alike.
constexpr uint32_t outside_value(structurizer::ValueId value) { return 0x51000000u + value; }

}  // namespace trellis::differential
