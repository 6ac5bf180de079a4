// Tests the lanes in the data of pages: the branches that they take, by value, and the inputs that `trellis
// cfg
// --inputs` reads.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/tools/program.hpp"
#include "tools/cfg/lanes/lane_values.hpp"

namespace trellis::tools_test {
namespace {

using nlohmann::json;

class Lanes : public InFolder {
 protected:
  RunResult run(const std::string& shader_name, const std::string& inputs) {
    std::vector<std::string> arguments = {"cfg", shader(shader_name), "-o", path("d.json")};
    if (!inputs.empty()) {
      write("in.json", inputs);
      arguments.insert(arguments.end(), {"--inputs", path("in.json")});
    }
    return trellis(arguments);
  }
  json lanes_of(const std::string& shader_name, const std::string& inputs = {}) {
    const RunResult result = run(shader_name, inputs);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return json::parse(read("d.json"))["lanes"];
  }
  /// The branches of all lanes, which must be the same.
  json common_slots(const std::string& shader_name, const std::string& inputs) {
    const json slots = lanes_of(shader_name, inputs)["slots"];
    EXPECT_EQ(slots.size(), 8u);
    for (const json& lane : slots) EXPECT_EQ(lane, slots[0]);
    return slots[0];
  }
};

constexpr const char* kLoop = "stages/ps_derivative_in_uniform_loop";

// for (o = 0; o < octaves; ++o) { if (o == stopAt) break; }: block0 tests octaves == 0, block2 the break, and
// block3 goes back by slot 0.
TEST_F(Lanes, RunALoopAsOftenAsAConstantBufferSays) {
  EXPECT_EQ(common_slots(kLoop, R"({"buffers": {"b0": [0, 9, 2.0, 0.5]}})"), json::parse("[0]"));
  EXPECT_EQ(common_slots(kLoop, R"({"buffers": {"b0": [1, 9, 2.0, 0.5]}})"), json::parse("[1, 1, 1]"));
  EXPECT_EQ(common_slots(kLoop, R"({"buffers": {"b0": [3, 9, 2.0, 0.5]}})"),
            json::parse("[1, 1,0, 1,0, 1,1]"));
  EXPECT_EQ(common_slots(kLoop, R"({"buffers": {"b0": [5, 1, 2.0, 0.5]}})"), json::parse("[1, 1,0, 0]"));
  // What a buffer lacks reads as zero.
  EXPECT_EQ(common_slots(kLoop, R"({"buffers": {"b0": [5]}})"), json::parse("[1, 0]"));
}

TEST_F(Lanes, StopAtALimit) {
  const json lanes = lanes_of(kLoop, R"({"buffers": {"b0": [1000000, 2000000, 2.0, 0.5]}})");
  EXPECT_EQ(lanes["stopped"], 8);
  for (const json& lane : lanes["slots"]) EXPECT_EQ(lane.size(), 399u);
}

TEST_F(Lanes, SayWhatIsGivenGeneratedAndMadeUp) {
  const json given = lanes_of(kLoop, R"({"buffers": {"b0": [2, 9, 2.0, 0.5]}})");
  EXPECT_EQ(given["given"], json::parse(R"(["b0"])"));
  EXPECT_EQ(given["generated"], json::array());
  // The samples are made up, but no branch depends on them: two iterations of eight lanes.
  EXPECT_EQ(given["madeUp"], json::parse(R"x([["dx.op.sample (Sample, 60)", 16]])x"));
  EXPECT_EQ(given["guesses"], json::array());
  EXPECT_EQ(lanes_of(kLoop)["generated"], json::parse(R"(["b0"])"));
  // The compiler keeps the names of resources only with debug information.
  EXPECT_EQ(lanes_of(kLoop)["resources"], json::parse(R"({"b0": "CBuffer"})"));
  EXPECT_EQ(lanes_of("variants/json_tokenizer_depth.debug")["resources"]["t0"], "RawBuffer src");
  EXPECT_FALSE(lanes_of("stages/ds_isoline_strands")["guesses"].empty());
  EXPECT_EQ(lanes_of("control_flow/gcd_three_forms")["madeUp"], json::array());
}

TEST_F(Lanes, EachHasStageInputsOfItsOwn) {
  // for (i = 0; i < (count & 3); ++i) ... if (alpha < 0.01) break;
  const std::string layers =
      R"("LAYER0": [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]])";
  std::string inputs = R"({"inputs": {"COUNT0": [0, 1, 2, 3, 4, 5, 6, 7], )" + layers;
  for (int row = 1; row < 6; ++row)
    inputs += ", " + layers.substr(0, 6) + std::to_string(row) + layers.substr(7);
  const json slots = lanes_of("stages/ps_dynamic_input_array", inputs + "}}")["slots"];
  ASSERT_EQ(slots.size(), 8u);
  // Lanes whose counts are equal modulo 4 take the same branches, and each iteration adds two.
  for (size_t lane = 0; lane < 4; ++lane) {
    EXPECT_EQ(slots[lane], slots[lane + 4]);
    EXPECT_EQ(slots[lane].size(), 1 + 2 * lane) << lane;
  }
}

TEST_F(Lanes, GroupsOfFewerThreads) {
  EXPECT_EQ(lanes_of("sm69/lv_wave_read_and_match")["slots"].size(), 4u);
}

TEST_F(Lanes, GraphsHaveNone) {
  ASSERT_EQ(trellis({"cfg", "--random", "7", "5", "-o", path("d.json")}).exit_code, 0);
  EXPECT_TRUE(json::parse(read("d.json"))["lanes"].is_null());
}

TEST_F(Lanes, InputsThatAreWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"[", "the inputs are not JSON"},
      {"[]", "must be a JSON object"},
      {R"({"buffer": {}})", "buffer: unknown; there are buffers, first_thread, group and inputs"},
      {R"({"buffers": []})", "buffers: must be an object"},
      {R"({"buffers": {"b0": 3}})", "buffers.b0: must be a list"},
      {R"({"buffers": {"b0": ["x"]}})", "buffers.b0: must be a number or a boolean"},
      {R"({"buffers": {"b0": [4294967296]}})", "buffers.b0: an integer must fit 32 bits"},
      {R"({"buffers": {"b0": [-2147483649]}})", "buffers.b0: an integer must fit 32 bits"},
      {R"({"buffers": {"b1": []}})", "buffers.b1: the shader has no such resource"},
      {R"({"buffers": {"b": []}})", "buffers.b: the shader has no such resource"},
      {R"({"buffers": {"": []}})", "the shader has no such resource"},
      {R"({"buffers": {"b0.space1": []}})", "the shader has no such resource"},
      {R"({"buffers": {"b99999999999999999999": []}})", "the shader has no such resource"},
      {R"({"buffers": {"t0": []}})", "is a Texture2D; only buffers can be given"},
      {R"({"inputs": {"TEXCOORD0": []}})", "the entry point has no such input; it has UV0"},
      {R"({"inputs": {"UV0": [1]}})", "inputs.UV0: must have 8 elements"},
      {R"({"group": [1, 2]})", "group: must be a list of three numbers"},
      {R"({"first_thread": []})", "first_thread: must be a number"},
  };
  for (const auto& [inputs, message] : cases) {
    const RunResult result = run(kLoop, inputs);
    EXPECT_EQ(result.exit_code, 1) << inputs;
    EXPECT_TRUE(has_text(result.errors, message)) << inputs << "\n" << result.errors;
  }
  EXPECT_EQ(run("control_flow/gcd_three_forms", R"({"first_thread": 64})").exit_code, 1);
}

