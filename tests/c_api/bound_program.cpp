#include "tests/c_api/bound_program.hpp"

#include <cstring>

namespace trellis::test_c_api {

std::unique_ptr<graphics::Renderer> BoundProgram::renderer_;

void BoundProgram::SetUpTestSuite() {
  auto renderer = graphics::Renderer::create();
  ASSERT_TRUE(renderer) << renderer.error().to_string();
  renderer_ = std::move(*renderer);
}

std::vector<uint32_t> BoundProgram::words_of(const std::vector<uint8_t>& bytes) {
  std::vector<uint32_t> words(bytes.size() / 4);
  if (!bytes.empty()) std::memcpy(words.data(), bytes.data(), words.size() * 4);
  return words;
}

graphics::BoundResource BoundProgram::storage_buffer(uint32_t binding, const std::vector<uint32_t>& words,
                                                     uint32_t element) {
  graphics::BoundResource resource;
  resource.binding = binding;
  resource.element = element;
  resource.buffer = graphics::bytes_of(words);
  return resource;
}

std::vector<uint32_t> BoundProgram::module_of(const dxil::Shader& shader, const spirv::EmitOptions& options) {
  const auto module = test_backend::translate(shader, options);
  if (!module) {
    ADD_FAILURE() << module.error().to_string();
    return {};
  }
  if (const std::string invalid = test_backend::validate(*module); !invalid.empty()) {
    ADD_FAILURE() << invalid << "\n" << test_backend::disassemble(*module);
    return {};
  }
  return *module;
}

std::vector<std::vector<uint32_t>> BoundProgram::run(const dxil::Shader& shader,
                                                     const spirv::EmitOptions& options,
                                                     graphics::Compute compute) {
  compute.words = module_of(shader, options);
  if (compute.words.empty()) return {};
  const auto results = renderer().compute(compute);
  if (!results) {
    ADD_FAILURE() << results.error().to_string();
    return {};
  }
  std::vector<std::vector<uint32_t>> words;
  for (const std::vector<uint8_t>& bytes : *results) words.push_back(words_of(bytes));
  return words;
}

}  // namespace trellis::test_c_api
