#include "spirv_backend/module/dead_code.hpp"

#include <gtest/gtest.h>

#include "tests/spirv_backend/translated.hpp"

namespace trellis::test_backend {
namespace {

using spirv::append;
using spirv::Id;
using spirv::ModuleBuilder;
using spirv::remove_dead_code;
using spv::Op;

/// Returns a module with one function of the given body.
template <class Body>
Vector<uint32_t> module_of(Body body) {
  ModuleBuilder b(spirv::Target::kVulkan1_3);
  const Id result = b.type_void(), type = b.type_function(result, {}), function = b.new_id();
  b.entry_point(spv::ExecutionModel::GLCompute, function, "main");
  b.execution_mode(spv::ExecutionMode::LocalSize, 1u, 1u, 1u);
  append(b.functions(), Op::OpFunction, result, function, spv::FunctionControlMask::MaskNone, type);
  append(b.functions(), Op::OpLabel, b.new_id());
  body(b);
  append(b.functions(), Op::OpReturn);
  append(b.functions(), Op::OpFunctionEnd);
  return b.finish();
}

Id add(ModuleBuilder& b, Id x, Id y) {
  const Id type = b.type_int(32), id = b.new_id();
  append(b.functions(), Op::OpIAdd, type, id, x, y);
  return id;
}

TEST(DeadCode, RemovesUnusedValuesAndTheirOperands) {
  Vector<uint32_t> module = module_of([](ModuleBuilder& b) {
    const Id variable = b.variable(spv::StorageClass::Private, b.type_int(32));
    const Id one = b.constant_u32(1001), two = b.constant_u32(1002), three = b.constant_u32(1003);
    const Id kept = add(b, one, two);
    append(b.functions(), Op::OpStore, variable, kept);
    const Id dead = add(b, kept, three);
    const Id as_well = add(b, dead, three);
    b.name(as_well, "unused");
    b.decorate(dead, spv::Decoration::RelaxedPrecision);
    b.name(kept, "kept");
    b.glsl_std_450();
    b.type_vector(b.type_float(32), 2);
  });
  remove_dead_code(module);
  EXPECT_EQ(validate(module), "");
  EXPECT_EQ(count_of(module, Op::OpIAdd), 1u);
  EXPECT_EQ(count_of(module, Op::OpConstant), 2u);
  EXPECT_EQ(count_of(module, Op::OpName), 1u);
  EXPECT_EQ(count_of(module, Op::OpDecorate), 0u);
  EXPECT_EQ(count_of(module, Op::OpTypeVector), 0u);
  EXPECT_EQ(count_of(module, Op::OpTypeFloat), 0u);
  EXPECT_EQ(count_of(module, Op::OpExtInstImport), 0u);
  const Vector<uint32_t> once = module;
  remove_dead_code(module);
  EXPECT_EQ(module, once);
}

// The phi in the loop header uses a value that is defined later.
TEST(DeadCode, KeepsLoopCarriedValues) {
  Vector<uint32_t> module = module_of([](ModuleBuilder& b) {
    const Id word = b.type_int(32), zero = b.constant_u32(0), one = b.constant_u32(1),
             ten = b.constant_u32(10);
    const Id before = b.new_id(), head = b.new_id(), latch = b.new_id(), end = b.new_id();
    const Id phi = b.new_id(), next = b.new_id(), is_less = b.new_id(), boolean = b.type_bool();
    spirv::Words& f = b.functions();
    append(f, Op::OpBranch, before);
    append(f, Op::OpLabel, before);
    append(f, Op::OpBranch, head);
    append(f, Op::OpLabel, head);
    append(f, Op::OpPhi, word, phi, zero, before, next, latch);
    append(f, Op::OpULessThan, boolean, is_less, phi, ten);
    append(f, Op::OpLoopMerge, end, latch, 0u);
    append(f, Op::OpBranchConditional, is_less, latch, end);
    append(f, Op::OpLabel, latch);
    append(f, Op::OpIAdd, word, next, phi, one);
    append(f, Op::OpBranch, head);
    append(f, Op::OpLabel, end);
  });
  remove_dead_code(module);
  EXPECT_EQ(validate(module), "");
  EXPECT_EQ(count_of(module, Op::OpIAdd), 1u);
}

TEST(DeadCode, NothingToLookAt) {
  Vector<uint32_t> module;
  remove_dead_code(module);
  EXPECT_TRUE(module.empty());
}

}  // namespace
}  // namespace trellis::test_backend
