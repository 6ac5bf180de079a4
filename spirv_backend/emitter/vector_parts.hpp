// Vectors and the scalars they are made of. Programs put vectors together and take them apart one component
// at a time; here both are one instruction, or none where the component's own id is known.
#pragma once

#include <span>

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// The vector of these components (a scalar if it is one).
Id make_vector(FunctionEmitter& e, NumericType type, std::span<const Id> components);
/// Component n of a vector of that type (the scalar itself if it is one).
Id vector_component(FunctionEmitter& e, NumericType type, Id vector, uint32_t n);
/// The same of operand `operand`, whose constants are known by component.
Id operand_component(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand, uint32_t n);
/// The vector with component n replaced. `is_undef`: the others are nothing in particular.
Id with_component(FunctionEmitter& e, NumericType type, Id vector, bool is_undef, Id value, uint32_t n);
/// The components of one or two vectors of `count` components each that `mask` names (-1: any).
Id shuffled(FunctionEmitter& e, NumericType type, uint32_t count, Id a, Id b, std::span<const int32_t> mask);

/// The bits that all components of a constant have; those of a scalar constant are its own.
std::optional<uint64_t> splat_bits(const FunctionEmitter& e, ValueId value);
/// Whether a value is a constant whose components all have such bits.
bool all_bits(const FunctionEmitter& e, ValueId value, bool (*is_such)(uint64_t bits, uint64_t limit),
              uint64_t limit);

}  // namespace trellis::spirv
