// The module is walked, and every variable that is known where a line begins has a value that HLSL has there:
// before or after what the line does. What HLSL has is computed from the source, written once more in C++.
#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "dxil_frontend/read_shader.hpp"
#include "tests/spirv_backend/debug_info/module_walker.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

/// What variables are where a line begins, and where it has been run.
class SourceRun {
 public:
  SourceRun(const std::vector<uint32_t>& input, uint32_t id) : input_(input), id_(id) {}

  uint32_t load(uint32_t offset) const { return input_.at(offset / 4); }
  /// The line that is about to run: what the variables are now is what they were behind the one before.
  void line(uint32_t number, const std::map<std::string, uint32_t>& variables) {
    note(last_, variables);
    note(number, variables);
    last_ = number;
  }
  bool has(uint32_t number, const std::string& name, uint32_t value) const {
    return values_.contains({number, name, value});
  }
  bool ran(uint32_t number) const { return lines_.contains(number); }

 private:
  void note(uint32_t number, const std::map<std::string, uint32_t>& variables) {
    lines_.insert(number);
    for (const auto& [name, value] : variables) values_.insert({number, name, value});
    values_.insert({number, "id.0", id_});
  }

  const std::vector<uint32_t>& input_;
  uint32_t id_;
  std::set<std::tuple<uint32_t, std::string, uint32_t>> values_;
  std::set<uint32_t> lines_;
  uint32_t last_ = 0;
};

void run_half_open_ifs(SourceRun& run, uint32_t id) {
  uint32_t v = 0, at = 0, acc = 0, stored = 0;
  const auto line = [&](uint32_t number) { run.line(number, {{"v", v}, {"at", at}, {"acc", acc}}); };
  line(14), v = run.load(id * 4);
  line(15), at = id * 16;
  line(16), acc = v | 1;
  line(18);
  if ((v & 0x10) != 0) {
    line(20);
    line(21), acc += 0x1111;
    line(22);
  }
  line(23);
  if ((v & 0x20) != 0) {
    line(25), acc = acc * 31 + 2;
    line(26);
    if ((v & 0x40) != 0) {
      line(28);
      line(29), acc ^= v >> 3;
      line(30);
    }
  }
  line(32);
  if ((acc & 3) != 0) {
    line(34), stored = acc;
    line(35);
    if ((acc & 1) != 0) {
      line(38);
      const uint32_t old = stored;
      run.line(39, {{"v", v}, {"at", at}, {"acc", acc}, {"old", old}});
      acc = acc * 7 + old;
      run.line(40, {{"v", v}, {"at", at}, {"acc", acc}, {"old", old}});
    }
    line(41), acc ^= 0x55;
    line(42);
  }
  line(43);
  line(44);
}

struct WalkedShader {
  const char* name;
  uint32_t words, seed, least_values;
  void (*run)(SourceRun& run, uint32_t id);
};

class SourceValues : public testing::TestWithParam<WalkedShader> {};

TEST_P(SourceValues, AreThoseOfTheDebugInformation) {
  const WalkedShader& shader = GetParam();
  const auto path = test_support::corpus_root() / "variants" / (std::string(shader.name) + ".debug.dxil");
  const auto bytes = test_support::read_binary_file(path);
  ASSERT_TRUE(bytes.ok());
  dxil::ReadOptions reading;
  reading.debug_info = true;
  const auto program = dxil::ShaderReader().read(*bytes, reading);
  ASSERT_TRUE(program.ok());
  spirv::EmitOptions options;
  options.debug_info = spirv::DebugInfoLevel::kFull;
  const auto module = translate(*program, options);
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  const auto filled = test_support::fill_buffer(test_support::Fill::kSeed, shader.seed, shader.words * 4);
  std::vector<uint32_t> input(shader.words);
  std::memcpy(input.data(), filled.data(), filled.size());
  uint32_t checked = 0;
  std::set<uint32_t> lines;
  for (uint32_t id = 0; id < 128; ++id) {
    SourceRun expected(input, id);
    shader.run(expected, id);
    const Walk walk = walk_module(*module, id, input, 4096);
    ASSERT_EQ(walk.fault, "") << id;
    for (const WalkedLine& line : walk.lines) {
      EXPECT_TRUE(expected.ran(line.line)) << id << ": line " << line.line;
      lines.insert(line.line);
      for (const auto& [name, value] : line.variables) {
        EXPECT_TRUE(expected.has(line.line, name, value))
            << id << ": line " << line.line << ", " << name << " is " << value;
        ++checked;
      }
    }
  }
  EXPECT_GE(checked, shader.least_values);
  EXPECT_GE(lines.size(), 15u);
}

// Its stores keep the compiler from running lines before it is known that the source runs them; of such lines
// the compiler itself says values that the source does not have.
INSTANTIATE_TEST_SUITE_P(Variants, SourceValues,
                         testing::Values(WalkedShader{"half_open_if_store_chain", 128, 12, 5000,
                                                      run_half_open_ifs}),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace trellis::test_backend
