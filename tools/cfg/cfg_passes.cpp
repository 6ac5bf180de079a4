#include "tools/cfg/cfg_passes.hpp"

#include <string_view>
#include <utility>

#include "api/pictures/svg_labels.hpp"
#include "cfg/graphviz.hpp"
#include "structurizer/structurize.hpp"
#include "support/run_program.hpp"

namespace trellis::tools {
namespace {

constexpr double kSecondsPerPicture = 60;

class Painter final : public structurizer::PassObserver {
 public:
  explicit Painter(const CfgInput& input) : input_(input) {}

  void after_graph_pass(std::string_view pass, const cfg::Graph& graph) override {
    pictures.push_back(
        {std::string(pass), picture_of(input_.title, graph, input_.flow, input_.texts), graph.block_count()});
  }
  void after_pass(std::string_view pass, const structurizer::Structured& function) override {
    pictures.push_back({std::string(pass), picture_of(input_.title, function, input_.flow, input_.texts),
                        function.order.size()});
  }

  std::vector<PassPicture> pictures;

 private:
  const CfgInput& input_;
};

}  // namespace

std::vector<PassPicture> draw_passes(const CfgInput& input) {
  Painter painter(input);
  structurizer::Options options;
  options.observer = &painter;
  structurizer::structurize(input.flow, options);
  return std::move(painter.pictures);
}

std::string without_legend(const std::string& dot) {
  const size_t line = dot.rfind("\n" + std::string(cfg::DotWriter::kLegendLine));
  if (line == std::string::npos) return dot;
  return dot.substr(0, line) + dot.substr(dot.find('\n', line + 1));
}

Result<std::string> svg_of(const std::string& dot, size_t nodes) {
  Vector<String> arguments = {"dot", "-Tsvg"};
  if (nodes > kMaxNeatNodes) {
    // Straight edges, and little effort to avoid crossings: this takes seconds instead of minutes.
    arguments.insert(arguments.end(),
                     {"-Gsplines=polyline", "-Gnslimit=0.3", "-Gnslimit1=0.3", "-Gmclimit=0.05"});
  }
  auto ran = run_program(arguments, dot, kSecondsPerPicture);
  if (!ran) return ran.error();
  if (!ran->found) return bad_input("pictures need Graphviz's dot, which is not installed");
  if (!ran->finished)
    return bad_input("dot took too long to draw the picture: use --emit html, which does not need dot");
  if (ran->exit_status != 0) return bad_input("dot failed: " + ran->errors.substr(0, ran->errors.find('\n')));
  return std::string(with_labels_on_top(ran->output));
}

}  // namespace trellis::tools
