#include "dxil_frontend/llvm_reader/llvm_tables.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <utility>

#include "support/containers.hpp"

namespace trellis::dxil {

LlvmTables::LlvmTables(const llvm::Module& source, Module& module, size_t bitcode_size) : source_(source) {
  start(module, source.size());
  // An estimate: one instruction, block or constant for every ten bytes. A wrong guess only costs a rehash.
  map_.reset(bitcode_size / 10 + 64);
  types_.reset(32);
  callee_of_.reset(32);
  declare_functions(source);
  declare_globals(source);
}

bool LlvmTables::has_struct(std::string_view name) const {
  return llvm::StructType::getTypeByName(source_.getContext(), name) != nullptr;
}

TypeId LlvmTables::struct_named(std::string_view name) {
  return type(llvm::StructType::getTypeByName(source_.getContext(), name));
}

// ---- Functions and globals.

void LlvmTables::declare_functions(const llvm::Module& source) {
  for (const llvm::Function& function : source) {
    const Callee callee = declare(function.getName(), [this, &function] { return type(function.getType()); });
    if (callee.value != kNone) map_.insert(&function, callee.value);
    callee_of_.insert(&function, static_cast<uint32_t>(callees_.size()));
    callees_.push_back(callee);
  }
}

void LlvmTables::declare_globals(const llvm::Module& source) {
  for (const llvm::GlobalVariable& global : source.globals()) {
    if (is_list_for_linkers(global.getName())) continue;
    Global out;
    out.name = global.getName().str();
    out.value_type = type(global.getValueType());
    const TypeId pointer = type(global.getType());
    out.address_space = module().types[pointer].address_space;
    out.is_constant = global.isConstant();
    out.is_external = global.hasExternalLinkage();
    map_.insert(&global, static_cast<uint32_t>(module().values.size()));
    module().values.push_back({ValueKind::kGlobal, pointer, static_cast<uint32_t>(module().globals.size())});
    module().globals.push_back(std::move(out));
  }
  uint32_t index = 0;
  for (const llvm::GlobalVariable& global : source.globals()) {
    if (map_.find(&global) == kNone) continue;
    if (global.hasInitializer()) {
      const ValueId initializer = constant(global.getInitializer());
      module().globals[index].initializer = initializer;
    }
    ++index;
  }
}

/// An element is { i32 priority, function, associated data }. An element without a function has no effect; it
/// may end the list, as in C.
Result<Vector<Constructor>> LlvmTables::constructors() const {
  Vector<Constructor> constructors;
  const llvm::GlobalVariable* list = source_.getNamedGlobal("llvm.global_ctors");
  if (list == nullptr || !list->hasInitializer()) return constructors;
  const llvm::Constant* initializer = list->getInitializer();
  if (llvm::isa<llvm::ConstantAggregateZero, llvm::UndefValue>(initializer)) return constructors;
  const auto* elements = llvm::dyn_cast<llvm::ConstantArray>(initializer);
  if (elements == nullptr) return bad_constructors(kConstructorsAreNoArray);
  for (const llvm::Use& use : elements->operands()) {
    const auto* element = llvm::cast<llvm::Constant>(use.get());
    const llvm::Constant* target = element->getAggregateElement(1u);
    const auto* priority = llvm::dyn_cast_or_null<llvm::ConstantInt>(element->getAggregateElement(0u));
    if (target == nullptr || priority == nullptr || priority->getBitWidth() > 32)
      return bad_constructors(kConstructorIsNoPair);
    if (target->isNullValue()) continue;
    const auto* function = llvm::dyn_cast<llvm::Function>(target);
    constructors.push_back({static_cast<uint32_t>(priority->getZExtValue()),
                            function == nullptr ? kNone : function_index(function)});
  }
  return constructors;
}

const Callee* LlvmTables::callee(const llvm::Function* function) const {
  const uint32_t index = callee_of_.find(function);
  return index == kNone ? nullptr : &callees_[index];
}

uint32_t LlvmTables::function_index(const llvm::Function* function) const {
  const Callee* found = callee(function);
  return found != nullptr && found->kind == CalleeKind::kUser ? found->index : kNone;
}

// ---- Types.

TypeId LlvmTables::add_type(const llvm::Type* source) {
  const TypeId id = new_type(source);
  // Nested members wait in a list, without recursion: the input determines how deeply types nest.
  while (!pending_types_.empty()) {
    const PendingType pending = pending_types_.back();
    pending_types_.pop_back();
    fill_type(pending.id, pending.type);
  }
  return id;
}

TypeId LlvmTables::new_type(const llvm::Type* source) {
  const uint32_t known = types_.find(source);
  if (known != kNone) return known;
  const auto id = static_cast<TypeId>(module().types.size());
  module().types.emplace_back();
  types_.insert(source, id);
  pending_types_.push_back({id, source});
  return id;
}

void LlvmTables::fill_type(TypeId id, const llvm::Type* source) {
  Type out;
  switch (source->getTypeID()) {
    case llvm::Type::VoidTyID:
      break;
    case llvm::Type::HalfTyID:
    case llvm::Type::FloatTyID:
    case llvm::Type::DoubleTyID:
      out.kind = TypeKind::kFloat;
      out.bits = static_cast<uint8_t>(source->getScalarSizeInBits());
      break;
    case llvm::Type::IntegerTyID: {
      const unsigned bits = source->getIntegerBitWidth();
      if (bits != 1 && bits != 8 && bits != 16 && bits != 32 && bits != 64) {
        fail(ErrorCode::kBadInput, "integer type i" + decimal(bits) + " is not part of DXIL");
      }
      out.kind = TypeKind::kInt;
      out.bits = static_cast<uint8_t>(bits);
      break;
    }
    case llvm::Type::PointerTyID: {
      const unsigned space = source->getPointerAddressSpace();
      if (space > 255) fail(ErrorCode::kBadInput, "address space " + decimal(space) + " of a pointer");
      out.kind = TypeKind::kPointer;
      out.address_space = static_cast<uint8_t>(space);
      break;
    }
    case llvm::Type::FixedVectorTyID:
      out.kind = TypeKind::kVector;
      out.count = llvm::cast<llvm::FixedVectorType>(source)->getNumElements();
      out.element = new_type(llvm::cast<llvm::FixedVectorType>(source)->getElementType());
      break;
    case llvm::Type::ArrayTyID:
      out.kind = TypeKind::kArray;
      out.count = source->getArrayNumElements();
      out.element = new_type(source->getArrayElementType());
      break;
    case llvm::Type::StructTyID: {
      const auto* structure = llvm::cast<llvm::StructType>(source);
      out.kind = TypeKind::kStruct;
      out.is_packed = structure->isPacked();
      if (structure->hasName()) out.name = structure->getName().str();
      out.members.reserve(structure->getNumElements());
      for (const llvm::Type* member : structure->elements()) out.members.push_back(new_type(member));
      break;
    }
    case llvm::Type::FunctionTyID:
      out.kind = TypeKind::kFunction;
      break;
    default:
      out.kind = TypeKind::kOther;
      fail(ErrorCode::kUnsupported, "a type that is not part of DXIL");
      break;
  }
  module().types[id] = std::move(out);
}

// ---- Values.

namespace {

// Returns the pointer that a cast between pointers, or an address computation without indices, merely
// renames. Returns null for all other values.
const llvm::Value* original(const llvm::Value* value) {
  if (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(value)) {
    return cast->getType()->isPointerTy() ? cast->getOperand(0) : nullptr;
  }
  const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(value);
  return gep != nullptr && gep->getNumIndices() == 0 ? gep->getPointerOperand() : nullptr;
}

}  // namespace

ValueId LlvmTables::add_value(const llvm::Value* source) {
  // Casts form a cycle only in unreachable code, which is not decoded. The number of steps is bounded
  // nevertheless.
  aliases_.clear();
  const llvm::Value* value = source;
  uint32_t id = kNone;
  while (id == kNone && aliases_.size() < 1u << 20) {
    const llvm::Value* next = original(value);
    if (next == nullptr) break;
    aliases_.push_back(value);
    value = next;
    id = map_.find(value);
  }
  if (id == kNone && llvm::isa<llvm::Constant>(value)) id = constant(llvm::cast<llvm::Constant>(value));
  if (id == kNone) {
    fail(ErrorCode::kBadInput, llvm::isa<llvm::Instruction>(value)
                                   ? "an operand is defined in a block that is never reached"
                                   : "an operand is neither a constant, an argument nor a result");
    return kNone;
  }
  for (const llvm::Value* alias : aliases_) map_.insert(alias, id);
  return id;
}

}  // namespace trellis::dxil
