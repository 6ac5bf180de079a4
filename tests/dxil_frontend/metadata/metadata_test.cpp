// Reading of metadata, and the error messages for invalid metadata.
#include <gtest/gtest.h>

#include "tests/dxil_frontend/readers/assembly.hpp"

namespace trellis::dxil::test {
namespace {

// A module with the entry point @main and metadata nodes that the tests replace one by one.
struct Nodes {
  std::string version = "!{i32 1, i32 6}";
  std::string validator = "!{i32 1, i32 8}";
  std::string model = "!{!\"cs\", i32 6, i32 6}";
  std::string entry = "!{ptr @main, !\"main\", !20, null, !30}";
  std::string signatures = "!{null, null, null}";
  std::string properties = "!{i32 0, i64 8388624, i32 4, !40}";
  std::string group_size = "!{i32 8, i32 4, i32 2}";
  std::string resources = "!{null, null, null, null}";
  std::string more;  // Additional nodes.

  std::string text() const {
    return "define void @main() { ret void }\n"
           "declare void @declared()\n"
           "@symbol = external constant i32\n"
           "!dx.version = !{!0}\n!dx.valver = !{!1}\n!dx.shaderModel = !{!2}\n!dx.entryPoints = !{!3}\n"
           "!dx.resources = !{!50}\n"
           "!0 = " +
           version + "\n!1 = " + validator + "\n!2 = " + model + "\n!3 = " + entry + "\n!20 = " + signatures +
           "\n!30 = " + properties + "\n!40 = " + group_size + "\n!50 = " + resources + "\n" + more + "\n";
  }
};

void expect_refused(const Nodes& nodes, const std::string& message, ErrorCode code = ErrorCode::kBadInput) {
  const Result<Shader> shader = read_text(nodes.text());
  ASSERT_FALSE(shader.ok()) << "accepted; expected: " << message;
  EXPECT_EQ(shader.error().code, code) << shader.error().to_string();
  EXPECT_EQ(shader.error().where.part, "metadata");
  EXPECT_NE(shader.error().message.find(message), std::string::npos)
      << shader.error().to_string() << "\nexpected: " << message;
}

TEST(Metadata, ResourcesWithoutRegistersGetThem) {
  Nodes nodes;
  nodes.resources = "!{!60, null, null, null}";
  nodes.more =
      "!60 = !{!61, !62, !63}\n"
      "!61 = !{i32 0, ptr @symbol, !\"a\", i32 -1, i32 -1, i32 1, i32 11, i32 0, null}\n"
      "!62 = !{i32 1, ptr @symbol, !\"b\", i32 0, i32 0, i32 1, i32 11, i32 0, null}\n"
      "!63 = !{i32 2, ptr @symbol, !\"c\", i32 2, i32 -1, i32 1, i32 11, i32 0, null}\n";
  const Result<Shader> shader = read_text(nodes.text());
  ASSERT_TRUE(shader.ok()) << shader.error().to_string();
  ASSERT_EQ(shader->resources.size(), 3u);
  EXPECT_EQ(shader->resources[0].space, 0u);
  EXPECT_EQ(shader->resources[0].lower_bound, 1u);
  EXPECT_EQ(shader->resources[1].lower_bound, 0u);
  EXPECT_EQ(shader->resources[2].space, 2u);
  EXPECT_EQ(shader->resources[2].lower_bound, 0u);
}

TEST(Metadata, ComputeShader) {
  const Result<Shader> shader = read_text(Nodes().text());
  ASSERT_TRUE(shader.ok()) << shader.error().to_string();
  EXPECT_EQ(shader->kind, ShaderKind::kCompute);
  EXPECT_EQ(shader->model_major, 6u);
  EXPECT_EQ(shader->model_minor, 6u);
  EXPECT_EQ(shader->dxil_major, 1u);
  EXPECT_EQ(shader->dxil_minor, 6u);
  EXPECT_EQ(shader->validator_minor, 8u);
  EXPECT_EQ(shader->flags, 8388624u);
  ASSERT_EQ(shader->entry_points.size(), 1u);
  const EntryPoint& entry = shader->entry_points[0];
  EXPECT_EQ(entry.name, "main");
  EXPECT_EQ(entry.kind, ShaderKind::kCompute);
  EXPECT_EQ(shader->module.functions[entry.function].name, "main");
  EXPECT_EQ(entry.thread_group_size, (std::array<uint32_t, 3>{8, 4, 2}));
  EXPECT_TRUE(entry.native_16bit());
  EXPECT_FALSE(entry.early_depth_stencil());
  EXPECT_FALSE(entry.wave_size.has_value());
}

TEST(Metadata, UnknownTagsAreSkipped) {
  Nodes nodes;
  nodes.properties = "!{i32 4, !40, i32 999, !{!\"new\"}, i32 998, null}";
  EXPECT_TRUE(read_text(nodes.text()).ok());
}

TEST(Metadata, MissingNodesAreNamed) {
  for (const std::string name : {"dx.version", "dx.shaderModel", "dx.entryPoints"}) {
    std::string text = Nodes().text();
    const size_t at = text.find("!" + name + " =");
    text.replace(at, name.size() + 1, "!dx.other");
    const Result<Shader> shader = read_text(text);
    ASSERT_FALSE(shader.ok()) << name;
    EXPECT_EQ(shader.error().message, "the module has no !" + name);
  }
  std::string text = Nodes().text();
  text.replace(text.find("!dx.valver ="), 10, "!dx.other");
  const Result<Shader> shader = read_text(text);
  ASSERT_TRUE(shader.ok());
  EXPECT_EQ(shader->validator_major, 1u);
  EXPECT_EQ(shader->validator_minor, 0u);
}

TEST(Metadata, VersionsAndShaderModel) {
  Nodes nodes;
  nodes.version = "!{i32 2, i32 0}";
  expect_refused(nodes, "DXIL version 2.0", ErrorCode::kUnsupported);
  nodes.version = "!{i32 1}";
  expect_refused(nodes, "!dx.version, node 0: has 1 operands, needs 2");
  nodes.version = "!{i32 1, !\"six\"}";
  expect_refused(nodes, "operand 1 (minor) is not an integer");
  nodes = {};
  nodes.model = "!{!\"xs\", i32 6, i32 0}";
  expect_refused(nodes, "'xs', which is not a shader kind");
  nodes.model = "!{!\"cs\", i32 5, i32 1}";
  expect_refused(nodes, "shader model 5.1", ErrorCode::kUnsupported);
  nodes.model = "!{i32 5, i32 6, i32 1}";
  expect_refused(nodes, "operand 0 (shader kind) is not a string");
}

TEST(Metadata, EntryPoint) {
  Nodes nodes;
  nodes.entry = "!{null, !\"main\", null, null, !30}";
  expect_refused(nodes, "operand 0 (function) is missing");
  nodes.entry = "!{ptr @declared, !\"main\", null, null, !30}";
  expect_refused(nodes, "operand 0 (function) has no body");
  nodes.entry = "!{ptr @symbol, !\"main\", null, null, !30}";
  expect_refused(nodes, "operand 0 (function) is not a function");
  nodes.entry = "!{ptr @main, !\"main\", null, null}";
  expect_refused(nodes, "!dx.entryPoints, node 0: has 4 operands, needs 5");
  nodes.entry = "!{ptr @main, !\"main\", null, null, null}";
  expect_refused(nodes, "has no thread group size");
  nodes.entry = "!{ptr @main, !\"main\", !\"text\", null, !30}";
  expect_refused(nodes, "operand 2 (signatures) is neither a node nor null");
}

TEST(Metadata, Properties) {
  Nodes nodes;
  nodes.properties = "!{i32 4, !40, i32 7}";
  expect_refused(nodes, "operand 4 (properties): a list of tags and values has an odd number");
  nodes = {};
  nodes.group_size = "!{i32 8, i32 0, i32 1}";
  expect_refused(nodes, "operand 4 (properties), operand 3 (thread group size): operand 1 (threads) is 0");
  nodes.group_size = "!{i32 64, i32 32, i32 1}";
  expect_refused(nodes, "2048 threads");
  nodes.group_size = "!{i32 -1, i32 1, i32 1}";
  expect_refused(nodes, "is 4294967295, more than 1024");
  nodes = {};
  nodes.properties = "!{i32 4, !40, i32 11, !{i32 24}}";
  expect_refused(nodes, "not a power of two");
  nodes.properties = "!{i32 4, !40, i32 11, !{i32 32}}";
  Result<Shader> shader = read_text(nodes.text());
  ASSERT_TRUE(shader.ok());
  ASSERT_TRUE(shader->entry_points[0].wave_size.has_value());
  EXPECT_EQ(shader->entry_points[0].wave_size->minimum, 32u);
  EXPECT_EQ(shader->entry_points[0].wave_size->maximum, 0u);
  nodes.properties = "!{i32 4, !40, i32 23, !{i32 16, i32 64, i32 32}}";
  shader = read_text(nodes.text());
  ASSERT_TRUE(shader.ok());
  EXPECT_EQ(shader->entry_points[0].wave_size->maximum, 64u);
  EXPECT_EQ(shader->entry_points[0].wave_size->preferred, 32u);
  nodes.properties = "!{i32 4, !40, i32 23, !{i32 64, i32 16, i32 0}}";
  expect_refused(nodes, "below the minimum");
}

TEST(Metadata, StagesNeedTheirState) {
  const std::pair<const char*, const char*> stages[] = {{"gs", "geometry state"},
                                                        {"hs", "hull state"},
                                                        {"ds", "domain state"},
                                                        {"ms", "mesh state"},
                                                        {"as", "amplification state"}};
  for (const auto& [model, state] : stages) {
    Nodes nodes;
    nodes.model = "!{!\"" + std::string(model) + "\", i32 6, i32 5}";
    expect_refused(nodes, std::string("has no ") + state);
  }
}

TEST(Metadata, Signatures) {
  Nodes nodes;
  nodes.model = "!{!\"vs\", i32 6, i32 0}";
  nodes.signatures = "!{!{!21}, !{!22, !23}, null}";
  nodes.more =
      "!21 = !{i32 0, !\"ATTR\", i8 9, i8 0, !{i32 3, i32 4}, i8 0, i32 2, i8 3, i32 1, i8 0, !{i32 3, i32 "
      "5}}\n"
      "!22 = !{i32 0, !\"SV_Position\", i8 9, i8 3, !{i32 0}, i8 4, i32 1, i8 4, i32 0, i8 0, null}\n"
      "!23 = !{i32 1, !\"EXTRA\", i8 5, i8 0, null, i8 1, i32 1, i8 1, i32 -1, i8 -1, null}\n";
  const Result<Shader> shader = read_text(nodes.text());
  ASSERT_TRUE(shader.ok()) << shader.error().to_string();
  const EntryPoint& entry = shader->entry_points[0];
  ASSERT_EQ(entry.inputs.size(), 1u);
  ASSERT_EQ(entry.outputs.size(), 2u);
  EXPECT_EQ(entry.inputs[0].semantic, "ATTR");
  EXPECT_EQ(entry.inputs[0].semantic_indices, (std::vector<uint32_t>{3, 4}));
  EXPECT_EQ(entry.inputs[0].component_type, ComponentType::kF32);
  EXPECT_EQ(entry.inputs[0].rows, 2u);
  EXPECT_EQ(entry.inputs[0].columns, 3u);
  EXPECT_EQ(entry.inputs[0].start_row, 1);
  EXPECT_EQ(entry.inputs[0].usage_mask, 5u);
  EXPECT_EQ(entry.outputs[0].semantic_kind, 3);
  EXPECT_EQ(entry.outputs[0].interpolation, 4);
  EXPECT_EQ(entry.outputs[1].start_row, -1);
  EXPECT_EQ(entry.outputs[1].start_column, -1);
  EXPECT_EQ(entry.outputs[1].semantic_indices, (std::vector<uint32_t>{0}));
}

TEST(Metadata, SignatureFieldsAreChecked) {
  const auto refuse = [](const std::string& element, const std::string& message) {
    Nodes nodes;
    nodes.model = "!{!\"vs\", i32 6, i32 0}";
    nodes.signatures = "!{!{!21}, null, null}";
    nodes.more = "!21 = " + element;
    expect_refused(nodes, message);
  };
  refuse("!{i32 0, i32 1, i8 9, i8 0, null, i8 0, i32 1, i8 3, i32 0, i8 0, null}",
         "(semantic name) is not a string");
  refuse("!{i32 0, !\"A\", i8 99, i8 0, null, i8 0, i32 1, i8 3, i32 0, i8 0, null}",
         "(component type) is 99");
  refuse("!{i32 0, !\"A\", i8 9, i8 77, null, i8 0, i32 1, i8 3, i32 0, i8 0, null}",
         "(semantic kind) is 77");
  refuse("!{i32 0, !\"A\", i8 9, i8 0, null, i8 9, i32 1, i8 3, i32 0, i8 0, null}",
         "(interpolation mode) is 9");
  refuse("!{i32 0, !\"A\", i8 9, i8 0, null, i8 0, i32 0, i8 3, i32 0, i8 0, null}", "(rows) is 0");
  refuse("!{i32 0, !\"A\", i8 9, i8 0, null, i8 0, i32 4000000, i8 3, i32 0, i8 0, null}",
         "(rows) is 4000000");
  refuse("!{i32 0, !\"A\", i8 9, i8 0, null, i8 0, i32 1, i8 5, i32 0, i8 0, null}", "(columns) is 5");
  refuse("!{i32 0, !\"A\", i8 9, i8 0, null, i8 0, i32 1, i8 1, i32 -2, i8 0, null}", "(start row) is -2");
  refuse("!{i32 0, !\"A\", i8 9, i8 0, null, i8 0, i32 1, i8 1, i32 0, i8 4, null}", "(start column) is 4");
  refuse("!{i32 0, !\"A\", i8 9, i8 0, !{i32 0}, i8 0, i32 2, i8 1, i32 0, i8 0, null}",
         "1 indices for 2 rows");
  refuse("!{i32 0, !\"A\", i8 9, i8 0, null, i8 0, i32 1, i8 1, i32 0, i8 0, !{i32 0, i32 4}}",
         "(stream) is 4");
  refuse("!{i32 0, !\"A\", i8 9}", "has 3 operands, needs 10");
  Nodes nodes;
  nodes.model = "!{!\"vs\", i32 6, i32 0}";
  nodes.signatures = "!{!{!21, !22}, null, null}";
  nodes.more =
      "!21 = !{i32 0, !\"A\", i8 9, i8 0, null, i8 0, i32 1, i8 3, i32 0, i8 0, null}\n"
      "!22 = !{i32 0, !\"B\", i8 9, i8 0, null, i8 0, i32 1, i8 3, i32 1, i8 0, null}";
  expect_refused(nodes, "taken by another element");
  nodes.signatures = "!{!{null}, null, null}";
  expect_refused(nodes, "operand 2 (signatures), operand 0 (inputs): operand 0 (element) is missing");
}

TEST(Metadata, Resources) {
  Nodes nodes;
  nodes.resources = "!{!51, !52, !53, !54}";
  nodes.more =
      "!51 = !{!{i32 1, ptr undef, !\"second\", i32 0, i32 4, i32 -1, i32 2, i32 0, !{i32 0, i32 9}},\n"
      "        !{i32 0, ptr undef, !\"first\", i32 2, i32 3, i32 1, i32 12, i32 0, !{i32 1, i32 24}}}\n"
      "!52 = !{!{i32 0, ptr @symbol, !\"out\", i32 0, i32 0, i32 1, i32 11, i1 true, i1 false, i1 false, "
      "null}}\n"
      "!53 = !{!{i32 0, ptr undef, !\"\", i32 0, i32 7, i32 1, i32 52, null}}\n"
      "!54 = !{!{i32 0, ptr undef, !\"s\", i32 0, i32 0, i32 1, i32 1, null}}\n";
  const Result<Shader> shader = read_text(nodes.text());
  ASSERT_TRUE(shader.ok()) << shader.error().to_string();
  ASSERT_EQ(shader->resources.size(), 5u);
  const Resource& first = shader->resources[0];
  EXPECT_EQ(first.name, "first");
  EXPECT_EQ(first.kind, ResourceKind::kStructuredBuffer);
  EXPECT_EQ(first.stride, 24u);
  EXPECT_EQ(first.space, 2u);
  EXPECT_EQ(first.lower_bound, 3u);
  const Resource& second = shader->resources[1];
  EXPECT_EQ(second.count, UINT32_MAX);
  EXPECT_EQ(second.kind, ResourceKind::kTexture2D);
  EXPECT_EQ(second.component_type, ComponentType::kF32);
  const Resource& out = shader->resources[2];
  EXPECT_EQ(out.resource_class, ResourceClass::kUav);
  EXPECT_TRUE(out.globally_coherent);
  EXPECT_FALSE(out.has_counter);
  ASSERT_NE(out.symbol, kNone);
  EXPECT_EQ(shader->module.globals[shader->module.values[out.symbol].index].name, "symbol");
  EXPECT_EQ(shader->resources[3].kind, ResourceKind::kCBuffer);
  EXPECT_EQ(shader->resources[3].size, 52u);
  EXPECT_EQ(shader->resources[4].sampler_kind, 1u);
  EXPECT_EQ(shader->find_resource(ResourceClass::kSrv, 1)->name, "second");
  EXPECT_EQ(shader->find_resource(ResourceClass::kSrv, 2), nullptr);
}

// Shader model 6.9: a thread sees its own writes after a reorder point.
TEST(Metadata, ReorderCoherentBuffers) {
  for (const bool is_marked : {false, true}) {
    Nodes nodes;
    nodes.resources = "!{null, !51, null, null}";
    nodes.more =
        String("!51 = !{!{i32 0, ptr undef, !\"a\", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, ") +
        "i1 false, " + (is_marked ? "!{i32 4, i1 true}" : "null") + "}}";
    const Result<Shader> shader = read_text(nodes.text());
    ASSERT_TRUE(shader.ok()) << shader.error().to_string();
    EXPECT_EQ(shader->resources.at(0).reorder_coherent, is_marked);
    EXPECT_FALSE(shader->resources[0].globally_coherent);
  }
}

/// Two payload structs, one nested in the other.
Nodes payload_nodes(const std::string& outer_members, const std::string& list) {
  Nodes nodes;
  nodes.more =
      "%struct.Inner = type { float, i32 }\n%struct.Outer = type { %struct.Inner, <2 x float>, double }\n"
      "!dx.dxrPayloadAnnotations = !{!70}\n!70 = !{" +
      list + "}\n!71 = !{!73, !74}\n!72 = !{" + outer_members +
      "}\n!73 = !{i32 0, i32 547}\n!74 = !{i32 0, i32 4643}\n!75 = !{i32 0, i32 0}\n"
      "!76 = !{i32 0, i32 4}\n!77 = !{i32 1, i32 1}\n";
  return nodes;
}
constexpr const char* kBothPayloads = "i32 0, %struct.Inner undef, !71, %struct.Outer undef, !72";

TEST(Metadata, PayloadAccess) {
  const Result<Shader> shader = read_text(payload_nodes("!75, !73, !74", kBothPayloads).text());
  ASSERT_TRUE(shader.ok()) << shader.error().to_string();
  ASSERT_EQ(shader->payloads.size(), 2u);
  const PayloadAccess &inner = shader->payloads[0], &outer = shader->payloads[1];
  EXPECT_EQ(shader->module.types.at(inner.type).name, "struct.Inner");
  EXPECT_EQ(shader->module.types.at(outer.type).name, "struct.Outer");
  ASSERT_EQ(inner.members.size(), 2u);
  // 0x223: read(caller), write(caller, closesthit, miss). 0x1223: also read(anyhit).
  EXPECT_EQ(inner.members[0].read, PayloadMember::kCaller);
  EXPECT_EQ(inner.members[0].written,
            PayloadMember::kCaller | PayloadMember::kClosestHit | PayloadMember::kMiss);
  EXPECT_EQ(inner.members[1].offset, 4u);
  EXPECT_EQ(inner.members[1].read, PayloadMember::kCaller | PayloadMember::kAnyHit);
  ASSERT_EQ(outer.members.size(), 3u);
  EXPECT_EQ(outer.members[0].struct_index, 0u);
  EXPECT_EQ(outer.members[1].struct_index, kNone);
  EXPECT_EQ(outer.members[1].offset, 8u);
  EXPECT_EQ(outer.members[2].offset, 16u);
}

TEST(Metadata, DamagedPayloadAccess) {
  expect_refused(payload_nodes("!75, !73", kBothPayloads), "there are 2 members of a payload that has 3");
  expect_refused(payload_nodes("!75, !73, !76", kBothPayloads), "has bits that are not known");
  expect_refused(payload_nodes("!75, !73, !77", kBothPayloads), "is not known");
  expect_refused(payload_nodes("!75, !73, null", kBothPayloads), "member");
  expect_refused(payload_nodes("!75, !73, !74", "i32 1, %struct.Inner undef, !71"), "is not known");
  expect_refused(payload_nodes("!75, !73, !74", "i32 0, %struct.Inner undef"), "has no members");
  expect_refused(payload_nodes("!75, !73, !74", "i32 0, i32 undef, !71"), "is not a named struct");
  expect_refused(payload_nodes("!75", "i32 0, %struct.Inner undef, !71, %struct.Inner undef, !71"),
                 "is there twice");
}

// DXC up to 1.7 lists an index for each vertex of a mesh shader's output, although it has one row.
TEST(Metadata, IgnoresSemanticIndicesBeyondTheRows) {
  Nodes nodes;
  nodes.model = "!{!\"vs\", i32 6, i32 0}";
  nodes.signatures = "!{null, !{!21}, null}";
  nodes.more =
      "!21 = !{i32 0, !\"A\", i8 9, i8 0, !{i32 4, i32 5, i32 6}, i8 0, i32 1, i8 3, i32 0, i8 0, null}";
  const Result<Shader> shader = read_text(nodes.text());
  ASSERT_TRUE(shader.ok()) << shader.error().to_string();
  ASSERT_EQ(shader->entry_points.at(0).outputs.size(), 1u);
  EXPECT_EQ(shader->entry_points[0].outputs[0].semantic_indices, Vector<uint32_t>{4});
}

// Mesa writes 0 for Vulkan's unbounded arrays.
TEST(Metadata, ARangeOfSizeZeroIsUnbounded) {
  Nodes nodes;
  nodes.resources = "!{!51, null, null, null}";
  nodes.more = "!51 = !{!{i32 0, ptr undef, !\"a\", i32 0, i32 4, i32 0, i32 2, i32 0, null}}";
  const Result<Shader> shader = read_text(nodes.text());
  ASSERT_TRUE(shader.ok()) << shader.error().to_string();
  ASSERT_EQ(shader->resources.size(), 1u);
  EXPECT_EQ(shader->resources[0].count, kUnboundedDescriptors);
}

TEST(Metadata, ResourceFieldsAreChecked) {
  const auto refuse = [](const std::string& record, const std::string& message) {
    Nodes nodes;
    nodes.resources = "!{!51, null, null, null}";
    nodes.more = "!51 = !{" + record + "}";
    expect_refused(nodes, message);
  };
  refuse("!{i32 0, ptr undef, !\"a\", i32 0, i32 -3, i32 5, i32 2, i32 0, null}", "past the last register");
  refuse("!{i32 0, ptr undef, !\"a\", i32 0, i32 4, i32 1, i32 99, i32 0, null}", "(kind) is 99");
  refuse("!{i32 0, ptr undef, !\"a\", i32 0, i32 4, i32 1, i32 14, i32 0, null}", "does not fit the class");
  refuse("!{i32 0, ptr undef, !\"a\", i32 0, i32 4, i32 1, i32 2, i32 0, !{i32 0, i32 200}}",
         "(component type) is 200");
  refuse("!{i32 0, ptr undef, !\"a\", i32 0, i32 4}", "has 5 operands, needs 6");
  refuse(
      "!{i32 0, ptr undef, !\"a\", i32 0, i32 4, i32 1, i32 2, i32 0, null}, "
      "!{i32 0, ptr undef, !\"b\", i32 0, i32 9, i32 1, i32 2, i32 0, null}",
      "the same id");
  Nodes nodes;
  nodes.resources = "!{null, null}";
  expect_refused(nodes, "!dx.resources, node 0: has 2 operands, needs 4");
}

TEST(Metadata, Library) {
  Nodes nodes;
  nodes.model = "!{!\"lib\", i32 6, i32 15}";
  nodes.entry =
      "!{null, !\"\", null, !50, !{i32 0, i64 16}}\n!4 = !{ptr @main, !\"\\01?main@@YAXXZ\", null, null, "
      "!30}";
  nodes.properties = "!{i32 8, i32 10, i32 6, i32 24, i32 7, i32 8}";
  std::string text = nodes.text();
  text.replace(text.find("!dx.entryPoints = !{!3}"), 23, "!dx.entryPoints = !{!3, !4}");
  const Result<Shader> shader = read_text(text);
  ASSERT_TRUE(shader.ok()) << shader.error().to_string();
  EXPECT_EQ(shader->kind, ShaderKind::kLibrary);
  EXPECT_EQ(shader->flags, 16u);
  ASSERT_EQ(shader->entry_points.size(), 1u);
  EXPECT_EQ(shader->entry_points[0].kind, ShaderKind::kClosestHit);
  EXPECT_EQ(shader->entry_points[0].name, "\x01?main@@YAXXZ");
  EXPECT_EQ(shader->entry_points[0].payload_bytes, 24u);
  EXPECT_EQ(shader->entry_points[0].attribute_bytes, 8u);

  text.replace(text.find("!{i32 8, i32 10,"), 16, "!{i32 8, i32 31,");
  const Result<Shader> unknown = read_text(text);
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().message.find("(shader kind) is 31"), std::string::npos)
      << unknown.error().to_string();
}

TEST(Metadata, OneEntryUnlessLibrary) {
  std::string text = Nodes().text();
  text.replace(text.find("!dx.entryPoints = !{!3}"), 23, "!dx.entryPoints = !{!3, !3}");
  const Result<Shader> shader = read_text(text);
  ASSERT_FALSE(shader.ok());
  EXPECT_NE(shader.error().message.find("has 2 entry points"), std::string::npos);
}

}  // namespace
}  // namespace trellis::dxil::test
