#include "spirv_backend/plan/constant_copies.hpp"

#include <algorithm>

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "dxil_frontend/program/dxil_ops.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::BlockId;
using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Module;
using dxil::Opcode;
using dxil::Type;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

/// Compilers handle smaller arrays well by themselves.
constexpr uint64_t kLeastElements = 4;
constexpr uint64_t kMostElements = 4096;
constexpr uint64_t kMostRows = 4096;

/// An array that may be a copy, and what is known from the uses seen so far.
struct Candidate {
  uint32_t object = kNone;
  bool is_copy = true;
  bool is_proven = true;  ///< Every dynamic index is known to be in range.
  bool is_read_in_loops = false;
  uint32_t resource = kNone, element = 0;
  Vector<uint32_t> words;  ///< By element: the word of the buffer that it holds, or kNone.
};

class CopyFinder {
 public:
  CopyFinder(ModulePlan& plan, FunctionPlan& function, const cfg::PostVisitOrder& order)
      : plan_(plan),
        module_(plan.shader->module),
        function_(module_.functions[function.function]),
        result_(function),
        order_(order) {}

  void run() {
    find_candidates();
    if (candidates_.empty()) return;
    find_definitions();
    const cfg::DominatorTree dominators = cfg::build_dominators(function_.graph, order_);
    const cfg::LoopForest loops(function_.graph, order_, dominators);
    for (const BlockId block : order_.reverse_post_order()) {
      const bool is_in_loop = loops.innermost(block) != kNone;
      for (const Instruction& i : function_.instructions_of(block)) look_at(i, is_in_loop);
    }
    for (const Candidate& candidate : candidates_) note(candidate);
    const auto is_gone = [this](uint32_t object) { return plan_.objects[object].constant_copy != kNone; };
    std::erase_if(result_.allocas, is_gone);
  }

 private:
  bool is_word(TypeId type) const {
    const Type& t = module_.types[type];
    return t.bits == 32 && (t.kind == TypeKind::kInt || t.kind == TypeKind::kFloat);
  }

  void find_candidates() {
    for (const uint32_t object : result_.allocas) {
      const TypeId id = plan_.objects[object].type;
      if (id == kNone) continue;
      const Type& type = module_.types[id];
      if (type.kind != TypeKind::kArray || type.count < kLeastElements || type.count > kMostElements)
        continue;
      if (!is_word(type.element)) continue;
      candidates_.push_back({.object = object, .words = Vector<uint32_t>(type.count, kNone)});
    }
  }

  void find_definitions() {
    definitions_.assign(function_.local_types.size(), nullptr);
    for (const Instruction& i : function_.instructions) {
      if (i.result != kNone) definitions_[i.result - function_.first_local] = &i;
    }
  }

  /// Returns the instruction that defines a value; null for arguments and module-level values.
  const Instruction* definition(ValueId value) const {
    return value < function_.first_local ? nullptr : definitions_[value - function_.first_local];
  }

  const Reference& reference(ValueId value) const {
    return result_.locals[value - function_.first_local].reference;
  }

  /// Returns the candidate that a value points into; null if there is none.
  Candidate* pointee(ValueId value) {
    if (value < function_.first_local || reference(value).kind != ReferenceKind::kMemory) return nullptr;
    const uint32_t object = reference(value).root;
    for (Candidate& candidate : candidates_) {
      if (candidate.object == object) return &candidate;
    }
    return nullptr;
  }

  void look_at(const Instruction& i, bool is_in_loop) {
    const std::span<const ValueId> operands = function_.operands_of(i);
    for (uint32_t n = 0; n < operands.size(); ++n) {
      Candidate* candidate = pointee(operands[n]);
      if (candidate == nullptr || !candidate->is_copy) continue;
      if (i.opcode == Opcode::kGep && n == 0) {
        candidate->is_copy = look_at_address(i, *candidate);
      } else if (i.opcode == Opcode::kStore && n == 1) {
        candidate->is_copy = look_at_store(i, *candidate);
      } else {
        candidate->is_copy = i.opcode == Opcode::kLoad && is_word(i.type);
        candidate->is_read_in_loops |= is_in_loop;
      }
    }
  }

