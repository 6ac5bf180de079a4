// Compute shaders written as LLVM assembly, run on a Vulkan device.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {

/// The program of program_text(), read.
Result<dxil::Shader> text_program(std::string_view body, std::string_view metadata = {});

/// What a program of that text leaves in u0 and u1, of 256 words each: u0 begins with 0, 3, 6, ...
class TextProgram : public DeviceTest {
 protected:
  std::vector<std::vector<uint32_t>> results(std::string_view body);
  /// The message that refuses the program, or "translated".
  static std::string refusal(std::string_view body);
  /// Shader flags that results() adds to the program's.
  uint64_t flags = 0;
};

}  // namespace trellis::test_backend
