#include "spirv_backend/stage/float_modes.hpp"

#include <string_view>

namespace trellis::spirv {
namespace {

using Policy = FloatControls::Policy;
using Independence = FloatControls::Independence;
using spv::Capability;
using spv::ExecutionMode;

struct Width {
  uint32_t bits;
  uint8_t mask;
};
constexpr Width kWidths[] = {{32, kFloats32}, {16, kFloats16}, {64, kFloats64}};

void declare(ModuleContext& context, Capability capability, ExecutionMode mode, uint8_t widths) {
  ModuleBuilder& builder = context.builder;
  if (!builder.allows(Extension::kFloatControls) || !builder.allows(capability)) return;
  for (const Width& width : kWidths) {
    if ((widths & width.mask) == 0) continue;
    builder.extension("SPV_KHR_float_controls", kSpirv14);
    builder.capability(capability);
    builder.execution_mode(mode, width.bits);
  }
}

/// The desired denormal modes: masks of widths, no width in both.
struct DenormModes {
  uint8_t preserved = 0, flushed = 0;
};

/// Returns true if the program converts halves in 32-bit words, which requires no 16-bit types.
bool packs_halves(const ModuleContext& context) {
  for (const FunctionPlan& plan : context.plan.functions) {
    for (const dxil::Instruction& i : context.program.functions[plan.function].instructions) {
      if (i.is(dxil::Op::kLegacyF16ToF32) || i.is(dxil::Op::kLegacyF32ToF16)) return true;
    }
  }
  return false;
}

/// D3D preserves 16- and 64-bit denormals; an attribute determines the mode of 32-bit ones.
DenormModes wanted_modes(const ModuleContext& context) {
  const dxil::Function& function = context.program.functions[context.plan.functions[0].function];
  const std::string_view attribute = function.denorm_mode;
  DenormModes modes;
  if (attribute == "preserve") modes.preserved |= kFloats32;
  if (attribute == "ftz") modes.flushed |= kFloats32;
  if (context.plan.options.device.float_controls.policy != Policy::kSupported) return modes;
  const bool has_halves = context.builder.declares(Capability::Float16) ||
                          (context.plan.options.device.works_around(kHalfDenorms) && packs_halves(context));
  if (has_halves) modes.preserved |= kFloats16;
  if (context.builder.declares(Capability::Float64)) modes.preserved |= kFloats64;
  return modes;
}

/// Returns the modes that the device supports. Widths that must not differ get one common mode or none.
DenormModes supported_modes(DenormModes wanted, const FloatControls& device) {
  constexpr uint8_t kWide = kFloats16 | kFloats64, kAllWidths = kWide | kFloats32;
  if (device.independence == Independence::kOnly32 && (wanted.preserved & kWide) != 0) {
    wanted.preserved |= kWide;
    if ((device.preserves_denorms & kWide) != kWide) wanted.preserved &= kFloats32;
  }
  if (device.independence == Independence::kNone) {
    // The program's attribute takes precedence over D3D's rule.
    if (wanted.flushed != 0) wanted = {0, kAllWidths};
    if (wanted.preserved != 0) wanted = {kAllWidths, 0};
    const uint8_t can = wanted.flushed != 0 ? device.flushes_denorms : device.preserves_denorms;
    return (can & kAllWidths) == kAllWidths ? wanted : DenormModes{};
  }
  wanted.preserved &= device.preserves_denorms;
  wanted.flushed &= device.flushes_denorms;
  return wanted;
}

/// Returns the widths whose special values are preserved: otherwise drivers may fold away tests for NaN and
/// infinity.
uint8_t special_widths(const ModuleContext& context) {
  const FloatControls& device = context.plan.options.device.float_controls;
  if (!context.plan.tests_special_floats || context.plan.options.device.promises(kSpecialsKept)) return 0;
  if (device.policy != Policy::kSupported) return kFloats32;
  uint8_t widths = kFloats32;
  if (context.builder.declares(Capability::Float16)) widths |= kFloats16;
  if (context.builder.declares(Capability::Float64)) widths |= kFloats64;
  return widths & device.keeps_special;
}

}  // namespace

void declare_float_modes(ModuleContext& context) {
  const FloatControls& device = context.plan.options.device.float_controls;
  if (device.policy == Policy::kNever) return;
  DenormModes modes = wanted_modes(context);
  if (device.policy == Policy::kSupported) modes = supported_modes(modes, device);
  declare(context, Capability::DenormFlushToZero, ExecutionMode::DenormFlushToZero, modes.flushed);
  declare(context, Capability::DenormPreserve, ExecutionMode::DenormPreserve, modes.preserved);
  declare(context, Capability::SignedZeroInfNanPreserve, ExecutionMode::SignedZeroInfNanPreserve,
          special_widths(context));
}

}  // namespace trellis::spirv
