// What is in a file, for people: its parts, and what each says in a line.
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

struct PartLine {
  String name;          ///< Four letters; "MSF" for a PDB file.
  uint64_t offset = 0;  ///< Where its data begin: bytes from the start of the container, or of the file.
  uint64_t size = 0;    ///< Bytes of data.
  String meaning;       ///< One line; or what is wrong with it.
  bool is_damaged = false;
};

/// First the file itself (the container, the PDB file around it, or the bitcode), then the parts in the order
/// of the file's table. All of them are read and checked, and a damaged one, or a wrong digest, does not
/// stand in the way of the others. Errors: kBadInput for a file whose table cannot be read.
Result<Vector<PartLine>> list_parts(std::span<const uint8_t> file);

/// A line each: name, offset, size, meaning.
String part_table(const Vector<PartLine>& lines);

}  // namespace trellis::dxil
