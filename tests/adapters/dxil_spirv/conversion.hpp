// A shader of the corpus and its conversion by the interface.
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
  /// The module's words; a test failure and empty if there is none.
  std::vector<uint32_t> words() const;
  /// The module as text; a test failure and empty if there is none, or it is not valid.
  std::string text() const;

  dxil_spv_parsed_blob blob = nullptr;
  dxil_spv_converter converter = nullptr;
  std::string log;
};

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace trellis::test_dxil_spirv
