// Tests the rules of the analysis, each on a program made for it.
#include <gtest/gtest.h>

#include <string>

#include "tests/spirv_backend/program_builder.hpp"
#include "uniformity/analysis.hpp"

namespace trellis::uniformity {
namespace {

using dxil::Opcode;
using dxil::Predicate;
using dxil::ResourceClass;
using test_backend::ProgramBuilder;
using test_backend::V;

constexpr Scopes kS = bit(Scope::kSubgroup), kG = bit(Scope::kGroup);

class Rules : public ::testing::Test {
 protected:
  Rules() : i32(b.int_type(32)), i1(b.int_type(1)) {}

  void begin() { b.begin_function("main", b.void_type(), {}); }
  V group_id() { return b.dx(dxil::Op::kGroupId, i32, {b.i32(0)}); }
  V is_odd(V value) {
    return b.compare(Predicate::kNe, b.op(Opcode::kAnd, i32, {value, b.i32(1)}), b.i32(0));
  }
  void barrier() { b.dx(dxil::Op::kBarrier, b.void_type(), {b.i32(9)}); }
  /// Ends the program and analyses it.
  void end(const Options& options = {}) {
    b.finish();
    b.end_function();
    analyse_it(options);
  }
  void analyse_it(const Options& options = {}) {
    shader = b.take();
    AnalysisRequest request;
    request.options = options;
    auto result = analyse(shader, request);
    ASSERT_TRUE(result.ok()) << result.error().to_string();
    analysis = std::move(*result);
  }
  Scopes differs(V value) const { return analysis.functions[main_function()].values[value.index]; }
  Scopes where_read(V value) const {
    return analysis.functions[main_function()].values_where_read[value.index];
  }
  Scopes parted(dxil::BlockId block) const { return analysis.functions[main_function()].blocks[block]; }
  uint32_t main_function() const { return shader.entry_points[0].function; }
  std::string rules() const {
    std::string text;
    for (const Finding& finding : analysis.findings) text += std::string(rule_of(finding.kind)) + " ";
    return text;
  }

