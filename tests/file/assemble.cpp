// Assembles the text of a module, from standard input, and writes its bitcode to a file:
//   trellis-assemble OUT.bc < IN.ll
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/support/files.hpp"

namespace {

int complain(const std::string& what) {
  std::fprintf(stderr, "trellis-assemble: %s\n", what.c_str());
  return 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return complain("usage: OUT.bc < IN.ll");
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const auto bitcode = trellis::dxil::test::assemble(text);
  if (!bitcode) return complain(std::string(bitcode.error().to_string()));
  const auto written = trellis::test_support::write_binary_file(arguments[1], *bitcode);
  return written ? 0 : complain(std::string(written.error().to_string()));
}
