// Uses of variables that were never written, as dxc leaves them: D3D gives them an arbitrary value.
#include <regex>

#include "dxil_frontend/read_shader.hpp"
#include "tests/spirv_backend/device_test.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

class UndefinedValues : public DeviceTest {
 protected:
  static Result<dxil::Shader> read(const std::string& name, bool debug_info) {
    const auto bytes =
        test_support::read_binary_file(test_support::corpus_root() / "faults" / (name + ".dxil"));
    if (!bytes) return bytes.error();
    dxil::ReadOptions reading;
    reading.debug_info = debug_info;
    return dxil::read_shader(*bytes, reading);
  }
};

// Undefined values in constant operators, casts and comparisons, as texels, offsets and operands of atomics,
// and as acceleration structures. Read without debug information, and with variables and names.
TEST_F(UndefinedValues, AreValid) {
  for (const char* name :
       {"undef_operator", "undef_operator.od", "undef_operators", "undef_operators.od", "undef_operators.zi",
        "undef_operators.zi_od", "undef_debug_cast", "undef_debug_cast.od", "undef_texel", "undef_texel.od",
        "undef_offset_atomic", "undef_offset_atomic.od", "undef_tlas"}) {
    for (const bool debug_info : {false, true}) {
      const auto shader = read(name, debug_info);
      ASSERT_TRUE(shader) << name << ": " << shader.error().to_string();
      spirv::EmitOptions full;
      if (debug_info) full.debug_info = spirv::DebugInfoLevel::kFull;
      const auto module = translate(*shader, full);
      ASSERT_TRUE(module) << name << ": " << module.error().to_string();
      EXPECT_EQ(validate(*module), "") << name;
    }
  }
}

TEST_F(UndefinedValues, ChangeNothingElse) {
  for (const char* name :
       {"undef_operators", "undef_operators.od", "undef_operators.zi", "undef_operators.zi_od"}) {
    for (const bool debug_info : {false, true}) {
      const auto shader = read(name, debug_info);
      ASSERT_TRUE(shader) << name << ": " << shader.error().to_string();
      const auto all = run(*shader, {std::vector<uint32_t>(64, 5)});
      ASSERT_EQ(all.size(), 1u) << name;
      EXPECT_EQ(std::vector<uint32_t>(all[0].begin(), all[0].begin() + 5),
                (std::vector<uint32_t>{7, 8, 9, 10, 5}))
          << name;
    }
  }
}

// The module contains what the pipeline requires.
TEST_F(UndefinedValues, GeometryShadersWithoutInputsTakePoints) {
  const auto shader = read("gs_no_input", false);
  ASSERT_TRUE(shader) << shader.error().to_string();
  const auto module = translate(*shader);
  ASSERT_TRUE(module) << module.error().to_string();
  EXPECT_NE(disassemble(*module).find("InputPoints"), std::string::npos);
}

TEST_F(UndefinedValues, MeshShadersAnnounceNoMoreThanTheyDeclare) {
  for (const char* name : {"mesh_counts", "mesh_counts.od"}) {
    const auto shader = read(name, false);
    ASSERT_TRUE(shader) << name << ": " << shader.error().to_string();
    const auto module = translate(*shader);
    ASSERT_TRUE(module) << name << ": " << module.error().to_string();
    EXPECT_EQ(validate(*module), "") << name;
    const std::string text = disassemble(*module);
    std::smatch counts;
    ASSERT_TRUE(std::regex_search(text, counts, std::regex("OpSetMeshOutputsEXT (%\\w+) (%\\w+)"))) << text;
    EXPECT_TRUE(std::regex_search(text, std::regex(counts.str(1) + " = OpConstant %\\w+ 3\n"))) << text;
    EXPECT_TRUE(std::regex_search(text, std::regex(counts.str(2) + " = OpConstant %\\w+ 1\n"))) << text;
  }
}

}  // namespace
}  // namespace trellis::test_backend