TEST_F(Lanes, InputsWhereTheyHaveNoUse) {
  write("in.json", "{}");
  write("g.txt", "a -> b\n");
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"cfg", path("g.txt"), "-o", path("d.json"), "--inputs", path("in.json")},
        {"cfg", shader(kLoop), "--inputs", path("in.json")},
        {"cfg", "--random", "7", "5", "-o", path("d.json"), "--inputs", path("in.json")}}) {
    const RunResult result = trellis(arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(has_text(result.errors, "--inputs")) << result.errors;
  }
}

TEST(LaneValues, HalvesAreRoundedToEven) {
  using tools::bits_of;
  using tools::float_of;
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const double value = float_of(bits, 16);
    if (std::isnan(value)) continue;
    ASSERT_EQ(bits_of(value, 16), bits);
    // Half way to the next one, the even one is nearest.
    const double next = float_of(bits + 1, 16);
    if (std::isinf(value) || std::isinf(next) || std::isnan(next)) continue;
    ASSERT_EQ(bits_of((value + next) / 2, 16), bits + (bits & 1)) << bits;
  }
  EXPECT_EQ(bits_of(65519.99, 16), 0x7BFFu);
  EXPECT_EQ(bits_of(65520, 16), 0x7C00u);
}

TEST(LaneValues, ArithmeticAsInD3d) {
  using dxil::Op;
  using dxil::Opcode;
  using tools::arithmetic;
  using tools::convert;
  const auto operation = [](Op op, uint32_t width, std::vector<uint64_t> operands) {
    return tools::operation(op, width, operands);
  };
  EXPECT_EQ(arithmetic(Opcode::kUDiv, 32, 7, 0), 0xFFFFFFFFu);
  EXPECT_EQ(arithmetic(Opcode::kSDiv, 32, 0x80000000, 0xFFFFFFFF), 0x80000000u);
  EXPECT_EQ(arithmetic(Opcode::kAShr, 16, 0x8000, 17), 0xC000u);
  EXPECT_EQ(arithmetic(Opcode::kShl, 64, 1, 63), uint64_t{1} << 63);
  EXPECT_EQ(arithmetic(Opcode::kLoad, 32, 1, 1), std::nullopt);
  const auto word = [](float value) { return uint64_t{std::bit_cast<uint32_t>(value)}; };
  EXPECT_EQ(convert(Opcode::kFPToUI, 32, 32, word(-3)), 0u);
  EXPECT_EQ(convert(Opcode::kFPToUI, 32, 32, word(5e9F)), 0xFFFFFFFFu);
  EXPECT_EQ(convert(Opcode::kFPToSI, 32, 32, word(-5e9F)), 0x80000000u);
  EXPECT_EQ(convert(Opcode::kFPToSI, 32, 32, word(std::numeric_limits<float>::quiet_NaN())), 0u);
  EXPECT_EQ(convert(Opcode::kSExt, 1, 32, 1), 0xFFFFFFFFu);
  EXPECT_EQ(operation(Op::kFirstbitHi, 32, {0x00010000}), 15u);
  EXPECT_EQ(operation(Op::kFirstbitSHi, 32, {0xFFFFFFFE}), 31u);
  EXPECT_EQ(operation(Op::kFirstbitLo, 32, {0}), 0xFFFFFFFFu);
  EXPECT_EQ(operation(Op::kIbfe, 32, {4, 28, 0x80000000}), 0xFFFFFFF8u);
  EXPECT_EQ(operation(Op::kBfi, 32, {8, 4, 0xAB, 0xFFFFFFFF}), 0xFFFFFABFu);
  EXPECT_EQ(operation(Op::kFMax, 32, {word(std::numeric_limits<float>::quiet_NaN()), word(2)}), word(2));
  EXPECT_EQ(operation(Op::kRound_ne, 32, {word(2.5F)}), word(2));
  EXPECT_EQ(operation(Op::kSample, 32, {1}), std::nullopt);
}

}  // namespace
}  // namespace trellis::tools_test
