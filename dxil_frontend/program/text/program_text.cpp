#include "dxil_frontend/program/text/program_text.hpp"

#include "dxil_frontend/program/text/ir_text.hpp"

namespace trellis::dxil {
namespace {

void append_types(const Module& module, String& out) {
  for (const Type& type : module.types) {
    if (type.kind != TypeKind::kStruct || type.name.empty()) continue;
    out += "%" + printable(type.name) + (type.is_packed ? " = <{" : " = {");
    for (size_t i = 0; i < type.members.size(); ++i) {
      if (i != 0) out += ", ";
      out += to_text(module, type.members[i]);
    }
    out += type.is_packed ? "}>\n" : "}\n";
  }
}

void append_resources(const Shader& shader, String& out) {
  for (const Resource& resource : shader.resources) {
    out += "resource " + String(name_of(resource.resource_class)) + " " + decimal(resource.id) + ": ";
    out += name_of(resource.kind);
    if (!resource.name.empty()) out += " \"" + printable(resource.name) + "\"";
    out += ", register " + decimal(resource.lower_bound) + ", space " + decimal(resource.space);
    if (resource.count == UINT32_MAX)
      out += ", unbounded";
    else if (resource.count != 1)
      out += ", count " + decimal(resource.count);
    if (resource.component_type != ComponentType::kInvalid) {
      out += ", ";
      out += name_of(resource.component_type);
    }
    if (resource.stride != 0) out += ", stride " + decimal(resource.stride);
    if (resource.size != 0) out += ", size " + decimal(resource.size);
    out += "\n";
  }
}

void append_globals(const Module& module, String& out) {
  const Function outside;  // Initializers are values of the module.
  for (const Global& global : module.globals) {
    out += "@" + printable(global.name) + ": " + to_text(module, global.value_type);
    if (global.address_space != 0) out += ", address space " + decimal(global.address_space);
    if (global.is_constant) out += ", constant";
    if (global.is_external) out += ", external";
    if (global.initializer != kNone) out += " = " + to_text(module, outside, global.initializer);
    out += "\n";
  }
}

}  // namespace

String function_to_text(const Module& module, const Function& function) {
  String out = to_text(module, function.return_type) + " @" + printable(function.name) + "(";
  for (size_t a = 0; a < function.argument_types.size(); ++a) {
    if (a != 0) out += ", ";
    out += "%" + decimal(a) + ":" + to_text(module, function.argument_types[a]);
  }
  out += ") {\n";
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    out += "block" + decimal(block) + ":\n";
    for (const Instruction& instruction : function.instructions_of(block)) {
      out += "  " + to_text(module, function, instruction) + "\n";
    }
  }
  return out + "}\n";
}

String program_to_text(const Shader& shader, std::span<const uint8_t> is_shown) {
  String out;
  append_types(shader.module, out);
  append_resources(shader, out);
  append_globals(shader.module, out);
  for (size_t f = 0; f < shader.module.functions.size(); ++f) {
    const Function& function = shader.module.functions[f];
    if (function.blocks.empty() || (!is_shown.empty() && is_shown[f] == 0)) continue;
    if (!out.empty()) out += "\n";
    out += function_to_text(shader.module, function);
  }
  return out;
}

}  // namespace trellis::dxil
