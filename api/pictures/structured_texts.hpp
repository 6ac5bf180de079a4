// What pictures and pages show about the blocks of a structured function: names, tests, phis.
#pragma once

#include "api/pictures/cfg_picture.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"

namespace trellis {

/// The function and the texts must outlive this object.
class StructuredTexts {
 public:
  StructuredTexts(const structurizer::Structured& function, const BlockTexts& texts)
      : function_(function), texts_(texts) {}

  /// Returns the name of a program block, or of an inserted node that a selector refers to.
  String node_name(uint32_t node) const;
  /// Returns the name of an inserted block, for boxes and phis.
  String own_name(cfg::BlockId id) const;
  String block_name(cfg::BlockId id) const;

  /// Describes what a test examines.
  String test_text(const structurizer::Block& block) const;
  /// Returns for each successor the outcome of an inserted test that leads there. Empty for other blocks.
  Vector<String> slots_of(const structurizer::Block& block) const;

  /// Returns the block's phis, one per line.
  String phi_text(cfg::BlockId id) const;
  /// Returns the text for the box of an inserted block: its selectors and their first few operands.
  Vector<String> selector_lines(cfg::BlockId id) const;

 private:
  String choice_text(const structurizer::Choice& choice) const;
  String operand_text(const structurizer::Operand& operand) const;
  String incoming_text(const structurizer::NewPhi& phi, const structurizer::Operand& operand) const;
  /// Returns the k-th operand as text: "3 from block 4".
  String way_text(const structurizer::NewPhi& phi, size_t k) const;

  const structurizer::Structured& function_;
  const BlockTexts& texts_;
};

}  // namespace trellis
