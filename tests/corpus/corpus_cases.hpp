// The compute shaders of the corpus that use only buffers: all are translated, and most are run.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

#include "api/options.hpp"
#include "tests/support/case_header.hpp"
#include "tests/support/corpus.hpp"

namespace trellis::test_corpus {

struct CorpusCase {
  test_support::CorpusShader shader;
  test_support::Execution execution = test_support::Execution::kNo;
  std::optional<std::array<uint32_t, 2>> nvapi;  ///< Register and space of NVAPI's buffer.
};

/// Returns the options to translate the case with.
TranslateOptions options_of(const CorpusCase& item);

/// GoogleTest prints parameters with this function instead of dumping their bytes.
void PrintTo(const CorpusCase& item, std::ostream* stream);

/// Returns all shaders to test, read only once: each case runs in its own process, and each process lists all
/// cases. Empty if the corpus cannot be read, which CorpusCases.AreAllThere reports.
const std::vector<CorpusCase>& all_cases();

/// Returns the cases that are also run.
std::vector<CorpusCase> executed_cases();

/// Returns the cases whose run takes a minute or more; `scripts/campaign slow` runs them.
std::vector<CorpusCase> slow_cases();

}  // namespace trellis::test_corpus
