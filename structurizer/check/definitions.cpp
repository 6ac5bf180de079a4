#include "structurizer/check/definitions.hpp"

#include "support/containers.hpp"

namespace trellis::structurizer::check {

namespace {

class DefinitionChecker {
 public:
  explicit DefinitionChecker(Shared& shared)
      : flow_(shared.flow()),
        function_(shared.function()),
        branches_(shared.branch_dominators()),
        values_(shared.values()) {}

  Result<void> run() const {
    for (const NewPhi& phi : function_.phis) {
      const auto predecessors = function_.predecessors_of(phi.block);
      const auto operands = function_.incoming_of(phi);
      for (size_t i = 0; i < operands.size(); ++i) {
        TRELLIS_RETURN_IF_ERROR(check_read(operands[i], predecessors[i], "a phi operand from"));
      }
    }
    for (BlockId block = 0; block < function_.blocks.size(); ++block) {
      const Block& b = function_.blocks[block];
      if (b.exit != Exit::kIf && b.exit != Exit::kSwitch) continue;
      TRELLIS_RETURN_IF_ERROR(check_read(b.selector, block, "the test of"));
    }
    for (BlockId program = 0; program < flow_.graph.block_count(); ++program) {
      for (const Phi& phi : flow_.phis_of(program)) {
        TRELLIS_RETURN_IF_ERROR(check_use(program, phi.result));
      }
    }
    for (const ValueInBlock& use : flow_.uses) {
      TRELLIS_RETURN_IF_ERROR(check_use(use.block, use.value));
    }
    return {};
  }

 private:
  Result<void> check_use(BlockId program, ValueId value) const {
    const BlockId block = function_.block_of_payload[program];
    if (block == kNone) return {};
    return check_read(operand_read(function_, values_, program, value), block, "a use in");
  }

  Result<void> check_read(const Operand& operand, BlockId at, const char* what) const {
    if (is_defined(operand, at)) return {};
    return undefined(operand, at, what);
  }

  /// Returns the block that defines what the operand reads; kNone if nothing in the result does.
  BlockId definition_of(const Operand& operand) const {
    if (operand.kind == Operand::Kind::kChoice) return function_.choices[operand.index].block;
    if (operand.kind == Operand::Kind::kPhi) return function_.phis[operand.index].block;
    if (!values_.is_phi(operand.index)) return function_.block_of_payload[values_.block[operand.index]];
    const uint32_t phi = values_.new_phi[operand.index];
    return phi == kNone ? BlockId{kNone} : function_.phis[phi].block;
  }

  bool is_defined(const Operand& operand, BlockId at) const {
    if (!branches_.reached(at)) return true;
    if (operand.kind == Operand::Kind::kUndef || operand.kind == Operand::Kind::kConstant) return true;
    if (operand.kind == Operand::Kind::kValue && values_.block[operand.index] == kNone) return true;
    const BlockId block = definition_of(operand);
    return block != kNone && branches_.reached(block) && branches_.dominates(block, at);
  }

  [[gnu::cold]] Diagnostic undefined(const Operand& operand, BlockId at, const char* what) const {
    const BlockId block = definition_of(operand);
    String message = String(what) + " " + name(function_, at) + " reads ";
    message += operand.kind == Operand::Kind::kPhi      ? "phi "
               : operand.kind == Operand::Kind::kChoice ? "choice "
                                                        : "value ";
    message += decimal(operand.index);
    if (block == kNone) return failure(message + ", which nothing in the result defines", function_, at);
    return failure(message + ", whose definition in " + name(function_, block) + " does not dominate it",
                   function_, at);
  }

  const Flow& flow_;
  const Structured& function_;
  const Dominators& branches_;
  const Values& values_;
};

}  // namespace

Result<void> check_definitions(Shared& shared) { return DefinitionChecker(shared).run(); }

}  // namespace trellis::structurizer::check
