// What pictures and pages say of the blocks of a structured function: names, tests, phis.
#pragma once

#include "api/pictures/cfg_picture.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"

namespace trellis {

/// The function and the texts must outlive it.
class StructuredTexts {
 public:
  StructuredTexts(const structurizer::Structured& function, const BlockTexts& texts)
      : function_(function), texts_(texts) {}

  /// A block of the program, or a node of ours that a selector names.
  String node_name(uint32_t node) const;
  /// The name of a block of ours, in boxes and phis.
  String own_name(cfg::BlockId id) const;
  String block_name(cfg::BlockId id) const;

  /// What a test asks.
  String test_text(const structurizer::Block& block) const;
  /// By successor: what a test of ours finds when control takes it. Empty for other blocks.
  Vector<String> slots_of(const structurizer::Block& block) const;

  /// The block's phis, one line each.
  String phi_text(cfg::BlockId id) const;
  /// For the box of a block of ours: its selectors and their first few operands.
  Vector<String> selector_lines(cfg::BlockId id) const;

 private:
  String choice_text(const structurizer::Choice& choice) const;
  String operand_text(const structurizer::Operand& operand) const;
  String incoming_text(const structurizer::NewPhi& phi, const structurizer::Operand& operand) const;
  /// "3 from block 4": the k-th operand.
  String way_text(const structurizer::NewPhi& phi, size_t k) const;

  const structurizer::Structured& function_;
  const BlockTexts& texts_;
};

}  // namespace trellis
