// Draws with stream output, and checks the contents of its buffers.
#include <algorithm>
#include <bit>
#include <cmath>

#include "tests/spirv_backend/stage/drawn/stage_test.hpp"

namespace trellis::test_drawing {
namespace {

constexpr uint32_t kNothing = 0xCCCCCCCC;  // The value of words that were not written.

/// An output for the pixel shader: the picture does not matter here.
const std::vector<Varying> kCoverage = {{.count = 1, .type = 'u', .builtin = "PrimitiveId"}};

spirv::StreamOutputEntry entry(std::string semantic, uint32_t index, uint32_t first, uint32_t count,
                               uint32_t buffer = 0, uint32_t stream = 0) {
  return {stream, std::move(semantic), index, first, count, buffer, {}};
}
spirv::StreamOutputEntry gap(uint32_t count, uint32_t buffer = 0) { return {0, {}, 0, 0, count, buffer, {}}; }

uint32_t word(float value) { return std::bit_cast<uint32_t>(value); }
std::vector<uint32_t> repeated(uint32_t count) { return std::vector<uint32_t>(count, kNothing); }

class StreamOutputTest : public StageTest {
 protected:
  void SetUp() override {
    StageTest::SetUp();
    if (HasFatalFailure()) return;
    if (!device().has_extension("VK_EXT_transform_feedback")) {
      GTEST_SKIP() << "the device has no transform feedback";
    }
  }

