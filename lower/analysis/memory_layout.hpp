// Sizes of the program's types as dxc lays them out (a vector is aligned as its element and not padded), and
// the meaning of address computations in terms of them.
#pragma once

#include <cstdint>
#include <optional>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// Layout of one type, in bytes. Sizes of types that memory cannot hold here (pointers, handles) are unknown.
struct TypeLayout {
  bool is_known = false;
  uint8_t align = 1;
  uint8_t narrowest = 8;  ///< Bytes of the narrowest scalar inside.
  bool has_ints = false, has_floats = false;
  uint64_t size = 0;  ///< With tail padding; at most kMaxObjectBytes if known.
};
inline constexpr uint64_t kMaxObjectBytes = uint64_t{1} << 28;

class LayoutTable {
 public:
  /// native_16bit: half and i16 are two bytes; else (min precision) four.
  LayoutTable(const dxil::Module& module, bool native_16bit)
      : module_(module), native_16bit_(native_16bit), layouts_(module.types.size()) {}

  const TypeLayout& of(dxil::TypeId type);
  uint8_t scalar_bytes(const dxil::Type& type) const;
  /// Byte offset of a struct's member. The struct's layout must be known.
  uint64_t member_offset(dxil::TypeId type, uint32_t member);

 private:
  struct Entry {
    bool is_done = false;
    TypeLayout layout;
  };
  TypeLayout compute(dxil::TypeId type, uint32_t depth);
  const TypeLayout& of(dxil::TypeId type, uint32_t depth);

  const dxil::Module& module_;
  bool native_16bit_;
  Vector<Entry> layouts_;
};

/// A GEP as a sum: constant + each dynamic index times its stride. In bytes, or (for resource symbols) in
/// array elements.
struct AddressTerms {
  struct Term {
    dxil::ValueId index = dxil::kNone;
    uint64_t stride = 0;
  };
  int64_t constant = 0;
  Vector<Term> terms;
};

/// Sums up source type and indices (the base not included) into `result`, which is cleared first. `elements`:
/// count array elements instead of bytes. False if the types do not allow it.
bool sum_address(const dxil::Module& module, LayoutTable& layouts, dxil::TypeId source,
                 const dxil::ValueId* indices, uint32_t index_count, bool elements, AddressTerms& result);

}  // namespace trellis::lower
