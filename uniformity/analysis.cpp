#include "uniformity/analysis.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "dxil_frontend/program/addresses.hpp"
#include "support/containers.hpp"
#include "support/sort_stably.hpp"
#include "uniformity/call_order.hpp"
#include "uniformity/explain.hpp"

namespace trellis::uniformity {
namespace {

using dxil::Instruction;
using dxil::Opcode;
using dxil::ValueId;

/// Returns for each global the only function that uses it; kNone if none or several do.
Vector<uint32_t> users_of_globals(const dxil::Module& module) {
  constexpr uint32_t kSeveral = kNone - 1;
  Vector<uint32_t> users(module.globals.size(), kNone);
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    const dxil::Function& function = module.functions[f];
    for (ValueId value : function.operands) {
      if (!module.is_module_value(value)) continue;
      value = dxil::root_of_address(module, value);
      if (module.values[value].kind != dxil::ValueKind::kGlobal) continue;
      uint32_t& user = users[module.values[value].index];
      user = user == kNone || user == f ? f : kSeveral;
    }
  }
  for (uint32_t& user : users) user = user == kSeveral ? kNone : user;
  return users;
}

class Analyser {
 public:
  Analyser(const dxil::Shader& shader, const AnalysisRequest& request)
      : shader_(shader), module_(shader.module), request_(request) {}

  Result<Analysis> run() {
    find_roots();
    Result<Vector<uint32_t>> order = callees_first(module_, roots_);
    if (!order) return order.error();
    is_partial_ = !request_.wanted.empty() && order->size() == 1;
    if (has(is_static) || has(is_shared)) global_users_ = users_of_globals(module_);
    graphs_.resize(module_.functions.size());
    summaries_.resize(module_.functions.size());
    needs_.resize(module_.functions.size());
    for (const uint32_t f : *order) {
      TRELLIS_RETURN_IF_ERROR(analyse_function(f));
    }
    result_.functions.resize(module_.functions.size());
    seeds_.resize(module_.functions.size());
    for (auto f = order->rbegin(); f != order->rend(); ++f) mark_function(*f);
    sort_stably(result_.findings.begin(), result_.findings.end(), [](const Finding& a, const Finding& b) {
      return std::tie(a.where.function, a.where.block, a.where.instruction) <
             std::tie(b.where.function, b.where.block, b.where.instruction);
    });
    return std::move(result_);
  }

 private:
  void add_root(uint32_t function, const dxil::EntryPoint* entry) {
    if (function >= module_.functions.size() || module_.functions[function].blocks.empty()) return;
    if (entry_of_[function] != nullptr) return;
    entry_of_[function] = entry;
    if (std::find(roots_.begin(), roots_.end(), function) == roots_.end()) roots_.push_back(function);
  }

  void find_roots() {
    entry_of_.assign(module_.functions.size(), nullptr);
    const auto add_entry = [&](const dxil::EntryPoint& entry) {
      add_root(entry.function, &entry);
      if (entry.hull) add_root(entry.hull->patch_constant_function_index, &entry);
    };
    if (request_.entry != nullptr) return add_entry(*request_.entry);
    for (const dxil::EntryPoint& entry : shader_.entry_points) add_entry(entry);
    // Functions that a library exports are analysed as well.
    for (uint32_t f = 0; f < module_.functions.size(); ++f) {
      if (!module_.functions[f].blocks.empty() && entry_of_[f] == nullptr) roots_.push_back(f);
    }
  }

  static bool is_static(const dxil::Global& global) {
    return global.address_space == 0 && !global.is_constant && !global.is_external;
  }
  static bool is_shared(const dxil::Global& global) { return global.address_space == 3; }
  bool has(bool (*what)(const dxil::Global&)) const {
    return std::any_of(module_.globals.begin(), module_.globals.end(), what);
  }
  /// Returns for each global whether `what` holds for it and only function f uses it. Empty if `what` holds
  /// for no global.
  Vector<uint8_t> own_globals(uint32_t f, bool (*what)(const dxil::Global&)) const {
    Vector<uint8_t> own;
    if (!has(what)) return own;
    own.assign(module_.globals.size(), 0);
    for (size_t g = 0; g < module_.globals.size(); ++g) {
      own[g] = what(module_.globals[g]) && global_users_[g] == f ? 1 : 0;
    }
    return own;
  }

  const dxil::EntryPoint* stage_of(uint32_t f) const {
    if (entry_of_[f] != nullptr) return entry_of_[f];
    if (request_.entry != nullptr) return request_.entry;
    return shader_.entry_points.size() == 1 ? &shader_.entry_points[0] : nullptr;
  }

