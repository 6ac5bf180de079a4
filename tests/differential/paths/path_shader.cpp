#include "tests/differential/paths/path_shader.hpp"

#include "tests/differential/paths/path_wave.hpp"
#include "tests/differential/shader_state.hpp"
#include "tests/differential/structured_function.hpp"
#include "tests/structurizer/properties.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::differential {

using namespace structurizer;
using spv::Op;

namespace {

/// Emits instructions that do what walk_flow() does in a block.
class PathWriter : public BlockWriter {
 public:
  PathWriter(const PathGraph& graph, ShaderState& state)
      : graph_(graph),
        state_(state),
        uses_(graph.flow.graph.block_count()),
        definitions_(graph.flow.graph.block_count()) {
    std::vector<bool> is_phi(graph.flow.value_count, false);
    for (const Phi& phi : graph.flow.phis.entries) is_phi[phi.result] = true;
    for (const auto& [value, block] : graph.flow.uses) uses_[block].push_back(value);
    for (const auto& [value, block] : graph.flow.definitions) {
      if (!is_phi[value]) definitions_[block].push_back(value);
    }
  }

  void write_block(StructuredFunction& function, BlockId block) override {
    SpirvModule& module = function.module();
    state_.note(module.constant(block));
    state_.count(block);
    for (const Phi& phi : graph_.flow.phis_of(block)) state_.note(function.use(block, phi.result));
    for (const ValueId value : uses_[block]) state_.note(function.use(block, value));
    for (const ValueId value : definitions_[block]) {
      const Id product = module.word(Op::OpIMul, {module.load(state_.hash), module.constant(kValueFactor)});
      module.emit(Op::OpIAdd,
                  {module.uint_type, function.definition(value), product, module.constant(value)});
    }
  }

  Id write_slot(StructuredFunction& function, BlockId block) override {
    SpirvModule& module = function.module();
    const auto& allowed = graph_.allowed[block];
    // A block from which no return can be reached never runs, so any slot will do.
    const auto choices = static_cast<uint32_t>(allowed.empty() ? 1 : allowed.size());
    const Id choice = state_.choose(choices, graph_.exit_choice[block]);
    if (choices == graph_.flow.graph.successors(block).size()) return choice;
    Id slot =
        module.word(Op::OpIAdd, {state_.opaque_zero(), module.constant(allowed.empty() ? 0 : allowed[0])});
    for (uint32_t i = 1; i < choices; ++i) {
      const Id is_it = module.result(Op::OpIEqual, module.bool_type, {choice, module.constant(i)});
      slot = module.word(Op::OpSelect, {is_it, module.constant(allowed[i]), slot});
    }
    return slot;
  }

 private:
  const PathGraph& graph_;
  ShaderState& state_;
  std::vector<std::vector<ValueId>> uses_, definitions_;  ///< Indexed by block.
};

std::string describe(const Walk& walk) {
  std::string text = "hash " + std::to_string(walk.hash) + ", " + std::to_string(walk.length) + " blocks, " +
                     std::to_string(walk.decisions) + " decisions, last blocks (mod 256)";
  for (uint32_t i = 4; i-- > 0;) {
    if (walk.length > i) text += " " + std::to_string(walk.trail >> (8 * i) & 255);
  }
  return text;
}

}  // namespace

std::vector<uint32_t> path_module(std::span<const PathGraph> graphs) {
  SpirvModule module(kRows);
  ShaderState state(module);
  std::vector<Id> functions;
  for (const PathGraph& graph : graphs) {
    PathWriter writer(graph, state);
    functions.push_back(StructuredFunction(module, graph.flow, graph.structured).write(writer));
  }
  const Id main = state.write_main(functions);
  return module.finish(main);
}

Result<std::vector<Walk>> run_groups(vulkan::Runner& runner, const std::vector<uint32_t>& module,
                                     const Steering& steering, uint32_t groups) {
  vulkan::Dispatch dispatch;
  dispatch.words = module;
  dispatch.resources.resize(2);
  std::vector<uint32_t> words = steering.words();
  words.push_back(0);
  dispatch.resources[0].buffer = vulkan::bytes_of(words);
  dispatch.resources[1].binding = 1;
  dispatch.resources[1].buffer.resize(size_t{groups} * kRows * kResultWords * 4);
  dispatch.groups = {groups, 1, 1};
  const auto contents = runner.dispatch(dispatch);
  if (!contents) return contents.error();
  const std::vector<uint32_t> results = vulkan::words_of((*contents)[1]);
  std::vector<Walk> walks;
  for (size_t i = 0; i < results.size(); i += kResultWords) {
    walks.push_back({results[i], results[i + 1], results[i + 2], results[i + 3]});
  }
  return walks;
}

std::string find_path_fault(vulkan::Runner& runner, std::span<const PathGraph> graphs,
                            const Steering& steering) {
  const std::vector<uint32_t> module = path_module(graphs);
  if (const auto valid = vulkan::validate(module); !valid) return valid.error().to_string();
  const auto walks = run_groups(runner, module, steering, static_cast<uint32_t>(graphs.size()));
  if (!walks) return walks.error().to_string();
  for (size_t g = 0; g < graphs.size(); ++g) {
    for (uint32_t row = 0; row < kRows; ++row) {
      const Walk wanted = walk_flow(graphs[g], steering, row), got = (*walks)[g * kRows + row];
      if (wanted == got) continue;
      const WaveWalks waves = walk_structured(graphs[g], steering, 0, kRows);
      const bool is_right = waves.error.empty() && waves.walks[row] == wanted;
      return "graph " + std::to_string(g) + " of the batch, invocation " + std::to_string(row) + ": " +
             describe(got) + "; should be " + describe(wanted) +
             (is_right ? " (as the wave machine has it)" : " (the wave machine has it wrong as well)") +
             structurizer::testing::describe(graphs[g].flow) + "# structured:\n" +
             structurizer::testing::describe(graphs[g].structured);
    }
  }
  return {};
}

}  // namespace trellis::differential
