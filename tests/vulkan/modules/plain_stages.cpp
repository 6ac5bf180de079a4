#include "tests/vulkan/modules/plain_stages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::vulkan {
namespace {

/// The text of a module, by section.
struct Text {
  std::string capabilities = "OpCapability Shader\n", interface, decorations, globals, code;

  std::string whole(const char* model, const char* mode) const {
    return capabilities + "OpMemoryModel Logical GLSL450\nOpEntryPoint " + model + " %main \"main\"" +
           interface + "\n" + mode + decorations +
           "%void = OpTypeVoid\n%function = OpTypeFunction %void\n%f = OpTypeFloat 32\n%u = OpTypeInt 32 0\n"
           "%i = OpTypeInt 32 1\n" +
           vectors() + globals + "%main = OpFunction %void None %function\n%entry = OpLabel\n" + code +
           "OpReturn\nOpFunctionEnd\n";
  }

  static std::string vectors() {
    std::string text;
    for (const std::string base : {"f", "u", "i"}) {
      for (const std::string count : {"2", "3", "4"}) {
        text += "%" + base + count + " = OpTypeVector %" + base + " " + count + "\n";
      }
      for (const std::string count : {"", "2", "3", "4"}) {
        for (const std::string storage : {"Input", "Output"}) {
          text +=
              "%" + storage + "_" + base + count + " = OpTypePointer " + storage + " %" + base + count + "\n";
        }
      }
    }
    for (uint32_t n = 0; n <= 16; ++n) {
      text += "%number" + std::to_string(n) + " = OpConstant %u " + std::to_string(n) + "\n";
    }
    return text + "%f_one = OpConstant %f 1\n%u_one = OpConstant %u 1\n%i_one = OpConstant %i 1\n";
  }

  void variable(const std::string& name, const char* storage, const std::string& type, uint32_t rows = 1) {
    interface += " %" + name;
    if (rows == 1) {
      globals += "%" + name + " = OpVariable %" + storage + "_" + type + " " + storage + "\n";
      return;
    }
    globals += "%" + name + "_array = OpTypeArray %" + type + " %number" + std::to_string(rows) + "\n";
    globals += "%" + name + "_pointer = OpTypePointer " + storage + " %" + name + "_array\n";
    globals += "%" + name + " = OpVariable %" + name + "_pointer " + storage + "\n";
  }
  void decorate(const std::string& name, const std::string& decoration) {
    decorations += "OpDecorate %" + name + " " + decoration + "\n";
  }
  void place(const std::string& name, const Varying& varying) {
    if (!varying.builtin.empty()) {
      decorate(name, "BuiltIn " + varying.builtin);
      capabilities +=
          varying.builtin == "ViewportIndex" ? "OpCapability MultiViewport\n" : "OpCapability Geometry\n";
      return;
    }
    decorate(name, "Location " + std::to_string(varying.location));
    if (varying.component != 0) decorate(name, "Component " + std::to_string(varying.component));
  }
};

std::string type_of(const Varying& varying) {
  return std::string(1, varying.type) + (varying.count > 1 ? std::to_string(varying.count) : "");
}

StageModule assembled(VkShaderStageFlagBits stage, const std::string& text) {
  auto words = assemble(text);
  EXPECT_TRUE(words) << words.error().to_string() << "\n" << text;
  if (words) {
    const auto valid = validate(*words);
    EXPECT_TRUE(valid) << valid.error().to_string() << "\n" << text;
  }
  return {stage, words ? *words : std::vector<uint32_t>{}};
}

VkFormat format_of(char type, uint32_t count) {
  constexpr VkFormat kFloats[] = {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32_SFLOAT,
                                  VK_FORMAT_R32G32B32A32_SFLOAT};
  constexpr VkFormat kUnsigned[] = {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32_UINT,
                                    VK_FORMAT_R32G32B32A32_UINT};
  constexpr VkFormat kSigned[] = {VK_FORMAT_R32_SINT, VK_FORMAT_R32G32_SINT, VK_FORMAT_R32G32B32_SINT,
                                  VK_FORMAT_R32G32B32A32_SINT};
  if (type == 'u') return kUnsigned[count - 1];
  return type == 'i' ? kSigned[count - 1] : kFloats[count - 1];
}

}  // namespace

