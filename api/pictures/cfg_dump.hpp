// Writes the control-flow graph of each function after each pass: FOLDER/FUNCTION/01-input.dot, 02-..., and
// SVG pictures of them if Graphviz's `dot` is installed.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "api/options.hpp"
#include "api/pictures/cfg_picture.hpp"
#include "support/result.hpp"

namespace trellis {

/// Pass it to a translation as its pass sink, then call finish(). Use it for one translation only.
class CfgDump final : public PassSink, private structurizer::PassObserver {
 public:
  explicit CfgDump(std::string folder) : folder_(std::move(folder)) {}

  /// Sets the results of the uniformity analysis, which colour the pictures. Not owned; must outlive the
  /// dump.
  void show_uniformity(const uniformity::Analysis& analysis) { analysis_ = &analysis; }

  structurizer::PassObserver* begin_function(const dxil::Module& module, const dxil::Function& function,
                                             const structurizer::Flow& flow) override;

  /// Draws the pictures. An error names the first file that could not be written; its code is kBadInput
  /// because the caller chose the folder.
  Result<void> finish();

  /// Returns why pictures are missing, if any are.
  const std::vector<std::string>& warnings() const { return warnings_; }
  /// Returns the DOT files written, in order.
  const std::vector<std::string>& files() const { return files_; }

 private:
  struct Drawing {
    std::string dot_file;
    size_t node_count;
  };

  void after_graph_pass(std::string_view pass, const cfg::Graph& graph) override;
  void after_pass(std::string_view pass, const structurizer::Structured& function) override;
  void write(std::string_view pass, const std::string& dot, size_t node_count);
  /// On failure, stores the error in state_.
  void write_file(const std::string& file, std::string_view text);
  std::string title(std::string_view pass) const;

  std::string folder_, function_folder_, function_name_;
  std::set<std::string> folders_;
  const structurizer::Flow* flow_ = nullptr;
  const uniformity::Analysis* analysis_ = nullptr;
  BlockTexts texts_;
  uint32_t next_number_ = 1;
  std::vector<std::string> files_;
  std::vector<Drawing> drawings_;
  std::vector<std::string> warnings_;
  Result<void> state_;
};

}  // namespace trellis
