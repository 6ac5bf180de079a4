#include "tinywgsl/analysis/analysis.hpp"

#include <algorithm>

#include "tinywgsl/analysis/behaviours.hpp"
#include "tinywgsl/analysis/explanation.hpp"
#include "tinywgsl/analysis/function_graph.hpp"

namespace trellis::tinywgsl {
namespace {

using Direction = UniformityGraph::Direction;

constexpr size_t kMaxFindings = 20;
/// Reasons quote the reasons of callees, so their length has to be limited.
constexpr size_t kMaxReasonLength = 300;

std::string cut(std::string text) {
  if (text.size() > kMaxReasonLength) text = text.substr(0, kMaxReasonLength - 3) + "...";
  return text;
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

/// Returns the path from the start of a search to `node`, including both.
std::vector<NodeId> path_to(const std::vector<NodeId>& search, NodeId node) {
  std::vector<NodeId> path = {node};
  while (search[node] != node) {
    node = search[node];
    path.push_back(node);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

class FunctionSummary {
 public:
  explicit FunctionSummary(const Explained& what)
      : what_(what),
        required_(what.graph.search(kMustBeUniform, Direction::kAlongEdges)),
        returned_(what.graph.search(kValueReturn, Direction::kAlongEdges)) {}

  Summary summarise() const {
    Summary summary;
    summary.call_site_uniform = required_[kControlStart] != kNone;
    if (summary.call_site_uniform) {
      summary.call_site_reason = cut(describe_requirement(what_, requirement_of(kControlStart)));
    }
    summary.return_non_uniform = returned_[kMayBeNonUniform] != kNone;
    if (summary.return_non_uniform) {
      const auto path = describe_path(what_, path_to(returned_, kMayBeNonUniform));
      summary.return_reason = cut("it depends on " + joined(path, ", on "));
    }
    for (uint32_t i = 0; i < what_.function.parameter_count; ++i) {
      const NodeId node = parameter_node(i);
      const bool is_required = required_[node] != kNone;
      summary.parameters_required.push_back(is_required);
      summary.parameters_affect_return.push_back(returned_[node] != kNone);
      summary.parameter_reasons.push_back(is_required ? parameter_reason(node) : std::string());
    }
    return summary;
  }

 private:
  /// Returns the requirement whose edge is the first on the path from MustBeUnif to a node.
  const Requirement& requirement_of(NodeId node) const {
    const NodeId first = path_to(required_, node)[1];
    const auto& all = what_.graph.requirements();
    return *std::find_if(all.begin(), all.end(), [&](const Requirement& r) { return r.node == first; });
  }

  std::string parameter_reason(NodeId node) const {
    const auto words = describe_path(what_, path_to(required_, node));
    return cut(describe_requirement(what_, requirement_of(node)) + ", which depends on " +
               joined(words, ", on "));
  }

  const Explained& what_;
  std::vector<NodeId> required_, returned_;
};

std::vector<Finding> find_violations(const Explained& what, uint32_t function) {
  std::vector<Finding> findings;
  const std::vector<NodeId> search = what.graph.search(kMayBeNonUniform, Direction::kAgainstEdges);
  for (const Requirement& requirement : what.graph.requirements()) {
    if (search[requirement.node] == kNone) continue;
    std::vector<NodeId> path = path_to(search, requirement.node);
    std::reverse(path.begin(), path.end());
    findings.push_back({function, what.program.statements[requirement.statement].place,
                        describe_requirement(what, requirement), describe_path(what, path)});
    if (findings.size() == kMaxFindings) break;
  }
  return findings;
}

std::string to_string(const Program& program, const Function& function, const Summary& summary) {
  std::string text = "function " + function.name + ":\n";
  if (summary.call_site_uniform) {
    text += "  must be called in uniform control flow: " + summary.call_site_reason + "\n";
  }
  for (uint32_t i = 0; i < function.parameter_count; ++i) {
    const std::string name = "  parameter '" + program.locals[function.first_local + i] + "'";
    if (summary.parameters_required[i])
      text += name + " must be uniform: " + summary.parameter_reasons[i] + "\n";
    if (summary.parameters_affect_return[i]) text += name + " affects the result\n";
  }
  if (summary.return_non_uniform) text += "  the result may be non-uniform: " + summary.return_reason + "\n";
  if (text.back() == '\n' && std::count(text.begin(), text.end(), '\n') == 1) {
    text += "  makes no demands on its callers\n";
  }
  return text;
}

}  // namespace

Result<Analysis> analyse(const Program& program, Deviations deviations) {
  Analysis analysis;
  BehaviourAnalysis behaviours(program, deviations);
  for (const Function& function : program.functions) {
    behaviours.add_list(function.body);
    const Result<UniformityGraph> graph =
        build_function_graph({program, function, behaviours, analysis.summaries, deviations});
    if (!graph) return graph.error();
    const Explained what = {program, function, analysis.summaries, *graph};
    analysis.findings = find_violations(what, static_cast<uint32_t>(&function - program.functions.data()));
    if (!analysis.findings.empty()) break;
    analysis.summaries.push_back(FunctionSummary(what).summarise());
  }
  return analysis;
}

std::string to_string(const Program& program, const Analysis& analysis) {
  std::string text = analysis.accepted() ? "accepted: no barrier can be reached in divergent control flow\n"
                                         : "rejected: a barrier may be reached in divergent control flow\n";
  for (const Finding& finding : analysis.findings) {
    text += "\nin function " + program.functions[finding.function].name + ", " + finding.requirement + "\n";
    for (const std::string& line : finding.chain) {
      text += (&line == &finding.chain.front() ? "  but depends on " : "  which depends on ") + line + "\n";
    }
  }
  if (program.functions.size() > 1) text += "\n";
  for (size_t i = 0; i < analysis.summaries.size() && i + 1 < program.functions.size(); ++i) {
    text += to_string(program, program.functions[i], analysis.summaries[i]);
  }
  return text;
}

}  // namespace trellis::tinywgsl
