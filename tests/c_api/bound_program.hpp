// Programs made by hand, bound in some way and run: what their buffers hold afterwards.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/graphics/renderer.hpp"
#include "tests/spirv_backend/program_builder.hpp"
#include "tests/spirv_backend/translated.hpp"

namespace trellis::test_c_api {

using test_backend::ProgramBuilder;
using test_backend::V;

class BoundProgram : public testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite() { renderer_.reset(); }
  void SetUp() override { ASSERT_NE(renderer_, nullptr) << "this test needs a Vulkan device"; }

  static graphics::Renderer& renderer() { return *renderer_; }
  static std::vector<uint32_t> words_of(const std::vector<uint8_t>& bytes);
  static graphics::BoundResource storage_buffer(uint32_t binding, const std::vector<uint32_t>& words,
                                                uint32_t element = 0);

  /// The module, valid; a test failure and empty otherwise.
  static std::vector<uint32_t> module_of(const dxil::Shader& shader, const spirv::EmitOptions& options);
  /// Its module run with `compute`; words of all resources, or empty.
  static std::vector<std::vector<uint32_t>> run(const dxil::Shader& shader, const spirv::EmitOptions& options,
                                                graphics::Compute compute);

 private:
  static std::unique_ptr<graphics::Renderer> renderer_;
};

}  // namespace trellis::test_c_api
