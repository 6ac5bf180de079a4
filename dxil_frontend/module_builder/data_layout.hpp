// Sizes and alignments of types in memory, according to a module's data layout (LLVM Language Reference,
// "Data Layout").
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

struct Extent {
  uint64_t size = 0;       ///< In bytes, including the padding between elements of an array.
  uint64_t alignment = 1;  ///< In bytes.
};

class DataLayout {
 public:
  /// LLVM's default.
  DataLayout() = default;
  /// Returns nothing if the text is not a layout of little-endian memory in that notation. i8 always has one
  /// byte, as LLVM 19 requires: modules with min precision declare four, but never store an i8.
  static std::optional<DataLayout> parse(std::string_view text);
  /// Whether compilers write that layout, or the text is empty. LLVM rejects some others that parse()
  /// accepts.
  static bool is_usual(std::string_view text);

  /// Returns size and alignment. The nesting of the type must be finite.
  Extent extent(const Module& module, TypeId type) const;
  /// Returns the offset of each member of a struct, in bytes.
  Vector<uint64_t> member_offsets(const Module& module, TypeId structure) const;

 private:
  struct Alignment {
    uint32_t bits = 0;  ///< Width of the type.
    uint32_t bytes = 1;
  };

  bool take(std::string_view part);
  static void set(Vector<Alignment>& alignments, uint32_t bits, uint32_t bytes);
  uint64_t scalar_alignment(const Vector<Alignment>& alignments, uint32_t bits) const;
  uint64_t vector_alignment(uint64_t bits) const;
  Extent extent_of(const Module& module, TypeId type, Vector<Extent>& known) const;
  Extent struct_extent(const Module& module, const Type& type, Vector<Extent>& known,
                       Vector<uint64_t>* offsets) const;

  // Sorted by bits.
  Vector<Alignment> integers_ = {{1, 1}, {8, 1}, {16, 2}, {32, 4}, {64, 4}};
  Vector<Alignment> floats_ = {{16, 2}, {32, 4}, {64, 8}, {128, 16}};
  Vector<Alignment> vectors_ = {{64, 8}, {128, 16}};
  Extent pointer_ = {8, 8};
  uint32_t struct_alignment_ = 1;
};

}  // namespace trellis::dxil
