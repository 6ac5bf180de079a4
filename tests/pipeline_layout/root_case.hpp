// Runs a reference shader under a root signature made for it, bound as the layout says, and compares its
// results with the expected ones.
#pragma once

#include <string>

#include "dxil_frontend/container/parts/root_signature_part.hpp"
#include "tests/c_api/shared_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::test_layout {

struct RootCaseResult {
  bool passed = false;
  std::string text;
  /// How many of each the root signature has.
  uint32_t constants = 0, root_descriptors = 0, table_ranges = 0;
};

/// Returns a root signature that contains each resource of a program once, in as many forms as fit.
dxil::RootSignature root_signature_for(const TrellisProgram* program, uint32_t version);

/// Runs the shader with root_signature_for(). `version` is the number that a serialized root signature
/// stores.
RootCaseResult run_by_root_signature(vulkan::Runner& runner, const test_c_api::Translator& translator,
                                     const test_support::CorpusShader& shader,
                                     const TrellisPipelineLayoutOptions& options, uint32_t version);

}  // namespace trellis::test_layout
