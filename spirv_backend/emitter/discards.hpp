// Discard on devices without demotion: a flag says that the invocation discarded. It goes on, for the
// derivatives of its neighbours, writes nothing any more, and is killed where the entry point returns.
#pragma once

#include "spirv_backend/module/code_writer.hpp"
#include "spirv_backend/plan/plan.hpp"

namespace trellis::spirv {

/// How a module discards.
struct Discards {
  bool has_demotion = false;   ///< The device demotes invocations, and may be asked to.
  bool by_flag = false;        ///< The module discards by the flag.
  bool names_variable = true;  ///< EmitOptions::debug_names.
  Id flag = 0;                 ///< The flag's variable, when first used.
};

/// `builder`: limited to the device already.
Discards find_discards(const ModulePlan& plan, const ModuleBuilder& builder);

// All of these write at the end of `code`.
/// Loads the flag. Only if the module discards by it.
Id load_discard_flag(Discards& discards, CodeWriter& code);
/// Sets it where the condition holds (0: always).
void store_discard_flag(Discards& discards, CodeWriter& code, Id condition);
/// Asks whether the invocation is a helper, or was made one by a discard.
Id ask_for_helper(Discards& discards, CodeWriter& code);

}  // namespace trellis::spirv
