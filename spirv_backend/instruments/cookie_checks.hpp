// The check of a heap's element in the format of cookies (docs/instrumentation.md).
#pragma once

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {

/// Returns the CookieBits that an access to the resource, or to its hidden counter, requires.
uint32_t cookie_bits(const dxil::Resource& resource, const Binding& place, bool is_counter);

/// Returns the function `uint checked_element(uint element, uint wanted, uint access)`, which is written on
/// first use. It returns the element, or that of the null descriptor if the element is wrong.
Id cookie_check(ModuleContext& context);

}  // namespace trellis::spirv
