#include "tests/spirv_backend/device_test.hpp"

#include <cstring>

namespace trellis::test_backend {

std::unique_ptr<execution::VulkanRunner> DeviceTest::runner_;
std::string DeviceTest::reason_;

void DeviceTest::SetUpTestSuite() {
  auto runner = execution::VulkanRunner::create();
  if (runner) {
    runner_ = std::move(*runner);
  } else {
    reason_ = runner.error().to_string();
  }
}

void DeviceTest::TearDownTestSuite() { runner_.reset(); }

void DeviceTest::SetUp() { ASSERT_NE(runner_, nullptr) << "this test needs a Vulkan device: " << reason_; }

execution::BufferBinding DeviceTest::bound(uint32_t binding, uint32_t element,
                                           const std::vector<uint32_t>& words) {
  execution::BufferBinding result;
  result.binding = binding;
  result.element = element;
  result.contents.resize(words.size() * 4);
  std::memcpy(result.contents.data(), words.data(), result.contents.size());
  return result;
}

std::vector<std::vector<uint32_t>> DeviceTest::run(const dxil::Shader& shader,
                                                   const std::vector<std::vector<uint32_t>>& buffers) {
  std::vector<execution::BufferBinding> bindings;
  for (size_t n = 0; n < buffers.size(); ++n) {
    bindings.push_back(bound(2000 + static_cast<uint32_t>(n), 0, buffers[n]));
  }
  return run_bound(shader, bindings);
}

std::vector<std::vector<uint32_t>> DeviceTest::run_bound(
    const dxil::Shader& shader, const std::vector<execution::BufferBinding>& bindings,
    std::span<const execution::StructureBinding> structures) {
  const Result<Vector<uint32_t>> module = translate(shader, options);
  if (!module) {
    ADD_FAILURE() << module.error().to_string();
    return {};
  }
  if (const std::string complaint = validate(*module); !complaint.empty()) {
    ADD_FAILURE() << complaint << "\n" << disassemble(*module);
    return {};
  }
  execution::Dispatch dispatch;
  dispatch.words = *module;
  dispatch.entry = shader.entry_points[0].name;
  dispatch.bindings = bindings;
  dispatch.structures = structures;
  dispatch.mutable_descriptors = true;
  auto results = runner_->run(dispatch);
  if (!results) {
    ADD_FAILURE() << results.error().to_string() << "\n" << disassemble(*module);
    return {};
  }
  std::vector<std::vector<uint32_t>> words;
  for (const std::vector<uint8_t>& result : *results) {
    words.emplace_back(result.size() / 4);
    std::memcpy(words.back().data(), result.data(), result.size());
  }
  return words;
}

}  // namespace trellis::test_backend
