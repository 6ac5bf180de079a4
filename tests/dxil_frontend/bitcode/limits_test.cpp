#include <gtest/gtest.h>

#include <array>
#include <string>

#include "dxil_frontend/bitcode/bitcode_check.hpp"
#include "dxil_frontend/bitcode/codes.hpp"
#include "dxil_frontend/container/container.hpp"
#include "tests/dxil_frontend/bitcode/module_builder.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "tests/support/stopwatch.hpp"

namespace trellis::dxil {
namespace {

using namespace bitcode;
using container_testing::ModuleSource;
using container_testing::small_module;
using container_testing::text_operands;

std::string error_of(std::span<const uint8_t> bitcode) {
  const auto checked = check_bitcode(bitcode);
  return checked ? "" : checked.error().to_string();
}

TEST(BitcodeCheck, AcceptsTheSmallModule) { EXPECT_EQ(error_of(small_module().build()), ""); }

TEST(BitcodeCheck, AcceptsUsesBeforeTheirDefinitions) {
  ModuleSource module = small_module();
  module.attachments.clear();
  module.body = {
      {kDeclareBlocks, {3}},
      {kInstBr, {2}},
      {kInstBinop, {0xfffffffe, 2, 4, 0}},      // 9: 11 + 7
      {kInstGep, {1, 5, 8, 6, 0xffffffff, 2}},  // 10: element 11 of @table
      {kInstRet, {}},
      {kInstBinop, {6, 8, 0}},  // 11: 7 + 1
      {kInstBr, {1}},
  };
  EXPECT_EQ(error_of(module.build()), "");
}

/// A module with a constant, value 9, of an opaque type, and one additional instruction.
ModuleSource module_with_opaque(uint32_t constant, const container_testing::Records& instructions) {
  ModuleSource module = small_module();
  module.attachments.clear();
  module.types[0].operands = {16};
  module.types.push_back({kTypeStructName, text_operands("T")});
  module.types.push_back({kTypeOpaque, {0}});
  module.constants.push_back({kConstSetType, {15}});
  module.constants.push_back({constant, {}});
  module.body = {{kDeclareBlocks, {1}}};
  module.body.insert(module.body.end(), instructions.begin(), instructions.end());
  module.body.push_back({kInstRet, {}});
  return module;
}

// dxc names types that are never completed in metadata, by undefined values of these types.
TEST(BitcodeCheck, AcceptsUndefinedValuesOfOpaqueTypesThatNoInstructionUses) {
  EXPECT_EQ(error_of(module_with_opaque(kConstUndef, {}).build()), "");
  EXPECT_NE(error_of(module_with_opaque(kConstNull, {}).build()).find("null of an opaque type"),
            std::string::npos);
  const container_testing::Record uses[] = {
      {kInstFreeze, {1}},        // Freezes value 9.
      {kInstSelect, {1, 1, 7}},  // Both choices are value 9.
      {kInstStore, {8, 1, 3, 0}}, {kInstExtractValue, {1, 0}}, {kInstCmp2, {1, 1, 32}},
  };
  for (const auto& use : uses) {
    EXPECT_NE(error_of(module_with_opaque(kConstUndef, {use}).build()), "") << use.code;
  }
}

TEST(BitcodeCheck, AcceptsAtomicsOnPointerParameters) {
  ModuleSource module = small_module();
  module.attachments.clear();
  module.types[0].operands = {16};
  module.types.push_back({kTypeFunction, {0, 0, 3}});
  module.globals[0].operands[0] = 15;
  module.body = {{kDeclareBlocks, {1}}, {kInstAtomicRmwOld, {1, 5, 1, 0, 6, 1}}, {kInstRet, {}}};
  EXPECT_EQ(error_of(module.build()), "");
  module.body[1].operands = {1, 0xfffffff0, 1, 0, 6, 1};
  EXPECT_NE(error_of(module.build()).find("pointer to a type that is not known"), std::string::npos);
}

// The third function's index is the number of the integers' type.
TEST(BitcodeCheck, RefusesAtomicsOnFunctions) {
  ModuleSource module = small_module();
  module.attachments.clear();
  module.globals[2] = module.globals[1];
  module.body = {{kDeclareBlocks, {1}}, {kInstAtomicRmwOld, {7, 6, 1, 0, 6, 1}}, {kInstRet, {}}};
  EXPECT_NE(error_of(module.build()).find("another type than its use"), std::string::npos)
      << error_of(module.build());
}

// LLVM takes the pointee from SETTYPE, whatever the indices lead to.
TEST(BitcodeCheck, RefusesAtomicsOnConstantAddressesOfAnotherPointee) {
  for (const uint64_t pointer : {3, 6}) {  // i32*, [4 x i32]*
    ModuleSource module = small_module();
    module.attachments.clear();
    module.constants.push_back({kConstSetType, {pointer}});
    module.constants.push_back({kConstInboundsGep, {5, 6, 2, 2, 4, 2, 4}});
    module.body = {{kDeclareBlocks, {1}}, {kInstAtomicRmwOld, {1, 7, 1, 0, 6, 1}}, {kInstRet, {}}};
    const std::string error = error_of(module.build());
    EXPECT_EQ(error.find("another type than its use") != std::string::npos, pointer == 6) << error;
    EXPECT_EQ(error.empty(), pointer == 3) << error;
  }
}

TEST(BitcodeCheck, AcceptsTheCorpus) {
  constexpr std::array<std::string_view, 10> kFolders = {
      "control_flow",  "large",     "ops",    "programs",   "raytracing",
      "reconvergence", "resources", "stages", "uniformity", "variants"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), kFolders);
  ASSERT_TRUE(shaders) << shaders.error().to_string();
  for (const test_support::CorpusShader& shader : *shaders) {
    const auto bytes = test_support::read_binary_file(shader.dxil);
    ASSERT_TRUE(bytes);
    const auto container = parse_container(*bytes);
    ASSERT_TRUE(container);
    for (const auto* program : {&container->dxil, &container->ildb}) {
      if (!*program) continue;
      const auto checked = check_bitcode((*program)->bitcode, (*program)->bitcode_offset);
      EXPECT_TRUE(checked) << shader.label() << ": " << checked.error().to_string();
    }
  }
}

TEST(BitcodeCheck, StopsInTheMiddleIfTheCallIsOver) {
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / "large" / "votes_chain_120.dxil");
  ASSERT_TRUE(bytes);
  const auto container = parse_container(*bytes);
  ASSERT_TRUE(container && container->dxil);
  uint32_t calls = 0;
  WorkLimits limits;
  limits.stop_user = &calls;
  limits.stop = [](void* user) { return ++*static_cast<uint32_t*>(user) == 2; };
  WorkWatch watch(limits);
  const std::span<const uint8_t> bitcode = container->dxil->bitcode;
  for (const BitcodeUse use : {BitcodeUse::kAll, BitcodeUse::kRecords}) {
    EXPECT_TRUE(check_bitcode(bitcode, 0, use));
    EXPECT_FALSE(check_bitcode(bitcode, 0, use, &watch));
    EXPECT_FALSE(watch.check());
  }
  EXPECT_EQ(calls, 2u);
}

