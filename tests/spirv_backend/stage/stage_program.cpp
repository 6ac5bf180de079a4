#include "tests/spirv_backend/stage/stage_program.hpp"

#include <gtest/gtest.h>

#include "dxil_frontend/read_shader.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_stages {

StageProgram::StageProgram(ShaderKind stage) {
  entry_.kind = stage;
  entry_.name = "main";
  b.begin_function("main", b.void_type(), {});
}

void StageProgram::add(Vector<dxil::SignatureElement>& signature, const Element& element) {
  dxil::SignatureElement e;
  e.id = static_cast<uint32_t>(signature.size());
  e.semantic = element.semantic;
  for (uint32_t row = 0; row < element.rows; ++row) e.semantic_indices.push_back(element.first_index + row);
  e.semantic_kind = static_cast<uint8_t>(element.kind);
  e.component_type = element.type;
  e.interpolation = element.interpolation;
  e.rows = element.rows;
  e.columns = element.columns;
  e.start_row = element.at.row;
  e.start_column = element.at.column;
  signature.push_back(e);
}

V StageProgram::load(dxil::TypeId type, uint32_t element, V row, uint8_t column) {
  return b.dx(dxil::Op::kLoadInput, type, {b.i32(element), row, b.i8(column), b.undef_i32()});
}

void StageProgram::store(uint32_t element, V row, uint8_t column, V value) {
  b.dx(dxil::Op::kStoreOutput, b.void_type(), {b.i32(element), row, b.i8(column), value});
}

dxil::Shader StageProgram::take() {
  b.finish();
  b.end_function();
  dxil::Shader shader = b.take();
  dxil::EntryPoint& made = shader.entry_points[0];
  entry_.function = made.function;
  entry_.flags |= made.flags;
  made = entry_;
  shader.kind = entry_.kind;
  return shader;
}

ModuleView valid_module(const dxil::Shader& shader, const spirv::EmitOptions& options) {
  const auto module = test_backend::translate(shader, options);
  EXPECT_TRUE(module.ok()) << module.error().to_string();
  if (!module) return ModuleView({});
  EXPECT_EQ(test_backend::validate(*module, options.target), "") << test_backend::disassemble(*module);
  return ModuleView(*module);
}

Diagnostic refusal(const dxil::Shader& shader, const spirv::EmitOptions& options) {
  const auto module = test_backend::translate(shader, options);
  EXPECT_FALSE(module.ok());
  return module ? Diagnostic{} : module.error();
}

dxil::Shader read_stage_shader(std::string_view name) {
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / "stages" / (std::string(name) + ".dxil"));
  EXPECT_TRUE(bytes.ok()) << name;
  if (!bytes) return {};
  auto shader = dxil::read_shader(*bytes);
  EXPECT_TRUE(shader.ok()) << name << ": " << shader.error().to_string();
  return shader ? std::move(*shader) : dxil::Shader{};
}

}  // namespace trellis::test_stages
