#include "dxil_frontend/program/reflection/reflection.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "dxil_frontend/read_shader.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil::test {
namespace {

using Json = nlohmann::ordered_json;

Json reflected(const std::string& label) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  if (!bytes) return {};
  const Result<Shader> shader = read_shader(*bytes);
  if (!shader) return {};
  return Json::parse(reflect_json(*shader), nullptr, false);
}

TEST(Reflection, ComputeShader) {
  const Json json = reflected("resources/uav_globallycoherent_last_group");
  EXPECT_EQ(json.value("shader_model", ""), "cs_6_0");
  EXPECT_EQ(json.value("stage", ""), "compute");
  EXPECT_EQ(json.value("validator_version", ""), "1.10");
  EXPECT_EQ(json["shader_flags"], Json::parse(R"({"value": 16, "names": ["raw_and_structured_buffers"]})"));
  ASSERT_EQ(json["entry_points"].size(), 1u);
  EXPECT_EQ(json["entry_points"][0],
            Json::parse(R"({"name": "main", "stage": "compute", "thread_group_size": [64, 1, 1],
              "groupshared_bytes": 260, "uses": ["barriers", "resource_atomics"]})"));
  ASSERT_EQ(json["resources"].size(), 6u);
  EXPECT_EQ(json["resources"][3],
            Json::parse(R"({"name": "", "class": "UAV", "kind": "Texture2D", "id": 2, "space": 0,
    "register": "u2", "count": 1, "component_type": "f32", "globally_coherent": true})"));
  EXPECT_EQ(json["resources"][5],
            Json::parse(R"({"name": "", "class": "CBV", "kind": "CBuffer", "id": 0, "space": 0,
    "register": "b0", "count": 1, "size": 4})"));
  EXPECT_EQ(json.value("hash", "").size(), 32u);
  EXPECT_FALSE(json.contains("root_signature"));
}

TEST(Reflection, GroupsharedMemoryOfEntryPoints) {
  const Json json = reflected("reflection/groupshared_sizes");
  ASSERT_EQ(json["entry_points"].size(), 3u);
  for (const Json& entry : json["entry_points"]) {
    const std::string name = entry.value("name", "");
    EXPECT_EQ(entry.contains("groupshared_limit"), name == "gather") << name;
    if (name == "gather") {
      EXPECT_EQ(entry["groupshared_bytes"], 64 * 16 + 4) << "one variable by way of a function";
      EXPECT_EQ(entry["groupshared_limit"], 2048);
    } else {
      EXPECT_EQ(entry["groupshared_bytes"], name == "shade" ? 10 * 4 : 0) << name;
    }
  }
  EXPECT_EQ(reflected("programs/bitonic_sort_pairs")["entry_points"][0]["groupshared_bytes"], 4096);
}

TEST(Reflection, AccessOfPayloads) {
  const Json json = reflected("raytracing/hitobject_accessors_and_makers");
  EXPECT_EQ(json["payloads"], Json::parse(R"([{"name": "struct.Payload", "members": [
      {"offset": 0, "read": ["caller"], "written": ["caller", "closesthit", "miss"]}]}])"));
}

TEST(Reflection, SignaturesAndTessellation) {
  const Json json = reflected("stages/hs_reads_output_control_points");
  const Json& entry = json["entry_points"][0];
  EXPECT_EQ(entry["hull"]["domain"], "tri");
  EXPECT_EQ(entry["hull"]["partitioning"], "fractional_odd");
  EXPECT_EQ(entry["hull"]["output_primitive"], "triangle_cw");
  EXPECT_EQ(entry["inputs"][1], Json::parse(R"({"semantic": "WEIGHT", "indices": [0], "component_type": "f32",
    "rows": 1, "columns": 1, "row": 0, "column": 3, "interpolation": "linear", "used_columns": "x"})"));
  EXPECT_EQ(entry["patch_constants"][0]["system_value"], "SV_TessFactor");
  EXPECT_EQ(entry["patch_constants"][0]["indices"], Json::parse("[0, 1, 2]"));
}

TEST(Reflection, GeometryMeshAndLibraries) {
  const Json geometry = reflected("stages/gs_instanced_cube_faces");
  EXPECT_EQ(geometry["entry_points"][0]["geometry"],
            Json::parse(R"({"input_primitive": "triangle", "max_vertices": 3, "streams": [0],
    "output_topology": "triangle_strip", "instance_count": 6})"));
  const Json mesh = reflected("stages/ms_primitive_system_values");
  EXPECT_EQ(mesh["entry_points"][0]["mesh"]["output_topology"], "triangle");
  EXPECT_EQ(mesh["entry_points"][0]["primitives"].size(), 7u);
  const Json library = reflected("raytracing/wg_finished_cross_group_sharing");
  EXPECT_EQ(library["shader_model"], "lib_6_8");
  EXPECT_EQ(library["entry_points"][1]["stage"], "node");
}

TEST(Reflection, RootSignature) {
  const Json json = reflected("resources/rootsig_constants_cbv_and_table");
  const Json& signature = json["root_signature"];
  EXPECT_EQ(signature["version"], "1.1");
  EXPECT_EQ(signature["flags"], 13);
  EXPECT_EQ(signature["parameters"][0],
            Json::parse(R"({"type": "constants", "visibility": "all", "register": "b0",
    "space": 1, "dwords": 4})"));
  EXPECT_EQ(signature["parameters"][1]["class"], "CBV");
  EXPECT_EQ(signature["parameters"][2]["visibility"], "pixel");
  EXPECT_EQ(signature["parameters"][2]["ranges"][1], Json::parse(R"({"class": "SRV", "count": "unbounded",
    "register": "t5", "space": 2, "offset": 8, "flags": 0})"));
  EXPECT_EQ(json["resources"][1]["count"], "unbounded");
  const Json samplers = reflected("resources/rootsig_static_samplers");
  EXPECT_GE(samplers["root_signature"]["static_samplers"].size(), 1u);
}

TEST(Reflection, AnyBytesInNames) {
  Shader shader;
  shader.kind = ShaderKind::kCompute;
  EntryPoint entry;
  entry.name = "\xff\xfe\"\n";
  shader.entry_points.push_back(entry);
  Resource unbound;
  unbound.lower_bound = UINT32_MAX;
  shader.resources.push_back(unbound);
  const Json json = Json::parse(reflect_json(shader), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_TRUE(json["resources"][0]["register"].is_null());
}

}  // namespace
}  // namespace trellis::dxil::test
