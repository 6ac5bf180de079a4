// Compares the results of a reference shader's run with the expected ones, and validates modules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/case_header.hpp"
#include "tests/support/corpus.hpp"

namespace trellis::test_c_api {

/// Returns an empty string if the results are as expected, else the differences. `of_register` has the index
/// in `results` for each register line, or SIZE_MAX.
std::string compare_results(const test_support::CorpusShader& shader, const test_support::CaseHeader& header,
                            const std::vector<size_t>& of_register,
                            const std::vector<std::vector<uint8_t>>& results, uint32_t subgroup_size);

/// Returns an empty string if the module is valid, else the validator's message.
std::string validate_words(const uint32_t* words, size_t count);

}  // namespace trellis::test_c_api
