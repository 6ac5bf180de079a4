#include "spirv_backend/plan/bindings/bindings.hpp"

#include <gtest/gtest.h>

namespace trellis::spirv {
namespace {

using dxil::Resource;
using dxil::ResourceClass;

class Bindings : public testing::Test {
 protected:
  uint32_t add(ResourceClass resource_class, uint32_t lower_bound, uint32_t space = 0) {
    Resource resource;
    resource.resource_class = resource_class;
    resource.lower_bound = lower_bound;
    resource.space = space;
    shader_.resources.push_back(resource);
    plan_.resources.emplace_back();
    plan_.resources.back().is_used = true;
    return static_cast<uint32_t>(plan_.resources.size() - 1);
  }
  Result<void> assign() {
    plan_.shader = &shader_;
    plan_.entry_point = &entry_;
    return assign_bindings(plan_);
  }

  dxil::Shader shader_;
  dxil::EntryPoint entry_;
  ModulePlan plan_;
};

TEST_F(Bindings, FollowSpaceRegisterAndClass) {
  const uint32_t b = add(ResourceClass::kCbv, 2, 3), t = add(ResourceClass::kSrv, 0),
                 u = add(ResourceClass::kUav, 7), s = add(ResourceClass::kSampler, 1);
  plan_.resources[u].uses_counter = true;
  ASSERT_TRUE(assign().ok());
  EXPECT_EQ(plan_.resources[b].place.set, 3u);
  EXPECT_EQ(plan_.resources[b].place.binding, 2u);
  EXPECT_EQ(plan_.resources[t].place.binding, 1000u);
  EXPECT_EQ(plan_.resources[u].place.binding, 2007u);
  EXPECT_EQ(plan_.resources[u].place.counter.binding, 4007u);
  EXPECT_EQ(plan_.resources[s].place.binding, 3001u);
}

TEST_F(Bindings, DoNotCollideInTheHeapsOfTheDevice) {
  const uint32_t t = add(ResourceClass::kSrv, 0), u = add(ResourceClass::kUav, 0);
  plan_.options.bind = [](const ResourceUse&, Binding& place) {
    place = {};
    place.kind = BindingKind::kDeviceHeap;
    return true;
  };
  ASSERT_TRUE(assign().ok());
  EXPECT_EQ(plan_.resources[t].place.kind, BindingKind::kDeviceHeap);
  EXPECT_EQ(plan_.resources[u].place.kind, BindingKind::kDeviceHeap);
}

TEST_F(Bindings, CanHaveDenseSets) {
  const uint32_t high = add(ResourceClass::kUav, 4, 900), low = add(ResourceClass::kSrv, 0, 3),
                 same = add(ResourceClass::kSampler, 1, 900),
                 highest = add(ResourceClass::kCbv, 2, 0xFFFFFFF0);
  plan_.resources[high].uses_counter = true;
  // Counts nevertheless: another entry point may use the resource, and so its space.
  plan_.resources[low].is_used = false;
  plan_.options.dense_sets = true;
  ASSERT_TRUE(assign().ok());
  EXPECT_EQ(plan_.resources[high].place.set, 1u);
  EXPECT_EQ(plan_.resources[high].place.counter.set, 1u);
  EXPECT_EQ(plan_.resources[high].place.binding, 2004u);
  EXPECT_EQ(plan_.resources[same].place.set, 1u);
  EXPECT_EQ(plan_.resources[highest].place.set, 2u);
}

TEST_F(Bindings, CanHaveSetsOfSpaces) {
  const uint32_t first = add(ResourceClass::kUav, 0, 900), second = add(ResourceClass::kUav, 0, 3),
                 third = add(ResourceClass::kUav, 0, 7);
  plan_.options.space_sets = {{900, 5}, {900, 0}, {8, 1}};
  ASSERT_TRUE(assign().ok());
  EXPECT_EQ(plan_.resources[first].place.set, 0u) << "the last one counts";
  EXPECT_EQ(plan_.resources[second].place.set, 3u);
  EXPECT_EQ(plan_.resources[third].place.set, 7u);
  plan_.options.dense_sets = true;
  plan_.options.space_sets = {{900, 0}, {8, 1}};
  ASSERT_TRUE(assign().ok());
  EXPECT_EQ(plan_.resources[first].place.set, 0u);
  EXPECT_EQ(plan_.resources[second].place.set, 2u) << "1 is of a space of another stage";
  EXPECT_EQ(plan_.resources[third].place.set, 3u);
  plan_.options.space_sets = {{900, 3}, {3, 3}};
  EXPECT_FALSE(assign().ok()) << "two resources at one binding";
}

TEST_F(Bindings, ShiftOnlyTheirClassAndSpace) {
  const uint32_t here = add(ResourceClass::kSrv, 5, 1), elsewhere = add(ResourceClass::kSrv, 5, 2),
                 other = add(ResourceClass::kUav, 5, 1);
  plan_.options.register_shifts = {{ResourceClass::kSrv, 1, 10}};
  ASSERT_TRUE(assign().ok());
  EXPECT_EQ(plan_.resources[here].place.binding, 15u);
  EXPECT_EQ(plan_.resources[elsewhere].place.binding, 1005u);
  EXPECT_EQ(plan_.resources[other].place.binding, 2005u);
}

TEST_F(Bindings, ShiftForAllSpacesLeavesOtherClasses) {
  const uint32_t first = add(ResourceClass::kSrv, 5, 0), second = add(ResourceClass::kSrv, 5, 3),
                 other = add(ResourceClass::kUav, 5, 3);
  plan_.options.register_shifts = {{ResourceClass::kSrv, std::nullopt, 7}};
  ASSERT_TRUE(assign().ok());
  EXPECT_EQ(plan_.resources[first].place.binding, 12u);
  EXPECT_EQ(plan_.resources[second].place.binding, 12u);
  EXPECT_EQ(plan_.resources[other].place.binding, 2005u);
}

TEST_F(Bindings, ShiftThatNamesItsSpaceWinsInEitherOrder) {
  const uint32_t named = add(ResourceClass::kSrv, 0, 3), other = add(ResourceClass::kSrv, 0, 0);
  const RegisterShift all = {ResourceClass::kSrv, std::nullopt, 7}, one = {ResourceClass::kSrv, 3, 9};
  for (const auto& order : {std::vector{all, one}, std::vector{one, all}}) {
    plan_.options.register_shifts = order;
    ASSERT_TRUE(assign().ok());
    EXPECT_EQ(plan_.resources[named].place.binding, 9u);
    EXPECT_EQ(plan_.resources[other].place.binding, 7u);
  }
}

TEST_F(Bindings, LastOfEqualShiftsWins) {
  const uint32_t u = add(ResourceClass::kUav, 0, 3);
  plan_.options.register_shifts = {{ResourceClass::kUav, 3, 1}, {ResourceClass::kUav, 3, 2}};
  ASSERT_TRUE(assign().ok());
  EXPECT_EQ(plan_.resources[u].place.binding, 2u);
}

TEST_F(Bindings, ReportCollisions) {
  add(ResourceClass::kSrv, 4);
  const uint32_t b = add(ResourceClass::kCbv, 4);
  shader_.resources[b].name = "Lights";
  plan_.options.register_shifts = {{ResourceClass::kSrv, 0, 0}};
  const Result<void> result = assign();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kBadChoice);
  EXPECT_NE(result.error().message.find("Lights (b4, space0)"), std::string::npos) << result.error().message;
  EXPECT_NE(result.error().message.find("t4, space0"), std::string::npos) << result.error().message;
  EXPECT_NE(result.error().message.find("binding 4"), std::string::npos) << result.error().message;
}

TEST_F(Bindings, ReportCollisionsWithCounters) {
  const uint32_t u = add(ResourceClass::kUav, 1);
  plan_.resources[u].uses_counter = true;
  add(ResourceClass::kUav, 2001);
  EXPECT_FALSE(assign().ok());
}

TEST_F(Bindings, IgnoreUnusedResourcesAndOtherSpaces) {
  add(ResourceClass::kCbv, 1000);
  add(ResourceClass::kSrv, 0, 1);
  const uint32_t unused = add(ResourceClass::kSrv, 0);
  plan_.resources[unused].is_used = false;
  EXPECT_TRUE(assign().ok());
}

TEST_F(Bindings, RefuseRegistersOutOfRange) {
  add(ResourceClass::kSrv, UINT32_MAX - 10);
  const auto done = assign();
  ASSERT_FALSE(done.ok());
  EXPECT_NE(done.error().to_string().find("the register plus 1000; bind it by name"), String::npos)
      << done.error().to_string();
}

TEST_F(Bindings, RefuseRegistersOfCountersOutOfRangeIfTheyAreUsed) {
  const uint32_t u = add(ResourceClass::kUav, UINT32_MAX - 3000);
  EXPECT_TRUE(assign().ok());
  plan_.resources[u].uses_counter = true;
  shader_.resources[u].kind = dxil::ResourceKind::kStructuredBuffer;
  EXPECT_FALSE(assign().ok());
}

TEST_F(Bindings, RefuseResourcesWithoutRegister) {
  add(ResourceClass::kSrv, UINT32_MAX, UINT32_MAX);
  EXPECT_FALSE(assign().ok());
}

NamedBinding at(const char* name, uint32_t set, uint32_t binding) {
  NamedBinding named;
  named.name = name;
  named.resource.emplace();
  named.resource->set = set;
  named.resource->binding = binding;
  return named;
}

TEST_F(Bindings, ByNameComeBeforeEverythingElse) {
  const uint32_t t = add(ResourceClass::kSrv, 0), u = add(ResourceClass::kUav, 1);
  shader_.resources[t].name = "source";
  shader_.resources[u].name = "sink";
  plan_.resources[u].uses_counter = true;
  shader_.resources[u].kind = dxil::ResourceKind::kStructuredBuffer;
  plan_.entry_point = &shader_.entry_points.emplace_back();
  plan_.options.register_shifts = {{ResourceClass::kSrv, 0, 50}};
  uint32_t asked = 0;
  plan_.options.bind = [&asked](const ResourceUse&, Binding& place) {
    ++asked;
    place.binding = 99;
    return true;
  };
  plan_.options.named_bindings = {at("sink", 2, 7)};
  const Result<void> done = assign();
  ASSERT_TRUE(done.ok()) << done.error().to_string();
  EXPECT_EQ(asked, 1u) << "of what no name says";
  EXPECT_EQ(plan_.resources[t].place.binding, 99u);
  EXPECT_EQ(plan_.resources[u].place.set, 2u);
  EXPECT_EQ(plan_.resources[u].place.binding, 7u);
  EXPECT_EQ(plan_.resources[u].place.counter.binding, 4001u) << "where it was";
}

TEST_F(Bindings, OfACounterByName) {
  const uint32_t u = add(ResourceClass::kUav, 1);
  shader_.resources[u].name = "sink";
  shader_.resources[u].kind = dxil::ResourceKind::kStructuredBuffer;
  plan_.resources[u].uses_counter = true;
  NamedBinding named;
  named.name = "sink";
  named.counter.emplace();
  named.counter->set = 4;
  named.counter->binding = 5;
  plan_.options.named_bindings = {named};
  ASSERT_TRUE(assign().ok());
  EXPECT_EQ(plan_.resources[u].place.binding, 2001u);
  EXPECT_EQ(plan_.resources[u].place.counter.set, 4u);
  EXPECT_EQ(plan_.resources[u].place.counter.binding, 5u);
}

TEST_F(Bindings, ByNamePlaceWhatHasNoRegister) {
  const uint32_t t = add(ResourceClass::kSrv, UINT32_MAX, UINT32_MAX);
  shader_.resources[t].name = "anywhere";
  plan_.options.named_bindings = {at("anywhere", 1, 3)};
  ASSERT_TRUE(assign().ok());
  EXPECT_EQ(plan_.resources[t].place.set, 1u);
  EXPECT_EQ(plan_.resources[t].place.binding, 3u);
}

TEST_F(Bindings, ByNameMayBeOfAnUnusedResource) {
  const uint32_t t = add(ResourceClass::kSrv, 0);
  shader_.resources[t].name = "unused";
  plan_.resources[t].is_used = false;
  plan_.options.named_bindings = {at("unused", 0, 0)};
  EXPECT_TRUE(assign().ok());
}

TEST_F(Bindings, WholeBuffersAreInTheRootData) {
  const auto pushed = [](const char* name, uint32_t offset) {
    NamedBinding named{name, Binding{}, std::nullopt};
    named.resource->kind = BindingKind::kRootConstants;
    named.resource->root_offset = offset;
    return named;
  };
  const uint32_t first = add(ResourceClass::kCbv, 0), second = add(ResourceClass::kCbv, 1),
                 third = add(ResourceClass::kCbv, 2);
  shader_.resources[first].name = "First";
  shader_.resources[first].size = 18;
  shader_.resources[second].name = "Second";
  shader_.resources[second].size = 16;
  shader_.resources[third].name = "Third";
  shader_.resources[third].size = 4;
  plan_.resources[second].is_used = false;  // Keeps its room nevertheless: another entry point may use it.
  plan_.options.named_bindings = {pushed("First", kNoOffset), pushed("Second", kNoOffset),
                                  pushed("Third", 100)};
  ASSERT_TRUE(assign().ok());
  EXPECT_EQ(plan_.resources[first].place.root_offset, 0u);
  EXPECT_EQ(plan_.resources[first].place.root_size, 20u);
  EXPECT_EQ(plan_.options.named_bindings[1].resource->root_offset, 32u) << "the next multiple of 16";
  EXPECT_EQ(plan_.resources[third].place.root_offset, 100u);
  EXPECT_EQ(plan_.options.root_data.size, 104u);
  for (const uint32_t wrong : {2u, 65536u, 0xFFFFFFFCu}) {
    plan_.options.root_data = {};
    plan_.options.named_bindings = {pushed("First", wrong)};
    const Result<void> result = assign();
    ASSERT_FALSE(result.ok()) << wrong;
    EXPECT_EQ(result.error().code, ErrorCode::kBadChoice);
  }
  const uint32_t texture = add(ResourceClass::kSrv, 0);
  shader_.resources[texture].name = "Picture";
  plan_.options.named_bindings = {pushed("Picture", kNoOffset)};
  const Result<void> result = assign();
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("only constant buffers"), std::string::npos)
      << result.error().message;
}