  /// Only accepts element 0 of the object, then one of the array: other addresses are rare.
  bool look_at_address(const Instruction& i, Candidate& candidate) const {
    const std::span<const ValueId> operands = function_.operands_of(i);
    const Instruction* base = definition(operands[0]);
    if (base == nullptr || base->opcode != Opcode::kAlloca || i.aux != base->aux) return false;
    if (operands.size() != 3 || module_.scalar_bits(operands[1]) != 0) return false;
    if (reference(i.result).is_static) return reference(i.result).static_index / 4 < candidate.words.size();
    const Type& index = module_.types[module_.type_of(function_, operands[2])];
    if (index.kind != TypeKind::kInt || index.bits != 32) return false;
    const IntegerBounds bounds = result_.bounds.integer(module_, function_, operands[2]);
    candidate.is_proven &= bounds.most < candidate.words.size();
    return true;
  }

  bool look_at_store(const Instruction& i, Candidate& candidate) const {
    const std::span<const ValueId> operands = function_.operands_of(i);
    const Reference& place = reference(operands[1]);
    if (!place.is_static || place.static_index % 4 != 0) return false;
    const Instruction* field = definition(operands[0]);
    if (field == nullptr || field->opcode != Opcode::kExtractValue || !is_word(field->type)) return false;
    const Instruction* row = definition(function_.operands_of(*field)[0]);
    if (row == nullptr || !row->is(dxil::Op::kCBufferLoadLegacy) || field->aux > 3) return false;
    const std::span<const ValueId> of_row = function_.operands_of(*row);
    if (of_row.size() != 2 || !comes_from(of_row[0], candidate)) return false;
    const std::optional<uint64_t> number = module_.scalar_bits(of_row[1]);
    const uint32_t element = place.static_index / 4;
    if (!number || *number >= kMostRows || element >= candidate.words.size()) return false;
    const uint32_t word = static_cast<uint32_t>(*number) * 4 + field->aux;
    uint32_t& known = candidate.words[element];
    if (known != kNone && known != word) return false;
    known = word;
    return true;
  }

  /// Whether the handle is that of the constant buffer that the other elements come from.
  bool comes_from(ValueId handle, Candidate& candidate) const {
    if (handle < function_.first_local) return false;
    const Reference& buffer = reference(handle);
    if (buffer.kind != ReferenceKind::kResource || !buffer.is_static || buffer.non_uniform) return false;
    if (plan_.resource_info(buffer.root).kind != dxil::ResourceKind::kCBuffer) return false;
    if (candidate.resource == kNone) {
      candidate.resource = buffer.root;
      candidate.element = buffer.static_index;
    }
    return candidate.resource == buffer.root && candidate.element == buffer.static_index;
  }

  void note(const Candidate& candidate) {
    const Vector<uint32_t>& words = candidate.words;
    if (!candidate.is_copy || words[0] == kNone || words[1] == kNone || words[1] <= words[0]) return;
    if (candidate.is_read_in_loops && words.size() <= MemoryObject::kAlwaysSelectedUnits) return;
    if (!candidate.is_proven && plan_.options.device.bounded_arrays) return;
    const uint32_t stride = words[1] - words[0];
    for (size_t n = 2; n < words.size(); ++n) {
      if (words[n] == kNone || words[n] != words[n - 1] + stride) return;
    }
    plan_.objects[candidate.object].constant_copy = static_cast<uint32_t>(plan_.constant_copies.size());
    plan_.constant_copies.push_back({candidate.resource, candidate.element, words[0], stride,
                                     static_cast<uint32_t>(words.size()), candidate.is_proven});
  }

  ModulePlan& plan_;
  const Module& module_;
  const Function& function_;
  FunctionPlan& result_;
  const cfg::PostVisitOrder& order_;
  Vector<Candidate> candidates_;
  Vector<const Instruction*> definitions_;  // Indexed by local.
};

}  // namespace

void find_constant_copies(ModulePlan& plan, FunctionPlan& function, const cfg::PostVisitOrder& order) {
  CopyFinder(plan, function, order).run();
}

}  // namespace trellis::spirv
