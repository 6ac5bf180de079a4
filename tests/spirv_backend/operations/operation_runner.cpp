#include "tests/spirv_backend/operations/operation_runner.hpp"

#include <spirv/unified1/spirv.hpp11>

#include "api/translator.hpp"
#include "tests/vulkan/default_binding.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::test_ops {

uint32_t OperationTest::subgroup_size() { return runner().properties().subgroup_size; }

namespace {

Result<Vector<uint32_t>> translate_program(const OperationProgram& operation) {
  Program program;
  program.shader = make_shader(operation);
  const Translator translator;
  auto translation = translator.translate(program);
  if (!translation) return translation.error();
  return std::move(translation->spirv);
}

}  // namespace

std::vector<uint32_t> OperationTest::translate(const OperationProgram& program) {
  auto words = translate_program(program);
  if (!words) {
    ADD_FAILURE() << words.error().to_string();
    return {};
  }
  if (const auto valid = vulkan::validate(*words); !valid) {
    ADD_FAILURE() << valid.error().to_string();
    return {};
  }
  return std::move(*words);
}

std::string OperationTest::translation_error(const OperationProgram& program) {
  const auto words = translate_program(program);
  return words ? "" : words.error().to_string();
}

std::optional<std::vector<uint64_t>> OperationTest::run(const OperationProgram& program) {
  const std::vector<uint32_t> words = translate(program);
  if (words.empty()) return std::nullopt;
  std::vector<vulkan::BoundResource> buffers(2);
  for (uint32_t n = 0; n < 2; ++n) {
    buffers[n].binding = vulkan::default_binding(test_support::RegisterClass::kUnorderedAccess, n, 0).binding;
  }
  buffers[0].buffer = input_of(program);
  buffers[1].buffer.resize(output_size(program));
  vulkan::Dispatch dispatch;
  dispatch.words = words;
  dispatch.resources = buffers;
  const auto contents = runner().dispatch(dispatch);
  if (!contents) {
    ADD_FAILURE() << contents.error().to_string();
    return std::nullopt;
  }
  std::vector<uint64_t> results(output_size(program) / 8);
  for (size_t n = 0; n < results.size() * 8; ++n)
    results[n / 8] |= uint64_t{(*contents)[1][n]} << 8 * (n % 8);
  return results;
}

bool has_instruction(const std::vector<uint32_t>& words, uint32_t opcode) {
  for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    if ((words[at] & 0xFFFF) == opcode) return true;
  }
  return false;
}

bool has_extended_instruction(const std::vector<uint32_t>& words, uint32_t instruction) {
  for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    if ((words[at] & 0xFFFF) == static_cast<uint32_t>(spv::Op::OpExtInst) && words[at + 4] == instruction)
      return true;
  }
  return false;
}

uint32_t count_decorations(const std::vector<uint32_t>& words, uint32_t decoration) {
  uint32_t count = 0;
  for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    if ((words[at] & 0xFFFF) == static_cast<uint32_t>(spv::Op::OpDecorate) && words[at + 2] == decoration)
      ++count;
  }
  return count;
}

}  // namespace trellis::test_ops
