// Two libraries with the same interface in one process: a dispatching library loads the adapter and passes
// calls to it.
#include <dxil_spirv_c.h>
#include <gtest/gtest.h>

#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

extern "C" int dispatcher_returned_calls(void);

namespace {

TEST(DxilSpirvDispatcher, TheAdapterCallsItsOwnFunctions) {
  const auto bytes = trellis::test_support::read_binary_file(trellis::test_support::corpus_root() /
                                                             "programs/sha1_hmac_chain.dxil");
  ASSERT_TRUE(bytes);
  for (const auto parse : {dxil_spv_parse_dxil_blob, dxil_spv_parse_reflection_dxil_blob}) {
    dxil_spv_parsed_blob blob = nullptr;
    ASSERT_EQ(parse(bytes->data(), bytes->size(), &blob), DXIL_SPV_SUCCESS);
    for (const bool with_reflection : {false, true}) {
      dxil_spv_converter converter = nullptr;
      ASSERT_EQ(with_reflection ? dxil_spv_create_converter_with_reflection(blob, nullptr, &converter)
                                : dxil_spv_create_converter(blob, &converter),
                DXIL_SPV_SUCCESS);
      ASSERT_EQ(dxil_spv_converter_run(converter), DXIL_SPV_SUCCESS);
      dxil_spv_compiled_spirv compiled = {};
      ASSERT_EQ(dxil_spv_converter_get_compiled_spirv(converter, &compiled), DXIL_SPV_SUCCESS);
      EXPECT_GT(compiled.size, 0u);
    }
  }
  EXPECT_EQ(dispatcher_returned_calls(), 0);
}

}  // namespace
