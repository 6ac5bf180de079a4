// Reads the subobjects of libraries as a layer does that handles state objects.
#include <dxil_spirv_c.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/dxil_frontend/container/rdat_builder.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_dxil_spirv {
namespace {

class Subobjects : public testing::Test {
 protected:
  void SetUp() override {
    const auto library = test_support::read_binary_file(test_support::corpus_root() / "raytracing" /
                                                        "shader_record_local_cbuffer.dxil");
    ASSERT_TRUE(library);
    bytes_ = container_testing::with_runtime_data(*library, container_testing::every_subobject());
    ASSERT_EQ(dxil_spv_parse_dxil_blob(bytes_.data(), bytes_.size(), &blob_), DXIL_SPV_SUCCESS);
    ASSERT_EQ(dxil_spv_parsed_blob_get_num_rdat_subobjects(blob_), 8u);
  }
  void TearDown() override { dxil_spv_parsed_blob_free(blob_); }

  dxil_spv_rdat_subobject at(unsigned index) const {
    dxil_spv_rdat_subobject subobject;
    dxil_spv_parsed_blob_get_rdat_subobject(blob_, index, &subobject);
    return subobject;
  }
  static std::vector<std::string> exports_of(const dxil_spv_rdat_subobject& subobject) {
    return {subobject.exports, subobject.exports + subobject.num_exports};
  }

  std::vector<uint8_t> bytes_;
  dxil_spv_parsed_blob blob_ = nullptr;
};

TEST_F(Subobjects, HaveTheirKindsAndNames) {
  const int kinds[] = {0, 1, 2, 8, 9, 10, 11, 12};
  const char* names[] = {"flags", "global", "local", "link", "sizes", "depth", "group", "depth1"};
  for (unsigned n = 0; n < 8; ++n) {
    EXPECT_EQ(at(n).kind, kinds[n]);
    EXPECT_STREQ(at(n).subobject_name, names[n]);
  }
}

TEST_F(Subobjects, HaveTheirNumbers) {
  EXPECT_EQ(at(0).args[0], 5u);
  EXPECT_EQ(at(4).args[0], 32u);
  EXPECT_EQ(at(4).args[1], 8u);
  EXPECT_EQ(at(5).args[0], 3u);
  EXPECT_EQ(at(7).args[0], 31u);
  EXPECT_EQ(at(7).args[1], 0x100u);
}

TEST_F(Subobjects, NameWhatTheyAreMadeOf) {
  EXPECT_EQ(exports_of(at(3)), (std::vector<std::string>{"local", "shade"}));
  EXPECT_EQ(at(6).hit_group_type, DXIL_SPV_HIT_GROUP_TYPE_PROCEDURAL);
  EXPECT_EQ(exports_of(at(6)), (std::vector<std::string>{"filter", "shade", "torus"}));
}

TEST_F(Subobjects, RootSignaturesLieInTheCallersBytes) {
  for (const unsigned n : {1u, 2u}) {
    const dxil_spv_rdat_subobject subobject = at(n);
    const auto* payload = static_cast<const uint8_t*>(subobject.payload);
    ASSERT_GE(payload, bytes_.data());
    ASSERT_LE(payload + subobject.payload_size, bytes_.data() + bytes_.size());
    EXPECT_EQ(std::vector<uint8_t>(payload, payload + subobject.payload_size),
              container_testing::root_signature_bytes(n == 2));
  }
  EXPECT_EQ(at(3).payload, nullptr);
}

TEST_F(Subobjects, BeyondTheLastAreEmpty) {
  EXPECT_EQ(at(8).subobject_name, nullptr);
  EXPECT_EQ(at(8).num_exports, 0u);
}

}  // namespace
}  // namespace trellis::test_dxil_spirv
