#include "tests/spirv_backend/raytracing/ray_partners.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <string>

#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::test_rays {
namespace {

using vulkan::BoundResource;
using vulkan::RayShader;

constexpr uint32_t kRayWords = 13;  // Number of words before the payload.
constexpr uint32_t kPushedWords = 4;

std::string text(uint32_t value) { return std::to_string(value); }

RayShader assembled(VkShaderStageFlagBits stage, const std::string& source) {
  RayShader shader;
  shader.stage = stage;
  auto words = vulkan::assemble(source);
  if (!words) {
    ADD_FAILURE() << words.error().to_string() << "\n" << source;
    return shader;
  }
  if (const auto valid = vulkan::validate(*words); !valid) {
    ADD_FAILURE() << valid.error().to_string() << "\n" << source;
  }
  shader.words = std::move(*words);
  return shader;
}

/// Builds the text of a module, with constants that are defined at their first use.
class Assembly {
 public:
  std::string u32(uint32_t value) {
    const std::string name = "%u_" + text(value);
    if (!constants_.contains(value)) {
      constants_[value] = name;
      globals += name + " = OpConstant %uint " + text(value) + "\n";
    }
    return name;
  }
  void line(const std::string& what) { body += what + "\n"; }

  std::string globals, body;

 private:
  std::map<uint32_t, std::string> constants_;
};

constexpr const char* kHead =
    "OpCapability RayTracingKHR\n"
    "OpExtension \"SPV_KHR_ray_tracing\"\n"
    "OpMemoryModel Logical GLSL450\n";
constexpr const char* kTypes =
    "%void = OpTypeVoid\n"
    "%function = OpTypeFunction %void\n"
    "%uint = OpTypeInt 32 0\n"
    "%float = OpTypeFloat 32\n"
    "%v2float = OpTypeVector %float 2\n"
    "%v3float = OpTypeVector %float 3\n"
    "%v3uint = OpTypeVector %uint 3\n";

std::string generation(uint32_t words, bool traces) {
  Assembly a;
  const std::string storage = traces ? "RayPayloadKHR" : "CallableDataKHR";
  a.globals += "%count = OpConstant %uint " + text(words) + "\n";
  a.globals += "%words = OpTypeArray %uint %count\n";
  a.globals += "%p_words = OpTypePointer " + storage + " %words\n";
  a.globals += "%p_word = OpTypePointer " + storage + " %uint\n";
  a.globals += "%payload = OpVariable %p_words " + storage + "\n";
  a.globals += "%list = OpTypeRuntimeArray %uint\n%block = OpTypeStruct %list\n";
  a.globals += "%p_block = OpTypePointer StorageBuffer %block\n";
  a.globals += "%p_item = OpTypePointer StorageBuffer %uint\n";
  a.globals += "%rays = OpVariable %p_block StorageBuffer\n%results = OpVariable %p_block StorageBuffer\n";
  a.globals += "%as = OpTypeAccelerationStructureKHR\n%p_as = OpTypePointer UniformConstant %as\n";
  a.globals += "%scene = OpVariable %p_as UniformConstant\n";
  a.globals += "%p_id = OpTypePointer Input %v3uint\n%id = OpVariable %p_id Input\n";
  a.line("%all = OpLoad %v3uint %id");
  a.line("%x = OpCompositeExtract %uint %all 0");
  a.line("%row = OpIMul %uint %x " + a.u32(kRayWords + words));
  for (uint32_t n = 0; n < kRayWords + words; ++n) {
    const std::string k = text(n);
    a.line("%at" + k + " = OpIAdd %uint %row " + a.u32(n));
    a.line("%from" + k + " = OpAccessChain %p_item %rays " + a.u32(0) + " %at" + k);
    a.line("%w" + k + " = OpLoad %uint %from" + k);
    if (n >= 5 && n < kRayWords) a.line("%f" + k + " = OpBitcast %float %w" + k);
    if (n < kRayWords) continue;
    a.line("%to" + k + " = OpAccessChain %p_word %payload " + a.u32(n - kRayWords));
    a.line("OpStore %to" + k + " %w" + k);
  }
  if (traces) {
    a.line("%loaded = OpLoad %as %scene");
    a.line("%origin = OpCompositeConstruct %v3float %f5 %f6 %f7");
    a.line("%direction = OpCompositeConstruct %v3float %f9 %f10 %f11");
    a.line("OpTraceRayKHR %loaded %w0 %w1 %w2 %w3 %w4 %origin %f8 %direction %f12 %payload");
  } else {
    a.line("OpExecuteCallableKHR %w0 %payload");
  }
  a.line("%out = OpIMul %uint %x " + a.u32(words));
  for (uint32_t n = 0; n < words; ++n) {
    const std::string k = text(n);
    a.line("%back" + k + " = OpAccessChain %p_word %payload " + a.u32(n));
    a.line("%v" + k + " = OpLoad %uint %back" + k);
    a.line("%o" + k + " = OpIAdd %uint %out " + a.u32(n));
    a.line("%put" + k + " = OpAccessChain %p_item %results " + a.u32(0) + " %o" + k);
    a.line("OpStore %put" + k + " %v" + k);
  }
  return std::string(kHead) +
         "OpEntryPoint RayGenerationKHR %main \"main\" %id %scene %rays %results %payload\n"
         "OpDecorate %id BuiltIn LaunchIdKHR\n"
         "OpDecorate %list ArrayStride 4\nOpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n"
         "OpDecorate %scene DescriptorSet 0\nOpDecorate %scene Binding " +
         text(kPartnerScene) + "\nOpDecorate %rays DescriptorSet 0\nOpDecorate %rays Binding " +
         text(kPartnerRays) + "\nOpDecorate %results DescriptorSet 0\nOpDecorate %results Binding " +
         text(kPartnerResults) + "\n" + kTypes + a.globals +
         "%main = OpFunction %void None %function\n%start = OpLabel\n" + a.body + "OpReturn\nOpFunctionEnd\n";
}

std::string model_of(VkShaderStageFlagBits stage) {
  switch (stage) {
    case VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR:
      return "ClosestHitKHR";
    case VK_SHADER_STAGE_ANY_HIT_BIT_KHR:
      return "AnyHitKHR";
    case VK_SHADER_STAGE_MISS_BIT_KHR:
      return "MissKHR";
    default:
      return "CallableKHR";
  }
}

}  // namespace