  Result<void> analyse_function(uint32_t f) {
    GraphContext context;
    context.shader = &shader_;
    context.options = request_.options;
    context.entry = entry_of_[f];
    context.stage = stage_of(f);
    context.is_precise = wants_findings();
    context.summaries = &summaries_;
    context.needs = &needs_;
    if (entry_of_[f] != nullptr) {
      context.own_globals = own_globals(f, is_static);
      if (context.is_precise) context.own_shared = own_globals(f, is_shared);
    }
    if (is_partial_) context.wanted = request_.wanted[f];
    graphs_[f] = make_routed<FunctionGraph>();
    TRELLIS_RETURN_IF_ERROR(build_function_graph(context, module_.functions[f], *graphs_[f]));
    needs_[f] = graphs_[f]->needs;
    const bool is_summarised = entry_of_[f] == nullptr && !is_partial_;
    if (!wants_findings() && !is_summarised) return {};
    const Marks marks(graphs_[f]->graph);
    if (wants_findings()) find_violations(f, marks);
    if (is_summarised) summarise(f, marks);
    return {};
  }

  bool wants_findings() const { return request_.want_findings && request_.wanted.empty(); }
  bool is_wanted(uint32_t f, uint32_t local) const { return !is_partial_ || request_.wanted[f][local] != 0; }

  void find_violations(uint32_t f, const Marks& marks) {
    const FunctionGraph& graph = *graphs_[f];
    Vector<uint8_t> reported(graph.function->local_types.size(), 0);  // One finding per handle.
    Set<std::pair<uint32_t, NeedKind>> calls;
    known_findings_.clear();
    for (const Need& need : graph.needs) {
      if ((marks.of(need.node) & bit(need.scope)) == 0) continue;
      if (need.handle != kNone) {
        uint8_t& done = reported[need.handle - graph.function->first_local];
        if (done != 0) continue;
        done = 1;
      }
      if (need.callee != kNone && !calls.insert({need.instruction, need.kind}).second) continue;
      add_finding(explain({shader_, module_, graphs_, needs_}, f, need, marks));
    }
  }

  /// Adds a finding. Operations of the same kind in the same block and line are merged into one finding: the
  /// derivatives of a vector's components, for example.
  void add_finding(Finding finding) {
    if (finding.kind != NeedKind::kResourceIndex && finding.kind != NeedKind::kGroupArgument) {
      const auto [known, is_new] = known_findings_.emplace(
          std::tuple(finding.kind, finding.where.block, finding.where.line), result_.findings.size());
      if (!is_new) {
        result_.findings[known->second].more.push_back(std::move(finding.where));
        return;
      }
    }
    result_.findings.push_back(std::move(finding));
  }

  void summarise(uint32_t f, const Marks& marks) {
    const FunctionGraph& graph = *graphs_[f];
    const auto count = static_cast<uint32_t>(graph.function->argument_types.size());
    Summary& summary = summaries_[f];
    summary.return_tainted = marks.of(graph.returned);
    summary.return_arguments.assign(count, kNoScope);
    summary.outputs.resize(count);
    summary.argument_needs.assign(count, {kNone, kNone, kNone});
    const ForwardEdges edges(graph.graph);
    for (const Scope scope : kAllScopes) {
      const auto s = static_cast<uint32_t>(scope);
      Vector<uint8_t> of_return;
      edges.walk(graph.returned, scope, of_return, [&](NodeId node) {
        if (node < count) summary.return_arguments[node] |= bit(scope);
      });
      for (uint32_t a = 0; a < count; ++a) {
        const NodeId node = graph.outputs[a];
        if (node == kNoNode) continue;
        Summary::Output& output = summary.outputs[a];
        output.is_written = true;
        output.tainted |= static_cast<Scopes>(marks.of(node) & bit(scope));
        output.arguments.resize(count, kNoScope);
        Vector<uint8_t> of_output;
        edges.walk(node, scope, of_output, [&](NodeId reached) {
          if (reached < count) output.arguments[reached] |= bit(scope);
        });
      }
      Vector<uint8_t> seen;  // Nodes that earlier needs depend on; they are attributed to those needs.
      for (uint32_t n = 0; n < graph.needs.size(); ++n) {
        const Need& need = graph.needs[n];
        if (need.scope != scope || (marks.of(need.node) & bit(scope)) != 0) continue;
        edges.walk(need.node, scope, seen, [&](NodeId node) {
          if (node == graph.start && summary.flow_need[s] == kNone) summary.flow_need[s] = n;
          if (node < count && summary.argument_needs[node][s] == kNone) summary.argument_needs[node][s] = n;
        });
      }
    }
  }

