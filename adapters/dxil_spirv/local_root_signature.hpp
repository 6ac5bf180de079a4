// The local root signature of a ray tracing entry point, parameter by parameter, and the shader record it
// makes.
#pragma once

#include <cstdint>
#include <vector>

#include "dxil_spirv_c.h"
#include "trellis/trellis.h"

namespace trellis::dxil_spirv {

/// Registers that a parameter of a local root signature has.
struct LocalRange {
  TrellisResourceClass resource_class = TRELLIS_CLASS_SRV;
  uint32_t space = 0, first_register = 0;
  uint32_t count = 1;        ///< Or UINT32_MAX.
  uint32_t heap_offset = 0;  ///< Tables: of the first register, in descriptors from where the handle points.
};

/// A parameter and its place in the record, in bytes behind the group handle.
struct LocalParameter {
  TrellisBindingKind kind = TRELLIS_BIND_HEAP;
  uint32_t offset = 0;
  uint32_t words = 0;  ///< Constants.
  std::vector<LocalRange> ranges;
};

class LocalRootSignature {
 public:
  void add_constants(uint32_t space, uint32_t register_index, uint32_t words);
  void add_descriptor(TrellisResourceClass resource_class, uint32_t space, uint32_t register_index);
  /// Between begin_table() and end_table() a range of that table, else a table of its own.
  void add_range(const LocalRange& range);
  /// False, and nothing happens: there is one already; there is none, or it has no ranges.
  bool begin_table();
  bool end_table();
  bool is_in_table() const { return in_table_; }

  struct Place {
    const LocalParameter* parameter = nullptr;
    const LocalRange* range = nullptr;
  };
  /// Of a resource's first register; nulls: the signature does not have it.
  Place find(const TrellisResourceInfo& resource) const;

 private:
  LocalParameter& add(TrellisBindingKind kind, uint32_t bytes);

  std::vector<LocalParameter> parameters_;
  uint32_t end_ = 0;  ///< Of the record so far, in bytes.
  bool in_table_ = false;
  std::vector<LocalRange> table_;
};

}  // namespace trellis::dxil_spirv
