#include "api/pictures/cfg_dump.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "api/pictures/dump_files.hpp"
#include "api/pictures/svg_labels.hpp"
#include "support/run_program.hpp"

namespace trellis {
namespace {

namespace fs = std::filesystem;

constexpr double kSecondsPerPicture = 30;
/// Larger graphs give unreadable pictures, and `dot` takes minutes for them.
constexpr size_t kMaxNodes = 1500;

}  // namespace

structurizer::PassObserver* CfgDump::begin_function(const dxil::Module& module,
                                                    const dxil::Function& function,
                                                    const structurizer::Flow& flow) {
  flow_ = &flow;
  function_name_ = function.name;
  texts_ = describe_blocks(module, function);
  const auto index = static_cast<size_t>(&function - module.functions.data());
  if (analysis_ != nullptr && index < analysis_->functions.size()) {
    mark_divergence(texts_, analysis_->functions[index]);
  }
  next_number_ = 1;
  function_folder_ = (fs::path(folder_) / new_file_name(function.name, "function", folders_)).string();
  std::error_code error;
  fs::create_directories(function_folder_, error);
  if (error && state_) {
    state_ = bad_input("cannot create the folder " + function_folder_ + ": " + error.message());
  }
  return this;
}

std::string CfgDump::title(std::string_view pass) const {
  return "function " + function_name_ + ", after pass " + std::to_string(next_number_) + ": " +
         std::string(pass);
}

void CfgDump::after_graph_pass(std::string_view pass, const cfg::Graph& graph) {
  write(pass, picture_of(title(pass), graph, *flow_, texts_), graph.block_count());
}

void CfgDump::after_pass(std::string_view pass, const structurizer::Structured& function) {
  write(pass, picture_of(title(pass), function, *flow_, texts_), function.order.size());
}

void CfgDump::write(std::string_view pass, const std::string& dot, size_t node_count) {
  const std::string file =
      (fs::path(function_folder_) / (numbered_name(next_number_++, pass) + ".dot")).string();
  if (!state_) return;
  write_file(file, dot);
  if (!state_) return;
  files_.push_back(file);
  drawings_.push_back({file, node_count});
}

void CfgDump::write_file(const std::string& file, std::string_view text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) state_ = bad_input("cannot write " + file);
}

Result<void> CfgDump::finish() {
  for (const Drawing& drawing : drawings_) {
    if (!state_) break;
    if (drawing.node_count > kMaxNodes) {
      warnings_.push_back("no picture of " + drawing.dot_file + ": its " +
                          std::to_string(drawing.node_count) + " nodes are too many to draw");
      continue;
    }
    const std::string svg = fs::path(drawing.dot_file).replace_extension(".svg").string();
    const auto ran = run_program({"dot", "-Tsvg", drawing.dot_file}, {}, kSecondsPerPicture);
    if (!ran) {
      state_ = ran.error();
    } else if (!ran->found) {
      warnings_.push_back("Graphviz's dot is not installed: writing DOT files only, no pictures");
      break;
    } else if (!ran->finished || ran->exit_status != 0) {
      warnings_.push_back("no picture of " + drawing.dot_file + ": dot " +
                          (ran->finished ? "failed" : "took too long"));
    } else {
      write_file(svg, with_labels_on_top(ran->output));
    }
  }
  drawings_.clear();
  return state_;
}

}  // namespace trellis
