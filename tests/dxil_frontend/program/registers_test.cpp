// Tests of assigning registers to resources without any.
#include "dxil_frontend/program/registers.hpp"

#include <gtest/gtest.h>

namespace trellis::dxil {
namespace {

Resource resource(ResourceClass resource_class, uint32_t lower_bound, uint32_t count = 1,
                  uint32_t space = 0) {
  Resource made;
  made.resource_class = resource_class;
  made.lower_bound = lower_bound;
  made.count = count;
  made.space = space;
  return made;
}

constexpr auto kT = ResourceClass::kSrv;
constexpr auto kU = ResourceClass::kUav;

std::vector<uint32_t> assigned(Vector<Resource> resources) {
  assign_registers(resources);
  std::vector<uint32_t> registers;
  for (const Resource& r : resources) registers.push_back(r.lower_bound);
  return registers;
}

TEST(Registers, AreTheFirstFreeOnesInOrderOfDeclaration) {
  EXPECT_EQ(assigned({resource(kT, kNoRegister), resource(kT, kNoRegister), resource(kU, kNoRegister)}),
            (std::vector<uint32_t>{0, 1, 0}));
  // t1 and t4 .. t6 are taken: an array of two fits between them, an array of four comes after them.
  EXPECT_EQ(assigned({resource(kT, kNoRegister, 2), resource(kT, 4, 3), resource(kT, kNoRegister, 4),
                      resource(kT, 1), resource(kT, kNoRegister), resource(kT, kNoRegister)}),
            (std::vector<uint32_t>{2, 4, 7, 1, 0, 11}));
}

TEST(Registers, AreCountedInEachSpace) {
  Vector<Resource> resources = {resource(kT, kNoRegister, 1, 3), resource(kT, 0, 1, 3),
                                resource(kT, kNoRegister, 1, 2), resource(kT, kNoRegister, 1, kNoRegister)};
  assign_registers(resources);
  EXPECT_EQ(resources[0].lower_bound, 1u);
  EXPECT_EQ(resources[2].lower_bound, 0u);
  EXPECT_EQ(resources[3].lower_bound, 0u);
  EXPECT_EQ(resources[3].space, 0u);
}

TEST(Registers, OfUnboundedArraysComeLast) {
  EXPECT_EQ(assigned({resource(kT, kNoRegister, kUnboundedDescriptors), resource(kT, kNoRegister, 5)}),
            (std::vector<uint32_t>{5, 0}));
  // Only one fits into a space; the other stays unassigned.
  EXPECT_EQ(
      assigned({resource(kT, kNoRegister, kUnboundedDescriptors), resource(kT, 9, kUnboundedDescriptors),
                resource(kT, kNoRegister, 10), resource(kT, kNoRegister, 9)}),
      (std::vector<uint32_t>{kNoRegister, 9, kNoRegister, 0}));
}

TEST(Registers, StayUnassignedIfNoneAreLeft) {
  EXPECT_EQ(
      assigned({resource(kT, 0, 0xFFFFFFF0), resource(kT, kNoRegister, 16), resource(kT, kNoRegister, 15)}),
      (std::vector<uint32_t>{0, kNoRegister, 0xFFFFFFF0}));
}

TEST(Registers, ThatAreAssignedStay) {
  EXPECT_EQ(assigned({resource(kT, 7), resource(kT, 7)}), (std::vector<uint32_t>{7, 7}));
}

}  // namespace
}  // namespace trellis::dxil
