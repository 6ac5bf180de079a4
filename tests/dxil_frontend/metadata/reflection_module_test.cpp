// The part STAT: its names and structs, and the result if it is invalid.
#include "dxil_frontend/metadata/reflection_module.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "dxil_frontend/program/reflection/reflection.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil::test {
namespace {

using container_testing::make_container;
using container_testing::make_program;

/// Returns the nodes of dx.resources for a constant buffer and a structured buffer, with or without names.
std::string resource_metadata(const std::string& constants, const std::string& lights,
                              const std::string& symbol = "ptr undef") {
  return "!dx.resources = !{!50}\n!50 = !{!51, null, !52, null}\n!51 = !{!53}\n!52 = !{!54}\n"
         "!53 = !{i32 0, " +
         (symbol == "ptr undef" ? symbol : "ptr @lights") + ", !\"" + lights +
         "\", i32 1, i32 4, i32 1, i32 12, i32 0, !55}\n"
         "!54 = !{i32 0, " +
         symbol + ", !\"" + constants + "\", i32 0, i32 2, i32 1, i32 96, null}\n!55 = !{i32 1, i32 16}\n";
}

std::vector<uint8_t> program_of(const std::string& text) {
  const auto bitcode = assemble(text);
  EXPECT_TRUE(bitcode) << bitcode.error().to_string();
  return bitcode ? make_program(*bitcode) : std::vector<uint8_t>();
}

std::vector<uint8_t> stripped_program() {
  return program_of("define void @main() { ret void }\n" + compute_metadata() + resource_metadata("", ""));
}

/// A reflection module; the tests replace its parts one by one.
struct Reflection {
  std::string resources = resource_metadata("Frame", "lights", "ptr @frame");
  std::string annotations = "!60, !70";
  std::string structs =
      "!{i32 0, %hostlayout.Frame undef, !61, %hostlayout.struct.Light undef, !62, "
      "%\"class.StructuredBuffer<Light>\" undef, !63}";
  std::string frame = "!{i32 96, !64, !66, !67, !68}";
  std::string matrix = "!{i32 4, i32 3, i32 2}";

