#include "spirv_backend/emitter/interface/sample_positions.hpp"

#include <array>

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {
namespace {

struct Position {
  int8_t x, y;  // In sixteenths of a pixel from its center.
};

// The patterns of 1, 2, 4, 8 and 16 samples in sequence. The pattern of n samples begins at index n - 1.
constexpr Position kPositions[] = {
    {0, 0},                                                                       //
    {4, 4},   {-4, -4},                                                           //
    {-2, -6}, {6, -2},  {-6, 2},  {2, 6},                                         //
    {1, -3},  {-1, 3},  {5, 1},   {-3, -5}, {-5, 5},  {-7, -1}, {3, 7}, {7, -7},  //
    {1, 1},   {-1, -3}, {-3, 2},  {4, -1},  {-5, -2}, {2, 5},   {5, 3}, {3, -5},
    {-2, 6},  {0, -7},  {-4, -6}, {-6, 4},  {-8, 0},  {7, -4},  {6, 7}, {-7, -8},
};
constexpr uint32_t kCount = std::size(kPositions), kMaxSamples = 16;
static_assert(kCount == 2 * kMaxSamples - 1);

/// The table's variable; 0 until first use.
struct PositionTable {
  Id variable = 0;
};

Id position_table(ModuleContext& context) {
  Id& variable = context.caches.get<PositionTable>().variable;
  if (variable != 0) return variable;
  ModuleBuilder& builder = context.builder;
  const Id pair = builder.type(kF32.with_count(2));
  std::array<Id, kCount> elements = {};
  for (uint32_t n = 0; n < kCount; ++n) {
    const Id x = builder.constant_f32(static_cast<float>(kPositions[n].x) / 16);
    const Id y = builder.constant_f32(static_cast<float>(kPositions[n].y) / 16);
    const Id both[] = {x, y};
    elements[n] = builder.constant_composite(pair, both);
  }
  const Id type = builder.type_array(pair, kCount);
  const Id initial = builder.constant_composite(type, elements);
  variable = builder.variable(spv::StorageClass::Private, type, initial);
  return variable;
}

}  // namespace

void set_sample_position(FunctionEmitter& e, const dxil::Instruction& i, Id count, Id index) {
  if (!e.component_used(i, 0) && !e.component_used(i, 1)) return;
  const Id table = position_table(e.context());
  const Id one = e.u32(1), zero = e.u32(0), most = e.u32(kMaxSamples);
  const Id first = e.op(Op::OpISub, kU32, count, one);
  const Id overlap = e.op(Op::OpBitwiseAnd, kU32, count, first);
  const Id is_power = e.op(Op::OpIEqual, kBool, overlap, zero);
  const Id is_few = e.op(Op::OpULessThanEqual, kBool, count, most);
  const Id is_sample = e.op(Op::OpULessThan, kBool, index, count);
  const Id has_pattern = e.op(Op::OpLogicalAnd, kBool, is_power, is_few);
  const Id is_known = e.op(Op::OpLogicalAnd, kBool, has_pattern, is_sample);
  const Id place = e.op(Op::OpIAdd, kU32, first, index);
  // Entry 0 is the center.
  const Id safe = e.op(Op::OpSelect, kU32, is_known, place, zero);
  const NumericType pair = kF32.with_count(2);
  const Id pointer_type = e.module().type_pointer(spv::StorageClass::Private, e.type(pair));
  const Id pointer = e.op(Op::OpAccessChain, pointer_type, table, safe);
  const Id position = e.op(Op::OpLoad, pair, pointer);
  for (uint32_t n = 0; n < 2; ++n) {
    if (e.component_used(i, n)) e.set_component(i, n, extract(e, kF32, position, n));
  }
}

}  // namespace trellis::spirv
