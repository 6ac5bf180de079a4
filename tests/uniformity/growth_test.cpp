// The cost of the analysis is linear in the size of the program, measured in implications instead of seconds.
#include <gtest/gtest.h>

#include <functional>

#include "tests/spirv_backend/program_builder.hpp"
#include "uniformity/analysis.hpp"

namespace trellis::uniformity {
namespace {

using dxil::BlockId;
using dxil::Opcode;
using test_backend::ProgramBuilder;
using test_backend::V;

V is_odd(ProgramBuilder& b, V value) {
  const V bit = b.op(Opcode::kAnd, b.int_type(32), {value, b.i32(1)});
  return b.compare(dxil::Predicate::kNe, bit, b.i32(0));
}

void barrier(ProgramBuilder& b) { b.dx(dxil::Op::kBarrier, b.void_type(), {b.i32(9)}); }

void ifs_in_a_row(ProgramBuilder& b, uint32_t count) {
  const V thread = b.thread_id();
  for (uint32_t n = 0; n < count; ++n) {
    const BlockId yes = b.block(), join = b.block();
    b.branch_if(is_odd(b, thread), yes, join);
    b.at(yes);
    barrier(b);
    b.branch(join);
    b.at(join);
  }
}

void nested_ifs(ProgramBuilder& b, uint32_t count) {
  const V thread = b.thread_id();
  std::vector<BlockId> joins;
  for (uint32_t n = 0; n < count; ++n) {
    const BlockId yes = b.block(), join = b.block();
    b.branch_if(is_odd(b, thread), yes, join);
    b.at(yes);
    joins.push_back(join);
  }
  barrier(b);
  for (uint32_t n = count; n-- > 0;) {
    b.branch(joins[n]);
    b.at(joins[n]);
  }
}

void early_exits(ProgramBuilder& b, uint32_t count) {
  const V thread = b.thread_id();
  const BlockId out = b.block();
  for (uint32_t n = 0; n < count; ++n) {
    const BlockId next = b.block();
    b.branch_if(is_odd(b, thread), out, next);
    b.at(next);
    barrier(b);
  }
  b.branch(out);
  b.at(out);
}

void nested_loops(ProgramBuilder& b, uint32_t count) {
  const V thread = b.thread_id();
  std::vector<BlockId> heads, afters;
  for (uint32_t n = 0; n < count; ++n) {
    const BlockId head = b.block(), after = b.block();
    b.branch(head);
    b.at(head);
    heads.push_back(head);
    afters.push_back(after);
  }
  barrier(b);
  for (uint32_t n = count; n-- > 0;) {
    b.branch_if(is_odd(b, thread), heads[n], afters[n]);
    b.at(afters[n]);
  }
}

void variables(ProgramBuilder& b, uint32_t count) {
  const V thread = b.thread_id();
  const dxil::TypeId i32 = b.int_type(32);
  for (uint32_t n = 0; n < count; ++n) {
    const V variable = b.op(Opcode::kAlloca, b.pointer(), {}, i32);
    b.op(Opcode::kStore, b.void_type(), {thread, variable}, 4);
    const BlockId yes = b.block(), join = b.block();
    b.branch_if(is_odd(b, thread), yes, join);
    b.at(yes);
    b.op(Opcode::kStore, b.void_type(), {b.i32(1), variable}, 4);
    b.branch(join);
    b.at(join);
    b.op(Opcode::kLoad, i32, {variable}, 4);
  }
}

uint64_t implications_of(const std::function<void(ProgramBuilder&, uint32_t)>& family, uint32_t count) {
  ProgramBuilder b;
  b.begin_function("main", b.void_type(), {});
  family(b, count);
  b.finish();
  b.end_function();
  const dxil::Shader shader = b.take();
  GraphContext context;
  context.shader = &shader;
  context.entry = context.stage = &shader.entry_points[0];
  context.own_globals.assign(shader.module.globals.size(), 0);
  FunctionGraph graph;
  EXPECT_TRUE(build_function_graph(context, shader.module.functions[0], graph).ok());
  EXPECT_TRUE(analyse(shader).ok());
  return uint64_t{graph.graph.node_count()} + graph.graph.edge_count();
}

TEST(UniformityGrowth, IsLinearInTheProgram) {
  struct Family {
    const char* name;
    void (*make)(ProgramBuilder&, uint32_t);
  };
  for (const Family& family : {Family{"ifs in a row", ifs_in_a_row}, Family{"nested ifs", nested_ifs},
                               Family{"early exits", early_exits}, Family{"nested loops", nested_loops},
                               Family{"variables", variables}}) {
    const uint64_t small = implications_of(family.make, 400), large = implications_of(family.make, 1600);
    EXPECT_LE(large, small * 9 / 2) << family.name << ": " << small << " and " << large;
  }
}

TEST(UniformityGrowth, DeepNestingDoesNotOverflow) {
  EXPECT_GT(implications_of(nested_ifs, 20000), 0u);
  EXPECT_GT(implications_of(nested_loops, 4000), 0u);
}

}  // namespace
}  // namespace trellis::uniformity
