// The part RDAT of libraries.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/library_data.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Reads the data of an RDAT part that starts `file_offset` bytes into the file (for diagnostics, and for
/// where root signatures are). Offsets,
/// counts, references between tables and enumerations are checked. Names in hit groups and associations are
/// those of this library's functions or of other libraries': they are not looked up. What is left out, and
/// why, is added to `left_out`: root signatures of other versions. So is what only the pipeline would have to refuse:
/// a recursion depth above D3D's, a range of registers that ends before it begins. Errors: kBadInput.
Result<LibraryData> parse_library_data(std::span<const uint8_t> part, uint64_t file_offset,
                                       Vector<Diagnostic>& left_out);

/// What the subobjects of a library say that cannot be, one line each: a hit group that names a function of
/// this library that is of another stage, a payload or attributes beyond the shader configuration, an
/// association with a subobject that is not there.
Vector<String> find_contradictions(const LibraryData& data);

}  // namespace trellis::dxil
