// Runs accesses to views at address 0, D3D's null descriptors: reads return zero, and no memory is touched.
#include "tests/c_api/binding_modes/bound_program.hpp"

namespace trellis::test_c_api {
namespace {

using dxil::Op;
using dxil::Opcode;
using dxil::ResourceClass;
using spirv::Binding;
using spirv::BindingKind;
using spirv::BufferForm;

constexpr uint32_t kUntouched = 77;

class NullAddresses : public BoundProgram {
 protected:
  /// Writes to words 0 to 5 of u1: a word of a constant buffer, a word of t0, the result of an atomic on u0,
  /// a word of u0 after a store to it, and u0's counter after an increment and after a decrement.
  static dxil::Shader program() {
    ProgramBuilder b;
    const dxil::TypeId i32 = b.int_type(32);
    b.raw_buffer(ResourceClass::kCbv, 0);
    b.shader().resources.back().kind = dxil::ResourceKind::kCBuffer;
    b.shader().resources.back().size = 256;
    b.raw_buffer(ResourceClass::kSrv, 0);
    b.raw_buffer(ResourceClass::kUav, 0);
    b.shader().resources.back().kind = dxil::ResourceKind::kStructuredBuffer;
    b.shader().resources.back().stride = 4;
    b.raw_buffer(ResourceClass::kUav, 1);
    b.begin_function("main", b.void_type(), {});
    const V thread = b.thread_id();
    const V words = b.handle(ResourceClass::kSrv, 0), written = b.handle(ResourceClass::kUav, 0);
    const V output = b.handle(ResourceClass::kUav, 1, b.i32(1));
    const auto write = [&](uint32_t word, V value) { b.store(i32, output, b.i32(4 * word), value); };
    write(0, b.dx(Op::kCBufferLoad, i32, {b.handle(ResourceClass::kCbv, 0), b.i32(4), b.i32(4)}));
    write(1, b.load(i32, words, b.op(Opcode::kShl, i32, {thread, b.i32(2)})));
    const V zero = b.i32(0);
    write(2, b.dx(Op::kAtomicBinOp, i32, {written, b.i32(0), thread, zero, b.undef_i32(), b.i32(5)}));
    b.dx(Op::kRawBufferStore, b.void_type(),
         {written, thread, zero, b.i32(9), b.undef_i32(), b.undef_i32(), b.undef_i32(), b.i8(1), b.i32(4)});
    write(3, b.dx(Op::kAtomicBinOp, i32, {written, b.i32(0), thread, zero, b.undef_i32(), b.i32(1)}));
    write(4, b.dx(Op::kBufferUpdateCounter, i32, {written, b.i8(1)}));
    write(5, b.dx(Op::kBufferUpdateCounter, i32, {written, b.i8(-1)}));
    b.finish();
    b.end_function();
    return b.take();
  }

  static spirv::EmitOptions options(const Binding& place) {
    spirv::EmitOptions options;
    options.root_data.size = 16;
    options.bind = [place](const spirv::ResourceUse& use, Binding& binding) {
      const bool is_output = use.info->resource_class == ResourceClass::kUav && use.info->lower_bound == 1;
      if (!is_output) binding = place;
      return true;
    };
    return options;
  }

  static void expect_zeros(const spirv::EmitOptions& options, std::vector<vulkan::BoundResource> more) {
    vulkan::Dispatch dispatch;
    dispatch.push_constants.resize(16);
    dispatch.resources = {storage_buffer(2001, std::vector<uint32_t>(6, kUntouched))};
    dispatch.resources.insert(dispatch.resources.end(), more.begin(), more.end());
    const auto results = run(program(), options, dispatch);
    ASSERT_FALSE(results.empty());
    EXPECT_EQ(results[0], std::vector<uint32_t>(6, 0));
  }
};

TEST_F(NullAddresses, InTheRootData) {
  Binding place;
  place.kind = place.counter.kind = BindingKind::kAddress;
  expect_zeros(options(place), {});
}

TEST_F(NullAddresses, WithABoundThatSaysOtherwise) {
  Binding place;
  place.kind = place.counter.kind = BindingKind::kAddress;
  place.root_offset = place.counter.root_offset = 8;
  place.bound_offset = 0;
  vulkan::Dispatch dispatch;
  dispatch.push_constants = vulkan::bytes_of(std::vector<uint32_t>{4096, 0, 0, 0});
  dispatch.resources = {storage_buffer(2001, std::vector<uint32_t>(6, kUntouched))};
  const auto results = run(program(), options(place), dispatch);
  ASSERT_FALSE(results.empty());
  EXPECT_EQ(results[0], std::vector<uint32_t>(6, 0));
}

TEST_F(NullAddresses, InATable) {
  Binding place;
  place.form = place.counter.form = BufferForm::kAddresses;
  place.binding = place.counter.binding = 7;
  expect_zeros(options(place), {storage_buffer(7, std::vector<uint32_t>(4, 0))});
}

TEST_F(NullAddresses, NoChecksIfNeverNull) {
  Binding place;
  place.kind = place.counter.kind = BindingKind::kAddress;
  place.is_never_null = place.counter.is_never_null = true;
  const std::string text = test_backend::disassemble(module_of(program(), options(place)));
  EXPECT_NE(text.find("PhysicalStorageBuffer"), std::string::npos);
  EXPECT_EQ(text.find("OpFunctionCall"), std::string::npos) << text;
}

}  // namespace
}  // namespace trellis::test_c_api
