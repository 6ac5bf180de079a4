// Makes the container of the path tracer's library from its LLVM assembly, or checks that a container matches
// that assembly:
//   trellis-assemble-library IN.ll OUT.dxil
//   trellis-assemble-library IN.ll --compare EXPECTED.dxil
#include <cstdio>
#include <cstring>
#include <string>

#include "api/translator.hpp"
#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/support/files.hpp"

namespace {

using trellis::container_testing::Bytes;

/// Returns the DXIL part of a library of shader model 6.3.
std::vector<uint8_t> library_program(std::vector<uint8_t> bitcode) {
  constexpr uint32_t kLibrary = 6, kHeader = 24;
  const auto size = static_cast<uint32_t>(bitcode.size());
  bitcode.resize((size + 3) / 4 * 4);
  Bytes part;
  part.u32(kLibrary << 16 | 6u << 4 | 3u).u32(static_cast<uint32_t>(kHeader + bitcode.size()) / 4);
  part.text("DXIL").u32(0x103).u32(16).u32(size).append(bitcode);
  return part.data;
}

int complain(const std::string& what) {
  std::fprintf(stderr, "trellis-assemble-library: %s\n", what.c_str());
  return 1;
}

}  // namespace

int main(int count, char** arguments) {
  namespace test_support = trellis::test_support;
  const bool compares = count == 4 && std::strcmp(arguments[2], "--compare") == 0;
  if (count != 3 && !compares) return complain("usage: IN.ll OUT.dxil, or IN.ll --compare EXPECTED.dxil");
  const auto text = test_support::read_binary_file(arguments[1]);
  if (!text) return complain(std::string(text.error().to_string()));
  const auto bitcode = trellis::dxil::test::assemble(std::string(text->begin(), text->end()));
  if (!bitcode) return complain(std::string(bitcode.error().to_string()));
  const std::vector<uint8_t> container =
      trellis::container_testing::make_container({{"DXIL", library_program(*bitcode)}});
  if (!compares) {
    const auto written = test_support::write_binary_file(arguments[2], container);
    return written ? 0 : complain(std::string(written.error().to_string()));
  }
  const auto expected = test_support::read_binary_file(arguments[3]);
  if (!expected) return complain(std::string(expected.error().to_string()));
  // Compares text: the bitcode itself names the version of LLVM that wrote it.
  trellis::Translator translator;
  const auto found_text = translator.llvm_text(container), expected_text = translator.llvm_text(*expected);
  if (!found_text) return complain(std::string(found_text.error().to_string()));
  if (!expected_text) return complain(std::string(expected_text.error().to_string()));
  return *found_text == *expected_text ? 0
                                       : complain(std::string(arguments[3]) + " is not what the text gives");
}
