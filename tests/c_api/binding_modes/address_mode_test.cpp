// Runs coherent buffers, acceleration structures and counters that are reached through device addresses.
#include <algorithm>

#include "tests/c_api/binding_modes/bound_program.hpp"
#include "tests/vulkan/rays/acceleration_structures.hpp"

namespace trellis::test_c_api {
namespace {

using dxil::Opcode;
using dxil::ResourceClass;
using spirv::Binding;
using spirv::BindingKind;
using spirv::BufferForm;
using vulkan::RayGeometry;
using vulkan::RayInstance;
using vulkan::RayScene;

class AddressModes : public BoundProgram {
 protected:
  /// Thread groups pass on word 0 of the coherent buffer u0: group n waits until word 1 equals n, adds n to
  /// word 0 and increments word 1. Each group writes the value it found to u1.
  static dxil::Shader relay() {
    ProgramBuilder b;
    const dxil::TypeId i32 = b.int_type(32);
    b.raw_buffer(ResourceClass::kUav, 0);
    b.raw_buffer(ResourceClass::kUav, 1);
    b.shader().resources[0].globally_coherent = true;
    b.begin_function("main", b.void_type(), {});
    const V relay = b.handle(ResourceClass::kUav, 0), output = b.handle(ResourceClass::kUav, 1, b.i32(1));
    const V thread = b.thread_id(), group = b.dx(dxil::Op::kGroupId, i32, {b.i32(0)});
    const dxil::BlockId wait = b.block(), turn = b.block(), done = b.block();
    const V is_first =
        b.compare(dxil::Predicate::kEq, b.op(Opcode::kAnd, i32, {thread, b.i32(63)}), b.i32(0));
    b.branch_if(is_first, wait, done);
    b.at(wait);
    const V now = b.load(i32, relay, b.i32(4));
    b.branch_if(b.compare(dxil::Predicate::kEq, now, group), turn, wait);
    b.at(turn);
    const V found = b.load(i32, relay, b.i32(0));
    b.store(i32, output, b.op(Opcode::kShl, i32, {group, b.i32(2)}), found);
    b.store(i32, relay, b.i32(0), b.op(Opcode::kAdd, i32, {found, group}));
    b.dx(dxil::Op::kBarrier, b.void_type(), {b.i32(2)});
    b.dx(dxil::Op::kAtomicBinOp, i32, {relay, b.i32(0), b.i32(4), b.undef_i32(), b.undef_i32(), b.i32(1)});
    b.branch(done);
    b.at(done);
    b.finish();
    b.end_function();
    return b.take();
  }

  void check_relay(const Binding& place, spirv::MemoryModel model = spirv::MemoryModel::kGlsl450) {
    constexpr uint32_t kGroups = 8;
    spirv::EmitOptions options;
    options.device.memory_model = model;
    options.root_data.size = 16;
    options.bind = [&](const spirv::ResourceUse& use, Binding& binding) {
      if (use.resource == 0) binding = place;
      return true;
    };
    vulkan::Dispatch dispatch;
    dispatch.groups = {kGroups, 1, 1};
    dispatch.push_constants = vulkan::bytes_of(std::vector<uint32_t>{0, 0, 8, 0});
    dispatch.resources = {storage_buffer(0, {0, 0}), storage_buffer(2001, std::vector<uint32_t>(kGroups, 99)),
                          storage_buffer(7, std::vector<uint32_t>(4, 0))};
    dispatch.resources[0].is_addressed = true;
    const bool is_table = place.form == BufferForm::kAddresses;
    dispatch.addresses.push_back({is_table ? place.addresses.offset : place.root_offset, 0});
    if (is_table) dispatch.addresses[0].table = 2;
    const auto results = run(relay(), options, dispatch);
    ASSERT_EQ(results.size(), 3u);
    EXPECT_EQ(results[0], (std::vector<uint32_t>{kGroups * (kGroups - 1) / 2, kGroups}));
    for (uint32_t n = 0; n < kGroups; ++n) EXPECT_EQ(results[1][n], n * (n - 1) / 2) << n;
    const std::string text = test_backend::disassemble(module_of(relay(), options));
    if (model == spirv::MemoryModel::kVulkan) {
      EXPECT_EQ(text.find("Coherent"), std::string::npos);
      EXPECT_NE(text.find("MakePointerAvailable"), std::string::npos);
      EXPECT_NE(text.find("MakePointerVisible"), std::string::npos);
      return;
    }
    const size_t member = text.find(" 0 Coherent");
    ASSERT_NE(member, std::string::npos) << text;
    EXPECT_NE(text.rfind("OpMemberDecorate", member), std::string::npos);
  }
};

TEST_F(AddressModes, CoherentBuffer) {
  Binding place;
  place.kind = BindingKind::kAddress;
  check_relay(place);
}

TEST_F(AddressModes, CoherentBufferWithABound) {
  Binding place;
  place.kind = BindingKind::kAddress;
  place.bound_offset = 8;
  check_relay(place);
}

TEST_F(AddressModes, CoherentBufferInATable) {
  Binding place;
  place.binding = 7;
  place.form = BufferForm::kAddresses;
  place.addresses = {8, 4};
  check_relay(place);
}

TEST_F(AddressModes, CoherentBufferInVulkansMemoryModel) {
  Binding place;
  place.kind = BindingKind::kAddress;
  check_relay(place, spirv::MemoryModel::kVulkan);
}

/// Only globally coherent buffers are decorated Coherent: other buffers get separate block types.
TEST_F(AddressModes, OtherBuffersAreNotCoherent) {
  dxil::Shader shader = relay();
  shader.resources[0].globally_coherent = false;
  spirv::EmitOptions options;
  options.root_data.size = 16;
  options.bind = [](const spirv::ResourceUse& use, Binding& binding) {
    binding.kind = BindingKind::kAddress;
    binding.root_offset = 8 * use.resource;
    return true;
  };
  EXPECT_EQ(test_backend::disassemble(module_of(shader, options)).find("Coherent"), std::string::npos);
}

class StructureModes : public BoundProgram {
 protected:
  void SetUp() override {
    BoundProgram::SetUp();
    if (!runner().device().has_extension("VK_KHR_ray_query")) GTEST_SKIP() << "the device has no ray queries";
    for (const float x : {0.0f, 10.0f}) {
      RayGeometry triangle;
      triangle.triangles = {{0, 0, 0, 4, 0, 0, 0, 4, 0}};
      RayInstance instance;
      instance.geometries = {triangle};
      instance.transform[3] = x;
      auto scene = RayScene::build(runner().device(), {&instance, 1});
      ASSERT_TRUE(scene) << scene.error().to_string();
      scenes_.push_back(std::move(*scene));
    }
  }

