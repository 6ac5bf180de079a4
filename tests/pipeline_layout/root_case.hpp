// A reference shader under a root signature made for it, run as the layout says; its results are compared
// with the expected ones.
#pragma once

#include <string>

#include "dxil_frontend/container/root_signature_part.hpp"
#include "tests/c_api/shared_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::test_layout {

struct RootCaseResult {
  bool passed = false;
  std::string text;
  uint32_t constants = 0, root_descriptors = 0, table_ranges = 0;  ///< Counts of the root signature.
};

/// A root signature that has each resource of a program once, in as many forms as fit.
dxil::RootSignature root_signature_for(const TrellisProgram* program, uint32_t version);

/// The root signature has each resource of the shader once, in as many forms as fit. `version`: as stored.
RootCaseResult run_by_root_signature(vulkan::Runner& runner, const test_c_api::Translator& translator,
                                     const test_support::CorpusShader& shader,
                                     const TrellisPipelineLayoutOptions& options, uint32_t version);

}  // namespace trellis::test_layout
