// Structured buffers in rows of 16 bytes, where the program reads and writes them so: four components are one
// load or store. A buffer is seen in rows alone or in words alone, never both: they would alias.
#pragma once

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// Whether the resource is declared in rows.
bool has_rows(FunctionEmitter& e, const Handle& handle);
/// A buffer load of 32-bit components; sets those that are used.
void load_rows(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle);
/// A buffer store of 32-bit components.
void store_rows(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle);
/// RawBufferVectorLoad and RawBufferVectorStore: of a vector, or the pieces of a long one.
void load_vector_rows(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle);
void store_vector_rows(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle);

}  // namespace trellis::spirv
