#include "tools/gpu_compiler/partner_text.hpp"

#ifndef TRELLIS_WITHOUT_SPIRV_TOOLS
#include <spirv-tools/libspirv.hpp>
#endif
#include <spirv/unified1/spirv.hpp>

namespace trellis::gpu_compiler {
namespace {

std::string element_of(const std::string& value, size_t index) {
  return "OpCompositeExtract %s " + value + " " + std::to_string(index);
}

/// Replaces "%s" in the operation by the type.
std::string typed(std::string operation, const std::string& type) {
  return operation.replace(operation.find("%s"), 2, type);
}

}  // namespace

PartnerText::PartnerText() : capabilities_{"Shader"} {
  define("%void", "OpTypeVoid");
  define("%function", "OpTypeFunction %void");
  define("%u32", "OpTypeInt 32 0");
  define("%f32", "OpTypeFloat 32");
}

std::string PartnerText::define(const std::string& id, const std::string& operation) {
  if (defined_.insert(id).second) types_ += id + " = " + operation + "\n";
  return id;
}

std::string PartnerText::scalar_type(const StageVariable& variable) {
  const std::string width = std::to_string(variable.width);
  if (variable.width == 16) capabilities_.insert("StorageInputOutput16");
  const bool is_float = variable.scalar == 'f';
  if (variable.width != 32) capabilities_.insert((is_float ? "Float" : "Int") + width);
  return define(
      "%" + std::string(1, variable.scalar) + width,
      is_float ? "OpTypeFloat " + width : "OpTypeInt " + width + (variable.scalar == 'i' ? " 1" : " 0"));
}

std::string PartnerText::number(uint32_t value) {
  const std::string digits = std::to_string(value);
  return define("%number" + digits, "OpConstant %u32 " + digits);
}

std::string PartnerText::type(const StageVariable& variable, size_t skipped) {
  std::string id = scalar_type(variable);
  if (variable.components > 1) {
    const std::string count = std::to_string(variable.components);
    id = define(id + "x" + count, "OpTypeVector " + id + " " + count);
  }
  for (size_t n = variable.dimensions.size(); n > skipped; --n) {
    const uint32_t length = variable.dimensions[n - 1];
    id = define(id + "_array" + std::to_string(length), "OpTypeArray " + id + " " + number(length));
  }
  return id;
}

std::string PartnerText::pointer(const char* storage, const std::string& type) {
  const std::string of = storage;
  return define("%" + of + "_" + type.substr(1), "OpTypePointer " + of + " " + type);
}

std::string PartnerText::add_variable(const char* storage, const std::string& type) {
  const std::string of = pointer(storage, type);
  const std::string id = "%variable" + std::to_string(next_++);
  types_ += id + " = OpVariable " + of + " " + storage + "\n";
  interface_ += " " + id;
  return id;
}

std::string PartnerText::declare(const StageVariable& other, const char* storage, const std::string& type) {
  const std::string id = add_variable(storage, type);
  const auto decorate = [&](const std::string& what) {
    decorations_ += "OpDecorate " + id + " " + what + "\n";
  };
  if (other.is_patch) decorate("Patch");
  switch (other.built_in) {
    case -1:
      decorate("Location " + std::to_string(other.location));
      if (other.component != 0) decorate("Component " + std::to_string(other.component));
      break;
    case spv::BuiltInPosition:
      decorate("BuiltIn Position");
      break;
    case spv::BuiltInPointSize:
      decorate("BuiltIn PointSize");
      break;
    case spv::BuiltInClipDistance:
      capabilities_.insert("ClipDistance");
      decorate("BuiltIn ClipDistance");
      break;
    default:
      capabilities_.insert("CullDistance");
      decorate("BuiltIn CullDistance");
      break;
  }
  return id;
}

std::string PartnerText::declare_built_in(const char* name, const char* storage, const std::string& type) {
  const std::string id = add_variable(storage, type);
  decorations_ += "OpDecorate " + id + " BuiltIn " + name + "\n";
  if (std::string(name).starts_with("TessLevel")) decorations_ += "OpDecorate " + id + " Patch\n";
  return id;
}

std::string PartnerText::make(const std::string& operation) {
  const std::string id = "%value" + std::to_string(next_++);
  code_ += id + " = " + operation + "\n";
  return id;
}

std::string PartnerText::fill_vector(const StageVariable& variable) {
  const std::string scalar = scalar_type(variable);
  std::string parts, part;
  for (uint32_t n = 0; n < variable.components; ++n) {
    part = make("OpIAdd %u32 " + seed_ + " " + number(next_value_++));
    if (variable.scalar == 'f') {
      part = make("OpConvertUToF " + scalar + " " + part);
    } else if (variable.width != 32) {
      part = make("OpSConvert " + scalar + " " + part);
    } else if (variable.scalar == 'i') {
      part = make("OpBitcast " + scalar + " " + part);
    }
    parts += " " + part;
  }
  if (variable.components == 1) return part;
  return make("OpCompositeConstruct " + type(variable, variable.dimensions.size()) + parts);
}

std::string PartnerText::fill(const StageVariable& variable, size_t skipped) {
  if (skipped >= variable.dimensions.size()) return fill_vector(variable);
  std::string parts;
  for (uint32_t n = 0; n < variable.dimensions[skipped]; ++n) parts += " " + fill(variable, skipped + 1);
  return make("OpCompositeConstruct " + type(variable, skipped) + parts);
}

std::string PartnerText::to_float(const StageVariable& variable, const std::string& value) {
  if (variable.scalar == 'f') return variable.width == 32 ? value : make("OpFConvert %f32 " + value);
  return make((variable.scalar == 'i' ? "OpConvertSToF %f32 " : "OpConvertUToF %f32 ") + value);
}

std::string PartnerText::sum_vector(const StageVariable& variable, const std::string& value) {
  if (variable.components == 1) return to_float(variable, value);
  std::string sum;
  for (uint32_t n = 0; n < variable.components; ++n) {
    const std::string part = to_float(variable, make(typed(element_of(value, n), scalar_type(variable))));
    sum = sum.empty() ? part : make("OpFAdd %f32 " + sum + " " + part);
  }
  return sum;
}

std::string PartnerText::sum_up(const StageVariable& variable, size_t skipped, const std::string& value) {
  if (skipped >= variable.dimensions.size()) return sum_vector(variable, value);
  std::string sum;
  for (uint32_t n = 0; n < variable.dimensions[skipped]; ++n) {
    const std::string part =
        sum_up(variable, skipped + 1, make(typed(element_of(value, n), type(variable, skipped + 1))));
    sum = sum.empty() ? part : make("OpFAdd %f32 " + sum + " " + part);
  }
  return sum;
}

Result<PartnerStage> PartnerText::finish(VkShaderStageFlagBits stage, const std::string& model,
                                         const std::string& modes) {
  std::string text;
  for (const std::string& capability : capabilities_) text += "OpCapability " + capability + "\n";
  if (model == "MeshEXT") text += "OpExtension \"SPV_EXT_mesh_shader\"\n";
  if (capabilities_.count("RayTracingKHR") != 0) text += "OpExtension \"SPV_KHR_ray_tracing\"\n";
  text += "OpMemoryModel Logical GLSL450\nOpEntryPoint " + model + " %main \"main\"" + interface_ + "\n" +
          modes + decorations_ + types_ + "%main = OpFunction %void None %function\n%entry = OpLabel\n" +
          code_ + "OpReturn\nOpFunctionEnd\n";
#ifdef TRELLIS_WITHOUT_SPIRV_TOOLS
  static_cast<void>(stage);
  return unsupported(
      "compiling a shader for a GPU needs SPIRV-Tools, which this build of Trellis does not have");
#else
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  std::string wrong;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    if (wrong.empty()) wrong = message;
  });
  PartnerStage made;
  made.stage = stage;
  std::vector<uint32_t> words;
  if (!tools.Assemble(text, &words)) return internal_check("the stage beside the shader: " + wrong);
  made.words = std::move(words);
  return made;
#endif
}

}  // namespace trellis::gpu_compiler