  ProgramBuilder b;
  dxil::TypeId i32, i1;
  dxil::Shader shader;
  Analysis analysis;
};

TEST_F(Rules, OperationsAreAsUniformAsTheTableSays) {
  begin();
  const V thread = b.thread_id(), group = group_id(), odd = is_odd(thread);
  const V sum = b.op(Opcode::kAdd, i32, {group, b.i32(3)}), mixed = b.op(Opcode::kAdd, i32, {group, thread});
  const V first = b.dx(dxil::Op::kWaveReadLaneFirst, i32, {thread}),
          first_of_uniform = b.dx(dxil::Op::kWaveReadLaneFirst, i32, {group});
  const V any = b.dx(dxil::Op::kWaveAnyTrue, i1, {odd});
  const V quad = b.dx(dxil::Op::kQuadReadLaneAt, i32, {thread, b.i32(2)}),
          quad_lane = b.dx(dxil::Op::kQuadReadLaneAt, i32, {thread, thread});
  const V prefix = b.dx(dxil::Op::kWavePrefixOp, i32, {group, b.i8(0), b.i8(0)});
  const V chosen = b.op(Opcode::kSelect, i32, {odd, b.i32(1), b.i32(2)});
  end();
  EXPECT_EQ(differs(thread), kEveryScope);
  EXPECT_EQ(differs(group), kNoScope);
  EXPECT_EQ(differs(sum), kNoScope);
  EXPECT_EQ(differs(mixed), kEveryScope);
  EXPECT_EQ(differs(first), kG);
  EXPECT_EQ(differs(first_of_uniform), kNoScope);
  EXPECT_EQ(differs(any), kG);
  EXPECT_EQ(differs(quad), kS | kG);
  EXPECT_EQ(differs(quad_lane), kEveryScope);
  EXPECT_EQ(differs(prefix), kEveryScope);
  EXPECT_EQ(differs(chosen), kEveryScope);
}

/// Groups have 64 x 1 x 1 threads, so ids along the other axes are uniform.
TEST_F(Rules, IdsAlongAnAxisOfOneThreadAreUniform) {
  begin();
  const auto id = [&](dxil::Op op, uint32_t axis) { return b.dx(op, i32, {b.i32(axis)}); };
  const V x = id(dxil::Op::kThreadId, 0), y = id(dxil::Op::kThreadId, 1);
  const V own_x = id(dxil::Op::kThreadIdInGroup, 0), own_z = id(dxil::Op::kThreadIdInGroup, 2);
  const V flat = b.dx(dxil::Op::kFlattenedThreadIdInGroup, i32, {});
  const V any = b.dx(dxil::Op::kThreadIdInGroup, i32, {group_id()});
  end();
  EXPECT_EQ(differs(x), kEveryScope);
  EXPECT_EQ(differs(y), kNoScope);
  EXPECT_EQ(differs(own_x), kEveryScope);
  EXPECT_EQ(differs(own_z), kNoScope);
  EXPECT_EQ(differs(flat), kEveryScope);
  EXPECT_EQ(differs(any), kEveryScope);
}

TEST_F(Rules, ContentsOfResources) {
  for (const bool trusts : {false, true}) {
    b = ProgramBuilder();
    const uint32_t srv = b.raw_buffer(ResourceClass::kSrv, 0), uav = b.raw_buffer(ResourceClass::kUav, 0);
    begin();
    const V read_only = b.load(i32, b.handle(ResourceClass::kSrv, srv), b.i32(0));
    const V elsewhere = b.load(i32, b.handle(ResourceClass::kSrv, srv), b.thread_id());
    const V writable = b.load(i32, b.handle(ResourceClass::kUav, uav), b.i32(0));
    Options options;
    options.trust_uavs = trusts;
    end(options);
    EXPECT_EQ(differs(read_only), kNoScope);
    EXPECT_EQ(differs(elsewhere), kEveryScope);
    EXPECT_EQ(differs(writable), trusts ? kNoScope : kEveryScope);
  }
}

TEST_F(Rules, BlocksAfterABranchAndWhereItsPathsJoin) {
  begin();
  const dxil::BlockId yes = b.block(), no = b.block(), join = b.block();
  const V odd = is_odd(b.thread_id());
  b.branch_if(odd, yes, no);
  b.at(yes);
  barrier();
  b.branch(join);
  b.at(no);
  b.branch(join);
  b.at(join);
  barrier();
  const V one = b.phi(i32), same = b.phi(i32);
  b.add_incoming(one, yes, b.i32(1));
  b.add_incoming(one, no, b.i32(2));
  const V three = b.i32(3);
  b.add_incoming(same, yes, three);
  b.add_incoming(same, no, three);
  end();
  EXPECT_EQ(parted(yes), kEveryScope);
  EXPECT_EQ(parted(no), kEveryScope);
  EXPECT_EQ(parted(join), kNoScope);
  EXPECT_EQ(differs(one), kEveryScope);
  EXPECT_EQ(differs(same), kNoScope);
  ASSERT_EQ(analysis.findings.size(), 1u);
  EXPECT_EQ(analysis.findings[0].where.block, yes);
  EXPECT_FALSE(analysis.findings[0].why.empty());
}

TEST_F(Rules, AUniformBranchInsideADivergentOneChoosesUniformly) {
  begin();
  const dxil::BlockId outer = b.block(), yes = b.block(), join = b.block(), end_block = b.block();
  const V group = group_id();
  b.branch_if(is_odd(b.thread_id()), outer, end_block);
  b.at(outer);
  b.branch_if(is_odd(group), yes, join);
  b.at(yes);
  b.branch(join);
  b.at(join);
  const V chosen = b.phi(i32);
  b.add_incoming(chosen, yes, b.i32(1));
  b.add_incoming(chosen, outer, b.i32(2));
  b.branch(end_block);
  b.at(end_block);
  end();
  EXPECT_EQ(differs(chosen), kNoScope) << "of those that are there";
  EXPECT_EQ(parted(join), kEveryScope);
}

/// for (i = 0;; ++i) { if (i == bound) break; } use(i): a counter inside the loop and after it.
TEST_F(Rules, ValuesOfALoopSeenFromOutside) {
  for (const bool divergent : {false, true}) {
    b = ProgramBuilder();
    begin();
    const dxil::BlockId head = b.block(), body = b.block(), after = b.block();
    const V bound = divergent ? b.thread_id() : group_id();
    b.branch(head);
    b.at(head);
    const V i = b.phi(i32);
    b.branch_if(b.compare(Predicate::kEq, i, bound), after, body);
    b.at(body);
    const V next = b.op(Opcode::kAdd, i32, {i, b.i32(1)});
    b.branch(head);
    b.add_incoming(i, 0, b.i32(0));
    b.add_incoming(i, body, next);
    b.at(after);
    const V outside = b.op(Opcode::kAdd, i32, {i, b.i32(5)});
    end();
    EXPECT_EQ(differs(i), kNoScope);
    EXPECT_EQ(differs(next), kNoScope);
    EXPECT_EQ(differs(outside), divergent ? kEveryScope : kNoScope);
    EXPECT_EQ(where_read(i), divergent ? kEveryScope : kNoScope);
    EXPECT_EQ(where_read(next), kNoScope);
    EXPECT_EQ(parted(head), divergent ? kEveryScope : kNoScope);
    EXPECT_EQ(parted(after), kNoScope);
  }
}

/// An inner loop has two exits into the outer loop, and the outer loop is only left from inside the inner
/// one.
TEST_F(Rules, ALoopThatOnlyEndsInsideItsInnerLoop) {
  begin();
  const dxil::BlockId outer = b.block(), inner = b.block(), test = b.block(), latch = b.block(),
                      done = b.block();
  const V odd = is_odd(b.thread_id()), group_odd = is_odd(group_id());
  b.branch(outer);
  b.at(outer);
  b.branch(inner);
  b.at(inner);
  const V i = b.phi(i32);
  const V next = b.op(Opcode::kAdd, i32, {i, b.i32(1)});
  b.branch_if(odd, latch, test);
  b.at(test);
  b.branch_if(group_odd, done, inner);
  b.at(latch);
  const V kept = b.op(Opcode::kAdd, i32, {next, b.i32(1)});
  b.branch(outer);
  b.at(done);
  b.add_incoming(i, outer, b.i32(0));
  b.add_incoming(i, test, next);
  end();
  EXPECT_EQ(differs(kept), kEveryScope) << "left the inner loop in different rounds";
  EXPECT_EQ(parted(latch), kEveryScope);
}

TEST_F(Rules, LocalVariablesAreFollowedStoreByStore) {
  begin();
  const V variable = b.op(Opcode::kAlloca, b.pointer(), {}, i32);
  const V array = b.op(Opcode::kAlloca, b.pointer(), {}, b.array(i32, 4));
  const V group = group_id(), thread = b.thread_id();
  b.op(Opcode::kStore, b.void_type(), {thread, variable}, 4);
  const V early = b.op(Opcode::kLoad, i32, {variable}, 4);
  b.op(Opcode::kStore, b.void_type(), {group, variable}, 4);
  const V late = b.op(Opcode::kLoad, i32, {variable}, 4);
  const V element = b.op(Opcode::kGep, b.pointer(), {array, b.i32(0), group}, b.array(i32, 4));
  b.op(Opcode::kStore, b.void_type(), {group, element}, 4);
  const V uniform_element = b.op(Opcode::kLoad, i32, {element}, 4);
  const V own = b.op(Opcode::kGep, b.pointer(), {array, b.i32(0), thread}, b.array(i32, 4));
  const V own_element = b.op(Opcode::kLoad, i32, {own}, 4);
  const dxil::BlockId yes = b.block(), join = b.block();
  b.branch_if(is_odd(thread), yes, join);
  b.at(yes);
  b.op(Opcode::kStore, b.void_type(), {b.i32(7), variable}, 4);
  const V inside = b.op(Opcode::kLoad, i32, {variable}, 4);
  b.branch(join);
  b.at(join);
  const V merged = b.op(Opcode::kLoad, i32, {variable}, 4);
  b.op(Opcode::kStore, b.void_type(), {b.i32(7), own}, 4);
  const V after_own = b.op(Opcode::kLoad, i32, {element}, 4);
  end();
  EXPECT_EQ(differs(early), kEveryScope);
  EXPECT_EQ(differs(late), kNoScope);
  EXPECT_EQ(differs(uniform_element), kNoScope);
  EXPECT_EQ(differs(own_element), kEveryScope);
  EXPECT_EQ(differs(inside), kNoScope);
  EXPECT_EQ(differs(merged), kEveryScope);
  EXPECT_EQ(differs(after_own), kEveryScope);
}

TEST_F(Rules, OtherThreadsMayWriteGroupsharedMemory) {
  for (const bool trusts : {false, true}) {
    b = ProgramBuilder();
    const V shared = b.global(i32, 3), own = b.global(i32, 0, false, b.null(i32));
    begin();
    const V loaded = b.op(Opcode::kLoad, i32, {shared}, 4);
    b.op(Opcode::kStore, b.void_type(), {group_id(), own}, 4);
    const V is_static = b.op(Opcode::kLoad, i32, {own}, 4);
    Options options;
    options.trust_group_shared = trusts;
    end(options);
    EXPECT_EQ(differs(loaded), trusts ? kNoScope : kEveryScope);
    EXPECT_EQ(differs(is_static), kNoScope);
  }
}

TEST_F(Rules, FunctionsAreSummarised) {
  const uint32_t waits = b.begin_function("waits", i32, {i32, i32});
  barrier();
  b.finish(b.op(Opcode::kAdd, i32, {b.argument(0), b.i32(1)}));
  b.end_function();
  begin();
  const V thread = b.thread_id(), group = group_id();
  const V uniform = b.op(Opcode::kCall, i32, {group, thread}, waits);
  const V divergent = b.op(Opcode::kCall, i32, {thread, group}, waits);
  const dxil::BlockId yes = b.block(), join = b.block();
  b.branch_if(is_odd(thread), yes, join);
  b.at(yes);
  b.op(Opcode::kCall, i32, {group, group}, waits);
  b.branch(join);
  b.at(join);
  end();
  EXPECT_EQ(differs(uniform), kNoScope);
  EXPECT_EQ(differs(divergent), kEveryScope);
  EXPECT_EQ(rules(), "barrier-divergence ");
  ASSERT_EQ(analysis.findings.size(), 1u);
  EXPECT_EQ(analysis.findings[0].operation, "call of waits");
  EXPECT_EQ(analysis.findings[0].where.block, yes);
  // The arguments that the function is actually called with.
  EXPECT_EQ(analysis.functions[waits].values[0], kEveryScope);
  EXPECT_EQ(analysis.functions[waits].blocks[0], kEveryScope);
}

TEST_F(Rules, ParametersThatMustBeUniform) {
  const uint32_t branches = b.begin_function("branches", b.void_type(), {i32});
  const dxil::BlockId yes = b.block(), join = b.block();
  b.branch_if(is_odd(b.argument(0)), yes, join);
  b.at(yes);
  barrier();
  b.branch(join);
  b.at(join);
  b.finish();
  b.end_function();
  begin();
  b.op(Opcode::kCall, b.void_type(), {group_id()}, branches);
  b.op(Opcode::kCall, b.void_type(), {b.thread_id()}, branches);
  end();
  ASSERT_EQ(analysis.findings.size(), 1u);
  EXPECT_EQ(rules(), "barrier-divergence ");
  EXPECT_EQ(analysis.findings[0].where.instruction, 3u) << "the second call";
}

TEST_F(Rules, WhatAFunctionWritesThroughAPointer) {
  const uint32_t fills = b.begin_function("fills", b.void_type(), {b.pointer(), i32});
  b.op(Opcode::kStore, b.void_type(), {b.argument(1), b.argument(0)}, 4);
  b.finish();
  b.end_function();
  begin();
  const V one = b.op(Opcode::kAlloca, b.pointer(), {}, i32),
          other = b.op(Opcode::kAlloca, b.pointer(), {}, i32);
  b.op(Opcode::kCall, b.void_type(), {one, group_id()}, fills);
  b.op(Opcode::kCall, b.void_type(), {other, b.thread_id()}, fills);
  const V uniform = b.op(Opcode::kLoad, i32, {one}, 4), divergent = b.op(Opcode::kLoad, i32, {other}, 4);
  end();
  EXPECT_EQ(differs(uniform), kNoScope);
  EXPECT_EQ(differs(divergent), kEveryScope);
}

TEST_F(Rules, IndicesOfDescriptors) {
  const uint32_t buffers = b.raw_buffer(ResourceClass::kSrv, 0, 8);
  begin();
  const V thread = b.thread_id(), group = group_id();
  const auto handle = [&](V index, bool marked) {
    return b.dx(dxil::Op::kCreateHandle, b.handle_type(), {b.i8(0), b.i32(buffers), index, b.i1(marked)});
  };
  b.load(i32, handle(group, false), b.i32(0));
  b.load(i32, handle(thread, true), b.i32(0));
  const V wrong = handle(thread, false);
  b.load(i32, wrong, b.i32(0));
  b.load(i32, wrong, b.i32(4));
  b.load(i32, handle(b.dx(dxil::Op::kWaveReadLaneFirst, i32, {thread}), false), b.i32(0));
  end();
  EXPECT_EQ(rules(), "nonuniform-resource-index ") << "one a handle";
}

/// Descriptors from the heap and phis of handles: unmarked indices, and what the marks do not cover.
TEST_F(Rules, HandlesFromTheHeap) {
  const dxil::TypeId properties = b.record({i32, i32}, "dx.types.ResourceProperties");
  const V raw_buffer = b.aggregate(properties, {b.i32(11), b.i32(0)});
  const V raw_uav = b.aggregate(properties, {b.i32(11 | 1 << 12), b.i32(0)});
  begin();
  const V thread = b.thread_id(), group = group_id();
  const auto heap = [&](V index, bool marked, V what) {
    const V handle =
        b.dx(dxil::Op::kCreateHandleFromHeap, b.handle_type(), {index, b.i1(false), b.i1(marked)});
    return b.dx(dxil::Op::kAnnotateHandle, b.handle_type(), {handle, what});
  };
  const V from_srv = b.load(i32, heap(group, false, raw_buffer), b.i32(0));
  const V from_uav = b.load(i32, heap(group, false, raw_uav), b.i32(0));
  const V marked = heap(thread, true, raw_buffer);
  const V through_marked = b.load(i32, marked, b.i32(0));
  const dxil::BlockId yes = b.block(), no = b.block(), join = b.block();
  b.branch_if(is_odd(thread), yes, no);
  b.at(yes);
  const V one = heap(b.i32(1), false, raw_buffer);
  b.branch(join);
  b.at(no);
  const V other = heap(b.i32(2), false, raw_buffer);
  b.branch(join);
  b.at(join);
  const V chosen = b.phi(b.handle_type());
  b.add_incoming(chosen, yes, one);
  b.add_incoming(chosen, no, other);
  b.load(i32, chosen, b.i32(0));
  // A value loaded through a marked index differs between lanes, and must not be used as an unmarked index.
  b.load(i32, heap(through_marked, false, raw_buffer), b.i32(0));
  end();
  EXPECT_EQ(differs(from_srv), kNoScope);
  EXPECT_EQ(differs(from_uav), kEveryScope);
  EXPECT_EQ(differs(through_marked), kEveryScope);
  EXPECT_EQ(differs(marked), kEveryScope);
  EXPECT_EQ(differs(chosen), kEveryScope);
  EXPECT_EQ(rules(), "nonuniform-resource-index nonuniform-resource-index ");
}

/// Handles inside the loop share its counter; after it, each lane has the handle of its own last iteration.
TEST_F(Rules, HandlesInsideAndAfterADivergentLoop) {
  for (const bool behind : {false, true}) {
    b = ProgramBuilder();
    const uint32_t buffers = b.raw_buffer(ResourceClass::kSrv, 0, 8);
    begin();
    const dxil::BlockId loop = b.block(), after = b.block();
    const V odd = is_odd(b.thread_id());
    b.branch(loop);
    b.at(loop);
    const V i = b.phi(i32);
    const V handle =
        b.dx(dxil::Op::kCreateHandle, b.handle_type(), {b.i8(0), b.i32(buffers), i, b.i1(false)});
    const V next = b.op(Opcode::kAdd, i32, {i, b.i32(1)});
    if (!behind) b.load(i32, handle, b.i32(0));
    b.branch_if(odd, loop, after);
    b.add_incoming(i, 0, b.i32(0));
    b.add_incoming(i, loop, next);
    b.at(after);
    if (behind) b.load(i32, handle, b.i32(0));
    end();
    EXPECT_EQ(rules(), behind ? "nonuniform-resource-index " : "");
    EXPECT_EQ(differs(handle), kNoScope);
    EXPECT_EQ(where_read(handle), behind ? kEveryScope : kNoScope) << "what NonUniform goes by";
  }
}

TEST_F(Rules, MemoryBarriersDoNotWaitForThreads) {
  begin();
  const dxil::BlockId yes = b.block(), join = b.block();
  b.branch_if(is_odd(b.thread_id()), yes, join);
  b.at(yes);
  b.dx(dxil::Op::kBarrier, b.void_type(), {b.i32(8)});
  b.branch(join);
  b.at(join);
  end();
  EXPECT_EQ(rules(), "");
}

TEST_F(Rules, DerivativesOnlyNeedTheirQuad) {
  begin();
  const dxil::BlockId by_quad = b.block(), middle = b.block(), by_lane = b.block(), done = b.block();
  const V thread = b.thread_id();
  const dxil::TypeId f32 = b.float_type(32);
  b.branch_if(is_odd(b.dx(dxil::Op::kQuadReadLaneAt, i32, {thread, b.i32(0)})), by_quad, middle);
  b.at(by_quad);
  b.dx(dxil::Op::kDerivCoarseX, f32, {b.f32(1)});
  b.branch(middle);
  b.at(middle);
  b.branch_if(is_odd(thread), by_lane, done);
  b.at(by_lane);
  b.dx(dxil::Op::kDerivCoarseX, f32, {b.f32(1)});
  b.branch(done);
  b.at(done);
  end();
  EXPECT_EQ(rules(), "nonuniform-derivative ");
  EXPECT_EQ(analysis.findings[0].where.block, by_lane);
}

TEST_F(Rules, IrreducibleRegions) {
  for (const bool divergent : {false, true}) {
    b = ProgramBuilder();
    begin();
    const dxil::BlockId left = b.block(), right = b.block(), done = b.block();
    const V condition = is_odd(divergent ? b.thread_id() : group_id());
    b.branch_if(condition, left, right);
    b.at(left);
    barrier();
    b.branch_if(is_odd(group_id()), right, done);
    b.at(right);
    b.branch_if(is_odd(group_id()), left, done);
    b.at(done);
    barrier();
    end();
    EXPECT_EQ(rules(), divergent ? "barrier-divergence " : "");
    EXPECT_EQ(parted(done), kNoScope);
    EXPECT_EQ(parted(right), divergent ? kEveryScope : kNoScope);
  }
}

TEST_F(Rules, EndlessLoopsAndUnreachableBlocks) {
  begin();
  const dxil::BlockId loop = b.block(), nowhere = b.block(), done = b.block();
  b.branch_if(is_odd(b.thread_id()), loop, done);
  b.at(loop);
  barrier();
  b.branch(loop);
  b.at(nowhere);
  barrier();
  b.branch(done);
  b.at(done);
  end();
  EXPECT_EQ(rules(), "barrier-divergence ");
}

TEST_F(Rules, FindingsNameLinesOfTheSource) {
  begin();
  const dxil::BlockId yes = b.block(), join = b.block();
  b.branch_if(is_odd(b.thread_id()), yes, join);
  b.at(yes);
  barrier();
  b.branch(join);
  b.at(join);
  b.finish();
  b.end_function();
  dxil::Shader program = b.take();
  program.module.source_files.resize(1);
  program.module.source_files[0].name = "wait.hlsl";
  dxil::Function& function = program.module.functions[0];
  for (uint32_t n = 0; n < function.instructions.size(); ++n) function.positions.push_back({n + 10, 1, 0});
  const auto result = analyse(program);
  ASSERT_TRUE(result.ok() && result->findings.size() == 1);
  const Step& where = result->findings[0].where;
  EXPECT_EQ(where.line, function.blocks[yes].first_instruction + 10);
  EXPECT_EQ(where.file, "wait.hlsl");
  EXPECT_EQ(result->findings[0].why.back().line, 10u) << "the thread id";
}

TEST_F(Rules, RecursionIsRefusedWithItsCycle) {
  b.begin_function("ping", b.void_type(), {});  // Calls the next function.
  b.op(Opcode::kCall, b.void_type(), std::vector<V>{}, 1);
  b.finish();
  b.end_function();
  b.begin_function("pong", b.void_type(), {});
  b.op(Opcode::kCall, b.void_type(), std::vector<V>{}, 0);
  b.finish();
  b.end_function();
  begin();
  b.op(Opcode::kCall, b.void_type(), std::vector<V>{}, 0);
  b.finish();
  b.end_function();
  const auto result = analyse(b.take());
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(result.error().message, "recursive calls are not supported: ping -> pong -> ping");
}

TEST_F(Rules, CallsOfFunctionsWithoutABodyAreRefused) {
  b.begin_function("elsewhere", b.void_type(), {});
  b.finish();
  b.end_function();
  begin();
  b.op(Opcode::kCall, b.void_type(), std::vector<V>{}, 0);
  b.finish();
  b.end_function();
  dxil::Shader program = b.take();
  program.module.functions[0].blocks.clear();
  program.module.functions[0].instructions.clear();
  const auto result = analyse(program);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(result.error().message.find("elsewhere"), std::string::npos);
}

}  // namespace
}  // namespace trellis::uniformity
