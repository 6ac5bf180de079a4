// Runs register ranges that are bound as a single element: the index is ignored.
#include "tests/c_api/binding_modes/bound_program.hpp"

namespace trellis::test_c_api {
namespace {

using dxil::Opcode;
using dxil::ResourceClass;
using spirv::Binding;
using spirv::BindingKind;

constexpr uint32_t kWord = 1234;

class SingleElements : public BoundProgram {
 protected:
  /// Thread t copies word 0 of t[t & 3] to word t of u0. The range has `count` registers, or is unbounded.
  static dxil::Shader program(uint32_t count) {
    ProgramBuilder b;
    const dxil::TypeId i32 = b.int_type(32);
    b.raw_buffer(ResourceClass::kSrv, 0, count);
    b.raw_buffer(ResourceClass::kUav, 0);
    b.begin_function("main", b.void_type(), {});
    const V thread = b.thread_id();
    const V which = b.op(Opcode::kAnd, i32, {thread, b.i32(3)});
    const V word = b.load(i32, b.handle(ResourceClass::kSrv, 0, which), b.i32(0));
    b.store(i32, b.handle(ResourceClass::kUav, 0), b.op(Opcode::kShl, i32, {thread, b.i32(2)}), word);
    b.finish();
    b.end_function();
    return b.take();
  }

  static spirv::EmitOptions options(const Binding& place) {
    spirv::EmitOptions options;
    options.root_data.size = 16;
    options.bind = [place](const spirv::ResourceUse& use, Binding& binding) {
      if (use.info->resource_class == ResourceClass::kSrv) binding = place;
      return true;
    };
    return options;
  }

  static void expect_the_one(uint32_t count, const Binding& place, vulkan::Dispatch dispatch) {
    dispatch.resources.push_back(storage_buffer(2000, std::vector<uint32_t>(64, 99)));
    const auto results = run(program(count), options(place), dispatch);
    ASSERT_FALSE(results.empty());
    EXPECT_EQ(results.back(), std::vector<uint32_t>(64, kWord));
  }
};

TEST_F(SingleElements, OneDescriptorIsNotAnArray) {
  for (const uint32_t count : {4u, UINT32_MAX}) {
    Binding place;
    place.binding = 5;
    place.is_single_element = true;
    vulkan::Dispatch dispatch;
    dispatch.resources = {storage_buffer(5, {kWord})};
    expect_the_one(count, place, dispatch);
    const std::string text = test_backend::disassemble(module_of(program(count), options(place)));
    EXPECT_EQ(text.find("RuntimeDescriptorArray"), std::string::npos) << text;
    EXPECT_EQ(text.find("DynamicIndexing"), std::string::npos) << text;
  }
}

TEST_F(SingleElements, AnElementOfAnArray) {
  Binding place;
  place.binding = 5;
  place.first_element = 1;
  place.array_size = 2;
  place.is_single_element = true;
  vulkan::Dispatch dispatch;
  dispatch.resources = {storage_buffer(5, {1}, 0), storage_buffer(5, {kWord}, 1)};
  expect_the_one(UINT32_MAX, place, dispatch);
}

TEST_F(SingleElements, OneAddress) {
  Binding place;
  place.kind = BindingKind::kAddress;
  place.root_offset = 8;
  vulkan::Dispatch dispatch;
  dispatch.push_constants.resize(16);
  dispatch.resources = {storage_buffer(5, {kWord})};
  dispatch.resources[0].is_addressed = true;
  dispatch.addresses.push_back({place.root_offset, 0});
  const auto refused = test_backend::translate(program(UINT32_MAX), options(place));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("an array of resources cannot be an address"), std::string::npos);
  place.is_single_element = true;
  expect_the_one(UINT32_MAX, place, dispatch);
}

}  // namespace
}  // namespace trellis::test_c_api
