#include "dxil_frontend/decode/decode_tables.hpp"

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

void PointerMap::grow() {
  Vector<Entry> old(entries_.size() * 2);
  old.swap(entries_);
  set_capacity(entries_.size());
  for (const Entry& entry : old) {
    if (entry.key != nullptr) place(entry.key, entry.value);
  }
}

void ModuleTables::fail(ErrorCode code, String message) {
  if (!error_) error_ = Diagnostic{code, std::move(message), {}};
}

void ModuleTables::start(const llvm::Module& source, Module& module, size_t bitcode_size) {
  module_ = &module;
  context_ = &source.getContext();
  error_.reset();
  // Instructions, blocks and constants: one for every nine bytes or so. A wrong guess costs a rehash.
  map_.reset(bitcode_size / 10 + 64);
  types_.reset(32);
  callee_of_.reset(32);
  callees_.clear();
  pending_types_.clear();
  pending_constants_.clear();
  named_structs_.clear();
  module.types.reserve(32);
  module.values.reserve(128);
  module.constants.reserve(128);
  module.functions.reserve(4);
  module.dx_op_callees.reserve(source.size());
  declare_functions(source);
  declare_globals(source);
}

// ---- Functions and globals.

namespace {

// Intrinsics that matter to an optimizer, but not to a translator.
bool is_no_operation(llvm::StringRef name) {
  static constexpr const char* kPrefixes[] = {
      "llvm.dbg.",          "llvm.lifetime.",  "llvm.assume",      "llvm.invariant.",
      "llvm.donothing",     "llvm.sideeffect", "llvm.annotation.", "llvm.experimental.noalias.scope.decl",
      "llvm.var.annotation"};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](const char* prefix) { return name.starts_with(prefix); });
}

// A library's lists of symbols to keep and of constructors are not memory of the program.
bool is_list_for_linkers(llvm::StringRef name) {
  return name == "llvm.used" || name == "llvm.compiler.used" || name == "llvm.global_ctors";
}

}  // namespace

uint32_t ModuleTables::declare_dx_op(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  DxOpCallee callee;
  callee.name = name.str();
  const size_t dot = name.find('.', 6);  // Past "dx.op.".
  if (dot != llvm::StringRef::npos) callee.overload = name.substr(dot + 1).str();
  module_->dx_op_callees.push_back(std::move(callee));
  return static_cast<uint32_t>(module_->dx_op_callees.size()) - 1;
}

void ModuleTables::declare_functions(const llvm::Module& source) {
  for (const llvm::Function& function : source) {
    const llvm::StringRef name = function.getName();
    Callee callee;
    if (name.starts_with("dx.op.")) {
      callee.kind = CalleeKind::kDxOp;
      callee.index = declare_dx_op(function);
    } else if (name.starts_with("llvm.")) {
      callee.kind = is_no_operation(name) ? CalleeKind::kNoOperation : CalleeKind::kIntrinsic;
      if (callee.kind == CalleeKind::kIntrinsic) {
        callee.index = static_cast<uint32_t>(module_->strings.size());
        module_->strings.push_back(name.str());
      }
    } else {
      callee.index = static_cast<uint32_t>(module_->functions.size());
      callee.value = static_cast<uint32_t>(module_->values.size());
      module_->values.push_back({ValueKind::kFunction, type(function.getType()), callee.index});
      module_->functions.emplace_back();
      map_.insert(&function, callee.value);
    }
    callee_of_.insert(&function, static_cast<uint32_t>(callees_.size()));
    callees_.push_back(callee);
  }
}

void ModuleTables::declare_globals(const llvm::Module& source) {
  for (const llvm::GlobalVariable& global : source.globals()) {
    if (is_list_for_linkers(global.getName())) continue;
    Global out;
    out.name = global.getName().str();
    out.value_type = type(global.getValueType());
    const TypeId pointer = type(global.getType());
    out.address_space = module_->types[pointer].address_space;
    out.is_constant = global.isConstant();
    out.is_external = global.hasExternalLinkage();
    map_.insert(&global, static_cast<uint32_t>(module_->values.size()));
    module_->values.push_back({ValueKind::kGlobal, pointer, static_cast<uint32_t>(module_->globals.size())});
    module_->globals.push_back(std::move(out));
  }
  uint32_t index = 0;
  for (const llvm::GlobalVariable& global : source.globals()) {
    if (map_.find(&global) == kNone) continue;
    if (global.hasInitializer()) {
      const ValueId initializer = constant(global.getInitializer());
      module_->globals[index].initializer = initializer;
    }
    ++index;
  }
}

const Callee* ModuleTables::callee(const llvm::Function* function) const {
  const uint32_t index = callee_of_.find(function);
  return index == kNone ? nullptr : &callees_[index];
}

uint32_t ModuleTables::function_index(const llvm::Function* function) const {
  const Callee* found = callee(function);
  return found != nullptr && found->kind == CalleeKind::kUser ? found->index : kNone;
}

// ---- Types.

TypeId ModuleTables::add_type(const llvm::Type* source) {
  const TypeId id = new_type(source);
  // Members of members wait in a list, because the input decides how deep types nest.
  while (!pending_types_.empty()) {
    const PendingType pending = pending_types_.back();
    pending_types_.pop_back();
    fill_type(pending.id, pending.type);
  }
  return id;
}

TypeId ModuleTables::new_type(const llvm::Type* source) {
  const uint32_t known = types_.find(source);
  if (known != kNone) return known;
  const auto id = static_cast<TypeId>(module_->types.size());
  module_->types.emplace_back();
  types_.insert(source, id);
  pending_types_.push_back({id, source});
  return id;
}

void ModuleTables::fill_type(TypeId id, const llvm::Type* source) {
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
      if (structure->hasName()) {
        out.name = structure->getName().str();
        named_structs_.push_back(const_cast<llvm::StructType*>(structure));
      }
      out.members.reserve(structure->getNumElements());
      for (const llvm::Type* member : structure->elements()) out.members.push_back(new_type(member));
      break;
    }
    case llvm::Type::FunctionTyID:
      out.kind = TypeKind::kFunction;
      break;
    default:
      out.kind = TypeKind::kOther;
      fail(ErrorCode::kUnsupported, "a type that is not part of DXIL (LLVM type kind " +
                                        decimal(static_cast<int>(source->getTypeID())) + ")");
      break;
  }
  module_->types[id] = std::move(out);
}

// ---- Values.

namespace {

// The pointer that a cast between pointers, or an address computation without an index, merely renames. Null
// for all other values.
const llvm::Value* original(const llvm::Value* value) {
  if (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(value)) {
    return cast->getType()->isPointerTy() ? cast->getOperand(0) : nullptr;
  }
  const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(value);
  return gep != nullptr && gep->getNumIndices() == 0 ? gep->getPointerOperand() : nullptr;
}

}  // namespace

ValueId ModuleTables::add_value(const llvm::Value* source) {
  // Casts form a cycle only in unreachable code, which is not decoded. The steps are bounded all the same.
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
