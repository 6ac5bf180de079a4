#include "tests/vulkan/modules/spirv_tools.hpp"

#include <spirv-tools/libspirv.hpp>
#include <string>

namespace trellis::vulkan {
namespace {

/// Returns a consumer that collects a tool's messages.
spvtools::MessageConsumer gather_into(std::string& messages) {
  return [&messages](spv_message_level_t level, const char*, const spv_position_t& position,
                     const char* message) {
    if (level > SPV_MSG_ERROR) return;
    if (!messages.empty()) messages += "; ";
    messages +=
        std::string(message) + " (line or word " + std::to_string(position.line + position.index) + ")";
  };
}

}  // namespace

Result<std::vector<uint32_t>> assemble(std::string_view text) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  std::string messages;
  tools.SetMessageConsumer(gather_into(messages));
  std::vector<uint32_t> words;
  if (!tools.Assemble(text.data(), text.size(), &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS)) {
    return bad_input("SPIR-V text: " + messages);
  }
  return words;
}

Result<void> validate(std::span<const uint32_t> words) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
  std::string messages;
  tools.SetMessageConsumer(gather_into(messages));
  if (!tools.Validate(words.data(), words.size())) return internal_check("invalid SPIR-V: " + messages);
  return {};
}

}  // namespace trellis::vulkan