RayShader tracing_generation(uint32_t payload_words) {
  return assembled(VK_SHADER_STAGE_RAYGEN_BIT_KHR, generation(payload_words, true));
}

RayShader calling_generation(uint32_t parameter_words) {
  return assembled(VK_SHADER_STAGE_RAYGEN_BIT_KHR, generation(parameter_words, false));
}

std::vector<BoundResource> partner_resources(VkAccelerationStructureKHR scene,
                                             const std::vector<TracedRay>& rays) {
  std::vector<uint32_t> words;
  size_t results = 0;
  for (const TracedRay& ray : rays) {
    words.insert(words.end(), {ray.flags, ray.mask, ray.offset, ray.stride, ray.miss});
    for (const float f : ray.origin) words.push_back(std::bit_cast<uint32_t>(f));
    words.push_back(std::bit_cast<uint32_t>(ray.t_min));
    for (const float f : ray.direction) words.push_back(std::bit_cast<uint32_t>(f));
    words.push_back(std::bit_cast<uint32_t>(ray.t_max));
    words.insert(words.end(), ray.payload.begin(), ray.payload.end());
    results += ray.payload.size();
  }
  BoundResource structure;
  structure.binding = kPartnerScene;
  structure.type = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
  structure.structure = scene;
  return {structure, vulkan::buffer_at(0, kPartnerRays, vulkan::bytes_of(words)),
          vulkan::buffer_at(0, kPartnerResults, std::vector<uint8_t>(results * 4))};
}

