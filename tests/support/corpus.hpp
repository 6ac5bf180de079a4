// The reference shaders on disk: which there are, and the buffers each has to produce.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.hpp"

namespace trellis::test_support {

/// One shader of the corpus. The files beside the source share its stem.
struct CorpusShader {
  std::string folder;          ///< "control_flow".
  std::string name;            ///< "nested_breaks": the stem, dots included ("sort.od").
  std::filesystem::path hlsl;  ///< Source with the case header.
  std::filesystem::path dxil;  ///< Container.

  /// "control_flow/nested_breaks".
  std::string label() const { return folder + "/" + name; }
};

/// The folder reference_shaders/ of this source tree.
std::filesystem::path corpus_root();

/// Every shader of the named folders of `root`, by folder in the given order, then by name. An error when a
/// folder is missing, holds no shader, or a source lacks its container.
Result<std::vector<CorpusShader>> list_corpus(const std::filesystem::path& root,
                                              std::span<const std::string_view> folders);

/// What one unordered-access register has to hold after the dispatch.
struct ExpectedBuffer {
  uint32_t index = 0;  ///< Register number.
  uint32_t space = 0;
  std::vector<uint8_t> contents;

  std::string name() const;  ///< "u0" or "u0,space7", as RegisterLine::name().
};

/// The expected buffers beside `hlsl`, by space and register: those of NAME.wave16, NAME.wave32 or
/// NAME.wave64 when the device's subgroups have that many lanes and the folder exists, otherwise
/// NAME.expected. An error when there are none, when a file's name is not uN.bin or uN,spaceS.bin, or when
/// the shader's results depend on the subgroup size and none are there for this one.
Result<std::vector<ExpectedBuffer>> load_expected(const std::filesystem::path& hlsl, uint32_t subgroup_size);

}  // namespace trellis::test_support
