// A compute shader of `variants` with debug information: its compiled source, its buffers, and their expected
// contents after the dispatch.
#pragma once

#include "tests/spirv_backend/debug_info/hlsl_machine.hpp"

namespace trellis::test_backend {

constexpr const char* kWalkedShaders[] = {"half_open_if_store_chain",  "bool_flags_correlated_ifs",
                                          "nested_if_depth_8",         "switch_case_labels_inside_ifs",
                                          "unroll_full_with_continue", "waterfall_result_after_loop",
                                          "chacha20_stream_and_poly",  "json_tokenizer_depth",
                                          "morphology_bit_rows",       "sha1_hmac_chain",
                                          "union_find_kruskal"};

struct SourceCase {
  hlsl::Program program;  ///< Its `fault` is also set if files cannot be read.
  uint32_t groups = 0;    ///< Number of groups in x; all these dispatches are one-dimensional.
  hlsl::Buffers buffers, expected;
  std::map<std::string, uint32_t> texel_words;  ///< Words per texel, for typed buffers.
};

SourceCase read_case(const std::string& name);

}  // namespace trellis::test_backend
