#include "spirv_backend/module/code_writer.hpp"

#include <gtest/gtest.h>

#include "spirv_backend/emitter/module_caches.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "tests/spirv_backend/translated.hpp"

namespace trellis::spirv {
namespace {

using spv::Op;
using test_backend::disassemble;

constexpr uint32_t head_of(Op opcode, uint32_t words) { return words << 16 | to_word(opcode); }

TEST(CodeWriter, MakesTheTypeBeforeTheResult) {
  ModuleBuilder b(Target::kVulkan1_3);
  CodeWriter code(b);
  const Id sum = code.op(Op::OpFAdd, kF32, 90u, 91u);
  const Id type = b.type(kF32);
  EXPECT_EQ(sum, type + 1);
  EXPECT_EQ(code.words(), (Words{head_of(Op::OpFAdd, 5), type, sum, 90, 91}));
}

TEST(CodeWriter, WritesTheSameFromAListAsFromOperands) {
  ModuleBuilder b(Target::kVulkan1_3);
  CodeWriter single(b), list(b);
  const Id type = b.type(kU32);
  const uint32_t operands[] = {70, 71};
  const Id a = single.op(Op::OpIAdd, type, 70u, 71u), same = list.op_list(Op::OpIAdd, type, operands);
  single.op_void(Op::OpStore, 70u, 71u);
  list.op_list_void(Op::OpStore, operands);
  Words expected = single.words();
  expected[2] = same;
  EXPECT_EQ(same, a + 1);
  EXPECT_EQ(list.words(), expected);
}

TEST(CodeWriter, DefinesIdsThatWereNamedBefore) {
  ModuleBuilder b(Target::kVulkan1_3);
  CodeWriter code(b);
  const Id later = code.new_id(), type = b.type(kU32);
  code.define(later, Op::OpIAdd, kU32, later, later);
  EXPECT_EQ(code.words(), (Words{head_of(Op::OpIAdd, 5), type, later, later, later}));
}

TEST(CodeWriter, TakesWhatAnotherOneWrote) {
  ModuleBuilder b(Target::kVulkan1_3);
  CodeWriter front(b), back(b);
  front.label(5);
  back.selection(6, 7, 8, 9);
  front.take(back);
  EXPECT_EQ(front.words(), (Words{head_of(Op::OpLabel, 2), 5, head_of(Op::OpSelectionMerge, 3), 9, 0,
                                  head_of(Op::OpBranchConditional, 4), 6, 7, 8}));
}

TEST(FunctionWriter, FramesAFunction) {
  ModuleBuilder b(Target::kVulkan1_3);
  const NumericType parameters[] = {kF32, kF32};
  FunctionWriter f(b, kF32, parameters);
  f.label();
  f.op_void(Op::OpReturnValue, f.ext(GLSLstd450FMax, kF32, f.parameter(0), f.parameter(1)));
  EXPECT_TRUE(b.functions().empty()) << "nothing is added before it is whole";
  const Id function = f.finish();
  const std::string text = disassemble(b.finish());
  const size_t begin = text.find("%" + std::to_string(function) + " = OpFunction %");
  ASSERT_NE(begin, std::string::npos) << text;
  EXPECT_NE(text.find("OpFunctionParameter %", begin), std::string::npos) << text;
  EXPECT_NE(text.find("FMax", begin), std::string::npos) << text;
  EXPECT_NE(text.find("OpFunctionEnd", begin), std::string::npos) << text;
}

struct FirstCache {
  int number = 3;
};
struct SecondCache {
  int number = 4;
};

TEST(ModuleCaches, KeepsOneObjectOfEachType) {
  ModuleCaches caches;
  FirstCache& first = caches.get<FirstCache>();
  EXPECT_EQ(caches.get<SecondCache>().number, 4);
  first.number = 5;
  EXPECT_EQ(&caches.get<FirstCache>(), &first);
  EXPECT_EQ(caches.get<FirstCache>().number, 5);
  EXPECT_EQ(ModuleCaches().get<FirstCache>().number, 3) << "of each module its own";
}

}  // namespace
}  // namespace trellis::spirv
