// Runs inline ray queries on a small scene.
#include <bit>

#include "tests/spirv_backend/device_test.hpp"
#include "tests/vulkan/rays/acceleration_structures.hpp"

namespace trellis::test_backend {
namespace {

using dxil::ResourceClass;
using dxil::ResourceKind;
using vulkan::RayGeometry;
using vulkan::RayInstance;

/// Number of words that a thread writes.
constexpr uint32_t kRow = 64;
/// Ray flags.
constexpr uint32_t kForceOpaque = 1, kSkipTriangles = 0x100;

/// Two geometries of triangles in the plane z = 0, moved by (10, 0, 5) and stretched along y, and boxes next
/// to them.
std::vector<RayInstance> scene() {
  RayInstance triangles;
  RayGeometry first, second;
  first.triangles = {{-50, 0, 0, -49, 0, 0, -50, 1, 0}};
  second.is_opaque = false;
  second.triangles = {{-60, 0, 0, -59, 0, 0, -60, 1, 0}, {0, 0, 0, 4, 0, 0, 0, 4, 0}};
  triangles.geometries = {first, second};
  triangles.transform = {1, 0, 0, 10, 0, 2, 0, 0, 0, 0, 1, 5};
  triangles.id = 7;
  triangles.mask = 1;
  triangles.hit_group_offset = 3;
  RayInstance boxes;
  RayGeometry volumes;
  volumes.is_opaque = false;
  volumes.boxes = {{-50, 0, 0, -49, 1, 1}, {20, 0, 0, 22, 2, 4}};
  boxes.geometries = {volumes};
  boxes.id = 9;
  boxes.mask = 2;
  boxes.hit_group_offset = 5;
  return {triangles, boxes};
}

/// A ray along z from z = -1, with t between 0.25 and 100.
struct Ray {
  float x, y;
  uint32_t mask;
};
constexpr Ray kAtTriangle{11, 1, 0xFF}, kAtBox{21, 1, 0xFF}, kPastAll{500, 500, 0xFF}, kMaskedOut{11, 1, 2};

class RayQueries : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!device().has_extension("VK_KHR_ray_query")) GTEST_SKIP() << "the device has no ray queries";
    auto built = vulkan::RayScene::build(device(), scene());
    ASSERT_TRUE(built) << built.error().to_string();
    scene_ = std::move(*built);
    i32 = b.int_type(32);
    f32 = b.float_type(32);
  }

  void begin() {
    structure_ = static_cast<uint32_t>(b.shader().resources.size());
    b.raw_buffer(ResourceClass::kSrv, 0);
    b.shader().resources[structure_].kind = ResourceKind::kAccelerationStructure;
    output_ = b.raw_buffer(ResourceClass::kUav, 0);
    input_ = b.raw_buffer(ResourceClass::kUav, 1);
    b.begin_function("main", b.void_type(), {});
    thread = b.thread_id();
    row_ = b.op(Opcode::kMul, i32, {thread, b.i32(kRow * 4)});
  }
  V allocate(uint32_t flags) { return b.dx(Op::kAllocateRayQuery, i32, {b.i32(flags)}); }
  void trace(V query, V flags) {
    const V rays = b.handle(ResourceClass::kUav, input_);
    const V at = b.op(Opcode::kMul, i32, {thread, b.i32(12)});
    const auto word = [&](uint32_t n) {
      return b.load(i32, rays, b.op(Opcode::kAdd, i32, {at, b.i32(4 * n)}));
    };
    const V x = b.op(Opcode::kBitcast, f32, {word(0)}), y = b.op(Opcode::kBitcast, f32, {word(1)});
    b.dx(Op::kRayQuery_TraceRayInline, b.void_type(),
         {query, b.handle(ResourceClass::kSrv, 0), flags, word(2), x, y, b.f32(-1), b.f32(0.25f), b.f32(0),
          b.f32(0), b.f32(1), b.f32(100)});
  }
  V proceed(V query) { return b.dx(Op::kRayQuery_Proceed, b.int_type(1), {query}); }
  void put(uint32_t word, V value) {
    const V at = b.op(Opcode::kAdd, i32, {row_, b.i32(4 * word)});
    b.store(i32, b.handle(ResourceClass::kUav, output_), at, value);
  }
  void put_int(uint32_t word, Op op, V query) { put(word, b.dx(op, i32, {query})); }
  void put_bool(uint32_t word, Op op, V query) {
    put(word, b.op(Opcode::kZExt, i32, {b.dx(op, b.int_type(1), {query})}));
  }
  void put_float(uint32_t word, Op op, V query) {
    put(word, b.op(Opcode::kBitcast, i32, {b.dx(op, f32, {query})}));
  }
  void put_vector(uint32_t word, Op op, V query, uint8_t size) {
    for (uint8_t n = 0; n < size; ++n) {
      put(word + n, b.op(Opcode::kBitcast, i32, {b.dx(op, f32, {query, b.i8(n)})}));
    }
  }
  void put_matrix(uint32_t word, Op op, V query) {
    for (uint32_t n = 0; n < 12; ++n) {
      const V element = b.dx(op, f32, {query, b.i32(n / 4), b.i8(static_cast<uint8_t>(n % 4))});
      put(word + n, b.op(Opcode::kBitcast, i32, {element}));
    }
  }
  /// Commits every candidate, boxes at `t`; `in_loop` first emits code for each candidate.
  template <typename InLoop>
  void commit_all(V query, float t, InLoop in_loop) {
    const BlockId loop = b.block(), body = b.block(), triangle = b.block(), box = b.block(), done = b.block();
    b.branch(loop);
    b.at(loop);
    b.branch_if(proceed(query), body, done);
    b.at(body);
    in_loop();
    b.branch_if(b.compare(dxil::Predicate::kEq, b.dx(Op::kRayQuery_CandidateType, i32, {query}), b.i32(0)),
                triangle, box);
    b.at(triangle);
    b.dx(Op::kRayQuery_CommitNonOpaqueTriangleHit, b.void_type(), {query});
    b.branch(loop);
    b.at(box);
    b.dx(Op::kRayQuery_CommitProceduralPrimitiveHit, b.void_type(), {query, b.f32(t)});
    b.branch(loop);
    b.at(done);
  }
  /// Runs the program; thread t gets rays[t % size]. Returns the rows of the first `size` threads.
  std::vector<std::vector<uint32_t>> results(const std::vector<Ray>& rays) {
    b.finish();
    b.end_function();
    std::vector<uint32_t> input;
    for (uint32_t t = 0; t < 64; ++t) {
      const Ray& ray = rays[t % rays.size()];
      input.insert(input.end(), {std::bit_cast<uint32_t>(ray.x), std::bit_cast<uint32_t>(ray.y), ray.mask});
    }
    vulkan::BoundResource bound_scene;
    bound_scene.binding = 1000;
    bound_scene.type = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
    bound_scene.structure = scene_->top();
    const auto all = run_bound(
        b.take(), {bound(2000, 0, std::vector<uint32_t>(64 * kRow, 0)), bound(2001, 0, input), bound_scene});
    std::vector<std::vector<uint32_t>> rows(rays.size(), std::vector<uint32_t>(kRow, 0xDEAD));
    for (size_t n = 0; n < rows.size() && !all.empty(); ++n) {
      const auto first = all[0].begin() + static_cast<std::ptrdiff_t>(n * kRow);
      rows[n].assign(first, first + kRow);
    }
    return rows;
  }
  static void expect_floats(const std::vector<uint32_t>& row, uint32_t word,
                            const std::vector<float>& expected) {
    for (uint32_t n = 0; n < expected.size(); ++n) {
      EXPECT_NEAR(std::bit_cast<float>(row[word + n]), expected[n], 1e-4) << "word " << word + n;
    }
  }

  ProgramBuilder b;
  TypeId i32 = 0, f32 = 0;
  V thread;

 private:
  std::unique_ptr<vulkan::RayScene> scene_;
  uint32_t structure_ = 0, output_ = 0, input_ = 0;
  V row_;
};

