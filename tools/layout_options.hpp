// Options of the command line about root signatures and the layouts they make.
#pragma once

#include <string>

#include "api/pipeline_layout/pipeline_layout.hpp"
#include "api/translator.hpp"

namespace CLI {
class App;
}

namespace trellis::tools {

struct LayoutSettings {
  std::string root_signature;  ///< A file, or "embedded"; empty: bindings follow no root signature.
  std::string output;          ///< Of --layout: a file, or "-"; empty: none.
  bool refine = false;         ///< Leave out what the shader does not use.
  PipelineLayoutOptions options;
  // As written.
  std::string tables = "sets", descriptors = "addresses", types = "separate", stages;
};

void add_layout_options(CLI::App& app, LayoutSettings& settings);

/// Makes what was written into options; what is wrong with it, or empty.
std::string finish_layout_options(const CLI::App& app, LayoutSettings& settings);

/// The layout for a program, by its own root signature or the file's. Errors: of the file or the signature.
Result<PipelineLayout> make_layout(const LayoutSettings& settings, const Program& program,
                                   bool verify_digest);

}  // namespace trellis::tools
