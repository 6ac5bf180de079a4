// What a run of a reference shader left, held against what is expected; and modules, against the validator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/case_header.hpp"
#include "tests/support/corpus.hpp"

namespace trellis::test_c_api {

/// `of_register`: the result of each register line, or SIZE_MAX. Empty if all is as expected, else the
/// differences.
std::string compare_results(const test_support::CorpusShader& shader, const test_support::CaseHeader& header,
                            const std::vector<size_t>& of_register,
                            const std::vector<std::vector<uint8_t>>& results, uint32_t subgroup_size);

/// Empty if the module is valid, else what the validator says.
std::string validate_words(const uint32_t* words, size_t count);

}  // namespace trellis::test_c_api
