// A SPIR-V module asked questions: variables by name or built-in, their decorations and types, modes.
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

  /// The id an OpName gives this name to; 0 if none has it.
  uint32_t named(std::string_view name) const;
  /// The Input or Output variable of a built-in; 0 if there is none.
  uint32_t builtin(spv::BuiltIn builtin, spv::StorageClass storage) const;
  bool has(uint32_t id, spv::Decoration decoration) const;
  /// The decoration's one operand.
  std::optional<uint32_t> decoration(uint32_t id, spv::Decoration decoration) const;
  bool has_capability(spv::Capability capability) const;
  bool has_extension(std::string_view name) const;
  bool has_mode(spv::ExecutionMode mode) const;
  spv::ExecutionModel model() const;
  bool in_interface(uint32_t id) const;
  uint32_t count(spv::Op opcode) const;
  /// A variable's type without the pointer: "f32", "u32x4", "i32[2]", "f32x3[2][3]" (innermost first),
  /// "bool".
  std::string type_of(uint32_t variable) const;
  /// Instructions of the opcode: the operand words of each.
  std::vector<std::span<const uint32_t>> all(spv::Op opcode) const;

 private:
  std::span<const uint32_t> definition(uint32_t id) const;
  std::string type_name(uint32_t type) const;

  std::vector<uint32_t> words_;
};

}  // namespace trellis::test_stages