TEST(BitcodeCheck, RefusesEveryTruncation) {
  const std::vector<uint8_t> bitcode = small_module().build();
  for (std::size_t length = 0; length < bitcode.size(); ++length) {
    EXPECT_NE(error_of(std::span(bitcode).first(length)), "") << length;
  }
}

TEST(BitcodeCheck, SaysWhereInTheFile) {
  ModuleSource module = small_module();
  module.body[5].operands = {1, 7, 13};
  const std::vector<uint8_t> bitcode = module.build();
  const auto checked = check_bitcode(bitcode, 0x1000);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message, "FUNCTION_BLOCK, record BINOP (2): unknown binary operation 13");
  EXPECT_EQ(checked.error().where.part, "bitcode");
  ASSERT_TRUE(checked.error().where.offset);
  EXPECT_GT(*checked.error().where.offset, 0x1000u);
  EXPECT_LT(*checked.error().where.offset, 0x1000u + bitcode.size());
}

// The meaning of records.

struct BrokenModule {
  const char* name;
  void (*edit)(ModuleSource& module);
  const char* message;
};

void PrintTo(const BrokenModule& broken, std::ostream* out) { *out << broken.name; }

class BrokenBitcode : public testing::TestWithParam<BrokenModule> {};

TEST_P(BrokenBitcode, IsRefusedWithItsReason) {
  ModuleSource module = small_module();
  GetParam().edit(module);
  const std::string error = error_of(module.build());
  EXPECT_NE(error.find(GetParam().message), std::string::npos) << "said: " << error;
}

std::string name_of_case(const testing::TestParamInfo<BrokenModule>& test_case) {
  return test_case.param.name;
}

using M = ModuleSource;