StageModule plain_vertex(const PlainVertexShader& shader) {
  Text text;
  uint32_t location = 0;
  const auto input = [&](const std::string& type) {
    const std::string name = "in" + std::to_string(location);
    text.variable(name, "Input", type);
    text.decorate(name, "Location " + std::to_string(location));
    text.code += "%value" + std::to_string(location) + " = OpLoad %" + type + " %" + name + "\n";
    return "%value" + std::to_string(location++);
  };
  text.variable("position", "Output", "f4");
  text.decorate("position", "BuiltIn Position");
  text.code += "OpStore %position " + input("f4") + "\n";
  uint32_t number = 0;
  for (const Varying& varying : shader.varyings) {
    const std::string name = "out" + std::to_string(number++), type = type_of(varying);
    text.variable(name, "Output", type, varying.rows);
    text.place(name, varying);
    for (uint32_t row = 0; row < varying.rows; ++row) {
      std::string pointer = "%" + name;
      const std::string value = input(type);
      if (varying.rows > 1) {
        pointer += "_row" + std::to_string(row);
        text.code += pointer + " = OpAccessChain %Output_" + type + " %" + name + " %number" +
                     std::to_string(row) + "\n";
      }
      text.code += "OpStore " + pointer + " " + value + "\n";
    }
  }
  for (const std::string& builtin : shader.builtins) {
    text.variable(builtin, "Output", "u");
    text.decorate(builtin, "BuiltIn " + builtin);
    text.capabilities += "OpCapability Shader" + builtin + "\n";
    text.code += "OpStore %" + builtin + " " + input("u") + "\n";
  }
  return assembled(VK_SHADER_STAGE_VERTEX_BIT, text.whole("Vertex", ""));
}

VertexBuffer plain_vertices(const PlainVertexShader& shader, const std::vector<uint32_t>& words) {
  std::vector<PlainInput> inputs = {{'f', 4}};
  for (const Varying& varying : shader.varyings)
    inputs.insert(inputs.end(), varying.rows, {varying.type, varying.count});
  inputs.insert(inputs.end(), shader.builtins.size(), {'u', 1});
  return vertex_buffer(inputs, words);
}

VertexBuffer vertex_buffer(const std::vector<PlainInput>& inputs, const std::vector<uint32_t>& words) {
  VertexBuffer buffer;
  buffer.contents = bytes_of(words);
  for (const PlainInput& input : inputs) {
    const auto location = static_cast<uint32_t>(buffer.attributes.size());
    buffer.attributes.push_back({location, format_of(input.type, input.count), buffer.stride});
    buffer.stride += 4 * input.count;
  }
  return buffer;
}

StageModule plain_fragment(const std::vector<Varying>& varyings, uint32_t row) {
  Text text;
  bool is_mesh = false;
  for (size_t n = 0; n < varyings.size(); ++n) {
    const std::string number = std::to_string(n), in = "in" + number, out = "out" + number;
    const Varying& varying = varyings[n];
    const std::string type = type_of(varying);
    text.variable(in, "Input", type, varying.rows);
    text.place(in, varying);
    if (varying.type != 'f') text.decorate(in, "Flat");
    if (!varying.decoration.empty()) text.decorate(in, varying.decoration);
    if (varying.decoration == "PerPrimitiveEXT") is_mesh = true;
    // No target format has three channels.
    const std::string target_type = varying.count == 3 ? type.substr(0, 1) + "4" : type;
    text.variable(out, "Output", target_type);
    text.decorate(out, "Location " + number);
    std::string pointer = "%" + in;
    if (varying.rows > 1) {
      pointer += "_row";
      text.code +=
          pointer + " = OpAccessChain %Input_" + type + " %" + in + " %number" + std::to_string(row) + "\n";
    }
    text.code += "%value" + number + " = OpLoad %" + type + " " + pointer + "\n";
    std::string value = "%value" + number;
    if (varying.count == 3) {
      text.code += "%wide" + number + " = OpCompositeConstruct %" + target_type + " " + value + " %" +
                   type.substr(0, 1) + "_one\n";
      value = "%wide" + number;
    }
    text.code += "OpStore %" + out + " " + value + "\n";
  }
  if (is_mesh) text.capabilities += "OpCapability MeshShadingEXT\nOpExtension \"SPV_EXT_mesh_shader\"\n";
  return assembled(VK_SHADER_STAGE_FRAGMENT_BIT,
                   text.whole("Fragment", "OpExecutionMode %main OriginUpperLeft\n"));
}

