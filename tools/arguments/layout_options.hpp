// The command line's options about root signatures and pipeline layouts.
#pragma once

#include <string>

#include "api/pipeline_layout/pipeline_layout.hpp"
#include "api/translator.hpp"
#include "tools/arguments/row_options.hpp"

namespace trellis::tools {

struct LayoutSettings {
  std::string root_signature;  ///< A file, or "embedded"; empty: bindings follow no root signature.
  std::string local;           ///< A file, or "embedded:NAME"; empty: no local root signature.
  std::string output;          ///< The output of --layout: a file, or "-"; empty: none.
  /// Returns true if the layout follows what the modules need, because no root signature is given.
  bool is_of_modules() const { return !output.empty() && root_signature.empty() && local.empty(); }
  bool refine = false;  ///< Leave out what the shader does not use.
  PipelineLayoutOptions options;
  std::string descriptors, stages;  ///< The values of --root-descriptors and --root-stages, as written.
};

void bind_layout_options(RowOptions& rows, LayoutSettings& settings);

/// Completes settings.options, in which the plain options are already set. Returns an error message, or an
/// empty string.
std::string finish_layout_options(const CLI::App& app, LayoutSettings& settings);

/// Makes the layout for a program from its own root signature or the given file's. Fails if the file or the
/// signature is not valid.
Result<PipelineLayout> make_layout(const LayoutSettings& settings, const Program& program,
                                   bool verify_digest);

/// Reads the local root signature from a subobject of the program or from the given file. Fails if the file
/// or the signature is not valid.
Result<dxil::RootSignature> read_local_signature(const LayoutSettings& settings, const Program& program,
                                                 bool verify_digest);

}  // namespace trellis::tools
