#include "tests/differential/votes/vote_shader.hpp"

#include <algorithm>

#include "tests/differential/paths/path_shader.hpp"
#include "tests/differential/shader_state.hpp"
#include "tests/differential/structured_function.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::differential {

using spv::Op;

namespace {

class VoteWriter : public BlockWriter {
 public:
  VoteWriter(const VoteGraph& graph, const std::vector<uint32_t>& exit_choice, ShaderState& state)
      : graph_(graph), exit_choice_(exit_choice), state_(state) {}

  void write_block(StructuredFunction& function, BlockId block) override {
    SpirvModule& module = function.module();
    for (const uint32_t vote : graph_[block].votes) {
      const Id scope = module.constant(spv::ScopeSubgroup);
      const Id ballot =
          module.result(Op::OpGroupNonUniformBallot, module.uvec4_type, {scope, module.true_id});
      state_.note(module.constant(vote));
      state_.note(module.word(Op::OpCompositeExtract, {ballot, 0}));
      state_.count(vote);
    }
  }

  Id write_slot(StructuredFunction& function, BlockId block) override {
    SpirvModule& module = function.module();
    const VoteNode& node = graph_[block];
    const Id outcome = state_.choose(static_cast<uint32_t>(node.targets.size()), exit_choice_[node.decision]);
    return node.flipped ? module.word(Op::OpISub, {module.constant(1), outcome}) : outcome;
  }

 private:
  const VoteGraph& graph_;
  const std::vector<uint32_t>& exit_choice_;
  ShaderState& state_;
};

/// Returns the walk that a lane with these votes records.
Walk walk_of(const std::vector<VoteRecord>& log) {
  Walk walk;
  for (const VoteRecord& record : log) {
    walk.hash = mixed(mixed(walk.hash, record.vote), static_cast<uint32_t>(record.lanes));
    walk.trail = walk.trail << 8 | (record.vote & 255);
    ++walk.length;
  }
  return walk;
}

}  // namespace

std::vector<uint32_t> vote_module(std::span<const VoteCase> cases, bool reconverges_maximally) {
  SpirvModule module(kRows);
  if (reconverges_maximally) module.reconverge_maximally();
  module.need(spv::CapabilityGroupNonUniform);
  module.need(spv::CapabilityGroupNonUniformBallot);
  ShaderState state(module);
  std::vector<Id> functions;
  for (const VoteCase& item : cases) {
    const VoteGraph graph = graph_of(item);
    const auto exit_choice = exit_choices(lower(item.program, item.false_edges));
    const Flow flow = flow_of(graph);
    const Structured structured = structurize_case(item, flow);
    VoteWriter writer(graph, exit_choice, state);
    functions.push_back(StructuredFunction(module, flow, structured).write(writer));
  }
  const Id main = state.write_main(functions);
  return module.finish(main);
}

std::string find_vote_fault(vulkan::Runner& runner, std::span<const VoteCase> cases,
                            const Steering& steering) {
  const std::vector<std::string>& extensions = runner.properties().extensions;
  const bool reconverges_maximally = std::find(extensions.begin(), extensions.end(),
                                               "VK_KHR_shader_maximal_reconvergence") != extensions.end();
  const std::vector<uint32_t> module = vote_module(cases, reconverges_maximally);
  if (const auto valid = vulkan::validate(module); !valid) return valid.error().to_string();
  const auto walks = run_groups(runner, module, steering, static_cast<uint32_t>(cases.size()));
  if (!walks) return walks.error().to_string();
  const uint32_t lanes = std::min(kRows, runner.properties().subgroup_size);
  for (size_t g = 0; g < cases.size(); ++g) {
    const auto exit_choice = exit_choices(lower(cases[g].program, cases[g].false_edges));
    for (uint32_t first = 0; first < kRows; first += lanes) {
      const VoteLogs logs = run_source(cases[g].program, steering, first, lanes, exit_choice);
      for (uint32_t lane = 0; lane < lanes; ++lane) {
        const Walk wanted = walk_of(logs[lane]);
        Walk got = (*walks)[g * kRows + first + lane];
        got.decisions = 0;
        if (wanted == got) continue;
        return "case " + std::to_string(g) + " of the batch, invocation " + std::to_string(first + lane) +
               ": " + std::to_string(got.length) + " votes, should be " + std::to_string(wanted.length) +
               (got.length == wanted.length ? " (with other lanes)" : "") + "\n" + to_text(cases[g].program) +
               to_text(graph_of(cases[g]));
      }
    }
  }
  return {};
}

}  // namespace trellis::differential
