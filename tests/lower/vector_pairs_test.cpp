// Ten programs, each written twice: with the vectors of shader model 6.9, and with scalars, as compilers for
// shader model 6.6 write them. The modules of the vector form must not be much larger than those of the
// scalar form.
#include <string>
#include <vector>

#include "tests/lower/text_program.hpp"
#include "tests/lower/vector_twins.hpp"

namespace trellis::test_backend {
namespace {

class VectorPairs : public ::testing::TestWithParam<VectorTwin> {};

size_t words_of(const VectorTwin& pair, bool has_vectors) {
  const Result<dxil::Shader> shader = text_program(twin_text(pair, has_vectors));
  if (!shader) {
    ADD_FAILURE() << shader.error().to_string();
    return 0;
  }
  const Result<Vector<uint32_t>> module = translate(*shader);
  if (!module) {
    ADD_FAILURE() << module.error().to_string();
    return 0;
  }
  const std::vector<uint32_t> words(module->begin(), module->end());
  EXPECT_EQ(validate(words), "");
  return words.size();
}

TEST_P(VectorPairs, AreNotMuchLargerThanScalars) {
  const size_t vectors = words_of(GetParam(), true), scalars = words_of(GetParam(), false);
  RecordProperty("vectors", static_cast<int>(vectors));
  RecordProperty("scalars", static_cast<int>(scalars));
  EXPECT_LE(vectors * 4, scalars * 5) << vectors << " words, by scalars " << scalars;
}

INSTANTIATE_TEST_SUITE_P(Programs, VectorPairs,
                         ::testing::ValuesIn(vector_twins().begin(), vector_twins().end()),
                         [](const auto& pair) { return std::string(pair.param.name); });

class TwinResults : public TextProgram {};

// Both forms compute the same.
TEST_F(TwinResults, AreEqual) {
  for (const VectorTwin& pair : vector_twins()) {
    if (pair.count > 40) continue;  // The buffers have 256 words.
    const auto of_vectors = results(twin_text(pair, true)), of_scalars = results(twin_text(pair, false));
    // The ranges of the threads overlap: only the last word of thread 63 is written by a single thread.
    const size_t last = pair.writes_a_word ? 63 : 63 + pair.count - 1;
    EXPECT_EQ(of_vectors[1][last], of_scalars[1][last]) << pair.name;
  }
}

}  // namespace
}  // namespace trellis::test_backend