StageModule plain_domain(const PlainDomainShader& shader) {
  Text text;
  text.capabilities += "OpCapability Tessellation\n";
  text.variable("points", "Input", "f3", shader.control_points);
  text.decorate("points", "Location 0");
  text.variable("outer", "Input", "f", 4);
  text.decorate("outer", "BuiltIn TessLevelOuter");
  text.decorate("outer", "Patch");
  text.variable("inner", "Input", "f", 2);
  text.decorate("inner", "BuiltIn TessLevelInner");
  text.decorate("inner", "Patch");
  text.variable("place", "Input", "f3");
  text.decorate("place", "BuiltIn TessCoord");
  text.variable("position", "Output", "f4");
  text.decorate("position", "BuiltIn Position");
  const std::vector<Varying> outputs = plain_domain_outputs();
  for (size_t n = 0; n < outputs.size(); ++n) {
    text.variable("out" + std::to_string(n), "Output", type_of(outputs[n]));
    text.place("out" + std::to_string(n), outputs[n]);
  }
  text.globals +=
      "%two = OpConstant %f 2\n%four = OpConstant %f 4\n%minus = OpConstant %f -1\n%half = OpConstant %f "
      "0.5\n";
  // A triangle is twice as wide and high as the picture; the weights of its second and third corner are x and
  // y.
  const std::string scale = shader.is_quad ? "%two" : "%four";
  const std::string first = shader.is_quad ? "0" : "1", second = shader.is_quad ? "1" : "2";
  text.code += "%at = OpLoad %f3 %place\n%x0 = OpCompositeExtract %f %at " + first +
               "\n%y0 = OpCompositeExtract %f %at " + second + "\n%x1 = OpFMul %f %x0 " + scale +
               "\n%y1 = OpFMul %f %y0 " + scale +
               "\n%x2 = OpFAdd %f %x1 %minus\n%y2 = OpFAdd %f %y1 %minus\n"
               "%p = OpCompositeConstruct %f4 %x2 %y2 %half %f_one\nOpStore %position %p\n"
               "%out_levels = OpLoad %outer_array %outer\n%in_levels = OpLoad %inner_array %inner\n";
  for (const std::string n : {"0", "1", "2", "3"})
    text.code += "%o" + n + " = OpCompositeExtract %f %out_levels " + n + "\n";
  text.code +=
      "%outers = OpCompositeConstruct %f4 %o0 %o1 %o2 %o3\nOpStore %out0 %outers\n"
      "%in0 = OpCompositeExtract %f %in_levels 0\n%in1 = OpCompositeExtract %f %in_levels 1\n"
      "%inners = OpCompositeConstruct %f2 %in0 %in1\nOpStore %out1 %inners\n"
      "%shown = OpAccessChain %Input_f3 %points %number" +
      std::to_string(shader.shown_point) + "\n%point = OpLoad %f3 %shown\nOpStore %out2 %point\n";
  return assembled(
      VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
      text.whole("TessellationEvaluation",
                 shader.is_quad ? "OpExecutionMode %main Quads\n" : "OpExecutionMode %main Triangles\n"));
}

std::vector<Varying> plain_domain_outputs() { return {{0, 0, 4}, {1, 0, 2}, {2, 0, 3}}; }

void move_to_set(std::vector<uint32_t>& words, uint32_t set) {
  constexpr uint32_t kOpDecorate = 71, kDescriptorSet = 34;
  for (size_t at = 5; at < words.size(); at += std::max(words[at] >> 16, 1u)) {
    if ((words[at] & 0xFFFF) == kOpDecorate && words[at + 2] == kDescriptorSet) words[at + 3] = set;
  }
}

std::vector<ColorTarget> plain_targets(const std::vector<Varying>& varyings, float clear) {
  std::vector<ColorTarget> targets;
  for (const Varying& varying : varyings) {
    ColorTarget target;
    target.format = format_of(varying.type, varying.count == 3 ? 4 : varying.count);
    if (varying.type == 'f') {
      for (float& channel : target.clear.float32) channel = clear;
    } else {
      for (int32_t& channel : target.clear.int32) channel = static_cast<int32_t>(clear);
    }
    targets.push_back(target);
  }
  return targets;
}

Words& Words::f(std::initializer_list<float> values) {
  for (const float value : values) words_.push_back(std::bit_cast<uint32_t>(value));
  return *this;
}
Words& Words::u(std::initializer_list<uint32_t> values) {
  words_.insert(words_.end(), values);
  return *this;
}
Words& Words::add(const Words& other) {
  words_.insert(words_.end(), other.words_.begin(), other.words_.end());
  return *this;
}

}  // namespace trellis::vulkan
