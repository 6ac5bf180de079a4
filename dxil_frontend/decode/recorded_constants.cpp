#include "dxil_frontend/decode/recorded_constants.hpp"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include "dxil_frontend/bitcode_check/codes.hpp"

namespace trellis::dxil {

RecordedConstants::RecordedConstants(const RecordedCode& code, const llvm::Module& source,
                                     std::span<llvm::Type* const> types)
    : code_(code), context_(source.getContext()), types_(types.begin(), types.end()) {
  types_.resize(code.types.size(), nullptr);
  slots_.reserve(code.values.size());
  // LLVM keeps both kinds in the order of their records.
  auto global = source.global_begin();
  auto function = source.begin();
  for (const RecordedValue& value : code.values) {
    Slot& slot = slots_.emplace_back();
    if (value.kind == RecordedValue::kConstant) {
      slot.record = value.index;
    } else if (value.kind == RecordedValue::kGlobal) {
      slot.source = const_cast<llvm::GlobalVariable*>(&*global++);
    } else {
      slot.source = const_cast<llvm::Function*>(&*function++);
    }
  }
  module_values_ = static_cast<uint32_t>(slots_.size());
}

const llvm::Function* RecordedConstants::function(uint32_t number) const {
  return llvm::dyn_cast_or_null<llvm::Function>(slots_[number].source);
}

const CodeRecord* RecordedConstants::constant_record(uint32_t number) const {
  const uint32_t record = slots_[number].record;
  return record == kNone ? nullptr : &code_.constants[record];
}

// ---- Types.

llvm::Type* RecordedConstants::llvm_type(uint32_t number) {
  llvm::Type*& type = types_[number];
  if (type == nullptr) type = derived_type(number);
  return type;
}

// Those that only results have: the module has no records of them.
llvm::Type* RecordedConstants::derived_type(uint32_t number) {
  const bitcode::Type& type = code_.types[number];
  llvm::LLVMContext& context = context_;
  switch (type.kind) {
    case bitcode::TypeKind::kInt:
      return llvm::Type::getIntNTy(context, type.number);
    case bitcode::TypeKind::kPointer:
      return llvm::PointerType::get(context, type.number);
    case bitcode::TypeKind::kVector:
      return llvm::FixedVectorType::get(llvm_type(type.element), static_cast<unsigned>(type.count));
    default: {  // The pair that a compare-exchange gives.
      llvm::SmallVector<llvm::Type*, 2> members;
      for (const uint32_t member : code_.types.members(type)) members.push_back(llvm_type(member));
      return llvm::StructType::get(context, members);
    }
  }
}

// ---- Constants.

llvm::Constant* RecordedConstants::constant(uint32_t number, uint32_t depth) {
  constexpr uint32_t kMaxDepth = 64;  // The input decides how deep they nest.
  if (depth > kMaxDepth || number >= slots_.size()) return nullptr;
  if (slots_[number].source == nullptr && slots_[number].record != kNone) {
    llvm::Constant* made = make_constant(code_.constants[slots_[number].record], depth + 1);
    slots_[number].source = made;
  }
  return llvm::dyn_cast_or_null<llvm::Constant>(slots_[number].source);
}

llvm::Constant* RecordedConstants::make_constant(const CodeRecord& record, uint32_t depth) {
  llvm::Type* type = llvm_type(record.type);
  const std::span<const uint64_t> operands = code_.operands_of(record);
  switch (record.code) {
    case bitcode::kConstInteger:
      if (type->getIntegerBitWidth() > 64) return nullptr;
      return llvm::ConstantInt::get(type, operands[0]);
    case bitcode::kConstFloat: {
      const unsigned width = type->getScalarSizeInBits();
      const llvm::APInt bits(width, width == 64 ? operands[0] : operands[0] & ((uint64_t{1} << width) - 1));
      return llvm::ConstantFP::get(type->getContext(), llvm::APFloat(type->getFltSemantics(), bits));
    }
    case bitcode::kConstNull:
      return llvm::Constant::getNullValue(type);
    case bitcode::kConstUndef:
      return llvm::UndefValue::get(type);
    case bitcode::kConstPoison:
      return llvm::PoisonValue::get(type);
    case bitcode::kConstAggregate:
      return make_aggregate(record, depth);
    case bitcode::kConstData:
      return make_data(record);
    case bitcode::kConstString:
    case bitcode::kConstCString:
      return make_text(record);
    case bitcode::kConstCast:
      return make_cast(record, depth);
    case RecordedCode::kLeftOut:
      return nullptr;
    default:
      return make_address(record, depth);
  }
}

llvm::Constant* RecordedConstants::make_aggregate(const CodeRecord& record, uint32_t depth) {
  llvm::SmallVector<llvm::Constant*, 16> elements;
  for (const uint64_t number : code_.operands_of(record)) {
    llvm::Constant* element = constant(static_cast<uint32_t>(number), depth);
    if (element == nullptr) return nullptr;
    elements.push_back(element);
  }
  llvm::Type* type = llvm_type(record.type);
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    return llvm::ConstantStruct::get(structure, elements);
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return llvm::ConstantArray::get(array, elements);
  return llvm::ConstantVector::get(elements);
}

namespace {

template <class Word>
llvm::Constant* data_of(llvm::Type* type, llvm::Type* element, std::span<const uint64_t> operands) {
  llvm::SmallVector<Word, 64> words;
  words.reserve(operands.size());
  for (const uint64_t operand : operands) words.push_back(static_cast<Word>(operand));
  const llvm::ArrayRef<Word> data(words);
  const bool is_float = element->isFloatingPointTy();
  if constexpr (sizeof(Word) > 1) {
    if (is_float && type->isVectorTy()) return llvm::ConstantDataVector::getFP(element, data);
    if (is_float) return llvm::ConstantDataArray::getFP(element, data);
  }
  if (is_float) return nullptr;
  if (type->isVectorTy()) return llvm::ConstantDataVector::get(type->getContext(), data);
  return llvm::ConstantDataArray::get(type->getContext(), data);
}

}  // namespace

llvm::Constant* RecordedConstants::make_data(const CodeRecord& record) {
  llvm::Type* type = llvm_type(record.type);
  llvm::Type* element =
      type->isVectorTy() ? llvm::cast<llvm::VectorType>(type)->getElementType() : type->getArrayElementType();
  const std::span<const uint64_t> operands = code_.operands_of(record);
  switch (element->getScalarSizeInBits()) {
    case 8:
      return data_of<uint8_t>(type, element, operands);
    case 16:
      return data_of<uint16_t>(type, element, operands);
    case 32:
      return data_of<uint32_t>(type, element, operands);
    case 64:
      return data_of<uint64_t>(type, element, operands);
    default:
      return nullptr;
  }
}

llvm::Constant* RecordedConstants::make_text(const CodeRecord& record) {
  llvm::SmallString<64> text;
  for (const uint64_t character : code_.operands_of(record)) text.push_back(static_cast<char>(character));
  return llvm::ConstantDataArray::getString(context_, text, record.code == bitcode::kConstCString);
}

llvm::Constant* RecordedConstants::make_cast(const CodeRecord& record, uint32_t depth) {
  const std::span<const uint64_t> operands = code_.operands_of(record);
  llvm::Constant* value = constant(static_cast<uint32_t>(operands[2]), depth);
  if (value == nullptr) return nullptr;
  switch (operands[0]) {
    case bitcode::kBitcast:
      return llvm::ConstantExpr::getBitCast(value, llvm_type(record.type));
    case bitcode::kAddrSpaceCast:
      return llvm::ConstantExpr::getAddrSpaceCast(value, llvm_type(record.type));
    default:
      return nullptr;
  }
}

/// [source element type, flags (CE_GEP), (type, value) pairs]
llvm::Constant* RecordedConstants::make_address(const CodeRecord& record, uint32_t depth) {
  const std::span<const uint64_t> operands = code_.operands_of(record);
  llvm::GEPNoWrapFlags flags = llvm::GEPNoWrapFlags::none();
  size_t first = 1;
  switch (record.code) {
    case bitcode::kConstInboundsGep:
      flags = llvm::GEPNoWrapFlags::inBounds();
      break;
    case bitcode::kConstGepOld:
      break;
    case bitcode::kConstGep:
      first = 2;
      if ((operands[1] & 1) != 0) flags |= llvm::GEPNoWrapFlags::inBounds();
      if ((operands[1] & 2) != 0) flags |= llvm::GEPNoWrapFlags::noUnsignedSignedWrap();
      if ((operands[1] & 4) != 0) flags |= llvm::GEPNoWrapFlags::noUnsignedWrap();
      break;
    default:
      return nullptr;
  }
  llvm::SmallVector<llvm::Constant*, 8> parts;
  for (size_t i = first; i + 1 < operands.size(); i += 2) {
    llvm::Constant* part = constant(static_cast<uint32_t>(operands[i + 1]), depth);
    if (part == nullptr) return nullptr;
    parts.push_back(part);
  }
  return llvm::ConstantExpr::getGetElementPtr(llvm_type(static_cast<uint32_t>(operands[0])), parts[0],
                                              llvm::ArrayRef<llvm::Constant*>(parts).drop_front(), flags);
}

}  // namespace trellis::dxil
