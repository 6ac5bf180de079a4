#include "tests/structurizer/properties.hpp"

#include <sstream>

#include "structurizer/check/check.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/interpreter.hpp"
#include "tests/structurizer/spirv_text.hpp"

namespace trellis::structurizer::testing {

namespace {

/// Writes "phi3", "5", "as 2 branches" (1 or true for slot 0), "not as 2 branches", or "7 or 8 as 2
/// branches".
void describe_operand(std::ostream& out, const Structured& function, const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::kUndef:
      out << "undef";
      return;
    case Operand::Kind::kValue:
      out << "%" << operand.index;
      return;
    case Operand::Kind::kPhi:
      out << "phi" << operand.index;
      return;
    case Operand::Kind::kConstant:
      out << operand.index;
      return;
    case Operand::Kind::kChoice: {
      const Choice& choice = function.choices[operand.index];
      if (!choice.is_bool) out << choice.first << " or " << choice.second << " ";
      if (choice.is_bool && choice.first == 0) out << "not ";
      out << "as " << function.blocks[choice.block].payload << " branches";
      return;
    }
  }
}

const char* role_name(Role role) {
  switch (role) {
    case Role::kPayload:
      return "payload";
    case Role::kHeader:
      return "header";
    case Role::kContinue:
      return "continue";
    case Role::kMerge:
      return "merge";
    case Role::kLadder:
      return "ladder";
    case Role::kDispatch:
      return "dispatch";
    case Role::kEdge:
      return "edge";
    case Role::kBreakable:
      return "breakable";
  }
  return "?";
}

void describe_block(std::ostream& out, const Structured& function, BlockId block) {
  const Block& b = function.blocks[block];
  out << "b" << block << " " << role_name(b.role);
  if (b.role == Role::kPayload) out << " " << b.payload;
  out << " ->";
  for (const BlockId target : function.successors_of(block)) out << " b" << target;
  if (b.exit == Exit::kUnreachable) out << " unreachable";
  if (b.exit == Exit::kBreakable) out << " breakable";
  if (b.exit == Exit::kIf || b.exit == Exit::kSwitch) {
    out << (b.exit == Exit::kIf ? " if " : " switch ");
    describe_operand(out, function, b.selector);
    const bool is_bool = function.is_bool(b.selector);
    for (uint32_t i = 0; !is_bool && i + 1 < b.successor_count; ++i) {
      out << (i == 0 ? " == " : ", ") << function.cases[b.first_case + i];
    }
  }
  if (b.merge != MergeKind::kNone) out << "  merge b" << b.merge_block;
  if (b.merge == MergeKind::kLoop) out << " continue b" << b.continue_block;
  for (uint32_t i = b.first_phi; i < b.first_phi + b.phi_count; ++i) {
    const NewPhi& phi = function.phis[i];
    out << "  phi" << i;
    if (phi.stands_for != kNone) out << (phi.result == kNone ? " for %" : " is %") << phi.stands_for;
    if (phi.is_bool) out << " bool";
    const auto operands = function.incoming_of(phi);
    for (size_t k = 0; k < operands.size(); ++k) {
      out << (k == 0 ? " [" : ", ");
      describe_operand(out, function, operands[k]);
      out << " from b" << function.predecessors_of(block)[k];
    }
    out << "]";
  }
  out << "\n";
}

std::string convergence_fault(const Flow& flow, const Structured& function) {
  for (const ConvergenceLoss& loss : check_convergence(flow, function)) {
    return "convergence lost: branch " + std::to_string(loss.branch) + ", reconvergence " +
           std::to_string(loss.reconvergence) + ", operation " + std::to_string(loss.operation);
  }
  return {};
}

bool has_dispatch(const Structured& function) {
  for (const Block& block : function.blocks) {
    if (block.role == Role::kDispatch) return true;
  }
  return false;
}

std::string fault(const Flow& flow, const Structured& function, uint64_t seed, const Effort& effort) {
  if (const auto paths = check_paths(flow, function); !paths) return "paths: " + paths.error().to_string();
  if (const auto structure = check_structure(flow, function); !structure) {
    return "structure: " + structure.error().to_string();
  }
  if (!has_dispatch(function)) {
    if (std::string lost = convergence_fault(flow, function); !lost.empty()) return lost;
  }
  for (uint32_t run = 0; run < effort.runs; ++run) {
    std::string difference = compare_runs(flow, function, seed + run, effort.run_length);
    if (!difference.empty()) return "run: " + difference;
  }
  if (effort.validate) {
    const std::string text = spirv_text(flow, function);
    if (std::string message = validate_spirv(text); !message.empty()) return message + "\n" + text;
  }
  return {};
}

}  // namespace

std::string describe(const Structured& function) {
  std::ostringstream out;
  for (const BlockId block : function.order) describe_block(out, function, block);
  for (const auto& [value, operand] : function.aliases) {
    out << "# %" << value << " is ";
    describe_operand(out, function, operand);
    out << "\n";
  }
  for (const auto& [payload, value, operand] : function.replacements) {
    out << "# %" << value << " in payload " << payload << " is ";
    describe_operand(out, function, operand);
    out << "\n";
  }
  return out.str();
}

std::string find_fault(const Flow& flow, const Structured& function, uint64_t seed, const Effort& effort) {
  std::string what = fault(flow, function, seed, effort);
  if (what.empty()) return {};
  return what + "\nseed " + std::to_string(seed) + describe(flow) + "# structured:\n" + describe(function);
}

std::string find_fault(const Flow& flow, uint64_t seed, const Effort& effort) {
  return find_fault(flow, structurize(flow), seed, effort);
}

}  // namespace trellis::structurizer::testing
