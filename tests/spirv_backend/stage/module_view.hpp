// Queries a SPIR-V module: variables by name or built-in, their decorations and types, and execution modes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <string_view>
#include <vector>

namespace trellis::test_stages {

class ModuleView {
 public:
  explicit ModuleView(std::vector<uint32_t> words);

  /// Returns the ID with this OpName, or 0 if there is none.
  uint32_t named(std::string_view name) const;
  /// Returns the Input or Output variable of a built-in, or 0 if there is none.
  uint32_t builtin(spv::BuiltIn builtin, spv::StorageClass storage) const;
  bool has(uint32_t id, spv::Decoration decoration) const;
  /// Returns the decoration's single operand.
  std::optional<uint32_t> decoration(uint32_t id, spv::Decoration decoration) const;
  bool has_capability(spv::Capability capability) const;
  bool has_extension(std::string_view name) const;
  bool has_mode(spv::ExecutionMode mode) const;
  spv::ExecutionModel model() const;
  bool in_interface(uint32_t id) const;
  uint32_t count(spv::Op opcode) const;
  /// Returns a variable's type without the pointer, such as "f32", "u32x4", "i32[2]", "f32x3[2][3]"
  /// (innermost first) or "bool".
  std::string type_of(uint32_t variable) const;
  /// Returns the operand words of each instruction with this opcode.
  std::vector<std::span<const uint32_t>> all(spv::Op opcode) const;

 private:
  std::span<const uint32_t> definition(uint32_t id) const;
  std::string type_name(uint32_t type) const;

  std::vector<uint32_t> words_;
};

}  // namespace trellis::test_stages
