// The part RDAT of libraries.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/library_data.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Reads the data of an RDAT part that starts `file_offset` bytes into the file (for diagnostics, and for the
/// locations of root signatures). Checks offsets, counts, references between tables, and enumerations. Names
/// in hit groups and associations may be those of functions in other libraries: they are not looked up.
/// Records in `left_out` what was ignored and why: root signatures of other versions, and errors that matter
/// only to a pipeline, such as a recursion depth above D3D's limit or a register range that ends before it
/// begins. Errors: kBadInput.
Result<LibraryData> parse_library_data(std::span<const uint8_t> part, uint64_t file_offset,
                                       Vector<Diagnostic>& left_out);

/// Returns the contradictions between a library's subobjects, one line for each: a hit group with a function
/// of this library that has the wrong stage, a payload or attributes larger than the shader configuration
/// allows, or an association with a missing subobject.
Vector<String> find_contradictions(const LibraryData& data);

}  // namespace trellis::dxil
