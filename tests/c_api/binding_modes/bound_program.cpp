#include "tests/c_api/binding_modes/bound_program.hpp"

namespace trellis::test_c_api {

vulkan::BoundResource BoundProgram::storage_buffer(uint32_t binding, const std::vector<uint32_t>& words,
                                                   uint32_t element) {
  return vulkan::buffer_at(0, binding, vulkan::bytes_of(words), element);
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
                                                     vulkan::Dispatch dispatch) {
  dispatch.words = module_of(shader, options);
  if (dispatch.words.empty()) return {};
  return dispatched(dispatch);
}

}  // namespace trellis::test_c_api
