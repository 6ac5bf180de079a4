#include "spirv_backend/instruments/instruction_counts.hpp"

#include <array>

#include "spirv_backend/instruments/instrument_buffers.hpp"
#include "spirv_backend/instruments/program_places.hpp"

namespace trellis::spirv {
namespace {

using Counters = CounterWords;

/// The function that increments a counter; 0: not written yet.
struct CountFunction {
  Id id = 0;
};

/// void count(uint counter)
Id write_count(ModuleContext& context) {
  ModuleBuilder& module = context.builder;
  const BindingPlace& place = context.plan.options.instrumentation.counters;
  const Id buffer = instrument_buffer(context, place, "instruction_counters", false);
  const Id pointer = instrument_word_pointer(module);
  const std::array<Id, 1> parameters = {module.type(kU32)};
  FunctionWriter f(module, module.type_void(), parameters);
  BufferWords words(f, buffer, pointer);
  const Id entry = f.new_id(), count = f.new_id(), carry = f.new_id(), counted = f.new_id(), end = f.new_id();
  f.label(entry);
  const Id capacity = words.load_at(Counters::kCapacity);
  const Id has_room = f.op(Op::OpULessThan, kBool, f.parameter(0), capacity);
  f.selection(has_room, count, end, end);
  f.label(count);
  const Id start = f.op(Op::OpIMul, kU32, f.parameter(0), f.u32(Counters::kSize));
  const Id low = f.op(Op::OpIAdd, kU32, start, f.u32(Counters::kFirstCounter));
  const Id one = f.u32(1);
  const Id old = words.atomic(Op::OpAtomicIAdd, low, one);
  const Id is_full = f.op(Op::OpIEqual, kBool, old, f.u32(UINT32_MAX));
  f.selection(is_full, carry, counted, counted);
  f.label(carry);
  const Id high = f.op(Op::OpIAdd, kU32, low, one);
  words.atomic(Op::OpAtomicIAdd, high, one);
  f.op_void(Op::OpBranch, counted);
  f.label(counted);
  f.op_void(Op::OpBranch, end);
  f.label(end);
  f.op_void(Op::OpReturn);
  return f.finish();
}

}  // namespace

uint32_t add_counted_blocks(FunctionEmitter& e) {
  Vector<CountedBlock>& blocks = instrument_tables(e.context()).blocks;
  const uint32_t base = e.context().plan.options.instrumentation.first_counter;
  const uint32_t first = base + static_cast<uint32_t>(blocks.size());
  for (dxil::BlockId block = 0; block < e.function().blocks.size(); ++block) {
    CountedBlock counted;
    counted.counter = first + block;
    counted.place = place_of_block(e, block);
    for (const dxil::Instruction& i : e.function().instructions_of(block)) {
      if (i.opcode == dxil::Opcode::kPhi) continue;
      ++counted.instructions;
      if (i.opcode == dxil::Opcode::kDxOp) ++counted.operations;
    }
    blocks.push_back(std::move(counted));
  }
  return first;
}

void count_block(FunctionEmitter& e, uint32_t counter) {
  Id& function = e.context().caches.get<CountFunction>().id;
  if (function == 0) function = write_count(e.context());
  const Id number = e.u32(counter);
  e.op(Op::OpFunctionCall, e.module().type_void(), function, number);
}

}  // namespace trellis::spirv
