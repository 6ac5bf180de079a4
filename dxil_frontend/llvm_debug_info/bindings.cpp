// The part of DebugMetadata that reads what variables are, instruction by instruction.
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>

#include "dxil_frontend/llvm_debug_info/debug_metadata.hpp"
#include "dxil_frontend/llvm_debug_info/node_operands.hpp"
#include "dxil_frontend/llvm_debug_info/place_bindings.hpp"

namespace trellis::dxil {
namespace {

/// The part of a variable that an expression means; false if it means more than that.
bool read_part(const llvm::Metadata* node, DebugBinding& binding) {
  const auto* expression = llvm::dyn_cast_or_null<llvm::DIExpression>(node);
  if (expression == nullptr || expression->getNumElements() == 0) return expression != nullptr;
  constexpr unsigned kFragmentElements = 3;
  if (!expression->isValid() || expression->getNumElements() != kFragmentElements) return false;
  const auto fragment = expression->getFragmentInfo();
  if (!fragment || fragment->SizeInBits == 0) return false;
  binding.offset_bits = fragment->OffsetInBits;
  binding.bits = fragment->SizeInBits;
  return true;
}

bool read_constant(const llvm::Constant& constant, DebugBinding& binding) {
  llvm::APInt bits;
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    bits = integer->getValue();
  } else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
    bits = real->getValueAPF().bitcastToAPInt();
    binding.is_float = true;
  } else {
    return false;
  }
  if (bits.getBitWidth() > 64) return false;
  binding.kind = DebugBinding::Kind::kConstant;
  binding.constant = bits.getZExtValue();
  binding.constant_bits = static_cast<uint8_t>(bits.getBitWidth());
  return true;
}

bool is_number(const Type& type, const Vector<Type>& types) {
  const Type& scalar = type.kind == TypeKind::kVector ? types[type.element] : type;
  return scalar.kind == TypeKind::kInt || scalar.kind == TypeKind::kFloat;
}

}  // namespace

bool DebugMetadata::find_value(const Statement& statement, const LlvmTables& tables,
                               DebugBinding& binding) {
  const auto* wrapped = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(statement.value);
  if (wrapped == nullptr) return !statement.is_memory;  // An empty node: the value is gone.
  const llvm::Value* value = wrapped->getValue();
  if (llvm::isa<llvm::UndefValue>(value)) return !statement.is_memory;
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    return !statement.is_memory && read_constant(*constant, binding);
  }
  binding.value = tables.find_value(value);
  binding.kind = statement.is_memory ? DebugBinding::Kind::kMemory : DebugBinding::Kind::kValue;
  return binding.value != kNone && (binding.value & kLocalTag) != 0;
}

void DebugMetadata::add_binding(const Statement& statement, const LlvmTables& tables, uint32_t before,
                                Function& function) {
  DebugBinding binding;
  binding.variable = variable(statement.variable);
  binding.place = scopes_.place(statement.location);
  if (binding.variable == kNone || binding.place.scope == kNone) return;
  if (!read_part(statement.expression, binding)) {
    return left_out_.add("the value of a variable is computed by an expression");
  }
  // Pointers and handles that are values have no debugger's form; nor do values of unreachable code.
  if (!find_value(statement, tables, binding)) return;
  if (binding.kind == DebugBinding::Kind::kValue) {
    const Type& type = module_.types[function.local_types[binding.value & ~kLocalTag]];
    if (!is_number(type, module_.types)) return;
  }
  function.positions.resize(function.instructions.size());
  SourcePosition& position = function.positions[before];
  if (!position.has_bindings()) {
    position.first_binding = position.end_of_bindings = static_cast<uint32_t>(function.bindings.size());
  }
  function.bindings.push_back(binding);
  ++position.end_of_bindings;
}

void DebugMetadata::read_instruction(const InstructionOrigin& origin, const LlvmTables& tables,
                                     Function& function) {
  for (const llvm::DbgRecord& record : origin.source->getDbgRecordRange()) {
    const auto* v = llvm::dyn_cast<llvm::DbgVariableRecord>(&record);
    if (v == nullptr) continue;
    const llvm::DILocation* location = v->getDebugLoc().get();
    add_binding({v->getRawLocation(), v->getRawVariable(), v->getRawExpression(), location,
                 v->getType() == llvm::DbgVariableRecord::LocationType::Declare},
                tables, origin.first, function);
  }
  const auto* call = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(origin.source);
  if (call == nullptr) return;
  const llvm::DILocation* location = call->getDebugLoc().get();
  add_binding({call->getRawLocation(), call->getRawVariable(), call->getRawExpression(), location,
               llvm::isa<llvm::DbgDeclareInst>(call)},
              tables, origin.first, function);
}

void DebugMetadata::function_decoded(const llvm::Function& source, const LlvmTables& tables,
                                     std::span<const InstructionOrigin> origins, Function& function) {
  const llvm::Metadata* scope = source.getMetadata(llvm::LLVMContext::MD_dbg);
  if (llvm::isa_and_nonnull<llvm::DISubprogram>(scope)) function.debug_scope = scopes_.scope(scope);
  for (size_t n = 0; n < origins.size(); ++n) {
    read_instruction(origins[n], tables, function);
    if (function.positions.empty()) continue;
    const uint32_t place = scopes_.place_number(origins[n].source->getDebugLoc().get());
    // Up to the next one's first; that of the last in a block is one.
    const uint32_t next = n + 1 < origins.size() ? origins[n + 1].first : origins[n].first + 1;
    const bool is_end = origins[n].source->isTerminator();
    const uint32_t end = is_end ? origins[n].first + 1 : next;
    for (uint32_t i = origins[n].first; i < end && i < function.positions.size(); ++i) {
      function.positions[i].place = place;
    }
  }
  if (!function.bindings.empty()) place_bindings(function);
}

}  // namespace trellis::dxil