  /// Thread t traces a ray along z, at x = 1 or 11 depending on bit 1 of t, through scene `which` of the
  /// array at t0. u0 receives the hits.
  static dxil::Shader program(uint32_t count) {
    ProgramBuilder b;
    const dxil::TypeId i32 = b.int_type(32);
    b.raw_buffer(ResourceClass::kSrv, 0, count);
    b.shader().resources[0].kind = dxil::ResourceKind::kAccelerationStructure;
    b.raw_buffer(ResourceClass::kUav, 0);
    b.begin_function("main", b.void_type(), {});
    const V thread = b.thread_id();
    const V second = b.op(Opcode::kAnd, i32, {b.op(Opcode::kLShr, i32, {thread, b.i32(1)}), b.i32(1)});
    const V x = b.op(
        Opcode::kBitcast, b.float_type(32),
        {b.op(Opcode::kSelect, i32,
              {b.compare(dxil::Predicate::kEq, second, b.i32(0)), b.i32(0x3F800000), b.i32(0x41300000)})});
    const V scene = count == 1 ? b.i32(0) : b.op(Opcode::kAnd, i32, {thread, b.i32(1)});
    const V query = b.dx(dxil::Op::kAllocateRayQuery, i32, {b.i32(0)});
    b.dx(dxil::Op::kRayQuery_TraceRayInline, b.void_type(),
         {query, b.handle(ResourceClass::kSrv, 0, scene), b.i32(0), b.i32(0xFF), x, b.f32(1), b.f32(-1),
          b.f32(0.25f), b.f32(0), b.f32(0), b.f32(1), b.f32(100)});
    b.dx(dxil::Op::kRayQuery_Proceed, b.int_type(1), {query});
    const V byte = b.op(Opcode::kShl, i32, {thread, b.i32(2)});
    b.store(i32, b.handle(ResourceClass::kUav, 0), byte,
            b.dx(dxil::Op::kRayQuery_CommittedStatus, i32, {query}));
    b.finish();
    b.end_function();
    return b.take();
  }

  std::vector<uint32_t> hits(const dxil::Shader& shader, const Binding& place, vulkan::Dispatch dispatch) {
    spirv::EmitOptions options;
    options.root_data.size = 16;
    options.bind = [&](const spirv::ResourceUse& use, Binding& binding) {
      if (use.resource == 0) binding = place;
      return true;
    };
    dispatch.resources.insert(dispatch.resources.begin(),
                              storage_buffer(2000, std::vector<uint32_t>(64, 99)));
    const auto results = run(shader, options, dispatch);
    return results.empty() ? std::vector<uint32_t>(64, 99) : results[0];
  }

  std::vector<std::unique_ptr<RayScene>> scenes_;
};

TEST_F(StructureModes, AddressInTheRootData) {
  for (uint32_t which = 0; which < 2; ++which) {
    Binding place;
    place.kind = BindingKind::kAddress;
    place.root_offset = 8;
    vulkan::Dispatch dispatch;
    dispatch.push_constants.resize(16);
    vulkan::PlacedAddress address;
    address.offset = 8;
    address.value = scenes_[which]->top_address();
    dispatch.addresses.push_back(address);
    const auto found = hits(program(1), place, dispatch);
    for (uint32_t t = 0; t < 64; ++t)
      EXPECT_EQ(found[t], (t >> 1 & 1) == which ? 1u : 0u) << which << " " << t;
  }
}

TEST_F(StructureModes, AddressZeroIsHitByNothing) {
  Binding place;
  place.kind = BindingKind::kAddress;
  place.root_offset = 8;
  vulkan::Dispatch dispatch;
  dispatch.push_constants.resize(16);
  EXPECT_EQ(hits(program(1), place, dispatch), std::vector<uint32_t>(64, 0));
}

TEST_F(StructureModes, SliceOfATableOfAddresses) {
  Binding place;
  place.kind = BindingKind::kHeap;
  place.form = BufferForm::kAddresses;
  place.binding = 7;
  place.first_element = 1;
  place.table_offset = 4;
  place.addresses = {16, 8};
  vulkan::Dispatch dispatch;
  dispatch.push_constants = vulkan::bytes_of(std::vector<uint32_t>{0, 3, 0, 0});
  dispatch.resources = {storage_buffer(7, std::vector<uint32_t>(32, 0))};
  for (uint32_t which = 0; which < 2; ++which) {
    vulkan::PlacedAddress address;
    address.offset = 16 * (3 + 1 + which) + 8;
    address.table = 1;
    address.value = scenes_[which]->top_address();
    dispatch.addresses.push_back(address);
  }
  const auto found = hits(program(2), place, dispatch);
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(found[t], (t >> 1 & 1) == (t & 1) ? 1u : 0u) << t;
}

}  // namespace
}  // namespace trellis::test_c_api
