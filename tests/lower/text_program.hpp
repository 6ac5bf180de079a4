// Runs compute shaders written as LLVM assembly on a Vulkan device.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {

/// Assembles and reads the program of program_text().
Result<dxil::Shader> text_program(std::string_view body, std::string_view metadata = {});

/// Programs that run with 256 words each in u0 and u1; u0 initially contains 0, 3, 6, ... results() returns
/// what both contain afterwards.
class TextProgram : public DeviceTest {
 protected:
  std::vector<std::vector<uint32_t>> results(std::string_view body);
  /// Returns the error of the translation, or "translated".
  static std::string refusal(std::string_view body);
  /// Shader flags that results() adds to the program's.
  uint64_t flags = 0;
};

}  // namespace trellis::test_backend
