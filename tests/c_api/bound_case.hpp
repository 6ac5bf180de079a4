// A reference shader's buffers bound in one of the ways there are, run, and held against what is expected.
#pragma once

#include <string>

#include "tests/c_api/shared_program.hpp"
#include "tests/graphics/renderer.hpp"
#include "tests/support/corpus.hpp"

namespace trellis::test_c_api {

/// How every resource of a shader that can take the form is bound. The rest stays a descriptor.
enum class Mode {
  kTable,             ///< Descriptors, by the options' table.
  kArrayElement,      ///< Elements 3, 4, ... of larger arrays.
  kHeap,              ///< Slices of runtime arrays; their first elements come from push constants.
  kAddress,           ///< Raw, structured and constant buffers: addresses in push constants.
  kBoundedAddress,    ///< The same with sizes beside them.
  kTexelBuffer,       ///< Raw and structured buffers: texel buffers of r32_uint.
  kStorageConstants,  ///< Constant buffers: storage buffers.
  kRootConstants,     ///< Constant buffers: push constants.
  kInlineBlock,       ///< Constant buffers: an inline uniform block.
};
const char* name_of(Mode mode);

enum class Outcome { kPassed, kFailed, kNothingToBind };
struct CaseResult {
  Outcome outcome = Outcome::kFailed;
  std::string text;
};

/// Outcome kNothingToBind: the shader has no resource for the mode, or the translator says that the mode
/// cannot do what the shader does.
CaseResult run_bound(graphics::Renderer& renderer, const Translator& translator,
                     const test_support::CorpusShader& shader, Mode mode);

}  // namespace trellis::test_c_api
