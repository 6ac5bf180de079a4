// Small hand-written compute modules in SPIR-V assembly.
#pragma once

#include <cstdint>
#include <string>

namespace trellis::vulkan {

/// The parts of a module that are added to a common frame. The frame declares %void %bool %uint %int %float
/// %v3uint %v4uint %v4float; the constants %c0 to %c9, which also serve as scopes; raw buffers (%raw, a block
/// with a runtime array of words, with pointers %p_raw to it and %p_word into it); and a function main whose
/// body can use %gid, the global thread id, and %i, its x component.
struct ModuleText {
  std::string capabilities;  ///< For example "OpCapability GroupNonUniformBallot\n".
  std::string interface;     ///< Variables in addition to %gid: "%src %dst".
  std::string decorations;   ///< Including sets and bindings of the variables.
  std::string declarations;  ///< Types, constants, variables.
  std::string body;          ///< Without the final OpReturn.
  std::string local_size = "64 1 1";
};

/// Returns the assembly text of the whole module.
std::string module_text(const ModuleText& parts);

/// Returns "OpDecorate %name DescriptorSet S\nOpDecorate %name Binding B\n".
std::string at(const std::string& name, uint32_t set, uint32_t binding);

/// Computes dst[i] = src[i] * 3 + 1 on raw buffers at set 0, bindings 1000 and 2000.
std::string copy_module();

/// Hand-written versions of the corpus shaders ops/groupshared_2d_tile_transpose and
/// control_flow/switch_fallthrough_accumulate.
std::string transpose_module();
std::string fallthrough_module();

}  // namespace trellis::vulkan
