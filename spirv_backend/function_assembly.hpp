// Writes a whole function: the blocks in structured order, with phis, merge instructions and terminators
// around the lowered instructions.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/source_lines.hpp"
#include "structurizer/dominator_intervals.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

class FunctionAssembly {
 public:
  FunctionAssembly(ModuleContext& context, uint32_t plan_index, const structurizer::Structured& structured);

  /// Appends the function to the module. Errors: kUnsupported for instructions that are not translated,
  /// kInternalCheck for a structured function that does not fit the plan.
  Result<void> write();

 private:
  struct PhiPatch {
    size_t position;  // Index of the operand word in the body.
    structurizer::Operand operand;
    uint32_t phi;
  };

  bool has_interlock() const;
  void join_sections();
  void declare_signature();
  void declare_variables();
  void prepare_aliases();
  Result<void> write_block(structurizer::BlockId block);
  void write_phis(structurizer::BlockId block);
  void write_choices(structurizer::BlockId block);
  Result<void> write_payload(const structurizer::Block& block);
  void apply_replacements(dxil::BlockId payload);
  void restore_replacements();
  void write_merge(const structurizer::Block& block);
  Result<void> write_exit(structurizer::BlockId block);
  void write_kill();
  Result<void> write_terminator(const structurizer::Block& block, std::span<const Id> targets);
  void write_dispatch(const dxil::Instruction& dispatch);
  void write_switch(const structurizer::Block& block, const dxil::Instruction& i,
                    std::span<const Id> targets);
  void write_selector_switch(const structurizer::Block& block, std::span<const Id> targets);
  void write_conditional(const structurizer::Block& block, Id condition, Id if_true, Id if_false);
  Id selector_id(const structurizer::Operand& selector);
  bool is_bool_selector(const structurizer::Operand& selector) const;
  void patch_phis();
  void write_names();
  Id phi_type(const structurizer::NewPhi& phi);
  Id operand_id(const structurizer::Operand& operand, dxil::ValueId stands_for, bool is_bool);
  uint32_t loop_control(const structurizer::Block& header) const;
  /// Returns the first block of the program in a loop; kNone if the loop has several.
  dxil::BlockId first_payload_of(const structurizer::Block& header) const;
  /// Returns the hints about the loop that starts at this block of the program.
  dxil::BlockHints loop_hints(dxil::BlockId header) const;
  void find_latches();
  bool is_back_edge(dxil::BlockId source, dxil::BlockId target) const;
  uint32_t selection_control(const structurizer::Block& block) const;
  Diagnostic mismatch(const char* what) const;
  Diagnostic too_many(const char* what) const;

  Id label(structurizer::BlockId block) const { return first_label_ + block; }

  FunctionEmitter emitter_;
  ValueTable& values_;
  ModuleContext& context_;
  ModuleBuilder& builder_;
  const FunctionPlan& plan_;
  const structurizer::Structured& structured_;
  structurizer::DominatorIntervals dominators_;
  const dxil::Function& function_;
  uint32_t plan_index_;
  Id first_label_ = 0, first_phi_ = 0;
  bool is_entry_;
  bool counts_;                 // True if blocks count how often they run.
  uint32_t first_counter_ = 0;  // The counter of block 0.
  SourceLines lines_;
  CodeWriter header_;
  Vector<uint8_t> is_latch_;  // By block of the program; empty if no block has a hint about a loop.
  Vector<PhiPatch> patches_;
  Vector<Id> choice_ids_;  // Indexed by choice; 0 until the choice's block is written.
  struct Saved {
    uint32_t local;
    Id id;
  };
  Vector<Saved> saved_;
  Vector<Id> targets_;  // Scratch.
};

}  // namespace trellis::spirv
