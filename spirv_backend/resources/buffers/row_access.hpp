// Structured buffers declared as rows of 16 bytes, if the program accesses them in this way: four components
// are one load or store. A buffer is declared either in rows or in words, never both, because the two
// variables would alias.
#pragma once

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// Returns true if the resource is declared in rows.
bool has_rows(FunctionEmitter& e, const Handle& handle);
/// Lowers a buffer load of 32-bit components; sets the components that are used.
void load_rows(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle);
/// Lowers a buffer store of 32-bit components.
void store_rows(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle);
/// Lower RawBufferVectorLoad and RawBufferVectorStore of a vector, or of the pieces of a long one.
void load_vector_rows(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle);
void store_vector_rows(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle);

}  // namespace trellis::spirv
