// Translates one of the programs that exist in a vector and in a scalar form, and prints nothing: for
// instruction counters (scripts/count-vector-instructions). Reads the program once.
//   trellis-vector-cost NAME vectors|scalars COUNT
//   trellis-vector-cost                              prints the names
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "api/translator.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/lower/program_text.hpp"
#include "tests/lower/vector_twins.hpp"

namespace {

using namespace trellis;

int complain(const std::string& what) {
  std::fprintf(stderr, "trellis-vector-cost: %s\n", what.c_str());
  return 1;
}

int run(const test_backend::VectorTwin& twin, bool has_vectors, long count) {
  const auto bitcode =
      dxil::test::assemble(test_backend::program_text(test_backend::twin_text(twin, has_vectors)));
  if (!bitcode) return complain(std::string(bitcode.error().to_string()));
  Translator translator;
  const auto program = translator.read(*bitcode);
  if (!program) return complain(std::string(program.error().to_string()));
  for (long n = 0; n < count; ++n) {
    const auto translation = translator.translate(*program);
    if (!translation) return complain(std::string(translation.error().to_string()));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) {
    for (const auto& twin : test_backend::vector_twins()) std::printf("%s\n", twin.name);
    return 0;
  }
  const std::string_view form = argc == 4 ? argv[2] : "";
  if (form != "vectors" && form != "scalars") return complain("usage: NAME vectors|scalars COUNT");
  for (const auto& twin : test_backend::vector_twins()) {
    if (std::string_view(twin.name) == argv[1]) return run(twin, form == "vectors", std::atol(argv[3]));
  }
  return complain("there is no such program");
}
