// Compares sizes, alignments and offsets with LLVM's.
#include "dxil_frontend/module_builder/data_layout.hpp"

#include <gtest/gtest.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/LLVMContext.h>

namespace trellis::dxil::test {
namespace {

constexpr const char* kNative =
    "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64";
constexpr const char* kMinPrecision =
    "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64";

/// The same types in LLVM and in a dxil::Module, with equal indices.
class Types {
 public:
  Types() {
    for (const unsigned bits : {1u, 8u, 16u, 32u, 64u}) {
      add(TypeKind::kInt, bits, llvm::Type::getIntNTy(context_, bits));
    }
    add(TypeKind::kFloat, 16, llvm::Type::getHalfTy(context_));
    add(TypeKind::kFloat, 32, llvm::Type::getFloatTy(context_));
    add(TypeKind::kFloat, 64, llvm::Type::getDoubleTy(context_));
    add(TypeKind::kPointer, 0, llvm::PointerType::get(context_, 0));
    const size_t scalars = module.types.size();
    for (TypeId element = 0; element < scalars; ++element) {
      for (const unsigned count : {2u, 3u, 4u}) {
        add_several(TypeKind::kVector, element, count,
                    llvm::FixedVectorType::get(llvm_types[element], count));
      }
    }
    for (TypeId element = 0; element < scalars; ++element) {
      add_several(TypeKind::kArray, element, 3, llvm::ArrayType::get(llvm_types[element], 3));
    }
    const auto all = static_cast<TypeId>(module.types.size());
    for (TypeId first = 0; first < all; first += 2) {
      for (TypeId second = 1; second < all; second += 3) add_struct({first, second, 1, second, first});
    }
    add_struct({});
    for (TypeId first = 0; first < all; first += 2) add_struct({first, 1, first}, true);
    add_struct({static_cast<TypeId>(module.types.size() - 1), 1});  // A packed struct as a member.
  }

  Module module;
  std::vector<llvm::Type*> llvm_types;

 private:
  void add(TypeKind kind, unsigned bits, llvm::Type* type) {
    Type& added = module.types.emplace_back();
    added.kind = kind;
    added.bits = static_cast<uint8_t>(bits);
    llvm_types.push_back(type);
  }
  void add_several(TypeKind kind, TypeId element, unsigned count, llvm::Type* type) {
    add(kind, 0, type);
    module.types.back().element = element;
    module.types.back().count = count;
  }
  void add_struct(const std::vector<TypeId>& members, bool is_packed = false) {
    std::vector<llvm::Type*> others;
    for (const TypeId member : members) others.push_back(llvm_types[member]);
    add(TypeKind::kStruct, 0, llvm::StructType::get(context_, others, is_packed));
    module.types.back().is_packed = is_packed;
    module.types.back().members.assign(members.begin(), members.end());
  }

  llvm::LLVMContext context_;
};

void expect_the_same(const Types& types, const llvm::DataLayout& expected, const DataLayout& layout) {
  for (TypeId id = 0; id < types.module.types.size(); ++id) {
    llvm::Type* type = types.llvm_types[id];
    const Extent extent = layout.extent(types.module, id);
    EXPECT_EQ(extent.size, expected.getTypeAllocSize(type).getFixedValue()) << "type " << id;
    EXPECT_EQ(extent.alignment, expected.getABITypeAlign(type).value()) << "type " << id;
    auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    if (structure == nullptr) continue;
    const Vector<uint64_t> offsets = layout.member_offsets(types.module, id);
    ASSERT_EQ(offsets.size(), structure->getNumElements());
    for (unsigned n = 0; n < offsets.size(); ++n) {
      EXPECT_EQ(offsets[n], expected.getStructLayout(structure)->getElementOffset(n)) << "type " << id;
    }
  }
}

TEST(DataLayoutOfModules, IsLlvms) {
  const Types types;
  for (const std::string text : {"", kNative, kMinPrecision, "e-p:64:64-a:64-v96:32-i64:32"}) {
    SCOPED_TRACE(text);
    const std::optional<DataLayout> layout = DataLayout::parse(text);
    ASSERT_TRUE(layout);
    // LLVM requires an i8 of one byte, which parse() always assumes.
    std::string for_llvm = text;
    if (const size_t wide = for_llvm.find("i8:32"); wide != std::string::npos)
      for_llvm.replace(wide, 5, "i8:8");
    expect_the_same(types, llvm::DataLayout(for_llvm), *layout);
  }
}

TEST(DataLayoutOfModules, MalformedLayoutsAreRefused) {
  for (const char* text : {"E", "x", "i", "i32", "i0:8", "i32:3", "i32:24", "p:0:32", "p:32", "e--i32:32",
                           "i32:32:", "i32:32:a", "f32:4294967296", "v:8", "n", "m:o", "a:7"}) {
    EXPECT_FALSE(DataLayout::parse(text)) << text;
  }
}

TEST(DataLayoutOfModules, IsUsualIfCompilersWriteIt) {
  EXPECT_TRUE(DataLayout::is_usual(""));
  EXPECT_TRUE(DataLayout::is_usual(kNative));
  EXPECT_TRUE(DataLayout::is_usual(kMinPrecision));
  std::string by_llvm = kMinPrecision;
  by_llvm.replace(by_llvm.find("i8:32"), 5, "i8:8");
  EXPECT_TRUE(DataLayout::is_usual(by_llvm));
  EXPECT_FALSE(DataLayout::is_usual("e-p:64:64"));
}

}  // namespace
}  // namespace trellis::dxil::test
