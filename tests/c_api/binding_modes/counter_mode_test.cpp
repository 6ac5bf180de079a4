// Runs hidden counters as descriptors, array elements, texel buffers and device addresses.
#include <algorithm>

#include "tests/spirv_backend/program_builder.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_c_api {
namespace {

using dxil::Opcode;
using dxil::ResourceClass;
using spirv::Binding;
using spirv::BindingKind;
using spirv::BufferForm;
using test_backend::ProgramBuilder;
using test_backend::V;

constexpr uint32_t kFirst = 100;

/// Each of 64 threads increments u0's counter once, and writes the returned value to u1.
dxil::Shader counting_program() {
  ProgramBuilder b;
  const dxil::TypeId i32 = b.int_type(32);
  b.raw_buffer(ResourceClass::kUav, 0);
  b.shader().resources[0].kind = dxil::ResourceKind::kStructuredBuffer;
  b.shader().resources[0].stride = 4;
  b.raw_buffer(ResourceClass::kUav, 1);
  b.begin_function("main", b.void_type(), {});
  const V counted = b.handle(ResourceClass::kUav, 0);
  const V output = b.handle(ResourceClass::kUav, 1, b.i32(1));
  const V thread = b.thread_id();
  const V given = b.dx(dxil::Op::kBufferUpdateCounter, i32, {counted, b.i8(1)});
  b.store(i32, output, b.op(Opcode::kShl, i32, {thread, b.i32(2)}), given);
  b.finish();
  b.end_function();
  return b.take();
}

class CounterModes : public vulkan::RunnerTest {
 protected:
  /// Runs the program with u0's counter bound at `place`.
  void count_with(const spirv::CounterBinding& place) {
    spirv::EmitOptions options;
    options.root_data.size = 16;
    options.bind = [&](const spirv::ResourceUse& use, Binding& binding) {
      if (use.uses_counter) binding.counter = place;
      return true;
    };
    const auto module = test_backend::translate(counting_program(), options);
    ASSERT_TRUE(module) << module.error().to_string();
    EXPECT_EQ(test_backend::validate(*module), "") << test_backend::disassemble(*module);

    vulkan::Dispatch dispatch;
    dispatch.words = *module;
    dispatch.push_constants.resize(16);
    vulkan::BoundResource output;
    output.binding = 2001;
    output.buffer.resize(64 * 4);
    vulkan::BoundResource counter;
    counter.set = place.set;
    counter.binding = place.binding;
    counter.element = place.first_element;
    counter.buffer = vulkan::bytes_of(std::vector<uint32_t>{kFirst});
    if (place.form == BufferForm::kTexel) {
      counter.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
      counter.buffer_format = VK_FORMAT_R32_UINT;
    }
    if (place.kind == BindingKind::kAddress) {
      counter.is_addressed = true;
      dispatch.addresses.push_back({place.root_offset, 1});
    }
    if (place.table_offset != spirv::kNoOffset) {
      dispatch.push_constants[place.table_offset] = 3;
      counter.element += 3;
    }
    dispatch.resources = {output, counter};
    if (place.form == BufferForm::kAddresses) {
      vulkan::BoundResource table;
      table.binding = place.binding;
      table.buffer.resize(128);
      dispatch.resources[1].is_addressed = true;
      dispatch.resources.push_back(table);
      vulkan::PlacedAddress address;
      address.offset = place.addresses.stride * counter.element + place.addresses.offset;
      address.resource = 1;
      address.table = 2;
      dispatch.addresses.push_back(address);
    }
    const auto results = dispatched(dispatch);
    ASSERT_EQ(results.size(), dispatch.resources.size());
    EXPECT_EQ(results[1][0], kFirst + 64);
    std::vector<uint32_t> given = results[0];
    std::sort(given.begin(), given.end());
    for (uint32_t n = 0; n < given.size(); ++n) EXPECT_EQ(given[n], kFirst + n);
  }
};

TEST_F(CounterModes, Descriptor) {
  spirv::CounterBinding place;
  place.binding = 7;
  count_with(place);
}

TEST_F(CounterModes, ElementOfAnArray) {
  spirv::CounterBinding place;
  place.binding = 7;
  place.first_element = 2;
  count_with(place);
}

TEST_F(CounterModes, SliceOfAHeap) {
  spirv::CounterBinding place;
  place.kind = BindingKind::kHeap;
  place.binding = 7;
  place.first_element = 2;
  place.table_offset = 4;
  count_with(place);
}

TEST_F(CounterModes, TexelBuffer) {
  spirv::CounterBinding place;
  place.binding = 7;
  place.form = BufferForm::kTexel;
  count_with(place);
}

TEST_F(CounterModes, TexelBufferInAHeap) {
  spirv::CounterBinding place;
  place.kind = BindingKind::kHeap;
  place.binding = 7;
  place.form = BufferForm::kTexel;
  place.table_offset = 0;
  count_with(place);
}

TEST_F(CounterModes, AddressInATable) {
  spirv::CounterBinding place;
  place.kind = BindingKind::kHeap;
  place.form = BufferForm::kAddresses;
  place.binding = 7;
  place.first_element = 1;
  place.table_offset = 4;
  place.addresses = {16, 4};
  count_with(place);
}

TEST_F(CounterModes, Address) {
  spirv::CounterBinding place;
  place.kind = BindingKind::kAddress;
  place.root_offset = 8;
  count_with(place);
}

}  // namespace
}  // namespace trellis::test_c_api
