// Small compute modules written by hand, as SPIR-V assembly.
#pragma once

#include <cstdint>
#include <string>

namespace trellis::vulkan {

/// What a module adds to the part they all share. That part declares %void %bool %uint %int %float %v3uint
/// %v4uint %v4float; the constants %c0 to %c9 and the scopes they stand for; raw buffers (%raw, a block of a
/// runtime array of words, with pointers %p_raw to it and %p_word into it); and a function main whose body
/// may use %gid, the thread's global id, and %i, its x component.
struct ModuleText {
  std::string capabilities;  ///< "OpCapability GroupNonUniformBallot\n".
  std::string interface;     ///< "%src %dst": variables beside %gid.
  std::string decorations;   ///< With sets and bindings of the variables.
  std::string declarations;  ///< Types, constants, variables.
  std::string body;          ///< Up to, not including, OpReturn.
  std::string local_size = "64 1 1";
};

/// The assembly text of the whole module.
std::string module_text(const ModuleText& parts);

/// "OpDecorate %name DescriptorSet S\nOpDecorate %name Binding B\n".
std::string at(const std::string& name, uint32_t set, uint32_t binding);

/// dst[i] = src[i] * 3 + 1 over raw buffers, at set 0 bindings 1000 and 2000.
std::string copy_module();

/// The corpus shaders ops/groupshared_2d_tile_transpose and control_flow/switch_fallthrough_accumulate, by
/// hand.
std::string transpose_module();
std::string fallthrough_module();

}  // namespace trellis::vulkan
