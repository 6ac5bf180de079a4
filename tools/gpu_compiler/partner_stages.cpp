#include "tools/gpu_compiler/partner_stages.hpp"

#include <spirv/unified1/spirv.hpp>

#include "tools/gpu_compiler/partner_text.hpp"

namespace trellis::gpu_compiler {
namespace {

bool is_of_vertices(const StageVariable& variable) {
  switch (variable.built_in) {
    case -1:
    case spv::BuiltInPosition:
    case spv::BuiltInPointSize:
    case spv::BuiltInClipDistance:
    case spv::BuiltInCullDistance:
      return !variable.is_patch && !variable.dimensions.empty();
    default:
      return false;
  }
}

bool is_of_patch(const StageVariable& variable) { return variable.is_patch && variable.built_in == -1; }

std::vector<StageVariable> chosen(const ModuleEntry& entry, bool is_input,
                                  bool (*is_it)(const StageVariable&)) {
  std::vector<StageVariable> variables;
  for (const StageVariable& variable : entry.variables) {
    if (variable.is_input == is_input && is_it(variable)) variables.push_back(variable);
  }
  return variables;
}

Result<PartnerStage> make_vertex(const std::vector<StageVariable>& read) {
  PartnerText text;
  text.begin_values(text.make("OpLoad %u32 " + text.declare_built_in("VertexIndex", "Input", "%u32")));
  for (const StageVariable& variable : read) {
    const std::string type = text.type(variable, 1);
    text.add("OpStore " + text.declare(variable, "Output", type) + " " + text.fill(variable, 1));
  }
  return text.finish(VK_SHADER_STAGE_VERTEX_BIT, "Vertex", "");
}

std::string declare_levels(PartnerText& text, bool are_outer) {
  StageVariable levels;
  levels.dimensions = {are_outer ? 4u : 2u};
  const std::string variable =
      text.declare_built_in(are_outer ? "TessLevelOuter" : "TessLevelInner", "Output", text.type(levels));
  return "OpStore " + variable + " " + text.fill(levels, 0);
}

Result<PartnerStage> make_hull(const ModuleEntry& domain) {
  PartnerText text;
  text.add_capability("Tessellation");
  const std::string number =
      text.make("OpLoad %u32 " + text.declare_built_in("InvocationId", "Input", "%u32"));
  const std::string primitive =
      text.make("OpLoad %u32 " + text.declare_built_in("PrimitiveId", "Input", "%u32"));
  text.begin_values(text.make("OpIAdd %u32 " + number + " " + primitive));
  uint32_t vertices = 1;
  for (const StageVariable& variable : chosen(domain, true, is_of_vertices)) {
    vertices = variable.dimensions[0];
    const std::string all = text.declare(variable, "Output", text.type(variable));
    const std::string pointer = text.pointer("Output", text.type(variable, 1));
    const std::string value = text.fill(variable, 1);
    text.add("OpStore " + text.make("OpAccessChain " + pointer + " " + all + " " + number) + " " + value);
  }
  text.begin_values(primitive);
  for (const StageVariable& variable : chosen(domain, true, is_of_patch)) {
    text.add("OpStore " + text.declare(variable, "Output", text.type(variable)) + " " +
             text.fill(variable, 0));
  }
  for (const bool are_outer : {true, false}) text.add(declare_levels(text, are_outer));
  return text.finish(VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, "TessellationControl",
                     "OpExecutionMode %main OutputVertices " + std::to_string(vertices) + "\n");
}

const char* domain_of(const ModuleEntry& entry) {
  for (const uint32_t mode : entry.modes) {
    if (mode == spv::ExecutionModeQuads) return "Quads";
    if (mode == spv::ExecutionModeIsolines) return "Isolines";
  }
  return "Triangles";
}

Result<PartnerStage> make_domain(const ModuleEntry& hull) {
  PartnerText text;
  text.add_capability("Tessellation");
  StageVariable coordinate;
  coordinate.components = 3;
  const std::string coordinates = text.type(coordinate);
  std::string sum = text.sum_up(
      coordinate, 0,
      text.make("OpLoad " + coordinates + " " + text.declare_built_in("TessCoord", "Input", coordinates)));
  const auto add = [&](const StageVariable& variable, size_t skipped, const std::string& from) {
    const std::string value = text.make("OpLoad " + text.type(variable, skipped) + " " + from);
    sum = text.make("OpFAdd %f32 " + sum + " " + text.sum_up(variable, skipped, value));
  };
  for (const StageVariable& variable : chosen(hull, false, is_of_vertices)) {
    const std::string all = text.declare(variable, "Input", text.type(variable));
    const std::string pointer = text.pointer("Input", text.type(variable, 1));
    add(variable, 1, text.make("OpAccessChain " + pointer + " " + all + " " + text.number(0)));
  }
  for (const StageVariable& variable : chosen(hull, false, is_of_patch))
    add(variable, 0, text.declare(variable, "Input", text.type(variable)));
  StageVariable position;
  position.components = 4;
  position.built_in = spv::BuiltInPosition;
  const std::string type = text.type(position);
  const std::string value =
      text.make("OpCompositeConstruct " + type + " " + sum + " " + sum + " " + sum + " " + sum);
  text.add("OpStore " + text.declare(position, "Output", type) + " " + value);
  return text.finish(VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT, "TessellationEvaluation",
                     "OpExecutionMode %main " + std::string(domain_of(hull)) +
                         "\nOpExecutionMode %main SpacingEqual\nOpExecutionMode %main VertexOrderCcw\n");
}

Result<PartnerStage> make_mesh() {
  PartnerText text;
  text.add_capability("MeshShadingEXT");
  text.add("OpSetMeshOutputsEXT " + text.number(0) + " " + text.number(0));
  return text.finish(
      VK_SHADER_STAGE_MESH_BIT_EXT, "MeshEXT",
      "OpExecutionMode %main LocalSize 1 1 1\nOpExecutionMode %main OutputVertices 3\n"
      "OpExecutionMode %main OutputPrimitivesEXT 1\nOpExecutionMode %main OutputTrianglesEXT\n");
}

}  // namespace

Result<std::vector<PartnerStage>> make_partners(const ModuleEntry& entry) {
  for (const StageVariable& variable : entry.variables) {
    if (variable.scalar == '?' && (is_of_vertices(variable) || is_of_patch(variable)))
      return unsupported("an input or output of the shader is neither numbers nor an array of numbers");
  }
  std::vector<PartnerStage> partners;
  std::string wrong;
  const auto add = [&](Result<PartnerStage> made) {
    if (made) {
      partners.push_back(std::move(*made));
    } else {
      wrong = made.error().message;
    }
  };
  switch (entry.stage) {
    case VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT:
      add(make_vertex(chosen(entry, true, is_of_vertices)));
      add(make_domain(entry));
      break;
    case VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT:
      add(make_vertex({}));
      add(make_hull(entry));
      break;
    case VK_SHADER_STAGE_GEOMETRY_BIT:
      add(make_vertex(chosen(entry, true, is_of_vertices)));
      break;
    case VK_SHADER_STAGE_TASK_BIT_EXT:
      add(make_mesh());
      break;
    default:
      break;
  }
  if (!wrong.empty()) return internal_check(wrong);
  return partners;
}

namespace {

Result<PartnerStage> make_ray_partner(VkShaderStageFlagBits stage, const char* model) {
  PartnerText text;
  text.add_capability("RayTracingKHR");
  return text.finish(stage, model, "");
}

}  // namespace

Result<PartnerStage> make_any_hit_partner() {
  return make_ray_partner(VK_SHADER_STAGE_ANY_HIT_BIT_KHR, "AnyHitKHR");
}

Result<std::vector<PartnerStage>> make_ray_partners(bool has_callable) {
  std::vector<PartnerStage> partners;
  const auto add = [&](VkShaderStageFlagBits stage, const char* model) -> Result<void> {
    auto made = make_ray_partner(stage, model);
    if (!made) return made.error();
    partners.push_back(std::move(*made));
    return {};
  };
  TRELLIS_RETURN_IF_ERROR(add(VK_SHADER_STAGE_RAYGEN_BIT_KHR, "RayGenerationKHR"));
  if (has_callable) return partners;
  TRELLIS_RETURN_IF_ERROR(add(VK_SHADER_STAGE_CALLABLE_BIT_KHR, "CallableKHR"));
  return partners;
}

}  // namespace trellis::gpu_compiler
