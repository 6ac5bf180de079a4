#include "spirv_backend/operations/helper_lanes.hpp"

#include <utility>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

constexpr uint32_t kMaxFields = 4;

/// Redirects an emitter to a new function for one operation.
class OutlinedOperation {
 public:
  enum class Excluded : uint8_t { kNobody, kHelpers, kDiscarded };
  OutlinedOperation(FunctionEmitter& e, const Instruction& i, Excluded excluded)
      : e_(e), i_(i), builder_(e.module()), excluded_(excluded), code_(builder_) {}

  Result<void> lower(Lowering lowering) {
    gather_fields();
    open();
    TRELLIS_RETURN_IF_ERROR(lowering(e_, i_));
    close();
    call();
    return {};
  }

 private:
  struct Parameter {
    uint32_t local;
    Id outer, inner;
    NumericType type;
  };

  bool has_fields() const { return !fields_.empty(); }
  bool has_result() const { return result_type_.count != 0; }

  void gather_fields() {
    if (e_.result_type(i_).bits != 0) {
      result_type_ = e_.result_type(i_);
      return;
    }
    for (uint32_t n = 0; n < kMaxFields; ++n) {
      if (e_.component_used(i_, n)) fields_.push_back(n);
    }
    result_type_ = kU32.with_count(static_cast<uint8_t>(fields_.size()));
  }

  // Non-constant operands become parameters; until close(), the emitter maps the operands to them.
  void open() {
    for (uint32_t n = 0; n < i_.operand_count; ++n) {
      const ValueId value = e_.operand_value(i_, n);
      if (!e_.values().is_local(value)) continue;
      const Reference& reference = e_.reference(value);
      if (reference.kind != ReferenceKind::kNone && reference.is_static) continue;
      const uint32_t local = e_.values().local(value);
      const auto same = [local](const Parameter& p) { return p.local == local; };
      if (std::find_if(parameters_.begin(), parameters_.end(), same) != parameters_.end()) continue;
      const Id outer = e_.use(value);
      const Id inner = builder_.new_id();
      // For a handle, pass its descriptor index.
      const bool is_index = reference.kind != ReferenceKind::kNone;
      parameters_.push_back({local, outer, inner, is_index ? kU32 : e_.operand_type(i_, n)});
    }
    redirect();
  }

  /// Switches to the new function or back. The new function's block state is empty, because values computed
  /// outside are not available there.
  void redirect() {
    for (Parameter& p : parameters_) std::swap(e_.values().ids[p.local], p.inner);
    std::swap(e_.state(), code_);
  }

  void close() {
    if (has_fields()) {
      for (uint32_t field : fields_) results_.push_back(component_id(field));
    } else if (has_result() && i_.result != kNone) {
      results_.push_back(e_.values().id(i_.result));
    }
    if (results_.size() > 1) {
      const Id type = builder_.type(result_type_);
      const Id whole = e_.op_list(Op::OpCompositeConstruct, type, results_);
      results_.clear();
      results_.push_back(whole);
    }
    redirect();
    write_function();
  }

  /// Returns the id that the lowering set for a field that is read.
  Id component_id(uint32_t field) const {
    ValueTable& values = e_.values();
    for (const FunctionPlan::Component& c : e_.plan().components.of_or_empty(values.local(i_.result))) {
      if (c.field == field) return values.id(c.value);
    }
    return 0;
  }

  /// The operation's result for excluded lanes. If all lanes are excluded, the operation is over no lanes,
  /// and a test of all of none is true; D3D12 drivers agree on that, and on 0 for the other operations.
  Id result_of_none(Id type) {
    const bool asks_all = i_.op() == dxil::Op::kWaveAllTrue || i_.op() == dxil::Op::kWaveActiveAllEqual;
    return asks_all && result_type_.is_bool() ? builder_.constant(result_type_, 1)
                                              : builder_.constant_null(type);
  }

  void write_function() {
    const Id result = has_result() ? builder_.type(result_type_) : builder_.type_void();
    Vector<Id> types;
    for (const Parameter& p : parameters_) types.push_back(builder_.type(p.type));
    const Id type = builder_.type_function(result, types);
    const Id alone = has_result() ? result_of_none(result) : 0;
    function_ = builder_.new_id();
    const Id entry = builder_.new_ids(4), work = entry + 1, end = entry + 2, merged = entry + 3;
    CodeWriter f(builder_);
    f.words().reserve(64 + 3 * parameters_.size() + code_.prologue.words().size() +
                      code_.body.words().size());
    f.define(function_, Op::OpFunction, result, spv::FunctionControlMask::MaskNone, type);
    for (size_t n = 0; n < parameters_.size(); ++n) {
      f.define(parameters_[n].inner, Op::OpFunctionParameter, types[n]);
    }
    f.label(entry);
    f.take(code_.variables);
    f.take(code_.prologue);
    if (excluded_ == Excluded::kNobody) {
      f.take(code_.body);
      end_function(f, has_result() ? results_[0] : 0);
      return;
    }
    Discards& discards = e_.context().discards;
    const Id is_excluded =
        excluded_ == Excluded::kHelpers ? ask_for_helper(discards, f) : load_discard_flag(discards, f);
    f.selection(is_excluded, end, work, end, spv::SelectionControlMask::DontFlatten);
    f.label(work);
    f.take(code_.body);
    f.op_void(Op::OpBranch, end);
    f.label(end);
    if (has_result()) f.define(merged, Op::OpPhi, result, alone, entry, results_[0], work);
    end_function(f, has_result() ? merged : 0);
  }

