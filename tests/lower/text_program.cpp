#include "tests/lower/text_program.hpp"

#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/lower/program_text.hpp"

namespace trellis::test_backend {

Result<dxil::Shader> text_program(std::string_view body, std::string_view metadata) {
  return dxil::test::read_text(program_text(body, metadata));
}

std::vector<std::vector<uint32_t>> TextProgram::results(std::string_view body) {
  Result<dxil::Shader> shader = text_program(body);
  if (shader) shader->entry_points[0].flags |= flags;
  std::vector<uint32_t> in(256), out(256, 0);
  for (uint32_t n = 0; n < in.size(); ++n) in[n] = n * 3;
  std::vector<std::vector<uint32_t>> all;
  if (!shader) {
    ADD_FAILURE() << shader.error().to_string();
  } else {
    all = run(*shader, {in, out});
  }
  if (all.size() != 2) all.assign(2, std::vector<uint32_t>(256, 0xDEAD));
  return all;
}

std::string TextProgram::refusal(std::string_view body) {
  const Result<dxil::Shader> shader = text_program(body);
  if (!shader) return std::string(shader.error().to_string());
  const Result<Vector<uint32_t>> module = translate(*shader);
  return module ? "translated" : std::string(module.error().to_string());
}

}  // namespace trellis::test_backend
