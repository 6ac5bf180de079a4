// Register shifts: all spaces, single ones, and which wins.
#include <gtest/gtest.h>

#include "api/register_shifts.hpp"

namespace trellis {
namespace {

dxil::Resource resource(dxil::ResourceClass resource_class, uint32_t space) {
  dxil::Resource result;
  result.resource_class = resource_class;
  result.space = space;
  return result;
}

dxil::Shader shader() {
  dxil::Shader result;
  result.resources = {resource(dxil::ResourceClass::kSrv, 0), resource(dxil::ResourceClass::kSrv, 3),
                      resource(dxil::ResourceClass::kUav, 3)};
  return result;
}

RegisterShift shift(RegisterClass register_class, std::optional<uint32_t> space, uint32_t amount) {
  return {register_class, space, amount};
}

TEST(RegisterShifts, AllSpacesAreThoseOfTheClass) {
  const auto shifts = expand_shifts(shader(), {shift(RegisterClass::kShaderResource, std::nullopt, 7)});
  ASSERT_EQ(shifts.size(), 2u);
  EXPECT_EQ(shifts[0].space, 0u);
  EXPECT_EQ(shifts[1].space, 3u);
  for (const auto& each : shifts) {
    EXPECT_EQ(each.amount, 7u);
    EXPECT_EQ(each.resource_class, dxil::ResourceClass::kSrv);
  }
}

TEST(RegisterShifts, NamedSpaceWinsInEitherOrder) {
  const RegisterShift all = shift(RegisterClass::kShaderResource, std::nullopt, 7);
  const RegisterShift one = shift(RegisterClass::kShaderResource, 3, 9);
  for (const auto& order : {std::vector{all, one}, std::vector{one, all}}) {
    const auto shifts = expand_shifts(shader(), order);
    ASSERT_EQ(shifts.size(), 2u);
    EXPECT_EQ(shifts[0].amount, 7u);
    EXPECT_EQ(shifts[1].amount, 9u);
  }
}

TEST(RegisterShifts, LastOfEqualsWins) {
  const auto shifts = expand_shifts(
      shader(), {shift(RegisterClass::kUnorderedAccess, 3, 1), shift(RegisterClass::kUnorderedAccess, 3, 2)});
  ASSERT_EQ(shifts.size(), 1u);
  EXPECT_EQ(shifts[0].amount, 2u);
}

TEST(RegisterShifts, NoneStaysNone) { EXPECT_TRUE(expand_shifts(shader(), {}).empty()); }

}  // namespace
}  // namespace trellis