TEST_F(RayQueries, Candidates) {
  begin();
  const V query = allocate(0);
  trace(query, b.i32(0));
  put_float(60, Op::kRayQuery_CommittedRayT, query);
  commit_all(query, 3.5f, [&] {
    put_int(0, Op::kRayQuery_CandidateType, query);
    put_float(1, Op::kRayQuery_CandidateTriangleRayT, query);
    put_int(2, Op::kRayQuery_CandidateInstanceIndex, query);
    put_int(3, Op::kRayQuery_CandidateInstanceID, query);
    put_int(4, Op::kRayQuery_CandidateGeometryIndex, query);
    put_int(5, Op::kRayQuery_CandidatePrimitiveIndex, query);
    put_vector(6, Op::kRayQuery_CandidateObjectRayOrigin, query, 3);
    put_vector(9, Op::kRayQuery_CandidateObjectRayDirection, query, 3);
    put_int(12, Op::kRayQuery_CandidateInstanceContributionToHitGroupIndex, query);
    put_bool(13, Op::kRayQuery_CandidateTriangleFrontFace, query);
    put_vector(14, Op::kRayQuery_CandidateTriangleBarycentrics, query, 2);
    put_bool(16, Op::kRayQuery_CandidateProceduralPrimitiveNonOpaque, query);
    put_matrix(17, Op::kRayQuery_CandidateObjectToWorld3x4, query);
    put_matrix(29, Op::kRayQuery_CandidateWorldToObject3x4, query);
  });
  put_int(41, Op::kRayQuery_RayFlags, query);
  put_vector(42, Op::kRayQuery_WorldRayOrigin, query, 3);
  put_vector(45, Op::kRayQuery_WorldRayDirection, query, 3);
  put_float(48, Op::kRayQuery_RayTMin, query);
  const auto rows = results({kAtTriangle, kAtBox});
  const auto& triangle = rows[0];
  EXPECT_EQ(triangle[0], 0u);
  expect_floats(triangle, 1, {6});
  EXPECT_EQ(std::vector<uint32_t>(triangle.begin() + 2, triangle.begin() + 6),
            (std::vector<uint32_t>{0, 7, 1, 1}));
  expect_floats(triangle, 6, {1, 0.5f, -6, 0, 0, 1});
  EXPECT_EQ(triangle[12], 3u);
  EXPECT_EQ(triangle[13], 0u) << "counter-clockwise, seen from the ray's origin";
  expect_floats(triangle, 14, {0.25f, 0.125f});
  expect_floats(triangle, 17, {1, 0, 0, 10, 0, 2, 0, 0, 0, 0, 1, 5});
  expect_floats(triangle, 29, {1, 0, 0, -10, 0, 0.5f, 0, 0, 0, 0, 1, -5});
  EXPECT_EQ(triangle[41], 0u);
  expect_floats(triangle, 42, {11, 1, -1, 0, 0, 1, 0.25f});
  expect_floats(triangle, 60, {100});
  const auto& box = rows[1];
  EXPECT_EQ(box[0], 1u);
  EXPECT_EQ(std::vector<uint32_t>(box.begin() + 2, box.begin() + 6), (std::vector<uint32_t>{1, 9, 0, 1}));
  expect_floats(box, 6, {21, 1, -1, 0, 0, 1});
  EXPECT_EQ(box[12], 5u);
  EXPECT_EQ(box[16], 1u);
}