  /// Marks a function according to what its callers pass. A function without callers may be called with
  /// anything.
  void mark_function(uint32_t f) {
    const FunctionGraph& graph = *graphs_[f];
    if (entry_of_[f] == nullptr && !is_called(f)) {
      for (uint32_t a = 0; a < graph.function->argument_types.size(); ++a)
        seeds_[f].push_back({a, kEveryScope});
    }
    const Marks marks(graph.graph, seeds_[f], /*has_causes=*/false);
    FunctionMarks& result = result_.functions[f];
    const dxil::Function& function = *graph.function;
    for (uint32_t local = 0; local < function.local_types.size(); ++local) {
      result.values.push_back(marks.of(graph.value_node(local)));
    }
    for (BlockId block = 0; block < function.blocks.size(); ++block) {
      result.blocks.push_back(marks.of(graph.flow_node(block)));
      const NodeId branch = graph.branch_nodes[block];
      result.branches.push_back(branch == kNoNode ? kNoScope : marks.of(branch));
    }
    find_late_reads(f, marks);
    if (!is_partial_) seed_callees(f, marks);
  }

  bool is_called(uint32_t f) const { return called_.size() > f && called_[f] != 0; }

  void find_late_reads(uint32_t f, const Marks& marks) {
    const FunctionGraph& graph = *graphs_[f];
    const dxil::Function& function = *graph.function;
    FunctionMarks& result = result_.functions[f];
    result.values_where_read = result.values;
    const Control& control = *graph.control;
    if (control.cycle_count() == 0) return;
    Vector<BlockId> made(function.local_types.size(), kNone);
    for (const BlockId block : control.order().reverse_post_order()) {
      for (const Instruction& i : function.instructions_of(block)) {
        if (i.result != kNone) made[i.result - function.first_local] = block;
      }
    }
    for (const BlockId block : control.order().reverse_post_order()) {
      for (const Instruction& i : function.instructions_of(block)) {
        for (const ValueId value : function.operands_of(i)) {
          if (module_.is_module_value(value)) continue;
          const uint32_t local = value - function.first_local;
          if (made[local] == kNone || made[local] == block || !is_wanted(f, local)) continue;
          for (CycleId c = control.cycle_around(made[local]); c != kNone; c = control.cycle(c).parent) {
            if (control.contains(c, block) && !control.cycle(c).is_region) break;
            result.values_where_read[local] |= marks.of(graph.cycle_nodes[c]);
          }
        }
      }
    }
  }

  void seed_callees(uint32_t f, const Marks& marks) {
    const FunctionGraph& graph = *graphs_[f];
    const dxil::Function& function = *graph.function;
    called_.resize(module_.functions.size(), 0);
    for (const BlockId block : graph.control->order().reverse_post_order()) {
      for (const Instruction& i : function.instructions_of(block)) {
        if (i.opcode != Opcode::kCall || graphs_[i.aux] == nullptr) continue;
        called_[i.aux] = 1;
        auto& seeds = seeds_[i.aux];
        seeds.push_back({graphs_[i.aux]->start, marks.of(graph.flow_node(block))});
        const auto operands = function.operands_of(i);
        for (uint32_t a = 0; a < operands.size(); ++a) {
          if (module_.is_module_value(operands[a])) {
            // The contents of the module's memory may differ between invocations.
            const auto kind = module_.types[module_.type_of(function, operands[a])].kind;
            if (kind == dxil::TypeKind::kPointer) seeds.push_back({a, kEveryScope});
            continue;
          }
          const uint32_t local = operands[a] - function.first_local;
          const bool is_pointer =
              module_.types[module_.type_of(function, operands[a])].kind == dxil::TypeKind::kPointer;
          // Local memory that is passed may hold values that differ between invocations.
          const Scopes passed = is_pointer ? kEveryScope : result_.functions[f].values_where_read[local];
          seeds.push_back({a, passed});
        }
      }
    }
  }

  const dxil::Shader& shader_;
  const dxil::Module& module_;
  const AnalysisRequest& request_;
  Vector<uint32_t> roots_, global_users_;
  Vector<const dxil::EntryPoint*> entry_of_;
  Vector<RoutedPointer<FunctionGraph>> graphs_;
  Vector<Summary> summaries_;
  Vector<Vector<Need>> needs_;
  Vector<Vector<Marks::Seed>> seeds_;
  Vector<uint8_t> called_;
  bool is_partial_ = false;
  /// Findings of the current function: (kind, block, line) to index.
  Map<std::tuple<NeedKind, BlockId, uint32_t>, size_t> known_findings_;
  Analysis result_;
};

}  // namespace

Result<Analysis> analyse(const dxil::Shader& shader, const AnalysisRequest& request) {
  return Analyser(shader, request).run();
}

}  // namespace trellis::uniformity
