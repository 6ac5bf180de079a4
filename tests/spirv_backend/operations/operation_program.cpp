#include "tests/spirv_backend/operations/operation_program.hpp"

namespace trellis::test_ops {

namespace {

using dxil::Instruction;
using dxil::kNone;
using dxil::Opcode;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

/// A value while its function is being built: module-level, or local (numbered from the first instruction
/// on).
struct Handle {
  bool is_local = false;
  uint32_t index = 0;
};

class ProgramWriter {
 public:
  explicit ProgramWriter(const OperationProgram& program) : program_(program) {}
  dxil::Shader write();

 private:
  TypeId add_type(TypeKind kind, uint8_t bits, TypeId element, uint64_t count, std::vector<TypeId> members);
  TypeId type(Shape shape);
  bool is_divergent() const { return !program_.active.empty(); }
  TypeId record(std::vector<TypeId> members) {
    return add_type(TypeKind::kStruct, 0, kNone, 0, std::move(members));
  }
  Handle make_constant(Shape shape, uint64_t bits) {
    return make_constant(type(shape), bits, dxil::ConstantKind::kScalar);
  }
  Handle make_constant(TypeId type, uint64_t bits, dxil::ConstantKind kind);
  Handle emit(Opcode opcode, TypeId result, const std::vector<Handle>& operands, uint32_t aux = 0);
  Handle dx(Op op, TypeId result, const std::vector<Handle>& operands) {
    return emit(Opcode::kDxOp, result, operands, dxil::number_of(op));
  }
  Handle i32(uint32_t value) { return make_constant(kI32, value); }
  Handle create_handle(uint32_t range);
  Handle address(uint32_t byte_in_lane, uint32_t bytes_of_lane);
  Handle load(Shape scalar, Handle address);
  Handle load_argument(const Argument& argument, uint32_t first_byte, uint32_t bytes_of_lane);
  void store(Shape scalar, Handle value, Handle address);
  void store_result(Shape shape, Handle value, uint32_t first_byte, uint32_t bytes_of_lane);
  void begin_block();
  void finish_function();
  void describe();