  std::string text() const {
    return "%hostlayout.Frame = type { [2 x [4 x <3 x float>]], <2 x float>, [3 x %hostlayout.struct.Light], "
           "i32 }\n"
           "%hostlayout.struct.Light = type { <3 x float>, float }\n"
           "%\"class.StructuredBuffer<Light>\" = type { %hostlayout.struct.Light }\n"
           "@frame = external constant %hostlayout.Frame\n"
           "@lights = external constant [0 x %\"class.StructuredBuffer<Light>\"]\n"
           "declare void @main()\n" +
           compute_metadata() + resources + "!dx.typeAnnotations = !{" + annotations + "}\n!60 = " + structs +
           "\n!61 = " + frame +
           "\n!62 = !{i32 16, !{i32 6, !\"color\", i32 3, i32 0, i32 7, i32 9, i32 13, i32 3}, "
           "!{i32 6, !\"power\", i32 3, i32 12, i32 7, i32 9}}\n"
           "!63 = !{i32 16, !{i32 6, !\"h\", i32 3, i32 0}}\n"
           "!64 = !{i32 6, !\"views\", i32 2, !65, i32 3, i32 0, i32 7, i32 9}\n!65 = " +
           matrix +
           "\n!66 = !{i32 6, !\"size\", i32 3, i32 128, i32 7, i32 9, i32 99, !\"of a later compiler\"}\n"
           "!67 = !{i32 6, !\"lamps\", i32 3, i32 144}\n"
           "!68 = !{i32 6, !\"count\", i32 3, i32 192, i32 7, i32 5}\n"
           "!70 = !{i32 1, ptr @main, !{!{i32 0, !{}, !{}}}}\n";
  }
};

Shader read(const std::vector<uint8_t>& reflection_part) {
  const auto file = make_container({{"STAT", reflection_part}, {"DXIL", stripped_program()}});
  Result<Shader> shader = read_shader(file);
  EXPECT_TRUE(shader) << shader.error().to_string();
  return shader ? std::move(*shader) : Shader{};
}

/// Returns the message about an invalid reflection. The program must be the same as without it.
std::string left_out(const std::vector<uint8_t>& reflection_part) {
  const Shader shader = read(reflection_part);
  EXPECT_EQ(shader.resources.size(), 2u);
  for (const Resource& resource : shader.resources) {
    EXPECT_EQ(resource.name, "");
    EXPECT_EQ(resource.struct_index, kNone);
  }
  EXPECT_TRUE(shader.structs.empty());
  EXPECT_EQ(shader.left_out.size(), 1u);
  return shader.left_out.empty() ? "" : shader.left_out.front().to_string();
}

void expect_left_out(const Reflection& reflection, const std::string& why) {
  const std::string text = left_out(program_of(reflection.text()));
  EXPECT_EQ(text.find("the reflection data (names) is ignored: "), 0u) << text;
  EXPECT_NE(text.find(why), std::string::npos) << text << "\nexpected: " << why;
  EXPECT_NE(text.find("part STAT"), std::string::npos) << text;
}

TEST(Reflection, NamesResources) {
  const Shader shader = read(program_of(Reflection().text()));
  EXPECT_TRUE(shader.left_out.empty()) << shader.left_out[0].to_string();
  ASSERT_EQ(shader.resources.size(), 2u);
  EXPECT_EQ(shader.resources[0].name, "lights");
  EXPECT_EQ(shader.resources[1].name, "Frame");
}

TEST(Reflection, DescribesStructs) {
  const Shader shader = read(program_of(Reflection().text()));
  ASSERT_EQ(shader.structs.size(), 2u);
  ASSERT_LT(shader.resources[0].struct_index, 2u);
  ASSERT_LT(shader.resources[1].struct_index, 2u);
  const StructLayout& light = shader.structs[shader.resources[0].struct_index];
  EXPECT_EQ(light.name, "Light");
  EXPECT_EQ(light.size, 16u);
  ASSERT_EQ(light.members.size(), 2u);
  EXPECT_EQ(light.members[0].name, "color");
  EXPECT_EQ(light.members[0].columns, 3u);
  EXPECT_EQ(light.members[0].component_type, ComponentType::kF32);
  EXPECT_EQ(light.members[1].name, "power");
  EXPECT_EQ(light.members[1].offset, 12u);
  EXPECT_EQ(light.members[1].columns, 1u);
  const StructLayout& frame = shader.structs[shader.resources[1].struct_index];
  EXPECT_EQ(frame.name, "Frame");
  ASSERT_EQ(frame.members.size(), 4u);
  const StructMember& views = frame.members[0];
  EXPECT_EQ(views.rows, 4u);
  EXPECT_EQ(views.columns, 3u);
  EXPECT_TRUE(views.is_column_major);
  EXPECT_EQ(views.array_sizes, (Vector<uint32_t>{2})) << "the innermost array is the matrix";
  EXPECT_EQ(frame.members[1].columns, 2u) << "of the type: older compilers do not say it";
  EXPECT_EQ(frame.members[2].array_sizes, (Vector<uint32_t>{3}));
  EXPECT_EQ(frame.members[2].struct_index, shader.resources[0].struct_index);
  EXPECT_EQ(frame.members[3].name, "count");
  EXPECT_EQ(frame.members[3].component_type, ComponentType::kU32);
}

TEST(Reflection, IsInTheJson) {
  const String json = reflect_json(read(program_of(Reflection().text())));
  EXPECT_NE(json.find("\"struct\": \"Frame\""), String::npos) << json;
  EXPECT_NE(json.find("\"order\": \"column_major\""), String::npos) << json;
  EXPECT_NE(json.find("\"structs\": ["), String::npos) << json;
}

TEST(Reflection, NamesOfTheProgramWin) {
  const auto program =
      program_of("define void @main() { ret void }\n" + compute_metadata() + resource_metadata("Own", ""));
  const auto shader =
      read_shader(make_container({{"STAT", program_of(Reflection().text())}, {"DXIL", program}}));
  ASSERT_TRUE(shader) << shader.error().to_string();
  EXPECT_EQ(shader->resources[0].name, "lights");
  EXPECT_EQ(shader->resources[1].name, "Own");
}

TEST(Reflection, IsNotReadUnlessRequested) {
  ReadOptions options;
  options.names = false;
  const auto shader = read_shader(
      make_container({{"STAT", program_of(Reflection().text())}, {"DXIL", stripped_program()}}), options);
  ASSERT_TRUE(shader) << shader.error().to_string();
  EXPECT_EQ(shader->resources[0].name, "");
  EXPECT_TRUE(shader->structs.empty());
}

TEST(Reflection, MayHaveResourcesThatTheProgramDoesNotUse) {
  const auto program = program_of("define void @main() { ret void }\n" + compute_metadata() +
                                  "!dx.resources = !{!50}\n!50 = !{null, null, !52, null}\n!52 = !{!54}\n"
                                  "!54 = !{i32 0, ptr undef, !\"\", i32 0, i32 2, i32 1, i32 96, null}\n");
  const auto shader =
      read_shader(make_container({{"STAT", program_of(Reflection().text())}, {"DXIL", program}}));
  ASSERT_TRUE(shader) << shader.error().to_string();
  EXPECT_TRUE(shader->left_out.empty());
  EXPECT_EQ(shader->resources[0].name, "Frame");
}

// A library's resources get registers when the program is read.
TEST(Reflection, OfResourcesWithoutRegisters) {
  const auto text = [](const char* name) {
    return "!dx.resources = !{!50}\n!50 = !{null, null, !52, null}\n!52 = !{!54}\n!54 = !{i32 0, ptr undef, "
           "!\"" +
           std::string(name) + "\", i32 -1, i32 -1, i32 1, i32 96, null}\n";
  };
  const auto program = program_of("define void @main() { ret void }\n" + compute_metadata() + text(""));
  const auto reflection = program_of("declare void @main()\n" + compute_metadata() + text("Frame"));
  const auto shader = read_shader(make_container({{"STAT", reflection}, {"DXIL", program}}));
  ASSERT_TRUE(shader) << shader.error().to_string();
  EXPECT_TRUE(shader->left_out.empty()) << shader->left_out[0].to_string();
  EXPECT_EQ(shader->resources[0].name, "Frame");
}

TEST(Reflection, DamageIsReportedAndDoesNotStopTheProgram) {
  EXPECT_NE(left_out({}).find("part has 0 bytes"), std::string::npos);
  EXPECT_NE(left_out({1, 2, 3}).find("part has 3 bytes"), std::string::npos);
  std::vector<uint8_t> part = program_of(Reflection().text());
  part[8] ^= 1;
  EXPECT_NE(left_out(part).find("where \"DXIL\" belongs"), std::string::npos);
  part = program_of(Reflection().text());
  std::fill(part.begin() + 40, part.begin() + 80, uint8_t{0xff});
  EXPECT_NE(left_out(part), "");
  part = program_of(Reflection().text());
  container_testing::put_u32(part, 20, 64);
  EXPECT_NE(left_out(part), "");
}

TEST(Reflection, MustHaveTheProgramsResources) {
  Reflection reflection;
  reflection.resources = resource_metadata("Frame", "lights", "ptr @frame");
  reflection.resources.replace(reflection.resources.find("i32 1, i32 4"), 12, "i32 1, i32 5");
  expect_left_out(reflection, "it has no SRV with id 0 at the registers where the program has it");
  reflection.resources = "!dx.resources = !{!50}\n!50 = !{null, null, null, null}\n";
  expect_left_out(reflection, "it has no SRV with id 0");
  reflection.resources = "";
  expect_left_out(reflection, "it has no SRV with id 0");
}

TEST(Reflection, SaysWhatIsWrongWithAnnotations) {
  Reflection reflection;
  reflection.frame = "!{i32 96, !64, !66}";
  expect_left_out(reflection, "has 3 operands, needs 5");
  reflection.frame = "!{!\"96\", !64, !66, !67, !68}";
  expect_left_out(reflection, "operand 0 (size) is not an integer");
  reflection.frame = "!{i32 96, !64, null, !67, !68}";
  expect_left_out(reflection, "operand 2 (field) is missing");
  reflection.frame = "!{i32 96, !64, !66, !67, !{i32 6}}";
  expect_left_out(reflection, "odd number of operands");
  reflection.frame = "!{i32 96, !64, !66, !67, !{i32 6, i32 1}}";
  expect_left_out(reflection, "(name) is not a string");
  reflection.frame = "!{i32 96, !64, !66, !67, !{i32 7, i32 1000}}";
  expect_left_out(reflection, "(component type) is 1000");
  reflection.frame = "!{i32 96, !64, !66, !67, !{i32 13, i32 100000}}";
  expect_left_out(reflection, "(vector size) is 100000");
  reflection = {};
  reflection.matrix = "!{i32 5, i32 4, i32 2}";
  expect_left_out(reflection, "(rows) is 5");
  reflection.matrix = "!{i32 4, i32 4}";
  expect_left_out(reflection, "has 2 operands, needs 3");
  reflection = {};
  reflection.structs = "!{i32 0, !\"Frame\", !61}";
  expect_left_out(reflection, "(struct) is not a value");
  reflection.structs = "!{i32 0, %hostlayout.Frame undef, !\"none\"}";
  expect_left_out(reflection, "(annotation) is neither a node nor null");
}

// In bitcode, a struct cannot contain itself, but it can contain another one many times.
TEST(Reflection, StructsOfStructsAreListedOnce) {
  std::string types, annotations, nodes;
  constexpr int kDepth = 40;
  for (int i = 0; i < kDepth; ++i) {
    const std::string name = "%s" + std::to_string(i), next = "%s" + std::to_string(i + 1);
    types += name + " = type { " + (i + 1 < kDepth ? next + ", " + next : "i32, i32") + " }\n";
    annotations += ", " + name + " undef, !" + std::to_string(100 + i);
    nodes += "!" + std::to_string(100 + i) + " = !{i32 8, !{i32 6, !\"a\"}, !{i32 6, !\"b\"}}\n";
  }
  std::string resources = resource_metadata("Frame", "lights");
  const std::string symbol = "i32 0, ptr undef, !\"Frame\"";
  resources.replace(resources.find(symbol), symbol.size(), "i32 0, %s0 undef, !\"Frame\"");
  const Shader shader =
      read(program_of(types + "declare void @main()\n" + compute_metadata() + resources +
                      "!dx.typeAnnotations = !{!60}\n!60 = !{i32 0" + annotations + "}\n" + nodes));
  EXPECT_TRUE(shader.left_out.empty()) << shader.left_out[0].to_string();
  EXPECT_EQ(shader.structs.size(), static_cast<size_t>(kDepth));
}

const Resource* find_resource(const Shader& shader, const std::string& name) {
  for (const Resource& resource : shader.resources) {
    if (resource.name == name) return &resource;
  }
  return nullptr;
}

Result<Shader> read_shipped(const std::string& name) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / "containers" / name);
  if (!bytes) return bytes.error();
  return read_shader(*bytes);
}

