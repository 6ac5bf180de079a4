// Tests of bitcode that LLVM would reject or misread although its meaning is clear, and that is repaired.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "dxil_frontend/bitcode/bitcode_check.hpp"
#include "dxil_frontend/bitcode/codes.hpp"
#include "dxil_frontend/bitcode/reader.hpp"
#include "dxil_frontend/llvm_reader/llvm_module.hpp"
#include "tests/dxil_frontend/bitcode/module_builder.hpp"

namespace trellis::dxil {
namespace {

using namespace bitcode;
using container_testing::BitstreamBuilder;
using container_testing::ModuleSource;
using container_testing::small_module;
using container_testing::text_operands;

constexpr uint64_t kExplicitType = 1 << 15;

/// Returns the text of the module that LLVM reads, or the error. `is_repaired`: whether LLVM reads a repaired
/// copy.
std::string read(const ModuleSource& module, bool& is_repaired) {
  const std::vector<uint8_t> bitcode = module.build();
  const Result<CheckedBitcode> checked = check_bitcode(bitcode);
  is_repaired = checked && !checked->repaired.empty();
  if (!checked) return std::string(checked.error().to_string());
  if (is_repaired) {
    const Result<String> unrepaired = print_module(bitcode);
    EXPECT_TRUE(!unrepaired || unrepaired->find("ptrtoint") != String::npos) << "LLVM reads it as it is";
    const Result<CheckedBitcode> again = check_bitcode(checked->repaired);
    EXPECT_TRUE(again && again->repaired.empty()) << "the copy needs repairs of its own";
    EXPECT_EQ(checked->repaired.size(), bitcode.size());
  }
  const Result<String> text = print_module(checked->of(bitcode));
  return std::string(text ? *text : text.error().to_string());
}

/// Types 15: i32 addrspace(3)*, 16: float*, 17: [4 x i32] addrspace(3)*. Value 2 is a groupshared @table.
ModuleSource shared_module() {
  ModuleSource module = small_module();
  module.attachments.clear();
  module.types[0].operands = {18};
  module.types.push_back({kTypePointer, {2, 3}});
  module.types.push_back({kTypePointer, {9, 0}});
  module.types.push_back({kTypePointer, {5, 3}});
  module.globals[2].operands = {5, 3 << 2 | 2, 7, 3, 0, 0};
  module.body = {{kDeclareBlocks, {1}}, {kInstRet, {}}};
  return module;
}

TEST(BitcodeRepairs, CastsOfAddressSpacesThatAreInstructions) {
  ModuleSource module = shared_module();
  // 9: the table as float*; 10: a load from it.
  module.body = {
      {kDeclareBlocks, {1}}, {kInstCast, {7, 16, kBitcast}}, {kInstLoad, {1, 9, 3, 0}}, {kInstRet, {}}};
  bool is_repaired = false;
  const std::string text = read(module, is_repaired);
  EXPECT_TRUE(is_repaired);
  EXPECT_NE(text.find("addrspacecast ptr addrspace(3) @table to ptr"), std::string::npos) << text;
}

TEST(BitcodeRepairs, CastsOfAddressSpacesThatAreConstants) {
  ModuleSource module = shared_module();
  // 9: the table as float*, whose operand comes before it; 10 and 11: the same with the operand after it.
  module.constants.insert(module.constants.end(), {{kConstSetType, {16}},
                                                   {kConstCast, {kBitcast, 17, 2}},
                                                   {kConstCast, {kBitcast, 15, 11}},
                                                   {kConstSetType, {17}},
                                                   {kConstInboundsGep, {5, 17, 2, 2, 4}}});
  module.body = {{kDeclareBlocks, {1}}, {kInstLoad, {3, 9, 3, 0}}, {kInstLoad, {3, 9, 3, 0}}, {kInstRet, {}}};
  bool is_repaired = false;
  const std::string text = read(module, is_repaired);
  EXPECT_TRUE(is_repaired);
  EXPECT_NE(text.find("load float, ptr addrspacecast (ptr addrspace(3) @table to ptr)"), std::string::npos)
      << text;
}

TEST(BitcodeRepairs, OtherCastsStayAsTheyAre) {
  ModuleSource module = shared_module();
  module.body = {{kDeclareBlocks, {1}}, {kInstCast, {7, 15, kBitcast}}, {kInstRet, {}}};
  bool is_repaired = true;
  EXPECT_NE(read(module, is_repaired).find("define void @main"), std::string::npos);
  EXPECT_FALSE(is_repaired);
  // Casts from a pointer to an integer, and between sizes.
  module.body[1].operands = {7, 2, kBitcast};
  EXPECT_NE(read(module, is_repaired).find("cast 11 between types it cannot convert"), std::string::npos);
  module.body[1].operands = {6, 16, kBitcast};
  EXPECT_NE(read(module, is_repaired).find("cast 11 between types it cannot convert"), std::string::npos);
}

/// Types 15: i64, 16: %H, 17: the function type of an atomic operation, 18: that of another one. Values 1 and
/// 3: the operations; constants from 4 on: 4: i32 1, 5: i32 0, 6: i32 7, 7: [4 x i32], 8: %S, 9: <2 x i32>,
/// 10: i64 9, 11: %H undef.
ModuleSource atomic_module() {
  ModuleSource module = small_module();
  module.attachments.clear();
  module.metadata.clear();
  module.types[0].operands = {19};
  module.types.push_back({kTypeInteger, {64}});
  module.types.push_back({kTypeStructName, text_operands("H")});
  module.types.push_back({kTypeStructNamed, {0, 3}});
  module.types.push_back({kTypeFunction, {0, 2, 2, 16, 2, 2, 2, 2, 2}});
  module.types.push_back({kTypeFunction, {0, 2, 2, 16, 2, 2, 2, 2, 2}});
  module.globals = {
      {kModuleFunction, {1, 0, 0, 0, 1, 0, 0, 0}},
      {kModuleFunction, {17, 0, 1, 0, 0, 0, 0, 0}},
      {kModuleGlobalVar, {5, 3, 8, 3, 0, 0}},
      {kModuleFunction, {18, 0, 1, 0, 0, 0, 0, 0}},
  };
  module.constants[5].operands = {4, 5, 6, 4};
  module.constants[9].operands = {4, 5};
  module.constants.insert(
      module.constants.end(),
      {{kConstSetType, {15}}, {kConstInteger, {18}}, {kConstSetType, {16}}, {kConstUndef, {}}});
  module.symbols = {
      {kVstEntry, text_operands("main", {0})},
      {kVstEntry, text_operands("dx.op.atomicBinOp.i32", {1})},
      {kVstEntry, text_operands("table", {2})},
      {kVstEntry, text_operands("dx.op.atomicCompareExchange.i32", {3})},
  };
  return module;
}

/// Returns a call of value `function`. `next` is the id of the next instruction, from which relative ids
/// count.
container_testing::Record call(uint64_t next, uint64_t type, uint64_t function,
                               const std::array<uint64_t, 7>& arguments) {
  container_testing::Record record{kInstCall, {0, kExplicitType, type, next - function}};
  for (const uint64_t argument : arguments) record.operands.push_back(next - argument);
  return record;
}

TEST(BitcodeRepairs, AtomicsOnMoreBitsThanTheirNamesSay) {
  ModuleSource module = atomic_module();
  // The results are used as 64-bit integers.
  module.body = {{kDeclareBlocks, {1}},          call(12, 17, 1, {4, 11, 5, 5, 5, 5, 10}),
                 {kInstCast, {1, 15, kBitcast}}, call(14, 18, 3, {4, 11, 5, 5, 5, 10, 12}),
                 {kInstBinop, {1, 2, 0}},        {kInstRet, {}}};
  bool is_repaired = false;
  const std::string text = read(module, is_repaired);
  EXPECT_TRUE(is_repaired) << text;
  EXPECT_NE(text.find("declare i64 @dx.op.atomicBinOp.i32(i32, %H, i32, i32, i32, i32, i64)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("declare i64 @dx.op.atomicCompareExchange.i32(i32, %H, i32, i32, i32, i64, i64)"),
            std::string::npos)
      << text;
}

TEST(BitcodeRepairs, AtomicsCalledWithBothWidthsAreRefused) {
  ModuleSource module = atomic_module();
  module.body = {{kDeclareBlocks, {1}},
                 call(12, 17, 1, {4, 11, 5, 5, 5, 5, 10}),
                 call(13, 17, 1, {4, 11, 5, 5, 5, 5, 6}),
                 {kInstRet, {}}};
  bool is_repaired = false;
  EXPECT_NE(read(module, is_repaired).find("atomic operation on 32 bits by a function for 64 bits"),
            std::string::npos);
  std::swap(module.body[1].operands, module.body[2].operands);
  EXPECT_FALSE(check_bitcode(module.build()));
}

TEST(BitcodeRepairs, OtherFunctionsKeepTheirTypes) {
  ModuleSource module = atomic_module();
  module.symbols[1] = {kVstEntry, text_operands("dx.op.atomicOther.i32", {1})};
  module.body = {{kDeclareBlocks, {1}}, call(12, 17, 1, {4, 11, 5, 5, 5, 5, 10}), {kInstRet, {}}};
  bool is_repaired = false;
  EXPECT_NE(read(module, is_repaired).find("value 10 has another type than its use"), std::string::npos);
  // The type of 64-bit integers must precede the function type: otherwise LLVM would take it for a struct.
  module = atomic_module();
  std::swap(module.types[module.types.size() - 5], module.types[2]);
  EXPECT_FALSE(check_bitcode(module.build()));
}

TEST(BitcodeRepairs, FindOperandsOfAbbreviatedRecords) {
  BitstreamBuilder builder;
  builder.begin_block(kModuleBlock, 3);
  // An abbreviation, [7, fixed 4, vbr 4, char6, array of fixed 7], then a record that uses it.
  builder.fixed(2, 3);
  builder.vbr(6, 5);
  builder.fixed(1, 1), builder.vbr(7, 8);
  builder.fixed(0, 1), builder.fixed(1, 3), builder.vbr(4, 5);
  builder.fixed(0, 1), builder.fixed(2, 3), builder.vbr(4, 5);
  builder.fixed(0, 1), builder.fixed(4, 3);
  builder.fixed(0, 1), builder.fixed(3, 3);
  builder.fixed(0, 1), builder.fixed(1, 3), builder.vbr(7, 5);
  builder.fixed(4, 3);
  builder.fixed(11, 4), builder.vbr(300, 4), builder.fixed(0, 6), builder.vbr(2, 6);
  builder.fixed(100, 7), builder.fixed(101, 7);
  builder.record(9, {1, 40, 3});
  builder.end_block();
  std::vector<uint8_t> bytes = builder.finish();
  const auto operands = [&bytes](uint32_t record, std::vector<std::optional<OperandPlace>>* places) {
    BitstreamReader reader(bytes, 0);
    EXPECT_EQ(reader.next(), Entry::kBlock);
    EXPECT_TRUE(reader.enter());
    for (uint32_t n = 0; n <= record; ++n) EXPECT_EQ(reader.next(), Entry::kRecord);
    for (uint64_t n = 0; places != nullptr && n <= reader.operands().size(); ++n) {
      places->push_back(reader.place_of(n));
    }
    return std::vector<uint64_t>(reader.operands().begin(), reader.operands().end());
  };
  std::vector<std::optional<OperandPlace>> places;
  EXPECT_EQ(operands(0, &places), (std::vector<uint64_t>{11, 300, 'a', 100, 101}));
  ASSERT_EQ(places.size(), 6u);
  EXPECT_FALSE(places[2]);  // A char6 operand.
  EXPECT_FALSE(places[5]);  // No such operand.
  EXPECT_TRUE(write_operand(bytes, *places[0], 12));
  EXPECT_FALSE(write_operand(bytes, *places[0], 16));
  EXPECT_TRUE(write_operand(bytes, *places[1], 5));
  EXPECT_FALSE(write_operand(bytes, *places[1], 512));
  EXPECT_TRUE(write_operand(bytes, *places[4], 127));
  EXPECT_EQ(operands(0, nullptr), (std::vector<uint64_t>{12, 5, 'a', 100, 127}));
  places.clear();
  EXPECT_EQ(operands(1, &places), (std::vector<uint64_t>{1, 40, 3}));
  EXPECT_TRUE(write_operand(bytes, *places[1], 77));
  EXPECT_FALSE(write_operand(bytes, *places[2], 32));
  EXPECT_TRUE(write_operand(bytes, *places[2], 31));
  EXPECT_EQ(operands(1, nullptr), (std::vector<uint64_t>{1, 77, 31}));
  EXPECT_FALSE(write_operand(std::span(bytes).first(4), *places[2], 1));
}

}  // namespace
}  // namespace trellis::dxil
