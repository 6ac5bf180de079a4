#include "lower/vendor/hit_webs.hpp"

#include "lower/analysis/locate.hpp"
#include "lower/vendor/nvapi_words.hpp"

namespace trellis::lower {
namespace {

using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Opcode;
using dxil::ValueId;

bool is_nvapi(const IntrinsicRow* row) {
  const std::span<const IntrinsicRow> rows = nvapi_rows();
  return row >= rows.data() && row < rows.data() + rows.size();
}

class HitWebs {
 public:
  explicit HitWebs(const FinderInput& input)
      : input_(input), function_(input.function), holds_(function_.local_types.size(), 0) {}

  Result<void> run() {
    bool any = false;
    for (const Intrinsic& intrinsic : input_.found.intrinsics) {
      if (!is_nvapi(intrinsic.row) || !intrinsic.row->makes_hit) continue;
      any = true;
      mark(function_.instructions[intrinsic.steps[0]].result);
    }
    while (any) any = spread();
    for (uint32_t n = 0; n < function_.instructions.size(); ++n) {
      TRELLIS_RETURN_IF_ERROR(check_uses(n));
    }
    for (const Intrinsic& intrinsic : input_.found.intrinsics) {
      TRELLIS_RETURN_IF_ERROR(check_operand(intrinsic));
    }
    input_.found.holds_hit = std::move(holds_);
    return {};
  }

 private:
  bool holds(ValueId value) const {
    value = value == kNone ? kNone : input_.locals.resolve(value);
    return value != kNone && value >= function_.first_local && holds_[value - function_.first_local] != 0;
  }
  bool mark(ValueId value) {
    if (value == kNone || value < function_.first_local) return false;
    uint8_t& known = holds_[value - function_.first_local];
    const bool is_new = known == 0;
    known = 1;
    return is_new;
  }

  /// Returns the operands that the instruction passes on unchanged.
  std::span<const ValueId> passed_on(const Instruction& i) const {
    const auto operands = function_.operands_of(i);
    switch (i.opcode) {
      case Opcode::kPhi:
      case Opcode::kFreeze:
        return operands;
      case Opcode::kSelect:
        return operands.subspan(1);
      case Opcode::kLoad:
        return input_.locals.is_plain_variable(operands[0]) ? operands.first(1) : std::span<const ValueId>();
      case Opcode::kStore:
        return input_.locals.is_plain_variable(operands[1]) ? operands.first(1) : std::span<const ValueId>();
      default:
        return {};
    }
  }

  bool spread() {
    bool changed = false;
    for (const Instruction& i : function_.instructions) {
      for (const ValueId value : passed_on(i)) {
        if (!holds(value)) continue;
        changed |= mark(i.opcode == Opcode::kStore ? function_.operands_of(i)[1] : i.result);
      }
    }
    return changed;
  }

  Result<void> check_uses(uint32_t n) {
    const Instruction& i = function_.instructions[n];
    const Fate::Kind fate = input_.found.fates[n].kind;
    if (fate != Fate::kStays || (i.opcode == Opcode::kLoad && input_.locals.is_forwarded(i.result)))
      return {};
    const auto operands = function_.operands_of(i);
    const auto passed = passed_on(i);
    const ValueId into = i.opcode == Opcode::kStore ? operands[1] : i.result;
    for (size_t k = 0; k < operands.size(); ++k) {
      const bool is_passed = &operands[k] >= passed.data() && &operands[k] < passed.data() + passed.size();
      const bool is_place = i.opcode == Opcode::kStore && k == 1;
      if (!holds(operands[k]) || is_place || is_passed) continue;
      return diagnostic(n, "a hit object of NVAPI's is used as a number");
    }
    if (into == kNone || passed.empty() || !holds(into)) return {};
    for (const ValueId value : passed) {
      const bool is_local = input_.locals.resolve(value) >= function_.first_local;
      if (is_local && !holds(value)) return diagnostic(n, "a number becomes a hit object of NVAPI's");
    }
    return {};
  }

  Result<void> check_operand(const Intrinsic& intrinsic) {
    if (!is_nvapi(intrinsic.row)) return {};
    const bool reorders = intrinsic.row->number == nvapi::kReorderThread;
    const std::optional<uint64_t> has_object = intrinsic.operands[nvapi::kSource0] == kNone
                                                   ? 0
                                                   : input_.constant_operand(intrinsic, nvapi::kSource0);
    const bool takes_hit = reorders ? has_object != std::optional<uint64_t>(0) : intrinsic.row->takes_hit;
    const uint32_t word = nvapi::kSource0 + (reorders ? 1 : 0);
    for (uint32_t w = 0; w < Intrinsic::kPacketWords; ++w) {
      if (w != word && holds(intrinsic.operands[w])) {
        return diagnostic(intrinsic.steps.back(), "a hit object of NVAPI's is used as a number");
      }
    }
    if (reorders && !has_object) {
      return diagnostic(intrinsic.steps.back(),
                        "whether NVAPI's REORDER_THREAD has a hit object is not constant");
    }
    if (takes_hit != holds(intrinsic.operands[word])) {
      if (!takes_hit && reorders) return {};
      return diagnostic(intrinsic.steps.back(), takes_hit ? "an operation of NVAPI's is given no hit object"
                                                          : "a hit object of NVAPI's is used as a number");
    }
    return {};
  }

  /// An error even where unsupported results become zero: without its hit objects, the program would make no
  /// sense.
  Diagnostic diagnostic(uint32_t n, const char* message) const {
    return diagnose(ErrorCode::kUnsupported, function_, function_.instructions[n], message);
  }

  const FinderInput& input_;
  const Function& function_;
  Vector<uint8_t> holds_;  // By local: whether it is, or points to, a hit object.
};

}  // namespace

Result<void> find_hit_webs(const FinderInput& input) { return HitWebs(input).run(); }

}  // namespace trellis::lower
