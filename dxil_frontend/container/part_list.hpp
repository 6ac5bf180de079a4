// Lists the contents of a file for people: its parts, with a one-line description of each.
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

struct PartLine {
  String name;          ///< Four letters; "MSF" for a PDB file.
  uint64_t offset = 0;  ///< Start of its data, in bytes from the start of the container, or of the file.
  uint64_t size = 0;    ///< Size of the data in bytes.
  String meaning;       ///< One-line description, or what is wrong with the part.
  bool is_damaged = false;
};

/// Returns lines for the file itself (the container, the PDB file around it, or the bitcode), then for the
/// parts in the order of the file's table. Reads and checks all of them: a damaged part or a wrong digest
/// does not hide the others. Errors: kBadInput for a file whose part table cannot be read.
Result<Vector<PartLine>> list_parts(std::span<const uint8_t> file);

/// Returns the table as text, one line for each part: name, offset, size, meaning.
String part_table(const Vector<PartLine>& lines);

}  // namespace trellis::dxil