TEST_F(Bindings, OfANameThatIsNotThereListsThoseThatAre) {
  shader_.resources[add(ResourceClass::kSrv, 0)].name = "albedo";
  shader_.resources[add(ResourceClass::kSrv, 1)].name = "normals";
  plan_.options.named_bindings = {at("albdeo", 0, 0)};
  const Result<void> result = assign();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kBadChoice);
  EXPECT_EQ(result.error().message, "no resource is named 'albdeo'; there are: albedo, normals");
}

TEST_F(Bindings, OfANameWhereThereAreNone) {
  add(ResourceClass::kSrv, 0);
  for (const char* name : {"albedo", ""}) {
    plan_.options.named_bindings = {at(name, 0, 0)};
    const Result<void> result = assign();
    ASSERT_FALSE(result.ok());
    EXPECT_NE(result.error().message.find("the program has no names of resources"), std::string::npos);
  }
}

TEST_F(Bindings, OfANameMustBeUnique) {
  shader_.resources[add(ResourceClass::kSrv, 0)].name = "albedo";
  plan_.options.named_bindings = {at("albedo", 0, 0), at("albedo", 0, 1)};
  const Result<void> result = assign();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "two bindings given for the name 'albedo'");
}

TEST_F(Bindings, ByNameCollideLikeOthers) {
  shader_.resources[add(ResourceClass::kSrv, 0)].name = "albedo";
  shader_.resources[add(ResourceClass::kSrv, 1)].name = "normals";
  plan_.options.named_bindings = {at("albedo", 0, 1001)};
  EXPECT_FALSE(assign().ok());
}

}  // namespace
}  // namespace trellis::spirv
