// A reference shader under a root signature made for it, run by what the layout says, and held against what
// is expected.
#pragma once

#include <string>

#include "tests/c_api/shared_program.hpp"
#include "tests/graphics/renderer.hpp"
#include "tests/support/corpus.hpp"

namespace trellis::test_layout {

struct RootCaseResult {
  bool passed = false;
  std::string text;
  uint32_t constants = 0, root_descriptors = 0, table_ranges = 0;  ///< Of the root signature.
};

/// The root signature has each resource of the shader once, in as many ways as fit. `version`: as stored.
RootCaseResult run_by_root_signature(graphics::Renderer& renderer, const test_c_api::Translator& translator,
                                     const test_support::CorpusShader& shader,
                                     const TrellisPipelineLayoutOptions& options, uint32_t version);

}  // namespace trellis::test_layout