TEST_F(RayQueries, Committed) {
  begin();
  const V query = allocate(0);
  trace(query, b.i32(0));
  commit_all(query, 3.5f, [] {});
  put_int(0, Op::kRayQuery_CommittedStatus, query);
  put_float(1, Op::kRayQuery_CommittedRayT, query);
  const BlockId hit = b.block(), end = b.block();
  b.branch_if(b.compare(dxil::Predicate::kNe, b.dx(Op::kRayQuery_CommittedStatus, i32, {query}), b.i32(0)),
              hit, end);
  b.at(hit);
  put_int(2, Op::kRayQuery_CommittedInstanceIndex, query);
  put_int(3, Op::kRayQuery_CommittedInstanceID, query);
  put_int(4, Op::kRayQuery_CommittedGeometryIndex, query);
  put_int(5, Op::kRayQuery_CommittedPrimitiveIndex, query);
  put_vector(6, Op::kRayQuery_CommittedObjectRayOrigin, query, 3);
  put_vector(9, Op::kRayQuery_CommittedObjectRayDirection, query, 3);
  put_int(12, Op::kRayQuery_CommittedInstanceContributionToHitGroupIndex, query);
  put_bool(13, Op::kRayQuery_CommittedTriangleFrontFace, query);
  put_vector(14, Op::kRayQuery_CommittedTriangleBarycentrics, query, 2);
  put_matrix(17, Op::kRayQuery_CommittedObjectToWorld3x4, query);
  put_matrix(29, Op::kRayQuery_CommittedWorldToObject3x4, query);
  b.branch(end);
  b.at(end);
  const auto rows = results({kAtTriangle, kAtBox, kPastAll, kMaskedOut});
  const auto& triangle = rows[0];
  EXPECT_EQ(triangle[0], 1u);
  expect_floats(triangle, 1, {6});
  EXPECT_EQ(std::vector<uint32_t>(triangle.begin() + 2, triangle.begin() + 6),
            (std::vector<uint32_t>{0, 7, 1, 1}));
  expect_floats(triangle, 6, {1, 0.5f, -6, 0, 0, 1});
  EXPECT_EQ(triangle[12], 3u);
  EXPECT_EQ(triangle[13], 0u);
  expect_floats(triangle, 14, {0.25f, 0.125f});
  expect_floats(triangle, 17, {1, 0, 0, 10, 0, 2, 0, 0, 0, 0, 1, 5});
  expect_floats(triangle, 29, {1, 0, 0, -10, 0, 0.5f, 0, 0, 0, 0, 1, -5});
  const auto& box = rows[1];
  EXPECT_EQ(box[0], 2u);
  expect_floats(box, 1, {3.5f});
  EXPECT_EQ(std::vector<uint32_t>(box.begin() + 2, box.begin() + 6), (std::vector<uint32_t>{1, 9, 0, 1}));
  EXPECT_EQ(box[12], 5u);
  for (const auto& miss : {rows[2], rows[3]}) {
    EXPECT_EQ(miss[0], 0u);
    expect_floats(miss, 1, {100});
  }
}