RayShader changing_shader(VkShaderStageFlagBits stage, uint32_t words, const std::vector<WordChange>& changes,
                          uint32_t attribute_words) {
  using Source = WordChange::Source;
  Assembly a;
  const bool is_callable = stage == VK_SHADER_STAGE_CALLABLE_BIT_KHR;
  const std::string storage = is_callable ? "IncomingCallableDataKHR" : "IncomingRayPayloadKHR";
  std::string interface = " %payload", decorations;
  std::map<Source, bool> used;
  uint32_t record_words = 0;
  for (const WordChange& change : changes) {
    used[change.source] = true;
    if (change.source == Source::kRecord) record_words = std::max(record_words, change.value + 1);
  }
  a.globals += "%count = OpConstant %uint " + text(words) + "\n%words = OpTypeArray %uint %count\n";
  a.globals += "%p_words = OpTypePointer " + storage + " %words\n";
  a.globals +=
      "%p_word = OpTypePointer " + storage + " %uint\n%payload = OpVariable %p_words " + storage + "\n";
  const auto builtin = [&](const char* name, const char* type, const char* what) {
    a.globals += std::string("%p_") + name + " = OpTypePointer Input " + type + "\n%" + name +
                 " = OpVariable %p_" + name + " Input\n";
    decorations += std::string("OpDecorate %") + name + " BuiltIn " + what + "\n";
    interface += std::string(" %") + name;
  };
  if (used[Source::kRayT]) builtin("ray_t", "%float", "RayTmaxKHR");
  if (used[Source::kCustomIndex]) builtin("custom", "%uint", "InstanceCustomIndexKHR");
  if (used[Source::kHitKind]) builtin("kind", "%uint", "HitKindKHR");
  const bool is_triangle = attribute_words == 2;
  if (attribute_words != 0) {
    const std::string type = is_triangle ? "%v2float" : "%attributes";
    if (!is_triangle) a.globals += "%attributes = OpTypeArray %uint " + a.u32(attribute_words) + "\n";
    // The array type's constant must be defined before the type.
    a.globals += "%p_attributes = OpTypePointer HitAttributeKHR " + type + "\n";
    a.globals += std::string("%p_attribute = OpTypePointer HitAttributeKHR ") +
                 (is_triangle ? "%float" : "%uint") + "\n%hit = OpVariable %p_attributes HitAttributeKHR\n";
    interface += " %hit";
  }
  if (record_words != 0) {
    const std::string count = a.u32(record_words);
    a.globals +=
        "%record_words = OpTypeArray %uint " + count + "\n%record_block = OpTypeStruct %record_words\n";
    a.globals += "%p_record = OpTypePointer ShaderRecordBufferKHR %record_block\n";
    a.globals += "%p_record_word = OpTypePointer ShaderRecordBufferKHR %uint\n";
    a.globals += "%record = OpVariable %p_record ShaderRecordBufferKHR\n";
    decorations +=
        "OpDecorate %record_words ArrayStride 4\nOpDecorate %record_block Block\n"
        "OpMemberDecorate %record_block 0 Offset 0\n";
    interface += " %record";
  }
  if (used[Source::kPushed]) {
    a.globals += "%pushed_words = OpTypeArray %uint " + a.u32(kPushedWords) + "\n";
    a.globals += "%pushed_block = OpTypeStruct %pushed_words\n";
    a.globals += "%p_pushed = OpTypePointer PushConstant %pushed_block\n";
    a.globals += "%p_pushed_word = OpTypePointer PushConstant %uint\n";
    a.globals += "%pushed = OpVariable %p_pushed PushConstant\n";
    decorations +=
        "OpDecorate %pushed_words ArrayStride 4\nOpDecorate %pushed_block Block\n"
        "OpMemberDecorate %pushed_block 0 Offset 0\n";
    interface += " %pushed";
  }
  for (size_t n = 0; n < changes.size(); ++n) {
    const WordChange& change = changes[n];
    const std::string k = text(static_cast<uint32_t>(n));
    const std::string index = a.u32(change.value);
    switch (change.source) {
      case Source::kConstant:
        a.line("%s" + k + " = OpCopyObject %uint " + index);
        break;
      case Source::kRayT:
        a.line("%t" + k + " = OpLoad %float %ray_t");
        a.line("%s" + k + " = OpBitcast %uint %t" + k);
        break;
      case Source::kCustomIndex:
        a.line("%s" + k + " = OpLoad %uint %custom");
        break;
      case Source::kHitKind:
        a.line("%s" + k + " = OpLoad %uint %kind");
        break;
      case Source::kAttribute:
        a.line("%a" + k + " = OpAccessChain %p_attribute %hit " + index);
        if (is_triangle) {
          a.line("%t" + k + " = OpLoad %float %a" + k);
          a.line("%s" + k + " = OpBitcast %uint %t" + k);
        } else {
          a.line("%s" + k + " = OpLoad %uint %a" + k);
        }
        break;
      case Source::kRecord:
        a.line("%a" + k + " = OpAccessChain %p_record_word %record " + a.u32(0) + " " + index);
        a.line("%s" + k + " = OpLoad %uint %a" + k);
        break;
      case Source::kPushed:
        a.line("%a" + k + " = OpAccessChain %p_pushed_word %pushed " + a.u32(0) + " " + index);
        a.line("%s" + k + " = OpLoad %uint %a" + k);
        break;
    }
    a.line("%p" + k + " = OpAccessChain %p_word %payload " + a.u32(change.word));
    a.line("%old" + k + " = OpLoad %uint %p" + k);
    a.line("%scaled" + k + " = OpIMul %uint %old" + k + " " + a.u32(change.multiplier));
    a.line("%new" + k + " = OpIAdd %uint %scaled" + k + " %s" + k);
    a.line("OpStore %p" + k + " %new" + k);
  }
  return assembled(stage, std::string(kHead) + "OpEntryPoint " + model_of(stage) + " %main \"main\"" +
                              interface + "\n" + decorations + kTypes + a.globals +
                              "%main = OpFunction %void None %function\n%start = OpLabel\n" + a.body +
                              "OpReturn\nOpFunctionEnd\n");
}

