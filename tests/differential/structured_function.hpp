// A structured function as a SPIR-V function. The caller says what program blocks do.
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "tests/differential/spirv_module.hpp"

namespace trellis::differential {

class StructuredFunction;

/// The contents of program blocks, in the SPIR-V function under construction.
class BlockWriter {
 public:
  virtual ~BlockWriter() = default;
  /// Appends what a program block does.
  virtual void write_block(StructuredFunction& function, structurizer::BlockId block) = 0;
  /// Appends what finds the slot, a word, by which a program block of several slots is left.
  virtual Id write_slot(StructuredFunction& function, structurizer::BlockId block) = 0;
};

/// Writes blocks, phis, merge instructions and terminators. All values of the program are words.
class StructuredFunction {
 public:
  StructuredFunction(SpirvModule& module, const structurizer::Flow& flow,
                     const structurizer::Structured& structured);

  /// Appends a function without parameters that returns nothing; its id.
  Id write(BlockWriter& writer);

  SpirvModule& module() { return module_; }
  /// The id that stands for a value where a program block uses it.
  Id use(structurizer::BlockId program_block, structurizer::ValueId value);
  /// The id the definition of a value that is no phi has to have.
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
  std::vector<Id> labels_, phis_, ids_;  ///< By block; by phi; by value that is no phi.
  std::vector<Id> choices_;              ///< By choice.
  std::vector<uint32_t> phi_named_;      ///< By value: the phi of the result that stands for it.
  std::vector<bool> is_phi_;             ///< By value.
};

/// What a value that no block defines is, in shaders and interpreters alike.
constexpr uint32_t outside_value(structurizer::ValueId value) { return 0x51000000u + value; }

}  // namespace trellis::differential
