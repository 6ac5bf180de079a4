#include "api/pictures/structured_texts.hpp"

#include "dxil_frontend/program/text/ir_text.hpp"

namespace trellis {

using cfg::BlockId;
using structurizer::Block;
using structurizer::Choice;
using structurizer::Exit;
using structurizer::kNone;
using structurizer::NewPhi;
using structurizer::Operand;
using structurizer::Role;

String StructuredTexts::node_name(uint32_t node) const {
  const bool is_known = node < texts_.labels.size() && !texts_.labels[node].empty();
  return is_known ? texts_.labels[node].front() : "node " + decimal(node);
}

String StructuredTexts::own_name(BlockId id) const {
  static constexpr const char* kNames[] = {"block",  "header",   "continue", "merge",
                                           "ladder", "dispatch", "edge",     "breakable"};
  const auto role = static_cast<size_t>(function_.blocks[id].role);
  return String(kNames[role]) + "." + decimal(id);
}

String StructuredTexts::block_name(BlockId id) const {
  const Block& block = function_.blocks[id];
  return block.role == Role::kPayload ? node_name(block.payload) : own_name(id);
}

/// Describes along which of its edges a program block branched.
String StructuredTexts::choice_text(const Choice& choice) const {
  const String block = node_name(function_.blocks[choice.block].payload);
  if (choice.is_bool) return (choice.first == 1 ? "as " : "not as ") + block + " branches";
  return node_name(choice.first) + " or " + node_name(choice.second) + " as " + block + " branches";
}

String StructuredTexts::operand_text(const Operand& operand) const {
  switch (operand.kind) {
    case Operand::Kind::kUndef:
      return "undef";
    case Operand::Kind::kValue:
      return dxil::to_text(*texts_.module, *texts_.function, operand.index);
    case Operand::Kind::kPhi:
      return "phi " + decimal(operand.index);
    case Operand::Kind::kConstant:
      return decimal(operand.index);
    case Operand::Kind::kChoice:
      return choice_text(function_.choices[operand.index]);
  }
  return {};
}

String StructuredTexts::test_text(const Block& block) const {
  // Selectors have operands once phis are placed. Before that, the edges show what is tested.
  if (block.selector.kind == Operand::Kind::kUndef) return "where to?";
  return "where to? " + operand_text(block.selector);
}

Vector<String> StructuredTexts::slots_of(const Block& block) const {
  if (block.exit == Exit::kIf) {
    if (function_.is_bool(block.selector) || block.first_case >= function_.cases.size())
      return {"true", "false"};
    return {"= " + node_name(function_.cases[block.first_case]), "other"};
  }
  Vector<String> slots;
  if (block.exit != Exit::kSwitch) return slots;
  slots.push_back("default");
  for (uint32_t i = 0; i + 1 < block.successor_count; ++i) {
    slots.push_back(node_name(function_.cases[block.first_case + i]));
  }
  return slots;
}

String StructuredTexts::incoming_text(const NewPhi& phi, const Operand& operand) const {
  if (phi.stands_for != kNone || operand.kind != Operand::Kind::kConstant) return operand_text(operand);
  if (phi.is_bool) return operand.index != 0 ? "true" : "false";
  return node_name(operand.index);
}

String StructuredTexts::way_text(const NewPhi& phi, size_t k) const {
  return incoming_text(phi, function_.incoming_of(phi)[k]) + " from " +
         block_name(function_.predecessors_of(phi.block)[k]);
}

String StructuredTexts::phi_text(BlockId id) const {
  String text;
  const auto phis = function_.phis_of(id);
  for (size_t i = 0; i < phis.size(); ++i) {
    const NewPhi& phi = phis[i];
    text += "phi " + decimal(function_.blocks[id].first_phi + i);
    text += phi.stands_for == kNone ? String(" (selector)")
                                    : " for " + operand_text(Operand::value(phi.stands_for));
    text += " = ";
    for (size_t k = 0; k < function_.incoming_of(phi).size(); ++k) {
      text += (k == 0 ? "" : ", ") + way_text(phi, k);
    }
    text += '\n';
  }
  return text;
}

Vector<String> StructuredTexts::selector_lines(BlockId id) const {
  constexpr size_t kMaxShown = 4;
  Vector<String> lines;
  if (function_.blocks[id].role == Role::kPayload) return lines;
  const auto phis = function_.phis_of(id);
  for (size_t i = 0; i < phis.size(); ++i) {
    if (phis[i].stands_for != kNone) continue;
    lines.push_back("phi " + decimal(function_.blocks[id].first_phi + i) + ":");
    const size_t ways = function_.incoming_of(phis[i]).size();
    for (size_t k = 0; k < ways && k <= kMaxShown; ++k) {
      lines.push_back(k < kMaxShown ? " " + way_text(phis[i], k) : " ...");
    }
  }
  return lines;
}

}  // namespace trellis