RayShader reporting_shader(uint32_t axis, uint32_t hit_kind, uint32_t attribute_words) {
  Assembly a;
  std::string interface = " %origin %record";
  const std::string count = a.u32(1 + attribute_words);
  a.globals +=
      "%record_words = OpTypeArray %uint " + count + "\n%record_block = OpTypeStruct %record_words\n";
  a.globals += "%p_record = OpTypePointer ShaderRecordBufferKHR %record_block\n";
  a.globals += "%p_record_word = OpTypePointer ShaderRecordBufferKHR %uint\n";
  a.globals += "%record = OpVariable %p_record ShaderRecordBufferKHR\n";
  a.globals += "%p_origin = OpTypePointer Input %v3float\n%origin = OpVariable %p_origin Input\n";
  a.globals += "%bool = OpTypeBool\n";
  const bool is_vector = attribute_words == 2;
  if (attribute_words != 0) {
    const std::string type = is_vector ? "%v2float" : "%attributes";
    if (!is_vector) a.globals += "%attributes = OpTypeArray %uint " + a.u32(attribute_words) + "\n";
    a.globals += "%p_attributes = OpTypePointer HitAttributeKHR " + type + "\n";
    a.globals += std::string("%p_attribute = OpTypePointer HitAttributeKHR ") +
                 (is_vector ? "%float" : "%uint") + "\n%hit = OpVariable %p_attributes HitAttributeKHR\n";
    interface += " %hit";
  }
  for (uint32_t n = 0; n <= attribute_words; ++n) {
    const std::string k = text(n);
    a.line("%from" + k + " = OpAccessChain %p_record_word %record " + a.u32(0) + " " + a.u32(n));
    a.line("%w" + k + " = OpLoad %uint %from" + k);
    if (n == 0) continue;
    a.line("%to" + k + " = OpAccessChain %p_attribute %hit " + a.u32(n - 1));
    if (is_vector) a.line("%f" + k + " = OpBitcast %float %w" + k);
    a.line("OpStore %to" + k + (is_vector ? " %f" : " %w") + k);
  }
  a.line("%place = OpBitcast %float %w0");
  a.line("%start_at = OpLoad %v3float %origin");
  a.line("%start_on_axis = OpCompositeExtract %float %start_at " + text(axis));
  a.line("%t = OpFSub %float %place %start_on_axis");
  a.line("%is_taken = OpReportIntersectionKHR %bool %t " + a.u32(hit_kind));
  return assembled(VK_SHADER_STAGE_INTERSECTION_BIT_KHR,
                   std::string(kHead) + "OpEntryPoint IntersectionKHR %main \"main\"" + interface +
                       "\nOpDecorate %origin BuiltIn WorldRayOriginKHR\n"
                       "OpDecorate %record_words ArrayStride 4\nOpDecorate %record_block Block\n"
                       "OpMemberDecorate %record_block 0 Offset 0\n" +
                       kTypes + a.globals + "%main = OpFunction %void None %function\n%start = OpLabel\n" +
                       a.body + "OpReturn\nOpFunctionEnd\n");
}

}  // namespace trellis::test_rays
