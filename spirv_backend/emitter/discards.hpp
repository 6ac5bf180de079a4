// Discard on devices without demotion: a flag records that the invocation discarded. The invocation continues
// for the derivatives of its neighbors, writes nothing more, and is killed where the entry point returns.
#pragma once

#include "spirv_backend/module/code_writer.hpp"
#include "spirv_backend/plan/plan.hpp"

namespace trellis::spirv {

/// How a module implements discard.
struct Discards {
  bool has_demotion = false;   ///< The device supports demotion, and the options allow it.
  bool by_flag = false;        ///< The module uses the flag.
  bool names_variable = true;  ///< The flag's variable gets a name: EmitOptions::debug_names.
  Id flag = 0;                 ///< The flag's variable; 0 until first use.
};

/// `builder` must know the device's limits already.
Discards find_discards(const ModulePlan& plan, const ModuleBuilder& builder);

// All of these append to `code`.
/// Loads the flag. Requires by_flag.
Id load_discard_flag(Discards& discards, CodeWriter& code);
/// Sets the flag if the condition holds (0: always).
void store_discard_flag(Discards& discards, CodeWriter& code, Id condition);
/// Returns a bool: true if the invocation started as a helper or became one by a discard.
Id ask_for_helper(Discards& discards, CodeWriter& code);

}  // namespace trellis::spirv
