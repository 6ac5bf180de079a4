#include "tools/cfg/cfg_input.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "cfg/random_graph.hpp"
#include "cfg/text_reader.hpp"
#include "uniformity/analysis.hpp"

namespace trellis::tools {
namespace {

using cfg::BlockId;

bool is_shader(std::string_view bytes) {
  return bytes.starts_with("DXBC") || bytes.starts_with("BC\xC0\xDE");
}

/// Keeps one function and its control flow: the one that the entry point starts in. Copies the module,
/// because it may be a rewritten copy that is destroyed after the translation.
class FlowKeeper final : public PassSink {
 public:
  /// Keeps a reference to the record of the same translation, which knows the entry point's function.
  explicit FlowKeeper(const LoweringRecord& lowering) : lowering_(lowering) {}

  structurizer::PassObserver* begin_function(const dxil::Module& module, const dxil::Function& function,
                                             const structurizer::Flow& flow) override {
    const auto number = static_cast<size_t>(&function - module.functions.data());
    if (number != lowering_.function) return nullptr;
    kept = std::make_unique<dxil::Module>(module);
    index = number;
    kept_flow = flow;
    return nullptr;
  }

  std::unique_ptr<dxil::Module> kept;
  size_t index = 0;  ///< The function's index.
  structurizer::Flow kept_flow;

 private:
  const LoweringRecord& lowering_;
};

/// Returns nothing if the analysis refuses the program: its pictures then do without the colours of
/// divergence.
std::optional<uniformity::FunctionMarks> find_divergence(const dxil::Shader& shader, size_t index) {
  uniformity::AnalysisRequest request;
  request.want_findings = false;
  auto analysis = uniformity::analyse(shader, request);
  if (!analysis || index >= analysis->functions.size()) return std::nullopt;
  return std::move(analysis->functions[index]);
}

uint32_t entry_index(const dxil::Shader& shader, const std::string& entry) {
  const dxil::EntryPoint* found = entry.empty() ? nullptr : shader.find_entry_point(entry);
  return found == nullptr ? 0 : static_cast<uint32_t>(found - shader.entry_points.data());
}

Result<CfgInput> read_shader(std::string title, const std::vector<uint8_t>& bytes, const std::string& entry) {
  Translator translator;
  auto program = translator.read(bytes, {.debug_info = true});
  // Damaged debug information does not prevent showing the graph.
  if (!program) program = translator.read(bytes);
  if (!program) return program.error();
  CfgInput input;
  LoweringRecord lowering;
  FlowKeeper keeper(lowering);
  TranslateOptions options;
  options.entry = entry;
  options.program_observer = &lowering;
  options.pass_sink = &keeper;
  // Failures after the functions have been structurized do not matter here.
  auto translation = translator.translate(*program, options);
  if (keeper.kept == nullptr) {
    if (!translation) return translation.error();
    return internal_check("no function has been structurized");
  }
  if (translation) input.spirv = std::move(translation->spirv);
  input.flow = std::move(keeper.kept_flow);
  input.entry_point = entry_index(program->shader, entry);
  input.lowering = std::move(lowering.stages);
  const auto divergence = find_divergence(program->shader, keeper.index);
  input.shader = std::make_unique<dxil::Shader>(std::move(program->shader));
  input.shader->module = std::move(*keeper.kept);
  const dxil::Function& function = input.shader->module.functions[keeper.index];
  input.texts = describe_blocks(input.shader->module, function);
  if (divergence) mark_divergence(input.texts, *divergence);
  input.title = std::move(title) + ", function " + function.name;
  for (BlockId block = 0; block < input.flow.graph.block_count(); ++block) {
    input.names.push_back("block" + std::to_string(block));
  }
  return input;
}

/// Returns the labels of a block's slots. Only branches have them; a plain graph does not say what its edges
/// mean.
std::vector<std::string> slot_names(size_t count, CfgForm form) {
  if (form == CfgForm::kBranches && count == 2) return {"true", "false"};
  return std::vector<std::string>(count);
}

void describe_names(CfgInput& input, CfgForm form) {
  const cfg::Graph& graph = input.flow.graph;
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    input.texts.labels.push_back({input.names[block]});
    std::string content = input.names[block] + " ->";
    for (const BlockId target : graph.successors(block)) content += " " + input.names[target];
    input.texts.contents.push_back(graph.successors(block).empty() ? input.names[block] + ": returns"
                                                                   : String(content));
    input.texts.slots.push_back(slot_names(graph.successors(block).size(), form));
  }
}

CfgInput named_input(std::string title, cfg::Graph graph, std::vector<std::string> names, CfgForm form) {
  CfgInput input;
  input.title = std::move(title);
  input.flow.flags.assign(graph.block_count(), 0);
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    if (graph.successors(block).size() > 2) input.flow.flags[block] = structurizer::kSwitch;
  }
  input.flow.graph = std::move(graph);
  input.names = std::move(names);
  describe_names(input, form);
  return input;
}

}  // namespace

Result<CfgInput> read_cfg_input(std::string title, const std::vector<uint8_t>& bytes, CfgForm form,
                                const std::string& entry) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (is_shader(text)) return read_shader(std::move(title), bytes, entry);
  auto named = form == CfgForm::kBranches ? cfg::read_branch_text(text) : cfg::read_graph_text(text);
  if (!named) return named.error();
  return named_input(std::move(title), std::move(named->graph), std::move(named->names), form);
}

CfgInput cfg_input_of(std::string title, cfg::Graph graph, std::vector<std::string> names) {
  return named_input(std::move(title), std::move(graph), std::move(names), CfgForm::kGraph);
}

CfgInput random_cfg_input(uint64_t seed, uint32_t blocks) {
  cfg::Graph graph = cfg::random_graph(seed, blocks);
  std::vector<std::string> names;
  for (BlockId block = 0; block < graph.block_count(); ++block) names.push_back("b" + std::to_string(block));
  std::string title =
      "random graph, seed " + std::to_string(seed) + ", " + std::to_string(graph.block_count()) + " blocks";
  return cfg_input_of(std::move(title), std::move(graph), std::move(names));
}

}  // namespace trellis::tools