// A container from dxc, with typed pointers: the struct is the symbol's pointee type.
TEST(Reflection, OfShippedContainers) {
  const auto shader = read_shipped("ps_decal_box.reflection.dxil");
  ASSERT_TRUE(shader) << shader.error().to_string();
  EXPECT_TRUE(shader->left_out.empty());
  for (const char* name : {"decals", "clusterList", "albedoAtlas", "normalAtlas", "depthMap", "gNormal",
                           "gMask", "C", "aniso"}) {
    EXPECT_NE(find_resource(*shader, name), nullptr) << name;
  }
  const Resource* constants = find_resource(*shader, "C");
  ASSERT_NE(constants, nullptr);
  ASSERT_LT(constants->struct_index, shader->structs.size());
  const StructLayout& layout = shader->structs[constants->struct_index];
  EXPECT_EQ(layout.size, 84u);
  ASSERT_EQ(layout.members.size(), 5u);
  EXPECT_EQ(layout.members[0].name, "invViewProj");
  EXPECT_EQ(layout.members[0].rows, 4u);
  EXPECT_TRUE(layout.members[0].array_sizes.empty());
  EXPECT_EQ(layout.members[4].name, "maxPerPixel");
  EXPECT_EQ(layout.members[4].offset, 80u);
  const Resource* decals = find_resource(*shader, "decals");
  ASSERT_LT(decals->struct_index, shader->structs.size());
  EXPECT_EQ(shader->structs[decals->struct_index].name, "Decal");
}

}  // namespace
}  // namespace trellis::dxil::test