  static TranslateOptions with_stream_output(std::vector<spirv::StreamOutputEntry> entries) {
    TranslateOptions options;
    options.stage.stream_output.entries = std::move(entries);
    return options;
  }
};

// The words of a vertex of vs_passthrough_everything, which passes on its inputs: position, A (3 components),
// B (4 integers), C (an integer), D and E (three rows of 2). Except for the position, word n of vertex v has
// the value 100 v + n.
constexpr uint32_t kEverything = 24;
std::vector<uint32_t> everything(uint32_t vertex) {
  std::vector<uint32_t> words;
  for (const double c : kFullTriangle[vertex]) words.push_back(word(static_cast<float>(c)));
  for (uint32_t n = 4; n < kEverything; ++n) {
    const bool is_integer = n >= 7 && n < 12;
    words.push_back(is_integer ? 100 * vertex + n : word(static_cast<float>(100 * vertex + n)));
  }
  return words;
}
constexpr uint32_t kA = 4, kB = 7, kC = 11, kD = 12, kE = 18;  // Index of the first word of each output.

Draw everything_drawn(const TranslateOptions& options) {
  Draw draw;
  draw.stages = {translated("vs_passthrough_everything", options), plain_fragment(kCoverage)};
  draw.targets = plain_targets(kCoverage);
  Words vertices;
  for (uint32_t v = 0; v < 3; ++v) {
    for (const uint32_t w : everything(v)) vertices.u({w});
  }
  draw.vertex_buffers = {vertex_buffer(
      {{'f', 4}, {'f', 3}, {'i', 4}, {'u', 1}, {'f', 2}, {'f', 2}, {'f', 2}, {'f', 2}, {'f', 2}, {'f', 2}},
      vertices.get())};
  draw.stream_output_bytes = {256, 256, 256, 256};
  return draw;
}

/// Returns the words of three vertices with these contents, `stride` words apart, with unwritten words in
/// between.
std::vector<uint32_t> of_all(uint32_t stride, const std::function<std::vector<uint32_t>(uint32_t)>& expected,
                             uint32_t bytes = 256) {
  std::vector<uint32_t> words = repeated(bytes / 4);
  for (uint32_t v = 0; v < 3; ++v) {
    const std::vector<uint32_t> own = expected(v);
    std::copy(own.begin(), own.end(), words.begin() + v * stride);
  }
  return words;
}

TEST_F(StreamOutputTest, WholeOutputsWithGapsAndStrides) {
  // Whole arrays, row by row.
  TranslateOptions options =
      with_stream_output({entry("SV_POSITION", 0, 0, 4), gap(1), entry("a", 0, 0, 3), entry("C", 0, 0, 1, 1),
                          entry("D", 0, 0, 2, 1), entry("D", 1, 0, 2, 1), entry("D", 2, 0, 2, 1)});
  options.stage.stream_output.strides = {40, 0, 0, 0};
  const Drawn result = drawn(everything_drawn(options));
  EXPECT_EQ(words_of(result.stream_outputs[0]), of_all(10, [](uint32_t v) {
              const std::vector<uint32_t> e = everything(v);
              return std::vector<uint32_t>{e[0], e[1], e[2], e[3], kNothing, e[kA], e[kA + 1], e[kA + 2]};
            }));
  EXPECT_EQ(words_of(result.stream_outputs[1]), of_all(7, [](uint32_t v) {
              const std::vector<uint32_t> e = everything(v);
              std::vector<uint32_t> own = {e[kC]};
              own.insert(own.end(), e.begin() + kD, e.begin() + kE);
              return own;
            }));
  EXPECT_EQ(words_of(result.stream_outputs[2]), repeated(64));
}

TEST_F(StreamOutputTest, PartsOfOutputsInAnyOrder) {
  // Two ranges of one output, part of the position, single rows, one component twice, and explicit offsets.
  TranslateOptions options = with_stream_output(
      {entry("B", 0, 3, 1), entry("B", 0, 0, 2), entry("SV_Position", 0, 1, 2), entry("E", 2, 1, 1),
       entry("E", 0, 0, 2), entry("A", 0, 2, 1, 3), entry("A", 0, 2, 1, 2), entry("A", 0, 0, 1, 3)});
  options.stage.stream_output.entries[5].offset = 8;
  options.stage.stream_output.entries[7].offset = 0;
  const Drawn result = drawn(everything_drawn(options));
  EXPECT_EQ(words_of(result.stream_outputs[0]), of_all(8, [](uint32_t v) {
              const std::vector<uint32_t> e = everything(v);
              return std::vector<uint32_t>{e[kB + 3], e[kB],     e[kB + 1], e[1],
                                           e[2],      e[kE + 5], e[kE],     e[kE + 1]};
            }));
  EXPECT_EQ(words_of(result.stream_outputs[1]), repeated(64));
  EXPECT_EQ(words_of(result.stream_outputs[2]),
            of_all(1, [](uint32_t v) { return std::vector<uint32_t>{everything(v)[kA + 2]}; }));
  EXPECT_EQ(words_of(result.stream_outputs[3]), of_all(3, [](uint32_t v) {
              return std::vector<uint32_t>{everything(v)[kA], kNothing, everything(v)[kA + 2]};
            }));
}

TEST_F(StreamOutputTest, APositionIsStreamedAsTheProgramWroteIt) {
  TranslateOptions options = with_stream_output({entry("SV_Position", 0, 0, 4)});
  options.stage.invert_y = true;
  const Drawn result = drawn(everything_drawn(options));
  EXPECT_EQ(words_of(result.stream_outputs[0]), of_all(4, [](uint32_t v) {
              const std::vector<uint32_t> e = everything(v);
              return std::vector<uint32_t>(e.begin(), e.begin() + 4);
            }));
}

TEST_F(StreamOutputTest, RowsWrittenAtRunTimeAndClipDistances) {
  Draw draw;
  draw.stages = {
      translated("vs_store_output_dynamic_row",
                 with_stream_output({entry("ROW", 3, 0, 4), entry("ROW", 0, 1, 2), entry("TAG", 1, 1, 1),
                                     entry("SV_ClipDistance", 1, 0, 2), entry("SV_ClipDistance", 0, 1, 1)})),
      plain_fragment(kCoverage)};
  draw.targets = plain_targets(kCoverage);
  Words vertices, rows;
  for (uint32_t v = 0; v < 3; ++v) vertices.f({0.25f, 0.5f, 0.5f}).u({v});
  const auto row = [](uint32_t n, uint32_t c) { return static_cast<float>(1 + 10 * n + c); };
  for (uint32_t n = 0; n < 6; ++n) rows.f({row(n, 0), row(n, 1), row(n, 2), row(n, 3)});
  draw.vertex_buffers = {vertex_buffer({{'f', 3}, {'u', 1}}, vertices.get())};
  constexpr uint32_t kN = 2, kTwist = 1;
  draw.resources = {constant_buffer(0, Words().add(identity_matrix()).u({kN, kTwist, 0, 0})),
                    read_buffer(0, rows)};
  draw.stream_output_bytes = {256};
  const Drawn result = drawn(draw);
  EXPECT_EQ(words_of(result.stream_outputs[0]), of_all(10, [&](uint32_t v) {
              std::vector<uint32_t> own(10);
              for (uint32_t i = 0; i < 4; ++i) {
                const uint32_t from = v + i;
                if ((i ^ kTwist) == 3) {
                  for (uint32_t c = 0; c < 4; ++c) own[c] = word(row(from, c));
                }
                if ((i ^ kTwist) == 0) own[4] = word(row(from, 1)), own[5] = word(row(from, 2));
                if ((i + kN) % 3 == 1) own[6] = word(row(from, 0));
                const bool second = ((i + v) & 1) != 0;
                if (second) own[7] = word(row(from, 1)), own[8] = word(row(from, 2));
                if (!second) own[9] = word(row(from, 2));
              }
              return own;
            }));
}

TEST_F(StreamOutputTest, StreamsOfAGeometryShader) {
  const PlainVertexShader vertex = {{{0, 0, 3}, {1, 0, 3}, {2, 0, 1, 'u'}, {0, 3, 1}}, {}};
  Draw draw;
  draw.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
  Words points;
  // A live particle, one with two sparks and a skipped one, and a dead one.
  const std::array<uint32_t, 3> kinds = {0, 1 | 3 << 2, 2};
  for (const uint32_t kind : kinds) {
    points.f({0, 0, 0, 1, 0.25f, 0.5f, 0.75f, 8, 16, 32}).u({kind}).f({-1});
  }
  draw.vertex_buffers = {plain_vertices(vertex, points.get())};
  draw.targets = plain_targets(kCoverage);
  draw.stream_output_bytes = {256, 256, 256, 256};
  const auto declaration = with_stream_output({entry("SV_Position", 0, 0, 4), entry("VELOCITY", 0, 1, 2),
                                               entry("POSITION", 0, 0, 3, 1, 1), entry("SEED", 0, 0, 1, 1, 1),
                                               entry("KIND", 0, 0, 1, 2, 2), entry("COUNTS", 0, 1, 1, 3, 3),
                                               entry("COUNTS", 0, 0, 1, 3, 3)});
  draw.stages = {plain_vertex(vertex), translated("gs_multiple_streams", declaration),
                 plain_fragment(kCoverage)};
  const Drawn result = drawn(draw);
  std::vector<uint32_t> live = repeated(64), sparks = repeated(64), dead = repeated(64),
                        counts = repeated(64);
  const std::vector<uint32_t> first = {word(0.25f), word(0.5f),       word(0.75f),
                                       word(1),     word(16 * 0.98f), word(32 * 0.98f)};
  std::copy(first.begin(), first.end(), live.begin());
  uint32_t at = 0, made = 0;
  for (uint32_t k = 0; k < 3; ++k) {
    const uint32_t seed = 8 + k;
    if ((seed * 2654435761u) >> 31 != 0) continue;
    const auto n = static_cast<float>(k);
    for (const float c : {0.25f + 8 * n, 0.5f + 16 * n, 0.75f + 32 * n}) sparks[at++] = word(c);
    sparks[at++] = seed;
    ++made;
  }
  ASSERT_GT(made, 0u) << "no spark to look at";
  dead[0] = 77;
  counts[0] = 1, counts[1] = 0, counts[2] = made, counts[3] = 1;
  EXPECT_EQ(words_of(result.stream_outputs[0]), live);
  EXPECT_EQ(words_of(result.stream_outputs[1]), sparks);
  EXPECT_EQ(words_of(result.stream_outputs[2]), dead);
  EXPECT_EQ(words_of(result.stream_outputs[3]), counts);
}

// Four strands of 16 segments that leave the line from -1 to 1 in four directions.
TEST_F(StreamOutputTest, DomainShaders) {
  const PlainVertexShader vertex = {{{0, 0, 3}, {1, 0, 1, 'u'}}, {}};
  Draw draw;
  draw.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
  draw.patch_control_points = draw.vertices = 4;
  draw.stages = {plain_vertex(vertex), translated("hs_isoline_even"),
                 translated("ds_isoline_strands",
                            with_stream_output({entry("HUE", 0, 0, 1), entry("SV_Position", 0, 0, 2)})),
                 plain_fragment(kCoverage)};
  draw.targets = plain_targets(kCoverage);
  Words points;
  for (const float at : {-3.0f, -1.0f, 1.0f, 3.0f}) points.f({0, 0, 0, 1, at, 0, 0.0625f}).u({4});
  draw.vertex_buffers = {plain_vertices(vertex, points.get())};
  draw.resources = {constant_buffer(
      0, Words().f({1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.5f, 1}).f({0.5f}).u({1, 0, 0}))};
  constexpr uint32_t kSegments = 16, kVertices = 4 * kSegments * 2;
  draw.stream_output_bytes = {kVertices * 12 + 4};
  const Drawn result = drawn(draw);
  const std::vector<uint32_t> words = words_of(result.stream_outputs[0]);
  ASSERT_EQ(words.size(), kVertices * 3 + 1);
  EXPECT_EQ(words.back(), kNothing);
  uint32_t seen[4][kSegments + 1] = {};
  for (uint32_t n = 0; n < kVertices; ++n) {
    const auto value = [&](uint32_t c) { return double{std::bit_cast<float>(words[n * 3 + c])}; };
    const auto strand = static_cast<uint32_t>(std::lround(value(0) * 4));
    ASSERT_LT(strand, 4u);
    constexpr double kX[4] = {0.5, 0, -0.5, 0}, kY[4] = {0, 0.5, 0, -0.5};
    const double along = (value(1) + 1) / (2 + kX[strand]);
    const auto step = static_cast<uint32_t>(std::lround(along * kSegments));
    ASSERT_LE(step, kSegments);
    EXPECT_NEAR(along, double(step) / kSegments, 1e-4);
    EXPECT_NEAR(value(2), 0.0625 + kY[strand] * along, 1e-4);
    ++seen[strand][step];
  }
  for (const auto& strand : seen) {
    for (uint32_t step = 0; step <= kSegments; ++step) {
      EXPECT_EQ(strand[step], step == 0 || step == kSegments ? 1u : 2u) << step;
    }
  }
}

}  // namespace
}  // namespace trellis::test_drawing
