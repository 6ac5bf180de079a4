// A compute shader of `variants` with debug information: its source as a program, its buffers, and what they
// have to hold behind the dispatch.
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
  hlsl::Program program;  ///< `fault` too if files cannot be read.
  uint32_t groups = 0;    ///< In x; all dispatches here are one-dimensional.
  hlsl::Buffers buffers, expected;
  std::map<std::string, uint32_t> texel_words;  ///< Of typed buffers.
};

SourceCase read_case(const std::string& name);

}  // namespace trellis::test_backend
