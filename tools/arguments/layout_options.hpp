// Options of the command line about root signatures and the layouts they make.
#pragma once

#include <string>

#include "api/pipeline_layout/pipeline_layout.hpp"
#include "api/translator.hpp"
#include "tools/arguments/row_options.hpp"

namespace trellis::tools {

struct LayoutSettings {
  std::string root_signature;  ///< A file, or "embedded"; empty: bindings follow no root signature.
  std::string local;           ///< A file, or "embedded:NAME"; empty: no local root signature.
  std::string output;          ///< Of --layout: a file, or "-"; empty: none.
  /// The layout is what the modules need: no root signature says what it is.
  bool is_of_modules() const { return !output.empty() && root_signature.empty() && local.empty(); }
  bool refine = false;         ///< Leave out what the shader does not use.
  PipelineLayoutOptions options;
  std::string descriptors, stages;  ///< As written.
};

void bind_layout_options(RowOptions& rows, LayoutSettings& settings);

/// Completes settings.options, which has the plain options; what is wrong with them, or empty.
std::string finish_layout_options(const CLI::App& app, LayoutSettings& settings);

/// The layout for a program, by its own root signature or the file's. Errors: of the file or the signature.
Result<PipelineLayout> make_layout(const LayoutSettings& settings, const Program& program,
                                   bool verify_digest);

/// The local root signature, by a subobject of the program's or the file's. Errors: of the file or the
/// signature.
Result<dxil::RootSignature> read_local_signature(const LayoutSettings& settings, const Program& program,
                                                 bool verify_digest);

}  // namespace trellis::tools
