#include "lower/analysis/memory_layout.hpp"

#include <gtest/gtest.h>

#include "tests/spirv_backend/program_builder.hpp"

namespace trellis::lower {
namespace {

using dxil::TypeId;
using test_backend::ProgramBuilder;

TEST(MemoryLayout, AlignsVectorsAsTheirElements) {
  ProgramBuilder b;
  const TypeId f32 = b.float_type(32), half = b.float_type(16);
  const TypeId payload = b.record({b.vector(f32, 3), b.int_type(32), half});
  const TypeId three_halves = b.vector(half, 3);
  LayoutTable wide(b.shader().module, false), narrow(b.shader().module, true);
  EXPECT_EQ(wide.of(payload).size, 20u) << "min precision: a half is four bytes";
  EXPECT_EQ(narrow.of(payload).size, 20u) << "two bytes and two of padding";
  EXPECT_EQ(wide.of(three_halves).size, 12u);
  EXPECT_EQ(narrow.of(three_halves).size, 6u);
  EXPECT_EQ(narrow.of(payload).narrowest, 2u);
  EXPECT_TRUE(wide.of(payload).has_ints && wide.of(payload).has_floats);
}

TEST(MemoryLayout, PlacesMembersAtTheirAlignment) {
  ProgramBuilder b;
  const TypeId pair = b.record({b.int_type(32), b.float_type(64)});
  const TypeId outer = b.record({b.int_type(16), b.array(pair, 3), b.int_type(16)});
  LayoutTable layouts(b.shader().module, true);
  EXPECT_EQ(layouts.of(pair).size, 16u);
  EXPECT_EQ(layouts.member_offset(pair, 1), 8u);
  EXPECT_EQ(layouts.member_offset(outer, 1), 8u);
  EXPECT_EQ(layouts.member_offset(outer, 2), 56u);
  EXPECT_EQ(layouts.of(outer).size, 64u);
}

TEST(MemoryLayout, KnowsNothingOfPointersAndGiants) {
  ProgramBuilder b;
  const TypeId with_pointer = b.record({b.int_type(32), b.pointer()});
  const TypeId giant = b.array(b.int_type(32), uint64_t{1} << 40);
  const TypeId wrapping = b.array(b.array(b.array(b.int_type(64), 1 << 28), 1 << 28), 1 << 28);
  LayoutTable layouts(b.shader().module, true);
  EXPECT_FALSE(layouts.of(with_pointer).is_known);
  EXPECT_FALSE(layouts.of(giant).is_known);
  EXPECT_FALSE(layouts.of(wrapping).is_known);
  EXPECT_FALSE(layouts.of(dxil::kNone).is_known);
}

TEST(MemoryLayout, EndsOnTypesNestedTooDeep) {
  ProgramBuilder b;
  TypeId type = b.int_type(32);
  for (int n = 0; n < 100000; ++n) type = b.record({type});
  LayoutTable layouts(b.shader().module, true);
  EXPECT_FALSE(layouts.of(type).is_known);
}

TEST(MemoryLayout, SumsAddresses) {
  ProgramBuilder b;
  const TypeId i32 = b.int_type(32);
  const TypeId element = b.record({i32, b.array(b.float_type(32), 5)});
  const TypeId object = b.array(element, 10);
  const auto zero = b.i32(0), three = b.i32(3), one = b.i32(1), minus_two = b.i32(0xFFFFFFFE);
  const uint32_t dynamic = 1000;  // Any ID beyond the module's values is a local.
  LayoutTable layouts(b.shader().module, true);
  AddressTerms terms;
  const dxil::ValueId constant[] = {zero.index, three.index, one.index, three.index};
  ASSERT_TRUE(sum_address(b.shader().module, layouts, object, constant, 4, false, terms));
  EXPECT_EQ(terms.constant, 3 * 24 + 4 + 12);
  EXPECT_TRUE(terms.terms.empty());
  const dxil::ValueId mixed[] = {zero.index, dynamic, one.index, dynamic};
  ASSERT_TRUE(sum_address(b.shader().module, layouts, object, mixed, 4, false, terms));
  EXPECT_EQ(terms.constant, 4);
  ASSERT_EQ(terms.terms.size(), 2u);
  EXPECT_EQ(terms.terms[0].stride, 24u);
  EXPECT_EQ(terms.terms[1].stride, 4u);
  const dxil::ValueId negative[] = {minus_two.index};
  ASSERT_TRUE(sum_address(b.shader().module, layouts, element, negative, 1, false, terms));
  EXPECT_EQ(terms.constant, -48);
  const dxil::ValueId dynamic_member[] = {zero.index, three.index, dynamic};
  EXPECT_FALSE(sum_address(b.shader().module, layouts, object, dynamic_member, 3, false, terms));
  const dxil::ValueId too_deep[] = {zero.index, three.index, zero.index, zero.index};
  EXPECT_FALSE(sum_address(b.shader().module, layouts, object, too_deep, 4, false, terms));
}

TEST(MemoryLayout, CountsElementsOfResourceSymbols) {
  ProgramBuilder b;
  const TypeId resources = b.array(b.array(b.handle_type(), 3), 2);
  const auto zero = b.i32(0), one = b.i32(1), two = b.i32(2);
  LayoutTable layouts(b.shader().module, true);
  AddressTerms terms;
  const dxil::ValueId indices[] = {zero.index, one.index, two.index};
  ASSERT_TRUE(sum_address(b.shader().module, layouts, resources, indices, 3, true, terms));
  EXPECT_EQ(terms.constant, 5);
}

}  // namespace
}  // namespace trellis::lower
