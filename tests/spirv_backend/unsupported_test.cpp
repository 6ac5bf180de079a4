// Unsupported programs: the error names the feature and its location, and nothing crashes.
#include <gtest/gtest.h>

#include "tests/spirv_backend/program_builder.hpp"
#include "tests/spirv_backend/translated.hpp"

namespace trellis::test_backend {
namespace {

Diagnostic refusal(const dxil::Shader& shader) {
  const auto module = translate(shader);
  EXPECT_FALSE(module.ok());
  return module ? Diagnostic{} : module.error();
}

class Unsupported : public testing::Test {
 protected:
  void begin() { b.begin_function("main", b.void_type(), {}); }
  Diagnostic end() {
    b.finish();
    b.end_function();
    return refusal(b.take());
  }
  ProgramBuilder b;
};

TEST_F(Unsupported, OperationsAreNamedWithTheirPlace) {
  begin();
  const BlockId next = b.block();
  b.branch(next);
  b.at(next);
  b.thread_id();
  b.dx(Op::kTempRegLoad, b.int_type(32), {b.i32(0)});
  const Diagnostic error = end();
  EXPECT_EQ(error.code, ErrorCode::kUnsupported);
  EXPECT_EQ(error.where.function, "main");
  EXPECT_EQ(error.where.block, "1");
  EXPECT_EQ(error.where.instruction, "instruction 1");
  EXPECT_NE(error.where.operation.find("TempRegLoad"), std::string::npos) << error.where.operation;
}

TEST_F(Unsupported, UnknownOperations) {
  begin();
  b.dx(static_cast<Op>(4711), b.void_type(), {});
  EXPECT_NE(end().where.operation.find("4711"), std::string::npos);
}

TEST_F(Unsupported, OtherStages) {
  begin();
  b.finish();
  b.end_function();
  dxil::Shader shader = b.take();
  shader.entry_points[0].kind = dxil::ShaderKind::kNode;
  const Diagnostic error = refusal(shader);
  EXPECT_EQ(error.code, ErrorCode::kUnsupported);
  EXPECT_NE(error.message.find("node"), std::string::npos) << error.message;
}

TEST_F(Unsupported, Recursion) {
  b.begin_function("a", b.void_type(), {});
  b.op(Opcode::kCall, b.void_type(), {}, 1);
  b.finish();
  b.end_function();
  b.begin_function("b", b.void_type(), {});
  b.op(Opcode::kCall, b.void_type(), {}, 0);
  b.finish();
  b.end_function();
  begin();
  b.op(Opcode::kCall, b.void_type(), {}, 0);
  EXPECT_NE(end().message.find("recursive"), std::string::npos);
}

TEST_F(Unsupported, PointersToDifferentObjects) {
  const V one = b.global(b.array(b.int_type(32), 4), 3), two = b.global(b.array(b.int_type(32), 4), 3);
  begin();
  const V condition = b.op(Opcode::kTrunc, b.int_type(1), {b.thread_id()});
  const V pointer = b.op(Opcode::kSelect, b.pointer(), {condition, one, two});
  b.op(Opcode::kStore, b.void_type(), {b.i32(1), pointer}, 4);
  EXPECT_NE(end().message.find("different objects"), std::string::npos);
}

TEST_F(Unsupported, HandlesToDifferentRanges) {
  b.raw_buffer(dxil::ResourceClass::kUav, 0);
  b.raw_buffer(dxil::ResourceClass::kUav, 1);
  begin();
  const V condition = b.op(Opcode::kTrunc, b.int_type(1), {b.thread_id()});
  const V one = b.handle(dxil::ResourceClass::kUav, 0),
          two = b.handle(dxil::ResourceClass::kUav, 1, b.i32(1));
  const V handle = b.op(Opcode::kSelect, b.handle_type(), {condition, one, two});
  b.store(b.int_type(32), handle, b.i32(0), b.i32(1));
  EXPECT_NE(end().message.find("different resource ranges"), std::string::npos);
}

TEST_F(Unsupported, TexturesUsedByBufferOperations) {
  const uint32_t texture = b.raw_buffer(dxil::ResourceClass::kSrv, 0);
  b.shader().resources[0].kind = dxil::ResourceKind::kTexture2D;
  begin();
  const V handle = b.handle(dxil::ResourceClass::kSrv, texture);
  b.load(b.int_type(32), handle, b.i32(0));
  EXPECT_NE(end().message.find("Texture2D"), std::string::npos);
}

TEST_F(Unsupported, InitialValuesThatAreAddresses) {
  // The table contains an address as an element of integer type.
  const TypeId two = b.array(b.int_type(32), 2);
  const V object = b.global(two, 0, false, b.null(two));
  dxil::Constant address{dxil::ConstantKind::kAddress, two, 0, 1};
  b.shader().module.constant_elements.push_back(object.index);
  b.shader().module.constants.push_back(address);
  b.shader().module.values.push_back({dxil::ValueKind::kConstant, b.int_type(32),
                                      static_cast<uint32_t>(b.shader().module.constants.size() - 1)});
  const V element{false, static_cast<uint32_t>(b.shader().module.values.size() - 1)};
  const V table = b.global(two, 0, false, b.aggregate(two, {b.i32(1), element}));
  begin();
  const V slot = b.op(Opcode::kGep, b.pointer(), {table, b.i32(0), b.thread_id()}, two);
  b.op(Opcode::kLoad, b.int_type(32), {slot}, 4);
  const Diagnostic error = end();
  EXPECT_EQ(error.code, ErrorCode::kUnsupported);
  EXPECT_NE(error.message.find("initial value"), std::string::npos) << error.message;
}

TEST_F(Unsupported, TablesOfGigabytesAreNotFlattened) {
  const TypeId inner = b.array(b.int_type(32), 1 << 24), outer = b.array(inner, 2);
  const V zeros = b.null(inner);
  const V table = b.global(outer, 0, true, b.aggregate(outer, {zeros, zeros}));
  begin();
  const V slot = b.op(Opcode::kGep, b.pointer(), {table, b.i32(0), b.thread_id(), b.i32(0)}, outer);
  b.op(Opcode::kLoad, b.int_type(32), {slot}, 4);
  EXPECT_EQ(end().code, ErrorCode::kUnsupported);
}

TEST_F(Unsupported, AddressesBetweenElements) {
  const TypeId words = b.array(b.int_type(32), 8), bytes = b.array(b.int_type(16), 16);
  const V object = b.global(words, 3);
  begin();
  // An address in the middle of an element, from which a whole element is loaded.
  const V pointer = b.op(Opcode::kGep, b.pointer(), {object, b.i32(0), b.i32(3)}, bytes);
  b.op(Opcode::kLoad, b.int_type(32), {pointer}, 4);
  EXPECT_EQ(end().code, ErrorCode::kUnsupported);
}

TEST_F(Unsupported, NoBodyAndNoGroupSizeAreBadInput) {
  begin();
  b.finish();
  b.end_function();
  dxil::Shader shader = b.take();
  shader.entry_points[0].thread_group_size.reset();
  EXPECT_EQ(refusal(shader).code, ErrorCode::kBadInput);
  shader.entry_points[0].thread_group_size = {1, 1, 1};
  shader.entry_points[0].function = dxil::kNone;
  EXPECT_EQ(refusal(shader).code, ErrorCode::kBadInput);
}

}  // namespace
}  // namespace trellis::test_backend
