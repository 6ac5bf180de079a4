// Converts a shader of the corpus through dxil-spirv's interface.
#pragma once

#include <dxil_spirv_c.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace trellis::test_dxil_spirv {

std::vector<uint8_t> bytes_of(const std::string& label);

class Conversion {
 public:
  explicit Conversion(const std::string& label);
  Conversion(const Conversion&) = delete;
  Conversion& operator=(const Conversion&) = delete;
  ~Conversion();

  template <class Option>
  void set(const Option& option) const {
    EXPECT_EQ(dxil_spv_converter_add_option(converter, &option.base), DXIL_SPV_SUCCESS);
  }
  /// Returns the module's words; if there is no module, reports a test failure and returns an empty vector.
  std::vector<uint32_t> words() const;
  /// Returns the module's disassembly; if there is no module or it is invalid, reports a test failure and
  /// returns an empty string.
  std::string text() const;

  dxil_spv_parsed_blob blob = nullptr;
  dxil_spv_converter converter = nullptr;
  std::string log;
};

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace trellis::test_dxil_spirv
