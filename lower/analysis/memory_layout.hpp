// Sizes of the program's types in dxc's layout (a vector has its element's alignment and no padding), and
// address computations in terms of them.
#pragma once

#include <cstdint>
#include <optional>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// Layout of one type, in bytes. Types that memory cannot hold here (pointers, handles) have unknown sizes.
struct TypeLayout {
  bool is_known = false;
  uint8_t align = 1;
  uint8_t narrowest = 8;  ///< Size of the narrowest scalar in the type, in bytes.
  bool has_ints = false, has_floats = false;
  uint64_t size = 0;  ///< With tail padding; at most kMaxObjectBytes if known.
};
inline constexpr uint64_t kMaxObjectBytes = uint64_t{1} << 28;

class LayoutTable {
 public:
  /// native_16bit: half and i16 take two bytes; otherwise (min precision) four.
  LayoutTable(const dxil::Module& module, bool native_16bit)
      : module_(module), native_16bit_(native_16bit), layouts_(module.types.size()) {}

  const TypeLayout& of(dxil::TypeId type);
  uint8_t scalar_bytes(const dxil::Type& type) const;
  /// Returns the byte offset of a struct's member. The struct's layout must be known.
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

/// A GEP as a sum: a constant, and each dynamic index times its stride. In bytes, or (for resource symbols)
/// in array elements.
struct AddressTerms {
  struct Term {
    dxil::ValueId index = dxil::kNone;
    uint64_t stride = 0;
  };
  int64_t constant = 0;
  Vector<Term> terms;
};

/// Computes the sum for a source type and indices (without the base). `elements`: count array elements
/// instead of bytes. Returns false if the types do not allow it; `result` is incomplete then.
bool sum_address(const dxil::Module& module, LayoutTable& layouts, dxil::TypeId source,
                 const dxil::ValueId* indices, uint32_t index_count, bool elements, AddressTerms& result);

}  // namespace trellis::lower
