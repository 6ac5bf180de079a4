// Reading of types, scopes, inlined calls, variables and their values as plain data.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "dxil_frontend/read_shader.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil {
namespace {

Shader read_debug(const char* name) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / name);
  EXPECT_TRUE(bytes) << name;
  ReadOptions reading;
  reading.debug_info = true;
  auto shader = read_shader(*bytes, reading);
  EXPECT_TRUE(shader) << name;
  return shader ? std::move(*shader) : Shader();
}

const DebugVariable* find_variable(const DebugInfo& info, std::string_view name) {
  const auto found = std::find_if(info.variables.begin(), info.variables.end(),
                                  [&](const DebugVariable& v) { return v.name == name; });
  return found == info.variables.end() ? nullptr : &*found;
}

TEST(DebugMetadata, HasTheSource) {
  const Shader shader = read_debug("variants/half_open_if_store_chain.debug.dxil");
  const DebugInfo& info = shader.module.debug;
  EXPECT_NE(info.producer.find("dxc"), String::npos);
  EXPECT_EQ(info.arguments[0], "-E");
  ASSERT_LT(info.main_file, shader.module.source_files.size());
  EXPECT_NE(shader.module.source_files[info.main_file].text.find("numthreads"), String::npos);
  ASSERT_EQ(info.globals.size(), 2u);
  EXPECT_EQ(info.globals[0].name, "Src");
}

TEST(DebugMetadata, HasScopesAndVariables) {
  const Shader shader = read_debug("variants/half_open_if_store_chain.debug.dxil");
  const DebugInfo& info = shader.module.debug;
  const DebugVariable* id = find_variable(info, "id");
  ASSERT_NE(id, nullptr);
  EXPECT_EQ(id->argument, 1u);
  ASSERT_NE(id->type, cfg::kNone);
  EXPECT_EQ(info.types[id->type].kind, DebugTypeKind::kVector);
  EXPECT_EQ(info.types[id->type].count, 3u);
  EXPECT_EQ(info.types[id->type].bits, 96u);
  const DebugVariable* old = find_variable(info, "old");
  ASSERT_NE(old, nullptr);
  const DebugScope& block = info.scopes[old->scope];
  EXPECT_FALSE(block.is_function);
  EXPECT_EQ(block.line, 36u);
  uint32_t outermost = old->scope;
  while (info.scopes[outermost].parent != cfg::kNone) outermost = info.scopes[outermost].parent;
  EXPECT_TRUE(info.scopes[outermost].is_function);
  EXPECT_EQ(info.scopes[outermost].name, "main");
  EXPECT_EQ(info.scopes[outermost].body_line, 13u);
}

TEST(DebugMetadata, HasInlinedCallsAndParts) {
  const Shader shader = read_debug("containers/loop_state_struct_and_array.embedded_debug.dxil");
  const DebugInfo& info = shader.module.debug;
  EXPECT_FALSE(info.inlinings.empty());
  const DebugVariable* machine = find_variable(info, "m");
  ASSERT_NE(machine, nullptr);
  EXPECT_EQ(info.types[machine->type].kind, DebugTypeKind::kStruct);
  EXPECT_EQ(info.types[machine->type].members.size(), 3u);
  const auto& bindings = shader.module.functions[0].bindings;
  const auto has = [&](DebugBinding::Kind kind, uint64_t offset) {
    return std::any_of(bindings.begin(), bindings.end(),
                       [&](const DebugBinding& b) { return b.kind == kind && b.offset_bits == offset; });
  };
  EXPECT_TRUE(has(DebugBinding::Kind::kMemory, 0));
  EXPECT_TRUE(has(DebugBinding::Kind::kConstant, 320));
  EXPECT_TRUE(has(DebugBinding::Kind::kValue, 288));
}

/// The parts of constants that dxc splits have the type of the whole: they are left out without a diagnostic.
TEST(DebugMetadata, LeavesOutPartsOfConstants) {
  for (const char* name : {"debug_info/split_constants.dxil", "debug_info/split_constants_od.dxil"}) {
    const Shader shader = read_debug(name);
    std::vector<std::string> names;
    for (const DebugGlobal& global : shader.module.debug.globals) names.emplace_back(global.name.c_str());
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names, (std::vector<std::string>{"Footprint", "Out", "counts", "rows", "steps", "turn"}))
        << name;
    EXPECT_TRUE(shader.left_out.empty()) << name;
  }
}

// dxc moves computations, and leaves the debug statements about their results in place.
TEST(DebugMetadata, ValuesAreBoundWhereTheyAreComputed) {
  for (const char* name : {"variants/morphology_bit_rows.debug.dxil", "variants/ps_cloud_layer.debug.dxil"}) {
    const Shader shader = read_debug(name);
    EXPECT_TRUE(shader.left_out.empty()) << shader.left_out[0].to_string();
    const Function& function = shader.module.functions[0];
    std::vector<bool> is_defined(function.local_types.size(), false);
    for (const BasicBlock& block : function.blocks) {
      for (uint32_t n = block.first_instruction; n < block.first_instruction + block.instruction_count; ++n) {
        const SourcePosition& position = function.positions[n];
        for (uint32_t b = position.first_binding; b < position.end_of_bindings; ++b) {
          const DebugBinding& binding = function.bindings[b];
          if (binding.value == kNone) continue;
          EXPECT_TRUE(is_defined[binding.value - function.first_local]) << name << " " << n;
        }
        const ValueId result = function.instructions[n].result;
        if (result != kNone) is_defined[result - function.first_local] = true;
      }
    }
  }
}

TEST(DebugMetadata, IsNotReadUnlessRequested) {
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / "variants/ps_cloud_layer.debug.dxil");
  ASSERT_TRUE(bytes);
  const auto shader = read_shader(*bytes);
  ASSERT_TRUE(shader);
  EXPECT_TRUE(shader->module.debug.types.empty());
  EXPECT_TRUE(shader->module.functions[0].bindings.empty());
}

}  // namespace
}  // namespace trellis::dxil
