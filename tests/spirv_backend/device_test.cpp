#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {

vulkan::BoundResource DeviceTest::bound(uint32_t binding, uint32_t element,
                                        const std::vector<uint32_t>& words) {
  return vulkan::buffer_at(0, binding, vulkan::bytes_of(words), element);
}

std::vector<std::vector<uint32_t>> DeviceTest::run(const dxil::Shader& shader,
                                                   const std::vector<std::vector<uint32_t>>& buffers) {
  std::vector<vulkan::BoundResource> resources;
  for (size_t n = 0; n < buffers.size(); ++n) {
    resources.push_back(bound(2000 + static_cast<uint32_t>(n), 0, buffers[n]));
  }
  return run_bound(shader, resources);
}

std::vector<std::vector<uint32_t>> DeviceTest::run_bound(
    const dxil::Shader& shader, const std::vector<vulkan::BoundResource>& resources) {
  const Result<Vector<uint32_t>> module = translate(shader, options);
  if (!module) {
    ADD_FAILURE() << module.error().to_string();
    return {};
  }
  if (const std::string complaint = validate(*module); !complaint.empty()) {
    ADD_FAILURE() << complaint << "\n" << disassemble(*module);
    return {};
  }
  vulkan::Dispatch dispatch;
  dispatch.words = *module;
  dispatch.entry = shader.entry_points[0].name;
  dispatch.resources = resources;
  dispatch.mutable_descriptors = true;
  auto results = runner().dispatch(dispatch);
  if (!results) {
    ADD_FAILURE() << results.error().to_string() << "\n" << disassemble(*module);
    return {};
  }
  return vulkan::words_of(*results);
}

}  // namespace trellis::test_backend