TEST_F(RayQueries, FlagsOfAllocationAndTraceAreJoined) {
  begin();
  // The second form of allocation has additional query flags.
  const V query = b.dx(Op::kAllocateRayQuery2, i32, {b.i32(kForceOpaque), b.i32(0)});
  // Odd lanes skip triangles.
  const V odd = b.op(Opcode::kAnd, i32, {thread, b.i32(1)});
  trace(query, b.op(Opcode::kShl, i32, {odd, b.i32(8)}));
  put_int(1, Op::kRayQuery_RayFlags, query);
  const BlockId loop = b.block(), body = b.block(), done = b.block();
  b.branch(loop);
  b.at(loop);
  b.branch_if(proceed(query), body, done);
  b.at(body);
  put(2, b.i32(1));
  b.branch(loop);
  b.at(done);
  put_int(0, Op::kRayQuery_CommittedStatus, query);
  const auto rows = results({kAtTriangle, kAtTriangle});
  EXPECT_EQ(rows[0][0], 1u) << "opaque: committed without a candidate";
  EXPECT_EQ(rows[0][1], kForceOpaque);
  EXPECT_EQ(rows[0][2], 0u);
  EXPECT_EQ(rows[1][0], 0u);
  EXPECT_EQ(rows[1][1], kForceOpaque | kSkipTriangles);
}

