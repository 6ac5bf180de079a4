// Implements validate.hpp in builds without SPIRV-Tools. Trellis' own checks still run.
#include "api/modules/validate.hpp"

namespace trellis {

static Diagnostic needs_spirv_tools(const char* what) {
  return unsupported(String(what) + " needs SPIRV-Tools, which this build of Trellis does not have");
}

Result<void> validate_module(std::span<const uint32_t>, Target, bool) {
  return needs_spirv_tools("the validation of modules");
}

Result<String> assembly_text(std::span<const uint32_t>, bool) {
  return needs_spirv_tools("the text of a module");
}

String validator_version() { return "no SPIRV-Tools"; }

}  // namespace trellis
