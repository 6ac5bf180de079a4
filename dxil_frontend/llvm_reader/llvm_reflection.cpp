#include "dxil_frontend/llvm_reader/llvm_reflection.hpp"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

namespace trellis::dxil {

namespace {

llvm::Type* type_at(TypeItem item) { return reinterpret_cast<llvm::Type*>(item); }
TypeItem type_item(const llvm::Type* type) { return reinterpret_cast<TypeItem>(type); }

}  // namespace

TypeItem LlvmReflectionTypes::type_of(MetadataItem value) const {
  return type_item(metadata_.llvm_type(value));
}

TypeShape LlvmReflectionTypes::shape(TypeItem item) const {
  llvm::Type* type = type_at(item);
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    return {TypeShape::kVector, vector->getNumElements(), type_item(vector->getElementType())};
  }
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    return {TypeShape::kArray, array->getNumElements(), type_item(array->getElementType())};
  }
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    return {TypeShape::kStruct, structure->getNumElements(), 0};
  }
  return {};
}

TypeItem LlvmReflectionTypes::member(TypeItem structure, uint32_t index) const {
  return type_item(type_at(structure)->getStructElementType(index));
}

std::string_view LlvmReflectionTypes::name(TypeItem structure) const {
  const auto* type = llvm::cast<llvm::StructType>(type_at(structure));
  if (!type->hasName()) return {};
  const llvm::StringRef name = type->getName();
  return {name.data(), name.size()};
}

TypeItem LlvmReflectionTypes::struct_named(std::string_view name) const {
  return type_item(llvm::StructType::getTypeByName(source_.getContext(), name));
}

}  // namespace trellis::dxil