TEST_F(RayQueries, AbortEndsTheSearch) {
  begin();
  const V query = allocate(0);
  trace(query, b.i32(0));
  commit_all(query, 3.5f, [&] { b.dx(Op::kRayQuery_Abort, b.void_type(), {query}); });
  put(0, b.op(Opcode::kZExt, i32, {proceed(query)}));
  EXPECT_EQ(results({kAtTriangle})[0][0], 0u);
}

TEST_F(RayQueries, AHandleMayBeOfOneOfSeveral) {
  // Odd lanes use the second query, which forces opaque. The first query is used as well.
  begin();
  const V first = allocate(0), second = allocate(kForceOpaque);
  const V odd = b.op(Opcode::kTrunc, b.int_type(1), {thread});
  const V query = b.op(Opcode::kSelect, i32, {odd, second, first});
  trace(first, b.i32(kSkipTriangles));
  trace(query, b.i32(0));
  commit_all(query, 3.5f, [&] { put(1, b.i32(1)); });
  put_int(0, Op::kRayQuery_CommittedStatus, query);
  put_float(2, Op::kRayQuery_CommittedRayT, query);
  put_int(3, Op::kRayQuery_RayFlags, query);
  put_int(4, Op::kRayQuery_RayFlags, first);
  const auto rows = results({kAtTriangle, kAtTriangle});
  for (const auto& row : rows) {
    EXPECT_EQ(row[0], 1u);
    expect_floats(row, 2, {6});
  }
  EXPECT_EQ(rows[0][1], 1u);
  EXPECT_EQ(rows[1][1], 0u);
  EXPECT_EQ(rows[0][3], 0u);
  EXPECT_EQ(rows[1][3], kForceOpaque);
  EXPECT_EQ(rows[0][4], 0u);
  EXPECT_EQ(rows[1][4], kSkipTriangles);
}

TEST_F(RayQueries, AnArrayIsIndexedByALane) {
  // Odd lanes use the second query, which forces opaque.
  begin();
  const V array = b.op(Opcode::kAlloca, b.pointer(), {}, b.array(i32, 2));
  const auto slot = [&](V index) {
    return b.op(Opcode::kGep, b.pointer(), {array, b.i32(0), index}, b.array(i32, 2));
  };
  b.op(Opcode::kStore, b.void_type(), {allocate(0), slot(b.i32(0))}, 4);
  b.op(Opcode::kStore, b.void_type(), {allocate(kForceOpaque), slot(b.i32(1))}, 4);
  const V odd = b.op(Opcode::kAnd, i32, {thread, b.i32(1)});
  const V query = b.op(Opcode::kLoad, i32, {slot(odd)}, 4);
  trace(query, b.i32(0));
  commit_all(query, 3.5f, [&] { put(1, b.i32(1)); });
  put_int(0, Op::kRayQuery_CommittedStatus, query);
  put_int(2, Op::kRayQuery_RayFlags, b.op(Opcode::kLoad, i32, {slot(odd)}, 4));
  const auto rows = results({kAtTriangle, kAtTriangle});
  for (const auto& row : rows) EXPECT_EQ(row[0], 1u);
  EXPECT_EQ(rows[0][1], 1u);
  EXPECT_EQ(rows[1][1], 0u);
  EXPECT_EQ(rows[0][2], 0u);
  EXPECT_EQ(rows[1][2], kForceOpaque);
}

