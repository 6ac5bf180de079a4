#include "tests/spirv_backend/debug_info/source_case.hpp"

#include <cstring>

#include "tests/support/buffers.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

std::vector<uint32_t> words_of(std::span<const uint8_t> bytes) {
  std::vector<uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  return words;
}

/// Returns the name of the register's buffer in the source, or empty if there is none.
std::string name_of(const hlsl::Program& program, const std::string& place) {
  for (const hlsl::Buffer& buffer : program.buffers) {
    if (buffer.register_letter + std::to_string(buffer.register_number) == place) return buffer.name;
  }
  return "";
}

}  // namespace

SourceCase read_case(const std::string& name) {
  SourceCase made;
  const auto hlsl = test_support::corpus_root() / "variants" / (name + ".debug.hlsl");
  const auto source = test_support::read_binary_file(hlsl);
  const auto header = test_support::read_case_header(hlsl);
  const auto expected = test_support::load_expected(hlsl, 64);
  if (!source || !header || !expected) {
    made.program.fault = hlsl.string() + " or what belongs to it cannot be read";
    return made;
  }
  made.program = hlsl::compile(std::string(source->begin(), source->end()));
  made.groups = header->dispatch[0];
  for (const test_support::RegisterLine& line : header->registers) {
    const std::string buffer = name_of(made.program, line.name());
    made.buffers[buffer] = words_of(test_support::fill_buffer(line));
    if (line.kind == test_support::BufferKind::kTyped) made.texel_words[buffer] = 1;
  }
  for (const hlsl::Buffer& buffer : made.program.buffers) {
    const auto typed = made.texel_words.find(buffer.name);
    if (typed != made.texel_words.end()) typed->second = made.program.types[buffer.element].slots;
  }
  for (const test_support::ExpectedBuffer& buffer : *expected) {
    made.expected[name_of(made.program, buffer.name())] = words_of(buffer.contents);
  }
  return made;
}

}  // namespace trellis::test_backend
