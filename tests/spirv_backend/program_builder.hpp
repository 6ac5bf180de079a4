// Builds programs as the front end would produce them: types, constants, globals, and functions of blocks.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/shader.hpp"

namespace trellis::test_backend {

using dxil::BlockId;
using dxil::Op;
using dxil::Opcode;
using dxil::TypeId;

/// A value while the program is being built: module-level, or local to the current function.
struct V {
  bool is_local = false;
  uint32_t index = dxil::kNone;
};

class ProgramBuilder {
 public:
  ProgramBuilder();

  // --- Types. Equal types are made once, but structs are always new.
  TypeId void_type() const { return void_; }
  TypeId handle_type() const { return handle_; }
  TypeId int_type(uint8_t bits) { return type(dxil::TypeKind::kInt, bits, dxil::kNone, 0); }
  TypeId float_type(uint8_t bits) { return type(dxil::TypeKind::kFloat, bits, dxil::kNone, 0); }
  TypeId pointer() { return type(dxil::TypeKind::kPointer, 0, dxil::kNone, 0); }
  TypeId vector(TypeId element, uint64_t count) { return type(dxil::TypeKind::kVector, 0, element, count); }
  TypeId array(TypeId element, uint64_t count) { return type(dxil::TypeKind::kArray, 0, element, count); }
  TypeId record(std::vector<TypeId> members, std::string name = {});
  /// Returns { T, T, T, T, i32 }, the type of buffer loads' results.
  TypeId load_result(TypeId element);

  // --- Module-level values and resources.
  V constant(TypeId type, uint64_t bits);
  V i32(uint32_t value) { return constant(int_type(32), value); }
  V i8(uint8_t value) { return constant(int_type(8), value); }
  V i1(bool value) { return constant(int_type(1), value ? 1 : 0); }
  V f32(float value);
  V null(TypeId type) { return add_constant({dxil::ConstantKind::kNull, 0, 0, 0}, type); }
  V undef(TypeId type) { return add_constant({dxil::ConstantKind::kUndef, 0, 0, 0}, type); }
  V undef_i32() { return undef(int_type(32)); }
  V data(TypeId type, const std::vector<uint64_t>& elements);
  V aggregate(TypeId type, const std::vector<V>& elements);
  V global(TypeId type, uint8_t address_space, bool is_constant = false, V initializer = {});
  uint32_t raw_buffer(dxil::ResourceClass resource_class, uint32_t lower_bound, uint32_t count = 1,
                      uint32_t space = 0);
  dxil::Shader& shader() { return shader_; }

  // --- Functions. Block 0 exists when a function begins. Instructions are appended to the current block.
  uint32_t begin_function(std::string name, TypeId result, std::vector<TypeId> arguments);
  V argument(uint32_t n) const { return {true, n}; }
  BlockId block();
  void at(BlockId block) { current_ = block; }
  V op(Opcode opcode, TypeId result, std::initializer_list<V> operands, uint32_t aux = 0, uint8_t flags = 0);
  V op(Opcode opcode, TypeId result, const std::vector<V>& operands, uint32_t aux = 0, uint8_t flags = 0);
  V dx(Op op, TypeId result, std::initializer_list<V> operands, uint8_t flags = 0) {
    return dx(op, result, std::vector<V>(operands), flags);
  }
  V dx(Op op, TypeId result, const std::vector<V>& operands, uint8_t flags = 0) {
    return this->op(Opcode::kDxOp, result, operands, dxil::number_of(op), flags);
  }
  V compare(dxil::Predicate predicate, V a, V b);
  /// Makes a phi with one value per predecessor. Incoming values may be added later.
  V phi(TypeId type);
  void add_incoming(V phi, BlockId from, V value);
  void branch(BlockId target);
  void branch_if(V condition, BlockId if_true, BlockId if_false);
  void branch_switch(V selector, BlockId otherwise, const std::vector<std::pair<uint64_t, BlockId>>& cases);
  void finish(V result = {});  ///< Returns from the current block.
  void end_function();

  // --- Shorthands.
  V thread_id();
  V handle(dxil::ResourceClass resource_class, uint32_t id, V index);
  V handle(dxil::ResourceClass resource_class, uint32_t id) { return handle(resource_class, id, i32(0)); }
  V load(TypeId scalar, V handle, V byte);
  void store(TypeId scalar, V handle, V byte, V value);

  /// Returns the program. The function "main" becomes a compute entry point with 64 threads.
  dxil::Shader take(bool native_16bit = true);

 private:
  struct Incoming {
    uint32_t phi;  // Index of a local value.
    BlockId from;
    V value;
  };
  struct PendingBlock {
    std::vector<dxil::Instruction> instructions;
    std::vector<BlockId> successors;
  };

  TypeId type(dxil::TypeKind kind, uint8_t bits, TypeId element, uint64_t count);
  TypeId type_of(V value) const;
  V add_constant(dxil::Constant constant, TypeId type);
  dxil::ValueId resolve(V value) const;
  void fill_phis();

  dxil::Shader shader_;
  TypeId void_ = dxil::kNone, handle_ = dxil::kNone;
  std::vector<TypeId> load_results_;
  struct PendingFunction {
    dxil::Function function;
    std::vector<PendingBlock> blocks;
    std::vector<V> operands;
    std::vector<Incoming> incoming;
  };
  std::vector<PendingFunction> functions_;
  PendingFunction* now_ = nullptr;
  BlockId current_ = 0;
};

}  // namespace trellis::test_backend
