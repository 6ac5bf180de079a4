// The reference shaders on disk, and the buffers that each must produce.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.hpp"

namespace trellis::test_support {

/// One shader of the corpus. The files next to the source share its stem.
struct CorpusShader {
  std::string folder;          ///< For example "control_flow".
  std::string name;            ///< For example "nested_breaks": the stem, including dots ("sort.od").
  std::filesystem::path hlsl;  ///< The source with the case header.
  std::filesystem::path dxil;  ///< The container.

  /// For example "control_flow/nested_breaks".
  std::string label() const { return folder + "/" + name; }
};

/// Returns the folder reference_shaders/ of this source tree.
std::filesystem::path corpus_root();

/// Returns all shaders of the named folders of `root`, by folder in the given order, then by name. Error: a
/// folder is missing or has no shader, or a source has no container.
Result<std::vector<CorpusShader>> list_corpus(const std::filesystem::path& root,
                                              std::span<const std::string_view> folders);

/// The required contents of an unordered-access register after the dispatch.
struct ExpectedBuffer {
  uint32_t index = 0;  ///< Register number.
  uint32_t space = 0;
  std::vector<uint8_t> contents;

  std::string name() const;  ///< Returns "u0" or "u0,space7", like RegisterLine::name().
};

/// Loads the expected buffers next to `hlsl`, sorted by space and register: those of NAME.wave16, NAME.wave32
/// or NAME.wave64 if the device's subgroups have that many lanes and the folder exists, otherwise those of
/// NAME.expected. Error: there are none; a file's name is not uN.bin or uN,spaceS.bin; or the shader's
/// results depend on the subgroup size and there are none for this one.
Result<std::vector<ExpectedBuffer>> load_expected(const std::filesystem::path& hlsl, uint32_t subgroup_size);

}  // namespace trellis::test_support
