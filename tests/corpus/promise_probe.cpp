#include "tests/corpus/promise_probe.hpp"

#include <bit>
#include <cstdio>
#include <vector>

#include "spirv_backend/options/device_options.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"
#include "tests/vulkan/modules/test_modules.hpp"

namespace trellis::test_corpus {
namespace {

/// One instruction on two words; the module loads both, or the second one is a constant.
struct Trial {
  const char* name;
  const char* body;  ///< Computes %result from %a and %b, all of 32 bits.
  uint32_t a, b, expected;
};

constexpr uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }

constexpr uint32_t kInvocations = 32;
constexpr uint32_t kNan = 0x7FC00000, kInfinity = 0x7F800000, kMinus = 0x80000000, kAllOnes = 0xFFFFFFFF;
constexpr const char* kToSigned =
    "%x = OpBitcast %float %a\n%y = OpConvertFToS %int %x\n%result = OpBitcast %uint %y\n";
constexpr const char* kToUnsigned = "%x = OpBitcast %float %a\n%result = OpConvertFToU %uint %x\n";
constexpr const char* kDoubleToSigned =
    "%x = OpBitcast %float %a\n%d = OpFConvert %double %x\n%y = OpConvertFToS %int %d\n"
    "%result = OpBitcast %uint %y\n";
constexpr const char* kDoubleToUnsigned =
    "%x = OpBitcast %float %a\n%d = OpFConvert %double %x\n%result = OpConvertFToU %uint %d\n";
constexpr const char* kFract =
    "%x = OpBitcast %float %a\n%y = OpExtInst %float %glsl Fract %x\n%result = OpBitcast %uint %y\n";
constexpr const char* kLeft = "%result = OpShiftLeftLogical %uint %a %b\n";
constexpr const char* kRight = "%result = OpShiftRightLogical %uint %a %b\n";
constexpr const char* kArithmetic = "%result = OpShiftRightArithmetic %uint %a %b\n";
// Shifts a 64-bit value that has `a` in both halves, and takes the upper half of the result.
constexpr const char* kLeft64 =
    "%w = OpCompositeConstruct %v2uint %a %a\n%x = OpBitcast %ulong %w\n%n = OpUConvert %ulong %b\n"
    "%y = OpShiftLeftLogical %ulong %x %n\n%z = OpBitcast %v2uint %y\n%result = OpCompositeExtract %uint %z "
    "1\n";
constexpr const char* kRight64 =
    "%w = OpCompositeConstruct %v2uint %a %a\n%x = OpBitcast %ulong %w\n%n = OpUConvert %ulong %b\n"
    "%y = OpShiftRightLogical %ulong %x %n\n%z = OpBitcast %v2uint %y\n%result = OpCompositeExtract %uint %z "
    "1\n";
constexpr const char* kQuotient = "%result = OpUDiv %uint %a %b\n";
constexpr const char* kRemainder = "%result = OpUMod %uint %a %b\n";

// Tests for NaN and infinity, of loaded values and of results.
constexpr const char* kIsNan =
    "%x = OpBitcast %float %a\n"
    "%is = OpIsNan %bool %x\n"
    "%result = OpSelect %uint %is %c1 %c0\n";
constexpr const char* kIsInf =
    "%x = OpBitcast %float %a\n"
    "%is = OpIsInf %bool %x\n"
    "%result = OpSelect %uint %is %c1 %c0\n";
constexpr const char* kDiffersFromItself =
    "%x = OpBitcast %float %a\n"
    "%is = OpFUnordNotEqual %bool %x %x\n"
    "%result = OpSelect %uint %is %c1 %c0\n";
constexpr const char* kSumIsInf =
    "%x = OpBitcast %float %a\n%y = OpBitcast %float %b\n"
    "%z = OpFAdd %float %x %y\n%is = OpIsInf %bool %z\n"
    "%result = OpSelect %uint %is %c1 %c0\n";
constexpr const char* kDifferenceIsNan =
    "%x = OpBitcast %float %a\n%y = OpBitcast %float %b\n"
    "%z = OpFSub %float %x %y\n%is = OpIsNan %bool %z\n"
    "%result = OpSelect %uint %is %c1 %c0\n";
constexpr const char* kProductIsNan =
    "%x = OpBitcast %float %a\n%y = OpBitcast %float %b\n"
    "%z = OpFMul %float %x %y\n%is = OpIsNan %bool %z\n"
    "%result = OpSelect %uint %is %c1 %c0\n";
constexpr const char* kQuotientIsNan =
    "%x = OpBitcast %float %a\n%y = OpBitcast %float %b\n"
    "%z = OpFDiv %float %x %y\n%is = OpIsNan %bool %z\n"
    "%result = OpSelect %uint %is %c1 %c0\n";

std::vector<Trial> trials_of(uint8_t promise) {
  switch (promise) {
    case spirv::kConversionsSaturate:
      return {{"OpConvertFToS", kToSigned, kNan, 0, 0},
              {"OpConvertFToS", kToSigned, kInfinity, 0, 0x7FFFFFFF},
              {"OpConvertFToS", kToSigned, kInfinity | kMinus, 0, 0x80000000},
              {"OpConvertFToS", kToSigned, bits(3e9f), 0, 0x7FFFFFFF},
              {"OpConvertFToS", kToSigned, bits(-3e9f), 0, 0x80000000},
              {"OpConvertFToU", kToUnsigned, kNan, 0, 0},
              {"OpConvertFToU", kToUnsigned, kInfinity, 0, kAllOnes},
              {"OpConvertFToU", kToUnsigned, bits(5e9f), 0, kAllOnes},
              {"OpConvertFToU", kToUnsigned, bits(-1.5f), 0, 0},
              {"OpConvertFToU", kToUnsigned, bits(-3e9f), 0, 0},
              {"OpConvertFToS of 64 bits", kDoubleToSigned, kNan, 0, 0},
              {"OpConvertFToS of 64 bits", kDoubleToSigned, bits(3e9f), 0, 0x7FFFFFFF},
              {"OpConvertFToS of 64 bits", kDoubleToSigned, bits(-1e30f), 0, 0x80000000},
              {"OpConvertFToU of 64 bits", kDoubleToUnsigned, kNan, 0, 0},
              {"OpConvertFToU of 64 bits", kDoubleToUnsigned, bits(1e30f), 0, kAllOnes},
              {"OpConvertFToU of 64 bits", kDoubleToUnsigned, bits(-1.5f), 0, 0}};
    case spirv::kShiftsWrap:
      return {{"OpShiftLeftLogical", kLeft, 0x12345678, 32, 0x12345678},
              {"OpShiftLeftLogical", kLeft, 0x12345678, 36, 0x23456780},
              {"OpShiftLeftLogical", kLeft, 0x12345678, kAllOnes, 0},
              {"OpShiftRightLogical", kRight, 0x92345678, 32, 0x92345678},
              {"OpShiftRightLogical", kRight, 0x92345678, 68, 0x09234567},
              {"OpShiftRightArithmetic", kArithmetic, 0x92345678, 32, 0x92345678},
              {"OpShiftRightArithmetic", kArithmetic, 0x92345678, 36, 0xF9234567},
              {"OpShiftLeftLogical of 64 bits", kLeft64, 0x12345678, 64, 0x12345678},
              {"OpShiftLeftLogical of 64 bits", kLeft64, 0x12345678, 68, 0x23456781},
              {"OpShiftRightLogical of 64 bits", kRight64, 0x92345678, 68, 0x09234567}};
    case spirv::kFractionsBelowOne:
      return {{"Fract", kFract, bits(-1e-10f), 0, 0x3F7FFFFF},
              {"Fract", kFract, bits(-1e-30f), 0, 0x3F7FFFFF}};
    case spirv::kSpecialsKept:
      return {{"OpIsNan", kIsNan, kNan, 0, 1},
              {"OpIsNan", kIsNan, kInfinity, 0, 0},
              {"OpIsInf", kIsInf, kInfinity | kMinus, 0, 1},
              {"OpIsInf", kIsInf, kNan, 0, 0},
              {"OpFUnordNotEqual", kDiffersFromItself, kNan, 0, 1},
              {"OpIsInf of a sum", kSumIsInf, bits(3e38f), bits(3e38f), 1},
              {"OpIsNan of a difference", kDifferenceIsNan, kInfinity, kInfinity, 1},
              // A product with a constant 0 may be 0: dxc replaces it, too.
              {"OpIsNan of a product", kProductIsNan, 0, kInfinity, 1},
              {"OpIsNan of a quotient", kQuotientIsNan, 0, 0, 1}};
    default:
      return {{"OpUDiv", kQuotient, 5, 0, kAllOnes},           {"OpUDiv", kQuotient, 0, 0, kAllOnes},
              {"OpUDiv", kQuotient, kAllOnes, 0, kAllOnes},    {"OpUMod", kRemainder, 5, 0, kAllOnes},
              {"OpUMod", kRemainder, 0x80000000, 0, kAllOnes}, {"OpUMod", kRemainder, 0, 0, kAllOnes}};
  }
}

bool uses(const Trial& trial, const char* type) {
  return std::string(trial.body).find(type) != std::string::npos;
}

/// Returns a module in which each invocation loads the operands from its own location.
std::string text_of(const Trial& trial, bool b_is_constant) {
  vulkan::ModuleText parts;
  const bool is_wide = uses(trial, "%ulong"), is_double = uses(trial, "%double");
  parts.capabilities = is_wide ? "OpCapability Int64\n" : is_double ? "OpCapability Float64\n" : "";
  parts.capabilities += "%glsl = OpExtInstImport \"GLSL.std.450\"\n";
  parts.interface = "%src %dst";
  parts.decorations = vulkan::at("%src", 0, 1000) + vulkan::at("%dst", 0, 2000);
  parts.declarations =
      "%src = OpVariable %p_raw StorageBuffer\n%dst = OpVariable %p_raw StorageBuffer\n"
      "%given = OpConstant %uint " +
      std::to_string(trial.b) + "\n";
  if (is_wide) parts.declarations += "%ulong = OpTypeInt 64 0\n%v2uint = OpTypeVector %uint 2\n";
  if (is_double) parts.declarations += "%double = OpTypeFloat 64\n";
  parts.body =
      "%n_a = OpIMul %uint %i %c2\n%n_b = OpIAdd %uint %n_a %c1\n%at_a = OpAccessChain %p_word %src %c0 "
      "%n_a\n%a = OpLoad %uint %at_a\n"
      "%at_b = OpAccessChain %p_word %src %c0 %n_b\n%loaded = OpLoad %uint %at_b\n";
  parts.body += std::string("%b = OpCopyObject %uint ") + (b_is_constant ? "%given\n" : "%loaded\n");
  parts.body += trial.body;
  parts.body += "%to = OpAccessChain %p_word %dst %c0 %i\nOpStore %to %result\n";
  parts.local_size = std::to_string(kInvocations) + " 1 1";
  return vulkan::module_text(parts);
}

/// Returns the first unexpected answer of any invocation, or the expected one.
Result<uint32_t> answer_to(vulkan::Runner& runner, const Trial& trial, bool b_is_constant) {
  auto words = vulkan::assemble(text_of(trial, b_is_constant));
  if (!words) return words.error();
  TRELLIS_RETURN_IF_ERROR(vulkan::validate(*words));
  std::vector<uint32_t> operands;
  for (uint32_t n = 0; n < kInvocations; ++n) operands.insert(operands.end(), {trial.a, trial.b});
  vulkan::Dispatch dispatch;
  dispatch.words = std::move(*words);
  dispatch.resources = {vulkan::buffer_at(0, 1000, vulkan::bytes_of(operands)),
                        vulkan::buffer_at(0, 2000, std::vector<uint8_t>(kInvocations * sizeof(uint32_t), 0))};
  const auto results = runner.dispatch(dispatch);
  if (!results) return results.error();
  const std::vector<uint32_t> answers = vulkan::words_of((*results)[1]);
  for (const uint32_t answer : answers) {
    if (answer != trial.expected) return answer;
  }
  return trial.expected;
}

}  // namespace

Result<std::string> find_broken(vulkan::Runner& runner, uint8_t promise) {
  std::string broken;
  const VkPhysicalDeviceFeatures features = runner.device().features();
  for (const Trial& trial : trials_of(promise)) {
    // Without support for this type, no module uses the instruction on this device.
    if (uses(trial, "%ulong") && features.shaderInt64 == VK_FALSE) continue;
    if (uses(trial, "%double") && features.shaderFloat64 == VK_FALSE) continue;
    for (const bool b_is_constant : {false, true}) {
      const auto answer = answer_to(runner, trial, b_is_constant);
      if (!answer) return answer.error();
      if (*answer == trial.expected) continue;
      char line[160];
      std::snprintf(line, sizeof line, "%s of %x, %x%s: %x, not %x\n", trial.name, trial.a, trial.b,
                    b_is_constant ? " (constant)" : "", *answer, trial.expected);
      broken += line;
    }
  }
  return broken;
}

}  // namespace trellis::test_corpus