  const OperationProgram& program_;
  dxil::Shader shader_;
  dxil::Function function_;
  std::vector<Handle> operands_;
  TypeId void_ = kNone, handle_ = kNone, res_ret_ = kNone;
  Handle input_, output_, thread_;
};

TypeId ProgramWriter::add_type(TypeKind kind, uint8_t bits, TypeId element, uint64_t count,
                               std::vector<TypeId> members) {
  auto& types = shader_.module.types;
  for (TypeId id = 0; id < types.size(); ++id) {
    const dxil::Type& t = types[id];
    if (t.kind == kind && t.bits == bits && t.element == element && t.count == count && t.members == members)
      return id;
  }
  dxil::Type t;
  t.kind = kind;
  t.bits = bits;
  t.element = element;
  t.count = count;
  t.members = std::move(members);
  types.push_back(std::move(t));
  return static_cast<TypeId>(types.size() - 1);
}

TypeId ProgramWriter::type(Shape shape) {
  const TypeId scalar = add_type(shape.kind, shape.bits, kNone, 0, {});
  return !shape.is_vector ? scalar : add_type(TypeKind::kVector, 0, scalar, shape.count, {});
}

Handle ProgramWriter::make_constant(TypeId type, uint64_t bits, dxil::ConstantKind kind) {
  dxil::Module& module = shader_.module;
  for (uint32_t n = 0; n < module.values.size(); ++n) {
    if (module.values[n].type == type && module.constants[n].bits == bits &&
        module.constants[n].kind == kind) {
      return {false, n};
    }
  }
  dxil::Constant constant;
  constant.kind = kind;
  constant.bits = bits;
  const auto index = static_cast<uint32_t>(module.values.size());
  module.constants.push_back(constant);
  module.values.push_back({dxil::ValueKind::kConstant, type, index});
  return {false, index};
}

Handle ProgramWriter::emit(Opcode opcode, TypeId result, const std::vector<Handle>& operands, uint32_t aux) {
  Instruction i;
  i.opcode = opcode;
  i.type = result;
  i.flags = opcode == Opcode::kDxOp ? 0 : dxil::kFast;
  i.first_operand = static_cast<uint32_t>(operands_.size());
  i.operand_count = static_cast<uint32_t>(operands.size());
  i.aux = aux;
  operands_.insert(operands_.end(), operands.begin(), operands.end());
  Handle handle{true, static_cast<uint32_t>(function_.local_types.size())};
  if (result != void_) {
    i.result = handle.index;
    function_.local_types.push_back(result);
  }
  function_.instructions.push_back(i);
  return handle;
}

Handle ProgramWriter::create_handle(uint32_t range) {
  return dx(Op::kCreateHandle, handle_,
            {make_constant(kI8, 1), i32(range), i32(range), make_constant(kI1, 0)});
}

Handle ProgramWriter::address(uint32_t byte_in_lane, uint32_t bytes_of_lane) {
  const Handle lane = emit(Opcode::kMul, type(kI32), {thread_, i32(bytes_of_lane)});
  return emit(Opcode::kAdd, type(kI32), {lane, i32(byte_in_lane)});
}

Handle ProgramWriter::load(Shape scalar, Handle address) {
  const Handle undef = make_constant(type(kI32), 0, dxil::ConstantKind::kUndef);
  const Handle loaded = dx(Op::kBufferLoad, res_ret_, {input_, address, undef});
  const Handle low = emit(Opcode::kExtractValue, type(kI32), {loaded}, 0);
  Handle bits = low;
  if (scalar.bits == 64) {
    const Handle high = emit(Opcode::kExtractValue, type(kI32), {loaded}, 1);
    const Handle wide_low = emit(Opcode::kZExt, type(kI64), {low}),
                 wide_high = emit(Opcode::kZExt, type(kI64), {high});
    const Handle shifted = emit(Opcode::kShl, type(kI64), {wide_high, make_constant(kI64, 32)});
    bits = emit(Opcode::kOr, type(kI64), {wide_low, shifted});
  } else if (scalar.kind == TypeKind::kFloat && scalar.bits == 16 && !program_.native_16bit) {
    return dx(Op::kLegacyF16ToF32, type(kF32), {low});  // The caller converts it to a half.
  } else if (scalar.bits == 16) {
    bits = emit(Opcode::kTrunc, type(kI16), {low});
  } else if (scalar.bits == 1) {
    return emit(Opcode::kICmp, type(kI1), {low, i32(0)}, static_cast<uint32_t>(dxil::Predicate::kNe));
  }
  if (scalar.kind != TypeKind::kFloat) return bits;
  return emit(Opcode::kBitcast, type(scalar), {bits});
}

Handle ProgramWriter::load_argument(const Argument& argument, uint32_t first_byte, uint32_t bytes_of_lane) {
  if (argument.is_constant) return make_constant(argument.shape, argument.constant);
  Shape scalar = argument.shape;
  scalar.count = 1;
  scalar.is_vector = false;
  Handle vector = make_constant(type(argument.shape), 0, dxil::ConstantKind::kUndef);
  for (uint32_t c = 0; c < argument.shape.count; ++c) {
    Handle value = load(scalar, address(first_byte + 8 * c, bytes_of_lane));
    if (scalar.kind == TypeKind::kFloat && scalar.bits == 16 && !program_.native_16bit) {
      value = emit(Opcode::kFPTrunc, type(kF16), {value});
    }
    if (!argument.shape.is_vector) return value;
    vector = emit(Opcode::kInsertElement, type(argument.shape), {vector, value, i32(c)});
  }
  return vector;
}

void ProgramWriter::store(Shape scalar, Handle value, Handle address) {
  Handle low = value, high = i32(0);
  if (scalar.bits == 1) {
    low = emit(Opcode::kZExt, type(kI32), {value});
  } else if (scalar.bits == 16 && scalar.kind == TypeKind::kFloat && !program_.native_16bit) {
    low = dx(Op::kLegacyF32ToF16, type(kI32), {emit(Opcode::kFPExt, type(kF32), {value})});
  } else if (scalar.bits == 16) {
    const Handle bits = scalar.kind == TypeKind::kFloat ? emit(Opcode::kBitcast, type(kI16), {value}) : value;
    low = emit(Opcode::kZExt, type(kI32), {bits});
  } else if (scalar.bits == 64) {
    const Handle bits = scalar.kind == TypeKind::kFloat ? emit(Opcode::kBitcast, type(kI64), {value}) : value;
    low = emit(Opcode::kTrunc, type(kI32), {bits});
    const Handle shifted = emit(Opcode::kLShr, type(kI64), {bits, make_constant(kI64, 32)});
    high = emit(Opcode::kTrunc, type(kI32), {shifted});
  } else if (scalar.kind == TypeKind::kFloat) {
    low = emit(Opcode::kBitcast, type(kI32), {value});
  }
  const Handle undef = make_constant(type(kI32), 0, dxil::ConstantKind::kUndef);
  dx(Op::kBufferStore, void_, {output_, address, undef, low, high, undef, undef, make_constant(kI8, 3)});
}

void ProgramWriter::store_result(Shape shape, Handle value, uint32_t first_byte, uint32_t bytes_of_lane) {
  Shape scalar = shape;
  scalar.count = 1;
  scalar.is_vector = false;
  for (uint32_t c = 0; c < shape.count; ++c) {
    const Handle component =
        !shape.is_vector ? value : emit(Opcode::kExtractElement, type(scalar), {value, i32(c)});
    store(scalar, component, address(first_byte + 8 * c, bytes_of_lane));
  }
}

/// Starts a new block with the next instruction.
void ProgramWriter::begin_block() {
  dxil::BasicBlock block;
  block.first_instruction = static_cast<uint32_t>(function_.instructions.size());
  function_.blocks.push_back(block);
}

void ProgramWriter::finish_function() {
  if (is_divergent()) {
    emit(Opcode::kBranch, void_, {});
    begin_block();
  }
  emit(Opcode::kReturn, void_, {});
  dxil::Module& module = shader_.module;
  const auto first = static_cast<ValueId>(module.values.size());
  function_.name = "main";
  function_.return_type = void_;
  function_.first_local = first;
  for (Instruction& i : function_.instructions) {
    if (i.result != kNone) i.result += first;
  }
  for (Handle operand : operands_)
    function_.operands.push_back(operand.is_local ? operand.index + first : operand.index);
  auto end = static_cast<uint32_t>(function_.instructions.size());
  for (size_t b = function_.blocks.size(); b-- > 0;) {
    function_.blocks[b].instruction_count = end - function_.blocks[b].first_instruction;
    end = function_.blocks[b].first_instruction;
  }
  function_.graph = is_divergent() ? cfg::Graph::from_lists({{1, 2}, {2}, {}}) : cfg::Graph::from_lists({{}});
  module.functions.push_back(std::move(function_));
}

void ProgramWriter::describe() {
  shader_.kind = dxil::ShaderKind::kCompute;
  shader_.model_major = shader_.dxil_major = 6;
  shader_.dxil_major = 1;
  shader_.model_minor = shader_.dxil_minor = 6;
  shader_.flags = program_.native_16bit ? uint64_t{1} << 23 : 0;
  dxil::EntryPoint entry;
  entry.name = "main";
  entry.function = 0;
  entry.kind = dxil::ShaderKind::kCompute;
  entry.flags = shader_.flags;
  entry.thread_group_size = {program_.lane_count / program_.group_height, program_.group_height, 1};
  shader_.entry_points.push_back(entry);
  for (uint32_t n = 0; n < 2; ++n) {
    dxil::Resource buffer;
    buffer.resource_class = dxil::ResourceClass::kUav;
    buffer.kind = dxil::ResourceKind::kRawBuffer;
    buffer.id = buffer.lower_bound = n;
    shader_.resources.push_back(buffer);
  }
}

uint32_t component_count(const std::vector<Shape>& shapes) {
  uint32_t count = 0;
  for (Shape shape : shapes) count += shape.count;
  return count;
}

uint32_t argument_components(const OperationProgram& program) {
  uint32_t count = 0;
  for (const Argument& argument : program.arguments) count += argument.shape.count;
  return count;
}

bool is_unread(const OperationProgram& program, uint32_t field) {
  for (uint32_t unread : program.unread_fields) {
    if (unread == field) return true;
  }
  return false;
}

dxil::Shader ProgramWriter::write() {
  void_ = add_type(TypeKind::kVoid, 0, kNone, 0, {});
  handle_ = record({add_type(TypeKind::kPointer, 0, kNone, 0, {})});
  shader_.module.types[handle_].name = "dx.types.Handle";
  const TypeId word = type(kI32);
  res_ret_ = record({word, word, word, word, word});
  begin_block();
  input_ = create_handle(0);
  output_ = create_handle(1);
  thread_ = dx(Op::kFlattenedThreadIdInGroup, word, {});

  std::vector<Handle> arguments;
  uint32_t byte = 0;
  const uint32_t input_bytes = 8 * (argument_components(program_) + (is_divergent() ? 1 : 0)),
                 output_bytes = 8 * component_count(program_.results);
  for (const Argument& argument : program_.arguments) {
    arguments.push_back(load_argument(argument, byte, input_bytes));
    byte += 8u * argument.shape.count;
  }
  if (is_divergent()) {
    emit(Opcode::kCondBranch, void_, {load(kI1, address(byte, input_bytes))});
    begin_block();
  }
  std::vector<TypeId> members;
  for (Shape shape : program_.results) members.push_back(type(shape));
  const TypeId result_type = program_.results.empty()    ? void_
                             : program_.result_is_struct ? record(members)
                                                         : members[0];
  const Handle result = dx(program_.op, result_type, arguments);
  if (program_.precise) function_.instructions.back().flags |= dxil::kPrecise;

  byte = 0;
  for (uint32_t n = 0; n < program_.results.size(); ++n) {
    if (!is_unread(program_, n)) {
      const Handle field =
          program_.result_is_struct ? emit(Opcode::kExtractValue, members[n], {result}, n) : result;
      store_result(program_.results[n], field, byte, output_bytes);
    }
    byte += 8u * program_.results[n].count;
  }
  finish_function();
  describe();
  return std::move(shader_);
}

}  // namespace

std::vector<uint8_t> input_of(const OperationProgram& program) {
  std::vector<uint8_t> bytes;
  const auto add = [&bytes](uint64_t value) {
    for (uint32_t b = 0; b < 8; ++b) bytes.push_back(static_cast<uint8_t>(value >> 8 * b));
  };
  for (uint32_t lane = 0; lane < program.lane_count; ++lane) {
    for (const Argument& argument : program.arguments) {
      for (uint32_t c = 0; c < argument.shape.count; ++c) {
        const size_t index = size_t{lane} * argument.shape.count + c;
        add(index < argument.lane_values.size() ? argument.lane_values[index] : 0);
      }
    }
    if (!program.active.empty()) add(program.active[lane] ? 1 : 0);
  }
  if (bytes.empty()) bytes.resize(16);
  return bytes;
}

size_t output_size(const OperationProgram& program) {
  return size_t{8} * program.lane_count * component_count(program.results);
}

dxil::Shader make_shader(const OperationProgram& program) { return ProgramWriter(program).write(); }

}  // namespace trellis::test_ops
