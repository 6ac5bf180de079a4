// Builds shaders with signatures.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spirv_backend/emit.hpp"
#include "spirv_backend/plan/stage/stage_builtins.hpp"
#include "tests/spirv_backend/program_builder.hpp"
#include "tests/spirv_backend/stage/module_view.hpp"

namespace trellis::test_stages {

using dxil::ComponentType;
using dxil::ShaderKind;
using spirv::SemanticKind;
using test_backend::V;

/// Register row and column of an element; by default it has none.
struct At {
  int32_t row = -1, column = -1;
};

/// A signature element: rows x columns of a component type.
struct Element {
  std::string semantic;
  SemanticKind kind = SemanticKind::kArbitrary;
  ComponentType type = ComponentType::kF32;
  uint32_t rows = 1, columns = 1;
  At at = {};
  uint8_t interpolation = 0;
  uint32_t first_index = 0;
};

/// Builds one shader: declare the signatures, write the body with `b`, then call take().
class StageProgram {
 public:
  explicit StageProgram(ShaderKind stage);

  void input(const Element& element) { add(entry_.inputs, element); }
  void output(const Element& element) { add(entry_.outputs, element); }
  /// Adds an attribute of a mesh shader's primitives.
  void primitive(const Element& element) { add(entry_.patch_constants, element); }
  /// Emit LoadInput and StoreOutput of the type.
  V load(dxil::TypeId type, uint32_t element, V row, uint8_t column);
  V load(uint32_t element, uint8_t column) { return load(b.float_type(32), element, b.i32(0), column); }
  void store(uint32_t element, V row, uint8_t column, V value);
  void store(uint32_t element, uint8_t column, V value) { store(element, b.i32(0), column, value); }
  /// Stores zero to an element's first component, so that it is used.
  void touch(uint32_t element) { store(element, 0, b.f32(0)); }

  /// Returns the shader. The function must have been finished.
  dxil::Shader take();

  test_backend::ProgramBuilder b;
  dxil::EntryPoint& entry() { return entry_; }

 private:
  void add(Vector<dxil::SignatureElement>& signature, const Element& element);
  dxil::EntryPoint entry_;
};

/// Translates and validates the shader. On failure, reports a test failure and returns an empty module.
ModuleView valid_module(const dxil::Shader& shader, const spirv::EmitOptions& options = {});
/// Returns the error of the translation; if there is none, reports a test failure.
Diagnostic refusal(const dxil::Shader& shader, const spirv::EmitOptions& options = {});

/// Reads a shader of the corpus's folder `stages`.
dxil::Shader read_stage_shader(std::string_view name);

}  // namespace trellis::test_stages