  void end_function(CodeWriter& f, Id result) {
    if (result != 0) {
      f.op_void(Op::OpReturnValue, result);
    } else {
      f.op_void(Op::OpReturn);
    }
    f.op_void(Op::OpFunctionEnd);
    builder_.functions().append(f.words());
  }

  void call() {
    Vector<Id> operands = {function_};
    for (const Parameter& p : parameters_) operands.push_back(p.outer);
    const Id type = has_result() ? builder_.type(result_type_) : builder_.type_void();
    const Id result = e_.op_list(Op::OpFunctionCall, type, operands);
    if (!has_result()) return;
    if (!has_fields()) {
      e_.set_result(i_, result);
    } else if (fields_.size() == 1) {
      e_.set_component(i_, fields_[0], result);
    } else {
      for (uint32_t n = 0; n < fields_.size(); ++n) {
        const Id component = extract(e_, kU32, result, n);
        e_.set_component(i_, fields_[n], component);
      }
    }
  }

  FunctionEmitter& e_;
  const Instruction& i_;
  ModuleBuilder& builder_;
  Excluded excluded_;
  NumericType result_type_;  // No components if there is no result.
  Vector<uint32_t> fields_;  // For a struct result: the fields that are read.
  Vector<Parameter> parameters_;
  Vector<Id> results_;
  Id function_ = 0;
  // The new function's state; while the operation is lowered, the state of the function around it.
  FunctionState code_;
};

}  // namespace

Result<void> lower_in_function(FunctionEmitter& e, const Instruction& i, Lowering lowering) {
  return OutlinedOperation(e, i, OutlinedOperation::Excluded::kNobody).lower(lowering);
}

bool excludes_helper_lanes(const FunctionEmitter& e, const Instruction& i) {
  if (e.entry_point().kind != dxil::ShaderKind::kPixel) return false;
  const uint32_t entry_function = e.entry_point().function;
  if (e.program().functions[entry_function].waves_include_helper_lanes) return false;
  const dxil::DxilOp* op = dxil::find_op(i.op());
  return op != nullptr && (op->flags & dxil::kExcludesHelpers) != 0;
}

bool has_neutral_operand(const FunctionEmitter& e, const Instruction& i) {
  constexpr uint64_t kSum = 0, kAnd = 0;
  switch (i.op()) {
    case dxil::Op::kWaveAnyTrue:
    case dxil::Op::kWaveAllTrue:
    case dxil::Op::kWaveActiveBallot:
    case dxil::Op::kWaveAllBitCount:
      return true;
    case dxil::Op::kWaveActiveOp:
      return e.operand_type(i, 0).count == 1 && e.constant_operand(i, 1) == kSum;
    case dxil::Op::kWaveActiveBit:
      return e.operand_type(i, 0).count == 1 && e.constant_operand(i, 1).value_or(kAnd) != kAnd;
    default:
      return false;
  }
}

Id operand_of_lanes(FunctionEmitter& e, const Instruction& i) {
  const Id value = e.operand(i, 0);
  if (!excludes_helper_lanes(e, i) || !has_neutral_operand(e, i)) return value;
  const NumericType type = e.operand_type(i, 0);
  uint64_t bits = i.is(dxil::Op::kWaveAllTrue) ? 1 : 0;
  if (type.is_float()) bits = uint64_t{1} << (type.bits - 1);  // The sum of -0 and -0 is -0.
  const Id neutral = e.constant(type, bits);
  const Id is_helper = ask_for_helper(e.context().discards, e.code());
  return e.op(Op::OpSelect, type, is_helper, neutral, value);
}

namespace {

/// Returns true if the operation reads the first lane's result of an operation that gives all lanes the same.
/// The same lanes must run both: after a loop, lanes may have results of different iterations.
bool reads_uniform_result(FunctionEmitter& e, const Instruction& i) {
  if (!i.is(dxil::Op::kWaveReadLaneFirst)) return false;
  const Instruction* source = e.values().definition(e.operand_value(i, 0));
  const auto block = e.state().block.instructions;
  const bool is_here = source != nullptr && source >= block.data() && source < block.data() + block.size();
  return is_here && source->opcode == dxil::Opcode::kDxOp && has_neutral_operand(e, *source);
}

}  // namespace

Result<void> lower_without_helper_lanes(FunctionEmitter& e, const Instruction& i, Lowering lowering) {
  if (has_neutral_operand(e, i)) return lowering(e, i);
  if (reads_uniform_result(e, i)) {
    e.set_result(i, e.operand(i, 0));
    return {};
  }
  const bool is_struct = e.result_type(i).bits == 0;
  bool is_read = !is_struct;
  for (uint32_t n = 0; n < kMaxFields && is_struct; ++n) is_read |= e.component_used(i, n);
  if (!is_read) return {};  // No lane reads the result.
  return OutlinedOperation(e, i, OutlinedOperation::Excluded::kHelpers).lower(lowering);
}

bool excludes_discarded_lanes(const FunctionEmitter& e, const Instruction& i) {
  if (!e.context().discards.by_flag) return false;
  const dxil::DxilOp* op = dxil::find_op(i.op());
  return op != nullptr && op->writes_resource();
}

Result<void> lower_without_discarded_lanes(FunctionEmitter& e, const Instruction& i, Lowering lowering) {
  return OutlinedOperation(e, i, OutlinedOperation::Excluded::kDiscarded).lower(lowering);
}

}  // namespace trellis::spirv