INSTANTIATE_TEST_SUITE_P(
    Header, BrokenBitcode,
    testing::Values(
        BrokenModule{"VersionZero", [](M& m) { m.header[0].operands = {0}; }, "unknown module version"},
        BrokenModule{"VersionThree", [](M& m) { m.header[0].operands = {3}; }, "unknown module version"},
        BrokenModule{"VersionTwice", [](M& m) { m.header.push_back(m.header[0]); }, "second version"},
        BrokenModule{"VersionMissing", [](M& m) { m.header.clear(); }, "before the module's version"},
        BrokenModule{"InlineAssembly",
                     [](M& m) {
                       m.header.push_back({4, {65}});
                     },
                     "record ASM (4): record does not occur in DXIL"},
        BrokenModule{"Alias",
                     [](M& m) {
                       m.globals.push_back({14, {2, 0, 0, 0}});
                     },
                     "does not occur in DXIL"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Attributes, BrokenBitcode,
    testing::Values(BrokenModule{"GroupTooShort",
                                 [](M& m) {
                                   m.attribute_groups[0].operands = {1, 0};
                                 },
                                 "without attributes"},
                    BrokenModule{"HugeParameter",
                                 [](M& m) { m.attribute_groups[0].operands[1] = 0xfffffff0; },
                                 "attributes of parameter 4294967280"},
                    BrokenModule{"UnknownKind", [](M& m) { m.attribute_groups[0].operands[3] = 500; },
                                 "attribute kind 500"},
                    BrokenModule{"UnknownForm", [](M& m) { m.attribute_groups[0].operands[2] = 9; },
                                 "attribute of form 9"},
                    BrokenModule{"KindMissing", [](M& m) { m.attribute_groups[0].operands.pop_back(); },
                                 "without a kind"},
                    BrokenModule{"TextWithoutEnd", [](M& m) { m.attribute_groups[1].operands.pop_back(); },
                                 "a string of an attribute is not terminated"},
                    BrokenModule{"AlignmentThree",
                                 [](M& m) {
                                   m.attribute_groups[0].operands = {1, 1, 1, 1, 3};
                                 },
                                 "alignment of 3"},
                    BrokenModule{"UndefinedGroup", [](M& m) { m.attributes[0].operands = {3}; },
                                 "attribute group 3 is not defined"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Types, BrokenBitcode,
    testing::Values(
        BrokenModule{"TooManyDeclared", [](M& m) { m.types[0].operands = {0xffffffff}; },
                     "number of types does not fit"},
        BrokenModule{"MoreThanDeclared", [](M& m) { m.types[0].operands = {14}; }, "more types than the 14"},
        BrokenModule{"FewerThanDeclared", [](M& m) { m.types[0].operands = {16}; }, "ends after 15 of 16"},
        BrokenModule{"NumEntryTwice", [](M& m) { m.types.push_back(m.types[0]); }, "second NUMENTRY"},
        BrokenModule{"HugeInteger", [](M& m) { m.types[3].operands = {1 << 23}; }, "integer of 8388608 bits"},
        BrokenModule{"IntegerOfNoBits", [](M& m) { m.types[3].operands = {0}; }, "integer of 0 bits"},
        BrokenModule{"ArrayOfItself",
                     [](M& m) {
                       m.types[6].operands = {4, 5};
                     },
                     "contains type 5, which is not"},
        BrokenModule{"ArrayOfLater",
                     [](M& m) {
                       m.types[6].operands = {4, 9};
                     },
                     "contains type 9, which is not"},
        BrokenModule{"ArrayOfVoid",
                     [](M& m) {
                       m.types[6].operands = {4, 0};
                     },
                     "cannot be an element"},
        BrokenModule{"ArrayTooLarge",
                     [](M& m) {
                       m.types[6].operands = {uint64_t{1} << 60, 2};
                     },
                     "too many scalars"},
        BrokenModule{"PointerOutOfRange",
                     [](M& m) {
                       m.types[4].operands = {15, 0};
                     },
                     "type id 15 is not one of"},
        BrokenModule{"PointerToLaterScalar",
                     [](M& m) {
                       m.types[4].operands = {9, 0};
                     },
                     "was pointed to before its definition"},
        BrokenModule{"PointerToLaterUnnamedStruct",
                     [](M& m) {
                       m.types[4].operands = {10, 0};
                       m.types[12] = {kTypeStructAnon, {0, 2, 9}};
                     },
                     "is not a named struct"},
        BrokenModule{"PointerToVoid",
                     [](M& m) {
                       m.types[4].operands = {0, 0};
                     },
                     "cannot be pointed to"},
        BrokenModule{"FunctionReturnsFunction",
                     [](M& m) {
                       m.types[5].operands = {0, 1};
                     },
                     "cannot be returned"},
        BrokenModule{"FunctionTakesVoid",
                     [](M& m) {
                       m.types[5].operands = {0, 2, 0};
                     },
                     "cannot be a parameter"},
        BrokenModule{"VariableArguments",
                     [](M& m) {
                       m.types[2].operands = {1, 0};
                     },
                     "variable number"},
        BrokenModule{"StructWithoutName", [](M& m) { m.types.erase(m.types.begin() + 11); },
                     "struct without STRUCT_NAME"},
        BrokenModule{"StructOfItself",
                     [](M& m) {
                       m.types[12].operands = {0, 10};
                     },
                     "contains type 10"},
        BrokenModule{"VectorOfStruct",
                     [](M& m) {
                       m.types[13].operands = {2, 10};
                     },
                     "vector of something"},
        BrokenModule{"VectorOfNothing",
                     [](M& m) {
                       m.types[13].operands = {0, 2};
                     },
                     "vector without elements"},
        BrokenModule{"VectorTooLong",
                     [](M& m) {
                       m.types[13].operands = {1 << 20, 2};
                     },
                     "vector of 1048576"},
        BrokenModule{"UnknownType", [](M& m) { m.types[9].code = 24; }, "type does not occur in DXIL"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Globals, BrokenBitcode,
    testing::Values(
        BrokenModule{"FunctionTypeOutOfRange", [](M& m) { m.globals[0].operands[0] = 99; }, "type id 99"},
        BrokenModule{"FunctionTypeNotOne", [](M& m) { m.globals[0].operands[0] = 2; },
                     "not one of a function"},
        BrokenModule{"FunctionTooShort", [](M& m) { m.globals[0].operands.resize(7); },
                     "function with 7 operands"},
        BrokenModule{"FunctionAttributes", [](M& m) { m.globals[0].operands[4] = 2; }, "attribute list 2"},
        BrokenModule{"FunctionAlignment", [](M& m) { m.globals[0].operands[5] = 40; },
                     "alignment exponent 40"},
        BrokenModule{"FunctionSection", [](M& m) { m.globals[0].operands[6] = 1; },
                     "section 1 is not defined"},
        BrokenModule{"FunctionLinkage", [](M& m) { m.globals[1].operands[3] = 3; }, "linkage 3"},
        BrokenModule{"BodyMissing", [](M& m) { m.with_body = false; }, "1 functions have bodies, but only 0"},
        BrokenModule{"BodyTooMany", [](M& m) { m.globals[0].operands[2] = 1; }, "more function bodies"},
        BrokenModule{"VariableTypeOutOfRange", [](M& m) { m.globals[2].operands[0] = 15; }, "type id 15"},
        BrokenModule{"VariableWithoutSize", [](M& m) { m.globals[2].operands[0] = 0; }, "without a size"},
        BrokenModule{"VariableNotPointer", [](M& m) { m.globals[2].operands[1] = 1; }, "is not a pointer"},
        BrokenModule{"InitializerOutOfRange", [](M& m) { m.globals[2].operands[2] = 77; },
                     "initialiser of global 2"},
        BrokenModule{"InitializerOfOtherType", [](M& m) { m.globals[2].operands[2] = 4; },
                     "initialiser of global 2"},
        BrokenModule{"VariableTooShort", [](M& m) { m.globals[2].operands.resize(5); },
                     "variable with 5 operands"},
        BrokenModule{"NameOfNoValue", [](M& m) { m.symbols[0].operands[0] = 900; },
                     "value id 900 is out of range"},
        BrokenModule{"NameOfConstant", [](M& m) { m.symbols[0].operands[0] = 4; },
                     "has a name, but is not a global"},
        BrokenModule{"ForeignIntrinsic",
                     [](M& m) { m.symbols[1].operands = text_operands("llvm.memcpy", {1}); },
                     "LLVM's function llvm.memcpy"},
        BrokenModule{"ForeignIntrinsicWhoseCharactersLlvmNarrows",
                     [](M& m) {
                       m.symbols[1].operands = text_operands("llvm.memcpy", {1});
                       m.symbols[1].operands[1] += 256;
                     },
                     "LLVM's function llvm.memcpy"},
        BrokenModule{"IntrinsicOfOtherType",
                     [](M& m) { m.symbols[1].operands = text_operands("llvm.dbg.value", {1}); },
                     "LLVM's function llvm.dbg.value has another type"},
        BrokenModule{"ForeignVariable",
                     [](M& m) { m.symbols[2].operands = text_operands("llvm.global_dtors", {2}); },
                     "LLVM's global variable llvm.global_dtors"},
        BrokenModule{"NoConstructors",
                     [](M& m) { m.symbols[2].operands = text_operands("llvm.global_ctors", {2}); },
                     "llvm.global_ctors is not a list of constructors"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Constants, BrokenBitcode,
    testing::Values(
        BrokenModule{"TypeOutOfRange", [](M& m) { m.constants[0].operands = {15}; }, "type id 15"},
        BrokenModule{"TypeVoid", [](M& m) { m.constants[0].operands = {0}; }, "cannot be a constant's"},
        BrokenModule{"TypeMissing", [](M& m) { m.constants.erase(m.constants.begin()); },
                     "before any SETTYPE"},
        BrokenModule{"IntegerOfArray",
                     [](M& m) {
                       m.constants[5] = {kConstInteger, {2}};
                     },
                     "of another type"},
        BrokenModule{"FloatOfInteger",
                     [](M& m) {
                       m.constants[1] = {kConstFloat, {0}};
                     },
                     "of another type"},
        BrokenModule{"AggregateTooShort", [](M& m) { m.constants[5].operands.pop_back(); },
                     "has 3 elements, its type 4"},
        BrokenModule{"AggregateOfOtherType", [](M& m) { m.constants[5].operands[1] = 7; },
                     "has another type than"},
        BrokenModule{"AggregateOfItself", [](M& m) { m.constants[5].operands[1] = 6; },
                     "has another type than"},
        BrokenModule{"GepByAnotherTypeOfItsBase",
                     [](M& m) {
                       m.constants.push_back({kConstSetType, {6}});
                       m.constants.push_back({kConstInboundsGep, {5, 2, 2, 2, 4}});
                     },
                     "constant GEP whose base is not a pointer"},
        BrokenModule{"AggregateOutOfRange", [](M& m) { m.constants[5].operands[1] = 100; },
                     "which is not a constant"},
        BrokenModule{"CastsInCircles",
                     [](M& m) {
                       m.constants.push_back({kConstSetType, {3}});
                       m.constants.push_back({kConstCast, {11, 3, 10}});
                       m.constants.push_back({kConstCast, {11, 3, 9}});
                     },
                     "contains itself"},
        BrokenModule{"DataTooLong",
                     [](M& m) {
                       m.constants[5] = {kConstData, {1, 2, 3, 4, 5}};
                     },
                     "data constant has 5 elements, its type 4"},
        BrokenModule{"TextOfIntegers",
                     [](M& m) {
                       m.constants[5] = {kConstString, {65, 66, 67, 68}};
                     },
                     "not of its array type"},
        BrokenModule{"GepWithoutType",
                     [](M& m) {
                       m.constants[7] = {kConstInboundsGep, {6, 2, 2, 4}};
                     },
                     "without its source element type"},
        BrokenModule{"GepIndexOutOfStruct",
                     [](M& m) {
                       m.constants.push_back({kConstSetType, {12}});
                       m.constants.push_back({kConstNull, {}});
                       m.constants.push_back({kConstInboundsGep, {10, 12, 9, 2, 4, 2, 5}});
                     },
                     "not one of the struct's members"},
        BrokenModule{"Blockaddress",
                     [](M& m) {
                       m.constants[7] = {21, {1, 0, 1}};
                     },
                     "does not occur in DXIL"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Metadata, BrokenBitcode,
    testing::Values(
        BrokenModule{"ValueTypeOutOfRange",
                     [](M& m) {
                       m.metadata[1].operands = {55, 5};
                     },
                     "type id 55"},
        BrokenModule{"ValueOutOfRange",
                     [](M& m) {
                       m.metadata[1].operands = {2, 55};
                     },
                     "value id 55 is out of range"},
        BrokenModule{"ValueOfOtherType",
                     [](M& m) {
                       m.metadata[1].operands = {9, 5};
                     },
                     "does not have the type"},
        BrokenModule{"OperandNeverDefined",
                     [](M& m) {
                       m.metadata[2].operands = {1, 9};
                     },
                     "but only 4 exist"},
        BrokenModule{"OperandHuge", [](M& m) { m.metadata[2].operands = {0xfffffff0}; }, "is out of range"},
        BrokenModule{"NameWithoutNode", [](M& m) { m.metadata.pop_back(); }, "NAME without its NAMED_NODE"},
        BrokenModule{"NodeWithoutName", [](M& m) { m.metadata.erase(m.metadata.begin() + 4); },
                     "NAMED_NODE without its NAME"},
        BrokenModule{"NamedString", [](M& m) { m.metadata[5].operands = {0}; }, "is not a node"},
        BrokenModule{"NamedOutOfRange", [](M& m) { m.metadata[5].operands = {44}; }, "is not a node"},
        BrokenModule{"ModuleFlagOfOtherForm",
                     [](M& m) { m.metadata[4].operands = text_operands("llvm.module.flags"); },
                     "module flag does not have the form"},
        BrokenModule{"LocationInTheLastScopeOfAll",
                     [](M& m) {
                       m.metadata.push_back({kMdLocation, {0, 1, 1, UINT64_MAX, 0}});
                     },
                     "scope is missing"},
        BrokenModule{"UnitOfOtherKind", [](M& m) { m.metadata[4].operands = text_operands("llvm.dbg.cu"); },
                     "is not a compile unit"},
        BrokenModule{"FileNamedByANumber",
                     [](M& m) {
                       m.metadata.push_back({kMdFile, {0, 2, 1}});
                     },
                     "metadata id 1 is not a string"},
        BrokenModule{"ScopeIsNone",
                     [](M& m) {
                       m.metadata.push_back({kMdLexicalBlock, {0, 3, 0, 1, 1}});
                     },
                     "is not what node 4 uses it as"},
        BrokenModule{"ScopesInCircles",
                     [](M& m) {
                       m.metadata.push_back({kMdLexicalBlock, {1, 6, 0, 1, 1}});
                       m.metadata.push_back({kMdLexicalBlock, {1, 5, 0, 1, 1}});
                     },
                     "go in circles"},
        BrokenModule{"ObjectiveC",
                     [](M& m) {
                       m.metadata.push_back({30, {0}});
                     },
                     "does not occur in DXIL"},
        BrokenModule{"KindTwice", [](M& m) { m.kinds.push_back(m.kinds[0]); }, "kind 0 is defined twice"},
        BrokenModule{"KindHuge", [](M& m) { m.kinds[0].operands[0] = 1 << 20; }, "is out of range"},
        BrokenModule{"AttachmentToNoInstruction", [](M& m) { m.attachments[0].operands[0] = 13; },
                     "instruction 13 is out of range, the function has 13"},
        BrokenModule{"AttachmentOfNoKind", [](M& m) { m.attachments[0].operands[1] = 4; },
                     "kind 4 is not defined"},
        BrokenModule{"AttachedString",
                     [](M& m) {
                       m.attachments[0].operands = {6, 3, 0};
                     },
                     "is not a node"},
        BrokenModule{"AttachedOutOfRange",
                     [](M& m) {
                       m.attachments[0].operands = {6, 3, 99};
                     },
                     "is out of range"},
        BrokenModule{"LoopWithoutItself",
                     [](M& m) {
                       m.attachments[0].operands = {6, 2, 2};
                     },
                     "does not begin with itself"},
        BrokenModule{"TbaaOfOtherForm",
                     [](M& m) {
                       m.attachments[0].operands = {3, 1, 3};
                     },
                     "is not a TBAA node"}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Function, BrokenBitcode,
    testing::Values(
        BrokenModule{"NoBlocks", [](M& m) { m.body[0].operands = {0}; }, "number of blocks does not fit"},
        BrokenModule{"HugeNumberOfBlocks", [](M& m) { m.body[0].operands = {0xffffffff}; }, "does not fit"},
        BrokenModule{"TooManyBlocks",
                     [](M& m) {
                       m.body[0].operands = {5};
                       m.attachments.clear();
                     },
                     "4 terminators, but 5 blocks"},
        BrokenModule{"AttachmentsTooSoon", [](M& m) { m.body[0].operands = {5}; },
                     "before the last instruction"},
        BrokenModule{"TooFewBlocks", [](M& m) { m.body[0].operands = {3}; },
                     "out of range, the function has 3"},
        BrokenModule{"BlocksNotDeclared", [](M& m) { m.body.erase(m.body.begin()); },
                     "after the last block's end"},
        BrokenModule{"InstructionAfterEnd",
                     [](M& m) {
                       m.body.push_back({kInstRet, {}});
                     },
                     "after the last block's end"},
        BrokenModule{"BranchToEntry", [](M& m) { m.body[9].operands = {0}; },
                     "entry block has a predecessor"},
        BrokenModule{"BranchOutOfRange", [](M& m) { m.body[9].operands = {4}; }, "block 4 is out of range"},
        BrokenModule{"BranchOnInteger", [](M& m) { m.body[7].operands[2] = 2; },
                     "has another type than its use"},
        BrokenModule{"OperandMissing", [](M& m) { m.body[5].operands.resize(2); }, "operand is missing"},
        BrokenModule{"OperandTooMany", [](M& m) { m.body[3].operands.push_back(1); }, "operands left over"},
        BrokenModule{"OperandOfOtherType", [](M& m) { m.body[5].operands[1] = 5; },
                     "has another type than its use"},
        BrokenModule{"UsedNeverDefined",
                     [](M& m) {
                       m.body[3].operands = {1, 0xfffffff0, 2, 3, 0};
                     },
                     "is used, but never defined"},
        BrokenModule{"UsedFarAway",
                     [](M& m) {
                       m.body[3].operands = {1, 0x80000000, 2, 3, 0};
                     },
                     "is out of range"},
        BrokenModule{"UsesItself",
                     [](M& m) {
                       m.body[5].operands = {0, 2, 7, 0};
                     },
                     "operand of the instruction that defines it"},
        BrokenModule{"ForwardOfOtherType",
                     [](M& m) {
                       m.body[3].operands = {1, 0xfffffffe, 2, 3, 0};
                     },
                     "another type than its use"},
        BrokenModule{"UnknownBinop", [](M& m) { m.body[5].operands[2] = 13; }, "unknown binary operation 13"},
        BrokenModule{"UnknownPredicate", [](M& m) { m.body[6].operands[2] = 42; },
                     "predicate 42 does not fit"},
        BrokenModule{"FloatPredicateOfIntegers", [](M& m) { m.body[6].operands[2] = 1; },
                     "predicate 1 does not fit"},
        BrokenModule{"UnknownCast", [](M& m) { m.body[12].operands[2] = 13; }, "unknown cast 13"},
        BrokenModule{"ImpossibleCast", [](M& m) { m.body[12].operands[2] = 0; }, "types it cannot convert"},
        BrokenModule{"CastToVoid", [](M& m) { m.body[12].operands[1] = 0; }, "type id 0 has no size"},
        BrokenModule{"AllocaOfNoSize", [](M& m) { m.body[1].operands[0] = 1; }, "type id 1 has no size"},
        BrokenModule{"AllocaCountNotConstant", [](M& m) { m.body[1].operands[2] = 2; },
                     "not an integer constant"},
        BrokenModule{"AllocaAlignment", [](M& m) { m.body[1].operands[3] = 64 | (3 << 8); },
                     "alignment exponent 96"},
        BrokenModule{"AllocaOfOldForm", [](M& m) { m.body[1].operands[3] = 3; }, "alloca with flags 3"},
        BrokenModule{"GepOfInteger", [](M& m) { m.body[2].operands[2] = 5; }, "base is not a pointer"},
        BrokenModule{"GepTooDeep", [](M& m) { m.body[2].operands.push_back(7); }, "more indices than"},
        BrokenModule{"GepWithoutIndices", [](M& m) { m.body[2].operands.resize(3); }, "GEP without indices"},
        BrokenModule{"GepOfNoSize", [](M& m) { m.body[2].operands[1] = 0; }, "without a size"},
        BrokenModule{"LoadFromInteger", [](M& m) { m.body[4].operands[0] = 6; }, "not a pointer"},
        BrokenModule{"LoadOfFunction", [](M& m) { m.body[4].operands[1] = 1; }, "type id 1 has no size"},
        BrokenModule{"LoadAlignment", [](M& m) { m.body[4].operands[2] = 64; }, "alignment exponent 64"},
        BrokenModule{"LoadFlag", [](M& m) { m.body[4].operands[3] = 2; }, "flag is 2"},
        BrokenModule{"StoreToInteger", [](M& m) { m.body[3].operands[0] = 6; }, "not a pointer"},
        BrokenModule{"CallAttributes", [](M& m) { m.body[8].operands[0] = 2; }, "attribute list 2"},
        BrokenModule{"CallOfOldForm", [](M& m) { m.body[8].operands[1] = 0; }, "call with flags 0"},
        BrokenModule{"CallOfVariable", [](M& m) { m.body[8].operands[3] = 12; }, "not a function"},
        BrokenModule{"CallOfOtherType", [](M& m) { m.body[8].operands[2] = 1; }, "is not the function's"},
        BrokenModule{"CallWithoutArgument", [](M& m) { m.body[8].operands.pop_back(); },
                     "operand is missing"},
        BrokenModule{"CallWithTwoArguments", [](M& m) { m.body[8].operands.push_back(2); }, "left over"},
        BrokenModule{"CallWithPointer", [](M& m) { m.body[8].operands[4] = 5; },
                     "has another type than its use"},
        BrokenModule{"PhiWithoutPredecessor", [](M& m) { m.body[10].operands.resize(3); },
                     "one value for each predecessor"},
        BrokenModule{"PhiOfOtherBlock", [](M& m) { m.body[10].operands[4] = 3; },
                     "block that is not a predecessor"},
        BrokenModule{"PhiOfSameBlockTwice", [](M& m) { m.body[10].operands[4] = 0; },
                     "block that is not a predecessor"},
        BrokenModule{"PhiOfVoid", [](M& m) { m.body[10].operands[0] = 0; }, "type id 0 has no size"},
        BrokenModule{"PhiOfOtherType", [](M& m) { m.body[10].operands[0] = 9; },
                     "has another type than its use"},
        BrokenModule{"PhiTooLate",
                     [](M& m) {
                       m.body.insert(m.body.begin() + 5, {kInstPhi, {2}});
                     },
                     "phi after another instruction"},
        BrokenModule{"SwitchOnFloat", [](M& m) { m.body[11].operands[0] = 9; }, "not an integer"},
        BrokenModule{"SwitchCaseNotConstant", [](M& m) { m.body[11].operands[3] = 2; },
                     "case 0 is not an integer"},
        BrokenModule{"SwitchCaseTwice",
                     [](M& m) {
                       m.body[11].operands.insert(m.body[11].operands.end(), {5, 3});
                     },
                     "two cases with the same value"},
        BrokenModule{"SwitchCaseWithoutBlock", [](M& m) { m.body[11].operands.pop_back(); },
                     "case without a block"},
        BrokenModule{"ReturnOfValue", [](M& m) { m.body[13].operands = {1}; }, "left over"},
        BrokenModule{"Invoke", [](M& m) { m.body[8].code = 13; },
                     "record INVOKE (13): instruction does not occur"},
        BrokenModule{"LocationOfNoScope",
                     [](M& m) {
                       m.body.insert(m.body.begin() + 2, {kDebugLoc, {1, 1, 3, 0}});
                     },
                     "the scope of a location is not a scope"},
        BrokenModule{"LocationBeforeInstruction",
                     [](M& m) {
                       m.body.insert(m.body.begin() + 1, {kDebugLocAgain, {}});
                     },
                     "location before any instruction"}),
    name_of_case);

// Inputs that would take too much time or memory.

TEST(BitcodeCheck, RefusesMetadataThatNestsWithoutEnd) {
  ModuleSource module = small_module();
  for (uint64_t id = 4; id < 100000; ++id) module.metadata.push_back({kMdNode, {id}});
  EXPECT_NE(error_of(module.build()).find("nests too deeply"), std::string::npos);
}

TEST(BitcodeCheck, RefusesMetadataThatRefersForwardWithoutEnd) {
  ModuleSource module = small_module();
  for (uint64_t id = 4; id < 100000; ++id) module.metadata.push_back({kMdNode, {id + 2}});
  module.metadata.push_back({kMdNode, {}});
  EXPECT_NE(error_of(module.build()).find("nests too deeply"), std::string::npos);
}

TEST(BitcodeCheck, RefusesTypesThatNestWithoutEnd) {
  ModuleSource module = small_module();
  for (uint64_t id = 15; id < 1000; ++id) module.types.push_back({kTypeArray, {1, id == 15 ? 2 : id - 1}});
  module.types[0].operands = {1000};
  EXPECT_NE(error_of(module.build()).find("types nest too deeply"), std::string::npos);
}

TEST(BitcodeCheck, TakesTimeInProportionToTheSize) {
  const auto seconds_for = [](uint64_t instructions) {
    ModuleSource module = small_module();
    const container_testing::Record binop = module.body[5];
    module.body.insert(module.body.begin() + 6, instructions, {kInstBinop, {1, 2, 0}});
    // Each instruction moves the constants further away; no operand may refer to them.
    module.body.resize(6 + instructions);
    module.body[0].operands = {1};
    module.body.push_back({kInstRet, {}});
    module.attachments.clear();
    const std::vector<uint8_t> bitcode = module.build();
    const test_support::Stopwatch time;
    EXPECT_EQ(error_of(bitcode), "");
    return time.seconds();
  };
  seconds_for(1000);
  EXPECT_LT(seconds_for(1000000), 5.0);
}

}  // namespace
}  // namespace trellis::dxil
