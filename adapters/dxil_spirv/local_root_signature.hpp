// The local root signature of a ray tracing entry point, parameter by parameter, and the layout of its shader
// record.
#pragma once

#include <cstdint>
#include <vector>

#include "dxil_spirv_c.h"
#include "trellis/trellis.h"

namespace trellis::dxil_spirv {

/// A range of registers in a parameter of a local root signature.
struct LocalRange {
  TrellisResourceClass resource_class = TRELLIS_CLASS_SRV;
  uint32_t space = 0, first_register = 0;
  uint32_t count = 1;  ///< UINT32_MAX: unbounded.
  /// For tables: distance of the first register from where the handle points, in descriptors.
  uint32_t heap_offset = 0;
};

/// A parameter and its offset in the record, in bytes after the group handle.
struct LocalParameter {
  TrellisBindingKind kind = TRELLIS_BIND_HEAP;
  uint32_t offset = 0;
  uint32_t words = 0;  ///< For constants: their number.
  std::vector<LocalRange> ranges;
};

class LocalRootSignature {
 public:
  void add_constants(uint32_t space, uint32_t register_index, uint32_t words);
  void add_descriptor(TrellisResourceClass resource_class, uint32_t space, uint32_t register_index);
  /// Between begin_table() and end_table(), adds a range to that table; otherwise adds a table with only this
  /// range.
  void add_range(const LocalRange& range);
  /// begin_table() fails if a table is already open, end_table() if none is open or if it has no ranges. They
  /// then return false and change nothing.
  bool begin_table();
  bool end_table();
  bool is_in_table() const { return in_table_; }

  struct Place {
    const LocalParameter* parameter = nullptr;
    const LocalRange* range = nullptr;
  };
  /// Finds the parameter and the range with a resource's first register. Both are null if the signature does
  /// not contain it.
  Place find(const TrellisResourceInfo& resource) const;

 private:
  LocalParameter& add(TrellisBindingKind kind, uint32_t bytes);

  std::vector<LocalParameter> parameters_;
  uint32_t end_ = 0;  ///< Size of the record so far, in bytes.
  bool in_table_ = false;
  std::vector<LocalRange> table_;
};

}  // namespace trellis::dxil_spirv
