#include "dxil_frontend/decode/recorded_frame.hpp"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <string_view>

#include "dxil_frontend/decode/recorded_constants.hpp"

namespace trellis::dxil {

namespace {

class FrameMaker {
 public:
  FrameMaker(const RecordedCode& code, llvm::LLVMContext& context, Vector<llvm::Type*>& types)
      : code_(code), context_(context), types_(types) {}

  std::unique_ptr<llvm::Module> run() {
    make_types();
    auto module = std::make_unique<llvm::Module>("dxil", context_);
    make_globals(*module);
    for (const RecordedName& name : code_.frame.value_names)
      globals_[name.number]->setName(code_.frame.text(name));
    if (set_initializers(*module)) return module;
    module.reset();
    for (llvm::Type* type : types_) {
      auto* structure = llvm::dyn_cast_or_null<llvm::StructType>(type);
      if (structure != nullptr && structure->hasName()) structure->setName("");
    }
    return nullptr;
  }

 private:
  // Parts come before what they are part of.
  void make_types() {
    types_.assign(code_.types.table_size(), nullptr);
    for (uint32_t number = 0; number < types_.size(); ++number) {
      if (!code_.types.defined(number)) continue;
      const uint32_t canonical = code_.types.canonical(number);
      types_[number] = canonical == number ? make_type(number) : types_[canonical];
    }
  }

  llvm::Type* make_type(uint32_t number) {
    const bitcode::Type& type = code_.types[number];
    switch (type.kind) {
      case bitcode::TypeKind::kInt:
        return llvm::Type::getIntNTy(context_, type.number);
      case bitcode::TypeKind::kFloat:
        return type.number == 16   ? llvm::Type::getHalfTy(context_)
               : type.number == 32 ? llvm::Type::getFloatTy(context_)
                                   : llvm::Type::getDoubleTy(context_);
      case bitcode::TypeKind::kPointer:
        return llvm::PointerType::get(context_, type.number);
      case bitcode::TypeKind::kVector:
        return llvm::FixedVectorType::get(types_[type.element], static_cast<unsigned>(type.count));
      case bitcode::TypeKind::kArray:
        return llvm::ArrayType::get(types_[type.element], type.count);
      case bitcode::TypeKind::kStruct:
      case bitcode::TypeKind::kOpaqueStruct:
        return make_struct(type);
      case bitcode::TypeKind::kFunction:
        return llvm::FunctionType::get(types_[type.element], members_of(type), false);
      case bitcode::TypeKind::kLabel:
        return llvm::Type::getLabelTy(context_);
      case bitcode::TypeKind::kMetadata:
        return llvm::Type::getMetadataTy(context_);
      default:
        return llvm::Type::getVoidTy(context_);
    }
  }

  llvm::Type* make_struct(const bitcode::Type& type) {
    const bool is_packed = type.number != 0;
    if (!type.named) return llvm::StructType::get(context_, members_of(type), is_packed);
    const std::string_view name = code_.frame.text(code_.frame.struct_names[next_name_++]);
    llvm::StructType* structure = llvm::StructType::create(context_, name);
    if (type.kind == bitcode::TypeKind::kStruct) structure->setBody(members_of(type), is_packed);
    return structure;
  }

  llvm::ArrayRef<llvm::Type*> members_of(const bitcode::Type& type) {
    members_.clear();
    for (const uint32_t member : code_.types.members(type)) members_.push_back(types_[member]);
    return {members_.data(), members_.size()};
  }

  void make_globals(llvm::Module& module) {
    globals_.assign(code_.values.size(), nullptr);
    for (uint32_t number = 0; number < code_.values.size(); ++number) {
      const RecordedValue& value = code_.values[number];
      if (value.kind == RecordedValue::kFunction) {
        globals_[number] = make_function(code_.functions[value.index], module);
      } else if (value.kind == RecordedValue::kGlobal) {
        globals_[number] = make_variable(code_.frame.variables[value.index], module);
      }
    }
  }

  llvm::Function* make_function(const RecordedFunction& recorded, llvm::Module& module) {
    auto* type = llvm::cast<llvm::FunctionType>(types_[recorded.type]);
    return llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, recorded.address_space, "",
                                  &module);
  }

  // GCC takes the variable's own operators new and delete, of which the first calls another, for a mismatch.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
  llvm::GlobalVariable* make_variable(const RecordedVariable& recorded, llvm::Module& module) {
    const auto linkage =
        recorded.is_external ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage;
    return new llvm::GlobalVariable(module, types_[recorded.type], recorded.is_constant, linkage, nullptr, "",
                                    nullptr, llvm::GlobalValue::NotThreadLocal, recorded.address_space);
  }
#pragma GCC diagnostic pop

  bool set_initializers(llvm::Module& module) {
    std::optional<RecordedConstants> constants;
    auto next = module.global_begin();
    for (const RecordedVariable& recorded : code_.frame.variables) {
      llvm::GlobalVariable& variable = *next++;
      if (recorded.initializer == 0) continue;
      if (!constants) constants.emplace(code_, module, types_);
      llvm::Constant* initializer = constants->constant(recorded.initializer - 1);
      if (initializer == nullptr) return false;
      variable.setInitializer(initializer);
    }
    return true;
  }

  const RecordedCode& code_;
  llvm::LLVMContext& context_;
  Vector<llvm::Type*>& types_;
  Vector<llvm::Type*> members_;
  Vector<llvm::GlobalValue*> globals_;  ///< By value id.
  size_t next_name_ = 0;
};

}  // namespace

std::unique_ptr<llvm::Module> make_frame(const RecordedCode& code, llvm::LLVMContext& context,
                                         Vector<llvm::Type*>& types) {
  return FrameMaker(code, context, types).run();
}

}  // namespace trellis::dxil