TEST_F(RayQueries, AFunctionTakesOneAndReturnsAnother) {
  b.begin_function("other", i32, {i32});
  const V inner = b.dx(Op::kAllocateRayQuery, i32, {b.i32(kForceOpaque)});
  const V flags = b.dx(Op::kRayQuery_RayFlags, i32, {b.argument(0)});
  b.finish(b.op(Opcode::kSelect, i32,
                {b.compare(dxil::Predicate::kEq, flags, b.i32(kSkipTriangles)), inner, b.argument(0)}));
  b.end_function();
  begin();
  const V first = allocate(0);
  trace(first, b.op(Opcode::kShl, i32, {b.op(Opcode::kAnd, i32, {thread, b.i32(1)}), b.i32(8)}));
  const V query = b.op(Opcode::kCall, i32, {first}, 0);
  trace(query, b.i32(0));
  commit_all(query, 3.5f, [] {});
  put_int(0, Op::kRayQuery_RayFlags, query);
  put_int(1, Op::kRayQuery_CommittedStatus, query);
  const auto rows = results({kAtTriangle, kAtTriangle});
  EXPECT_EQ(rows[0][0], 0u);
  EXPECT_EQ(rows[1][0], kForceOpaque);
  EXPECT_EQ(rows[0][1], 1u);
  EXPECT_EQ(rows[1][1], 1u);
}

TEST_F(RayQueries, RefusesAnArrayThatALoopFills) {
  begin();
  const V array = b.op(Opcode::kAlloca, b.pointer(), {}, b.array(i32, 2));
  const BlockId loop = b.block(), done = b.block();
  b.branch(loop);
  b.at(loop);
  const V n = b.phi(i32);
  b.add_incoming(n, 0, b.i32(0));
  const V slot = b.op(Opcode::kGep, b.pointer(), {array, b.i32(0), n}, b.array(i32, 2));
  b.op(Opcode::kStore, b.void_type(), {allocate(0), slot}, 4);
  const V next = b.op(Opcode::kAdd, i32, {n, b.i32(1)});
  b.add_incoming(n, loop, next);
  b.branch_if(b.compare(dxil::Predicate::kEq, next, b.i32(2)), done, loop);
  b.at(done);
  b.finish();
  b.end_function();
  const auto module = translate(b.take());
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(module.error().message.find("allocated in a loop"), std::string::npos);
}

TEST_F(RayQueries, NeedWhatTheirFlagsNeed) {
  const auto module_of = [this](uint32_t flags) {
    b = ProgramBuilder();
    SetUp();
    begin();
    trace(allocate(flags), b.i32(0));
    b.finish();
    b.end_function();
    const auto module = translate(b.take());
    EXPECT_TRUE(module.ok());
    EXPECT_EQ(validate(*module), "");
    return disassemble(*module);
  };
  EXPECT_EQ(module_of(0).find("RayTraversalPrimitiveCulling"), std::string::npos);
  EXPECT_NE(module_of(kSkipTriangles).find("RayTraversalPrimitiveCulling"), std::string::npos);
  EXPECT_EQ(module_of(0).find("RayTracingOpacityMicromap"), std::string::npos);
  EXPECT_NE(module_of(0x400).find("RayTracingOpacityMicromap"), std::string::npos);
}

TEST_F(RayQueries, AreRefusedForTheOldestTarget) {
  begin();
  trace(allocate(0), b.i32(0));
  b.finish();
  b.end_function();
  spirv::EmitOptions options;
  options.target = spirv::Target::kVulkan1_1;
  const auto module = translate(b.take(), options);
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(module.error().message.find("Vulkan 1.1"), std::string::npos);
}

TEST_F(RayQueries, RefusesHandlesWithoutAnAllocation) {
  begin();
  allocate(0);
  put_int(0, Op::kRayQuery_CommittedStatus, thread);
  b.finish();
  b.end_function();
  const auto module = translate(b.take());
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().code, ErrorCode::kBadInput);
  EXPECT_NE(module.error().message.find("cannot determine which allocation"), std::string::npos);
  EXPECT_EQ(module.error().where.block, "0");
}

TEST_F(RayQueries, RefusesRaysInBuffers) {
  begin();
  b.shader().resources[0].kind = ResourceKind::kRawBuffer;
  trace(allocate(0), b.i32(0));
  b.finish();
  b.end_function();
  const auto module = translate(b.take());
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().code, ErrorCode::kBadInput);
  EXPECT_NE(module.error().message.find("a ray is traced in a"), std::string::npos) << module.error().message;
}

}  // namespace
}  // namespace trellis::test_backend
