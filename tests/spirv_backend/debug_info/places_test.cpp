// Source locations and types that modules cannot express as dxc does: lines that the file does not have, long
// vectors, and types that are never complete.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "dxil_frontend/read_shader.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

constexpr uint32_t kTypeArray = 5, kTypeVector = 6, kTypeComposite = 10, kDebugFunction = 20,
                   kDebugSource = 35, kDebugLine = 103;

/// The debug information of all of a shader's modules, with names and numbers in place of IDs.
struct SaidPlace {
  std::string file;
  uint32_t line = 0;
};
struct Said {
  std::map<std::string, SaidPlace> composites, functions;
  std::vector<SaidPlace> lines;
  /// Number of components of each vector, and of elements of each array.
  std::vector<uint32_t> vectors, arrays;
};

void read_module(const Vector<uint32_t>& words, Said& said) {
  std::map<uint32_t, std::string> strings, sources;
  std::map<uint32_t, uint32_t> numbers;
  constexpr uint32_t kString = 7, kExtInst = 12, kConstant = 43, kHeader = 5;
  for (size_t at = kHeader; at < words.size(); at += words[at] >> 16) {
    const uint32_t* w = words.data() + at;
    const uint32_t opcode = w[0] & 0xFFFF;
    if (opcode == kString) strings[w[1]] = reinterpret_cast<const char*>(w + 2);
    if (opcode == kConstant) numbers[w[2]] = w[3];
    if (opcode != kExtInst) continue;
    if (w[4] == kDebugSource) sources[w[2]] = strings[w[5]];
    if (w[4] == kTypeArray) said.arrays.push_back(numbers[w[6]]);
    if (w[4] == kTypeVector) said.vectors.push_back(numbers[w[6]]);
    if (w[4] == kTypeComposite) said.composites[strings[w[5]]] = {sources[w[7]], numbers[w[8]]};
    if (w[4] == kDebugFunction) said.functions[strings[w[5]]] = {sources[w[7]], numbers[w[8]]};
    if (w[4] == kDebugLine) said.lines.push_back({sources[w[5]], numbers[w[6]]});
  }
}

Said read_said(const std::string& name) {
  Said said;
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / "debug_info" / (name + ".dxil"));
  EXPECT_TRUE(bytes.ok()) << name;
  dxil::ReadOptions reading;
  reading.debug_info = true;
  const auto shader = bytes ? dxil::read_shader(*bytes, reading) : Result<dxil::Shader>(bytes.error());
  EXPECT_TRUE(shader.ok()) << name << ": " << shader.error().to_string();
  if (!shader) return said;
  EXPECT_FALSE(shader->entry_points.empty()) << name;
  for (const dxil::EntryPoint& entry : shader->entry_points) {
    spirv::EmitOptions options;
    options.debug_info = spirv::DebugInfoLevel::kFull;
    const auto module = translate(*shader, entry, options);
    EXPECT_TRUE(module.ok()) << name << ": " << module.error().to_string();
    if (module) read_module(*module, said);
  }
  return said;
}

TEST(DebugPlaces, BuiltInTypesOfAnIncludeHaveNoLine) {
  for (const char* stage : {"ps", "cs", "vs", "lib"}) {
    for (const char* form : {"", "_od"}) {
      const std::string shader = std::string("type_in_include_") + stage + form;
      const Said said = read_said(shader);
      EXPECT_FALSE(said.lines.empty()) << shader;
      uint32_t built_in = 0;
      for (const auto& [name, place] : said.composites) {
        if (name == "Light") {
          EXPECT_EQ(place.file, "./resources.hlsli") << shader;
          EXPECT_EQ(place.line, 29u) << shader;
        } else if (place.file == "type_in_include_" + std::string(stage) + ".hlsl") {
          EXPECT_EQ(place.line, 0u) << shader << ", " << name;
          ++built_in;
        }
      }
      EXPECT_GT(built_in, 0u) << shader;
    }
  }
}

TEST(DebugPlaces, LinesThatEndInTwoCharactersAreOneEach) {
  for (const char* shader : {"lines_with_crlf", "lines_with_crlf_od"}) {
    const Said said = read_said(shader);
    std::map<uint32_t, uint32_t> lines;
    for (const SaidPlace& place : said.lines) ++lines[place.line];
    EXPECT_TRUE(lines.contains(6) && lines.contains(7) && lines.contains(8)) << shader;
    EXPECT_EQ(said.functions.at("main").line, 5u) << shader;
  }
}

TEST(DebugPlaces, LongVectorsAreArrays) {
  for (const char* shader : {"long_vectors", "long_vectors_od"}) {
    const Said said = read_said(shader);
    for (const uint32_t count : said.vectors) EXPECT_LE(count, 4u) << shader;
    EXPECT_GE(std::ranges::count(said.arrays, 6u), 1) << shader;  // The type of Row.
    EXPECT_GE(std::ranges::count(said.arrays, 8u), 1) << shader;  // The type of Rows.
  }
}

TEST(DebugPlaces, TypesMayRemainIncomplete) {
  for (const char* shader : {"opaque_template_argument", "opaque_template_argument_od"}) {
    const Said said = read_said(shader);
    EXPECT_TRUE(said.functions.contains("main") && said.functions.contains("get")) << shader;
    EXPECT_FALSE(said.lines.empty()) << shader;
  }
}

}  // namespace
}  // namespace trellis::test_backend
