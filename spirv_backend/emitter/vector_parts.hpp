// Vectors and the scalars they consist of. Programs assemble and disassemble vectors one component at a time;
// here each takes one instruction, or none if the component's id is known.
#pragma once

#include <span>

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Returns the vector of these components (the scalar itself if there is only one).
Id make_vector(FunctionEmitter& e, NumericType type, std::span<const Id> components);
/// Returns component n of a vector of that type (the value itself if it is a scalar).
Id vector_component(FunctionEmitter& e, NumericType type, Id vector, uint32_t n);
/// The same for an instruction's operand, whose components are known if it is constant.
Id operand_component(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand, uint32_t n);
/// Returns the vector with component n replaced. `is_undef`: the other components are undefined.
Id with_component(FunctionEmitter& e, NumericType type, Id vector, bool is_undef, Id value, uint32_t n);
/// Returns the components that `mask` selects from one or two vectors of `count` components each (-1: any).
Id shuffled(FunctionEmitter& e, NumericType type, uint32_t count, Id a, Id b, std::span<const int32_t> mask);

/// Returns the bits that all components of a constant share; for a scalar constant, its bits.
std::optional<uint64_t> splat_bits(const FunctionEmitter& e, ValueId value);
/// Returns true if the value is a constant and is_such(bits, limit) holds for all of its components.
bool all_bits(const FunctionEmitter& e, ValueId value, bool (*is_such)(uint64_t bits, uint64_t limit),
              uint64_t limit);

}  // namespace trellis::spirv
