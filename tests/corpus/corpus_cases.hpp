// The compute shaders of the corpus that use buffers only: they are translated, and most are run.
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

/// How it is translated.
TranslateOptions options_of(const CorpusCase& item);

/// GoogleTest prints parameters with this; their bytes would say nothing.
void PrintTo(const CorpusCase& item, std::ostream* stream);

/// Every shader to test. Read once: each case has a process of its own, and each of those lists them all.
/// Empty when the corpus cannot be read, which CorpusCases.AreAllThere reports.
const std::vector<CorpusCase>& all_cases();

/// Those that are run as well.
std::vector<CorpusCase> executed_cases();

}  // namespace trellis::test_corpus
