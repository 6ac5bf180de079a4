// Tests root signatures on the command line.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/dxil_frontend/container/root_signature_writer.hpp"
#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

using Json = nlohmann::json;

class Layout : public InFolder {
 protected:
  static std::string corpus(const char* name) { return shader(std::string("resources/") + name).string(); }
  Json layout_of(const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {buffers_,           "-o",       path("a.spv"), "--validate",
                                          "--root-signature", "embedded", "--layout",    path("layout.json")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const RunResult run = trellis(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_TRUE(exists("a.spv"));
    return Json::parse(read("layout.json"), nullptr, false);
  }
  void expect_usage_error(const std::vector<std::string>& arguments, const std::string& part) {
    const RunResult run = trellis(arguments);
    EXPECT_EQ(run.exit_code, 2) << run.errors;
    EXPECT_NE(run.errors.find(part), std::string::npos) << run.errors;
  }

  const std::string buffers_ = corpus("rootsig_root_descriptors_buffers");
  const std::string table_ = corpus("rootsig_constants_cbv_and_table");
};

TEST_F(Layout, IsWrittenBesideTheModule) {
  const Json layout = layout_of({});
  ASSERT_TRUE(layout.is_object());
  EXPECT_TRUE(layout["sets"].empty());
  EXPECT_EQ(layout["push_constant_ranges"][0]["size"], 44);  // Five addresses and one constant.
  EXPECT_EQ(layout["root_data"]["members"].size(), 6u);
  EXPECT_EQ(layout["root_data"]["members"][5]["register"], "b1");
}

TEST_F(Layout, FollowsTheOptions) {
  const Json layout = layout_of({"--root-descriptors", "uav-descriptors", "--root-push-bytes", "16"});
  EXPECT_EQ(layout["root_data"]["form"], "uniform_block");
  ASSERT_EQ(layout["sets"].size(), 1u);
  EXPECT_EQ(layout["sets"][0]["bindings"].size(), 3u);
  EXPECT_EQ(layout["sets"][0]["bindings"][1]["purpose"], "root_descriptor");
  EXPECT_EQ(layout_of({"--root-descriptors", "descriptors", "--root-stages",
                       "compute"})["sets"][0]["bindings"][0]["stages"],
            Json::array({"VK_SHADER_STAGE_COMPUTE_BIT"}));
}

// The reflection describes the module that the same options give.
TEST_F(Layout, DeterminesTheReflection) {
  const auto reflection = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {table_, "--reflect"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const RunResult run = trellis(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return Json::parse(run.output, nullptr, false);
  };
  const Json at_defaults = reflection({})["module"];
  EXPECT_FALSE(at_defaults.contains("root_data"));
  const Json by_sets = reflection({"--root-signature", "embedded"})["module"];
  EXPECT_EQ(by_sets["root_data"]["form"], "push_constants");
  EXPECT_NE(by_sets["bindings"], at_defaults["bindings"]);
  const Json in_heaps = reflection({"--root-signature", "embedded", "--root-tables", "extension"})["module"];
  EXPECT_NE(in_heaps["bindings"].dump().find("device_heap"), std::string::npos);
  // A root signature that lacks a resource leaves the program described, with the reason.
  const Json refused = reflection({"--root-signature", buffers_});
  EXPECT_FALSE(refused.contains("module"));
  EXPECT_NE(refused["not_translated"].dump().find("root signature"), std::string::npos);
  const RunResult missing = trellis({table_, "--reflect", "--root-signature", path("none.rts")});
  EXPECT_NE(missing.exit_code, 0);
  EXPECT_NE(missing.errors.find("cannot open"), std::string::npos) << missing.errors;
  EXPECT_EQ(missing.output, "");
}

TEST_F(Layout, CanBeTheOnlyOutput) {
  const RunResult run =
      trellis({table_, "--root-signature", "embedded", "--layout", "-", "--root-tables", "heap"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  const Json layout = Json::parse(run.output, nullptr, false);
  ASSERT_TRUE(layout.is_object()) << run.output;
  EXPECT_EQ(layout["tables"].size(), 3u);
  EXPECT_TRUE(files().empty());
}

TEST_F(Layout, CanBeRefinedToTheShader) {
  const auto sets = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {table_, "--root-signature", "embedded", "--layout", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Json::parse(trellis(arguments).output, nullptr, false)["sets"];
  };
  EXPECT_EQ(sets({})[0]["bindings"].size(), 6u);
  EXPECT_EQ(sets({"--refine-layout"})[0]["bindings"].size(), 2u);
  EXPECT_EQ(sets({"--refine-layout", "--root-types", "mutable"})[0]["bindings"][0]["type"],
            "VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE");
}

TEST_F(Layout, TakesTheRootSignatureOfAnotherFile) {
  const RunResult run = trellis({buffers_, "-o", path("a.spv"), "--root-signature", buffers_});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  const RunResult other = trellis({buffers_, "-o", path("b.spv"), "--root-signature", table_});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(other.errors.find("root signature"), std::string::npos) << other.errors;
  EXPECT_FALSE(exists("b.spv"));
}

class RecordLayout : public Layout {
 protected:
  void SetUp() override {
    Layout::SetUp();
    using namespace container_testing;
    dxil::RootSignature local;
    local.version = 2;
    local.flags = dxil::kRootLocal;
    local.parameters = {constants(0, 5, 10), constants(7, 6, 10),
                        descriptor(dxil::RootDescriptorType::kSrv, 0, 10),
                        table({range(dxil::DescriptorRangeType::kUav, 0, 4, 10),
                               range(dxil::DescriptorRangeType::kSrv, 1, 2, 10)}),
                        table({range(dxil::DescriptorRangeType::kSampler, 0, 1, 10)})};
    const std::vector<uint8_t> bytes = write_root_signature(local);
    write("local.rts", std::string(bytes.begin(), bytes.end()));
  }
  /// Returns the layout of a closest-hit shader with a local root signature.
  Json layout_with(const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {shader("raytracing/shader_record_local_cbuffer").string(),
                                          "--entry",
                                          "metalHit",
                                          "--local-root-signature",
                                          path("local.rts"),
                                          "--record-resource-shift",
                                          "6",
                                          "--layout",
                                          "-"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const RunResult run = trellis(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return Json::parse(run.output, nullptr, false);
  }
};

TEST_F(RecordLayout, DeterminesTheReflection) {
  const auto places = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {shader("raytracing/shader_record_local_cbuffer").string(),
                                          "--entry", "metalHit", "--reflect"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const RunResult run = trellis(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return Json::parse(run.output, nullptr, false)["module"]["bindings"].dump();
  };
  EXPECT_EQ(places({}).find("in_record"), std::string::npos);
  const std::string local = places({"--local-root-signature", path("local.rts"), "--heaps", "extension"});
  EXPECT_NE(local.find("in_record"), std::string::npos) << local;
  EXPECT_NE(local.find("device_heap"), std::string::npos) << local;
}

// Constants are aligned to 4 bytes, addresses and tables to 8.
TEST_F(RecordLayout, SaysWhereEachLocalParameterIs) {
  const Json layout = layout_with({});
  ASSERT_TRUE(layout.is_object());
  EXPECT_FALSE(layout.contains("sets")) << "there is no root signature but the local one";
  const Json& record = layout["shader_record"];
  EXPECT_EQ(record["size"], 72);
  ASSERT_EQ(record["members"].size(), 5u);
  const uint32_t offsets[] = {0, 20, 48, 56, 64}, sizes[] = {20, 24, 8, 8, 8};
  const char* kinds[] = {"constants", "constants", "address", "table_base", "table_base"};
  for (uint32_t n = 0; n < 5; ++n) {
    EXPECT_EQ(record["members"][n]["parameter"], n);
    EXPECT_EQ(record["members"][n]["offset"], offsets[n]);
    EXPECT_EQ(record["members"][n]["size"], sizes[n]);
    EXPECT_EQ(record["members"][n]["kind"], kinds[n]);
  }
  EXPECT_EQ(record["members"][1]["register"], "b7");
  EXPECT_EQ(record["members"][2]["register"], "t0");
  EXPECT_EQ(record["members"][2]["space"], 10);
  const Json& table = record["members"][3];
  EXPECT_EQ(table["shift"], 6);
  EXPECT_EQ(table["descriptors"], "resources");
  ASSERT_EQ(table["ranges"].size(), 2u);
  EXPECT_EQ(table["ranges"][1]["register"], "t1");
  EXPECT_EQ(table["ranges"][1]["registers"], 2);
  EXPECT_EQ(table["ranges"][1]["table_offset"], 4);  // After the range of four descriptors.
  EXPECT_EQ(record["members"][4]["descriptors"], "samplers");
  EXPECT_EQ(record["members"][4]["shift"], 0);
}

TEST_F(RecordLayout, IsSeparateFromTheGlobalRootSignature) {
  using namespace container_testing;
  dxil::RootSignature global;
  global.version = 2;
  global.flags = dxil::kRootResourceHeapIndexed | dxil::kRootSamplerHeapIndexed;
  global.parameters = {descriptor(dxil::RootDescriptorType::kSrv, 5)};
  const std::vector<uint8_t> bytes = write_root_signature(global);
  write("global.rts", std::string(bytes.begin(), bytes.end()));
  const std::vector<std::string> options = {"--root-signature", path("global.rts")};
  for (const bool refine : {false, true}) {
    auto arguments = options;
    if (refine) arguments.push_back("--refine-layout");
    const Json layout = layout_with(arguments);
    ASSERT_TRUE(layout.is_object());
    EXPECT_EQ(layout["root_data"]["members"].size(), 1u);
    EXPECT_EQ(layout["shader_record"]["members"].size(), 5u);
  }
}

TEST_F(RecordLayout, IsNotThereWithoutALocalRootSignature) {
  EXPECT_FALSE(layout_of({}).contains("shader_record"));
  expect_usage_error({shader("raytracing/shader_record_local_cbuffer").string(), "--entry", "metalHit",
                      "--local-root-signature", path("local.rts"), "--layout", "-", "--refine-layout"},
                     "--refine-layout requires --root-signature");
}

TEST_F(Layout, HasSlicesOfTheDevicesHeaps) {
  for (const char* option : {"--heaps", "--root-tables"}) {
    const RunResult run =
        trellis({table_, "--root-signature", "embedded", option, "extension", "--layout", "-"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const Json layout = Json::parse(run.output, nullptr, false);
    EXPECT_TRUE(layout["sets"].empty());
    ASSERT_EQ(layout["tables"].size(), 3u);
    for (const Json& table : layout["tables"]) {
      EXPECT_EQ(table["heap"], "device");
      EXPECT_TRUE(table.contains("root_offset"));
      EXPECT_FALSE(table.contains("set"));
    }
  }
}

TEST_F(Layout, DevicesHeapsAreReflected) {
  const RunResult run =
      trellis({corpus("rootsig_directly_indexed_heaps"), "--heaps", "extension", "--reflect"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_NE(run.output.find("\"device_heap\""), std::string::npos);
  EXPECT_NE(run.output.find("VK_EXT_descriptor_heap"), std::string::npos);
  EXPECT_NE(run.output.find("VK_KHR_shader_untyped_pointers"), std::string::npos);
}

TEST_F(Layout, RefusesWhatDoesNotFitTheDevicesHeaps) {
  expect_usage_error({table_, "--heaps", "extension", "--resource-heap", "3", "1", "-o", path("a.spv")},
                     "--resource-heap has no meaning");
  expect_usage_error({table_, "--heap-stride", "64", "-o", path("a.spv")}, "requires --heaps extension");
  expect_usage_error({table_, "--heaps", "extension", "--root-signature", "embedded", "--root-tables", "heap",
                      "-o", path("a.spv")},
                     "--heaps extension and --root-tables cannot be combined");
  const RunResult validated = trellis({shader("resources/rootsig_directly_indexed_heaps").string(), "--heaps",
                                       "extension", "--validate", "-o", path("a.spv")});
  EXPECT_EQ(validated.exit_code, 3);
  EXPECT_NE(validated.errors.find("do not know the module's capability 5128"), std::string::npos)
      << validated.errors;
  EXPECT_FALSE(exists("a.spv"));
}

TEST_F(Layout, OfAModuleWithoutARootSignature) {
  const RunResult run = trellis({table_, "--layout", "-"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  const Json layout = Json::parse(run.output, nullptr, false);
  ASSERT_TRUE(layout.is_object());
  EXPECT_FALSE(layout.contains("root_signature"));
  EXPECT_FALSE(layout["sets"].empty());
  for (const Json& set : layout["sets"]) {
    for (const Json& binding : set["bindings"]) {
      EXPECT_EQ(binding["stages"], Json::array({"VK_SHADER_STAGE_FRAGMENT_BIT"}));
      EXPECT_EQ(binding["purpose"], "resource");
      EXPECT_EQ(std::string(binding["type"]).rfind("VK_DESCRIPTOR_TYPE_", 0), 0u);
    }
  }
}

TEST_F(Layout, SaysWhatIsWrongWithTheRootSignature) {
  write("bad.rts", "not a root signature, but long enough to be one");
  const RunResult bad = trellis({buffers_, "-o", path("a.spv"), "--root-signature", path("bad.rts")});
  EXPECT_NE(bad.exit_code, 0);
  EXPECT_NE(bad.errors.find("bad.rts: root signature version"), std::string::npos) << bad.errors;
  const RunResult missing = trellis({buffers_, "-o", path("a.spv"), "--root-signature", path("none.rts")});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_NE(missing.errors.find("none.rts"), std::string::npos) << missing.errors;
  const RunResult none = trellis(
      {shader("control_flow/gcd_three_forms").string(), "-o", path("a.spv"), "--root-signature", "embedded"});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_NE(none.errors.find("no root signature of its own"), std::string::npos) << none.errors;
}

TEST_F(Layout, OptionsAreChecked) {
  expect_usage_error({buffers_, table_, "-o", path("out"), "--layout", "-", "--root-signature", "embedded"},
                     "--layout with a root signature takes one input");
  expect_usage_error({buffers_, "-o", path("a.spv"), "--root-tables", "heap"}, "--root-tables requires");
  expect_usage_error({buffers_, "-o", path("a.spv"), "--root-signature", "embedded", "--root-tables", "none"},
                     "--root-tables");
  expect_usage_error({buffers_, "-o", path("a.spv"), "--root-signature", "embedded", "--t-shift", "1", "0"},
                     "cannot be combined");
  expect_usage_error(
      {buffers_, "-o", path("a.spv"), "--root-signature", "embedded", "--root-stages", "pixle"},
      "'pixle' is not a list of stages");
  expect_usage_error({buffers_, "-o", "-", "--root-signature", "embedded", "--layout", "-"},
                     "cannot both go to standard output");
  expect_usage_error({buffers_, table_, "-o", path("out"), "--root-signature", "embedded", "--layout", "-"},
                     "--layout with a root signature takes one input");
  expect_usage_error({buffers_, "--reflect", "--root-signature", "embedded", "--layout", "-"},
                     "--layout cannot be combined with");
  expect_usage_error({buffers_, "-o", path("a.spv"), "--root-signature", "embedded", "--refine-layout"},
                     "--refine-layout requires --layout");
}

}  // namespace
}  // namespace trellis::tools_test
