// Runs accesses to acceleration structures: faulty ones are reported, and their query uses a safe structure
// instead.
#include "tests/spirv_backend/instruments/checked_case.hpp"
#include "tests/vulkan/rays/acceleration_structures.hpp"

namespace trellis::test_instruments {
namespace {

using dxil::Op;
using dxil::Opcode;
using dxil::ResourceClass;

constexpr uint32_t kStructureKind = 16;  // Resource kind in handle properties.
constexpr uint32_t kNoInstance = UINT32_MAX;

class StructureChecks : public CheckedCase {
 protected:
  void SetUp() override {
    CheckedCase::SetUp();
    if (!device().has_extension("VK_KHR_ray_query")) GTEST_SKIP() << "the device has no ray queries";
    for (const uint32_t id : {5u, 6u}) {
      vulkan::RayInstance instance;
      instance.id = id;
      instance.geometries.resize(1);
      instance.geometries[0].triangles = {{-1, -1, 2, 3, -1, 2, -1, 3, 2}};
      auto built = vulkan::RayScene::build(device(), {&instance, 1});
      ASSERT_TRUE(built) << built.error().to_string();
      scenes.push_back(std::move(*built));
    }
  }
  vulkan::BoundResource structure(uint32_t binding, uint32_t element, size_t scene) const {
    vulkan::BoundResource resource;
    resource.binding = binding;
    resource.element = element;
    resource.type = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
    resource.structure = scenes[scene]->top();
    return resource;
  }
  /// Returns the instance that a ray along z hits in a structure, or kNoInstance.
  V instance_met(V handle) {
    const dxil::TypeId i1 = b.int_type(1);
    const V query = b.dx(Op::kAllocateRayQuery, i32, {b.i32(1)});
    b.dx(Op::kRayQuery_TraceRayInline, b.void_type(),
         {query, handle, b.i32(1), b.i32(255), b.f32(0), b.f32(0), b.f32(-1), b.f32(0.25f), b.f32(0),
          b.f32(0), b.f32(1), b.f32(100)});
    b.dx(Op::kRayQuery_Proceed, i1, {query});
    const V status = b.dx(Op::kRayQuery_CommittedStatus, i32, {query});
    const V is_hit = b.compare(dxil::Predicate::kNe, status, b.i32(0));
    const V id = b.dx(Op::kRayQuery_CommittedInstanceID, i32, {query});
    return b.op(Opcode::kSelect, i32, {is_hit, id, b.i32(kNoInstance)});
  }
  /// Declares the acceleration structures t`first` and following.
  void declare_structures(uint32_t first, uint32_t count) {
    b.raw_buffer(ResourceClass::kSrv, first, count);
    b.shader().resources.back().kind = dxil::ResourceKind::kAccelerationStructure;
  }
  void begin() {
    b.begin_function("main", b.void_type(), {});
    thread = b.thread_id();
  }

  std::vector<std::unique_ptr<vulkan::RayScene>> scenes;
};

TEST_F(StructureChecks, OfAHeap) {
  const uint32_t wanted = bit_of(HeapType::kAccelerationStructure), other = bit_of(HeapType::kReadBuffer);
  begin();
  const auto shader =
      end(instance_met(from_heap(b.op(Opcode::kAnd, i32, {thread, b.i32(7)}), kStructureKind)));
  // Elements 1 and 3 are not structures; 4 to 7 are beyond the heap.
  resource_table = table_of({wanted, 0, wanted, other}, {{wanted, 2}});
  vulkan::Dispatch dispatch;
  dispatch.resources = {structure(5007, 0, 0), structure(5007, 1, 0), structure(5007, 2, 1),
                        structure(5007, 3, 0)};
  const auto results = run_checked(shader, dispatch);
  ASSERT_FALSE(results.empty());
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(results[0][t], (t & 7) == 0 ? 5u : 6u) << t;
  EXPECT_EQ(reports.faults, 48u);
  uint32_t of_kind[6] = {};
  for (const Report& report : reports.written) {
    ASSERT_LT(report.fault, 6u);
    ++of_kind[report.fault];
    EXPECT_EQ(report.wanted, wanted);
    EXPECT_EQ(report.heap, kHeapNumber);
  }
  EXPECT_EQ(of_kind[static_cast<uint32_t>(DescriptorFault::kUnwritten)], 8u);
  EXPECT_EQ(of_kind[static_cast<uint32_t>(DescriptorFault::kWrongType)], 8u);
  EXPECT_EQ(of_kind[static_cast<uint32_t>(DescriptorFault::kBeyondHeap)], 32u);
}

TEST_F(StructureChecks, OfARange) {
  declare_structures(2, 2);
  begin();
  const V index = b.op(Opcode::kAdd, i32, {b.op(Opcode::kAnd, i32, {thread, b.i32(3)}), b.i32(2)});
  const auto shader = end(instance_met(b.handle(ResourceClass::kSrv, 0, index)));
  vulkan::Dispatch dispatch;
  dispatch.resources = {structure(1002, 0, 0), structure(1002, 1, 1)};
  const auto results = run_checked(shader, dispatch);
  ASSERT_FALSE(results.empty());
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(results[0][t], (t & 3) == 1 ? 6u : 5u) << t;
  ASSERT_EQ(reports.reported, 32u);
  for (const Report& report : reports.written) {
    EXPECT_EQ(report.fault, static_cast<uint32_t>(DescriptorFault::kBeyondRange));
    EXPECT_EQ(report.wanted, 2u);
    EXPECT_TRUE(report.index == 2 || report.index == 3) << report.index;
  }
}

// Address 0 is not tested: devices need not survive a ray query on it.
TEST_F(StructureChecks, OfAnAddress) {
  declare_structures(0, 1);
  begin();
  const auto shader = end(instance_met(b.handle(ResourceClass::kSrv, 0)));
  options.root_data.size = 8;
  options.bind = [](const spirv::ResourceUse& use, spirv::Binding& binding) {
    if (use.info->resource_class != ResourceClass::kSrv) return true;
    binding.kind = spirv::BindingKind::kAddress;
    binding.root_offset = 0;
    return true;
  };
  vulkan::Dispatch dispatch;
  for (uint32_t byte = 0; byte < 8; ++byte)
    dispatch.push_constants.push_back(static_cast<uint8_t>(scenes[1]->top_address() >> 8 * byte));
  const auto results = run_checked(shader, dispatch);
  ASSERT_FALSE(results.empty());
  EXPECT_EQ(results[0], std::vector<uint32_t>(64, 6));
  EXPECT_EQ(reports.faults, 0u);
}

}  // namespace
}  // namespace trellis::test_instruments
