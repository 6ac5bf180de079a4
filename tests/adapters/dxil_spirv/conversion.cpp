#include "tests/adapters/dxil_spirv/conversion.hpp"

#include <spirv-tools/libspirv.hpp>
#include <utility>

#include "tests/adapters/dxil_spirv/validity.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_dxil_spirv {

std::vector<uint8_t> bytes_of(const std::string& label) {
  auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  EXPECT_TRUE(bytes) << label;
  return bytes ? std::move(*bytes) : std::vector<uint8_t>();
}

Conversion::Conversion(const std::string& label) {
  const std::vector<uint8_t> bytes = bytes_of(label);
  dxil_spv_set_thread_log_callback(
      [](void* user, dxil_spv_log_level, const char* line) { *static_cast<std::string*>(user) += line; },
      &log);
  EXPECT_EQ(dxil_spv_parse_dxil_blob(bytes.data(), bytes.size(), &blob), DXIL_SPV_SUCCESS) << log;
  EXPECT_EQ(dxil_spv_create_converter(blob, &converter), DXIL_SPV_SUCCESS);
  set(dxil_spv_option_shader_demote_to_helper{{DXIL_SPV_OPTION_SHADER_DEMOTE_TO_HELPER}, DXIL_SPV_TRUE});
  set(dxil_spv_option_typed_uav_read_without_format{{DXIL_SPV_OPTION_TYPED_UAV_READ_WITHOUT_FORMAT},
                                                    DXIL_SPV_TRUE});
}

Conversion::~Conversion() {
  dxil_spv_converter_free(converter);
  dxil_spv_parsed_blob_free(blob);
  dxil_spv_set_thread_log_callback(nullptr, nullptr);
}

std::vector<uint32_t> Conversion::words() const {
  EXPECT_EQ(dxil_spv_converter_run(converter), DXIL_SPV_SUCCESS) << log;
  dxil_spv_compiled_spirv compiled = {};
  if (dxil_spv_converter_get_compiled_spirv(converter, &compiled) != DXIL_SPV_SUCCESS) return {};
  const auto* first = static_cast<const uint32_t*>(compiled.data);
  return {first, first + compiled.size / 4};
}

std::string Conversion::text() const {
  const std::vector<uint32_t> module = words();
  if (module.empty()) return {};
  EXPECT_EQ(validate_words(module.data(), module.size()), "");
  std::string text;
  const spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  tools.Disassemble(module.data(), module.size(), &text,
                    SPV_BINARY_TO_TEXT_OPTION_NO_HEADER | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES);
  return text;
}

}  // namespace trellis::test_dxil_spirv
