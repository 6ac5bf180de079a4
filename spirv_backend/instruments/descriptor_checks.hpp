// Functions of a module with checks: each checks an index or address before it is used, reports faults, and
// returns an index that is safe to use (docs/instrumentation.md).
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Returns true if the module checks accesses to the elements of the resource: slices of a heap or arrays of
/// descriptors.
bool checks_elements(const FunctionEmitter& e, const dxil::Resource& resource, bool is_heap);
/// Returns true if the module checks addresses of root descriptors.
bool checks_addresses(const FunctionEmitter& e);

/// An access to a descriptor, which reports identify by number. The number is allocated at the first check.
class DescriptorChecks {
 public:
  DescriptorChecks(FunctionEmitter& e, uint32_t resource, bool is_counter);

  /// Returns `index`, or 0 if it is not less than `registers`. In the format of cookies, only heaps are
  /// checked.
  Id in_range(Id index, uint32_t registers);
  /// Returns `element`, or the safe element of the heap if it is wrong.
  Id in_heap(Id element);
  /// Reports an address (two words) that is 0.
  void address(Id words);

 private:
  Id number();

  FunctionEmitter& e_;
  uint32_t resource_;
  bool has_cookies_, is_counter_, is_sampler_;
  uint32_t wanted_;
  uint32_t number_ = 0;
};

}  // namespace trellis::spirv
