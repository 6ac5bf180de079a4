// Functions a checking module has: each looks at one index or address before it is used, reports what is
// wrong with it, and gives an index that may be used (docs/instrumentation.md).
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Whether the module checks its descriptors.
inline bool checks_descriptors(const FunctionEmitter& e) {
  return e.context().plan.options.instrumentation.check_descriptors;
}

/// An access to a descriptor: what reports call by number. The number is taken when something is checked.
class DescriptorChecks {
 public:
  DescriptorChecks(FunctionEmitter& e, uint32_t resource, bool is_counter);

  /// `index`, or 0 if the range does not have that many registers.
  Id in_range(Id index, uint32_t registers);
  /// `element`, or the one that the table of the heap has for those that are wrong.
  Id in_heap(Id element);
  /// Reports an address, two words, that is 0.
  void address(Id words);

 private:
  Id number();

  FunctionEmitter& e_;
  uint32_t resource_;
  bool is_counter_, is_sampler_;
  uint32_t wanted_;
  uint32_t number_ = 0;
};

}  // namespace trellis::spirv
