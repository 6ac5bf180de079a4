#include "tools/cfg/pass_text.hpp"

#include <string_view>

#include "cfg/text_reader.hpp"
#include "structurizer/structurize.hpp"
#include "support/containers.hpp"
#include "tools/cfg/cfg_report.hpp"

namespace trellis::tools {
namespace {

class Writer final : public structurizer::PassObserver {
 public:
  explicit Writer(const CfgInput& input) : input_(input) {}

  void after_graph_pass(std::string_view pass, const cfg::Graph& graph) override {
    // Passes append blocks after the program's.
    Vector<String> names(input_.names.begin(), input_.names.end());
    while (names.size() < graph.block_count()) names.push_back("inserted." + decimal(names.size()));
    texts.emplace_back(pass, cfg::write_graph_text(graph, names));
  }
  void after_pass(std::string_view pass, const structurizer::Structured& function) override {
    texts.emplace_back(pass, structured_text(function, input_.names));
  }

  std::vector<std::pair<std::string, std::string>> texts;

 private:
  const CfgInput& input_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> pass_texts(const CfgInput& input) {
  Writer writer(input);
  structurizer::Options options;
  options.observer = &writer;
  structurizer::structurize(input.flow, options);
  return std::move(writer.texts);
}

}  // namespace trellis::tools
