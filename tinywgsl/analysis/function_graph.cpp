#include "tinywgsl/analysis/function_graph.hpp"

namespace trellis::tinywgsl {
namespace {

/// Maps local variables (counted from the function's first) to nodes: M in the paper.
using VariableMap = std::vector<NodeId>;

class GraphBuilder {
 public:
  explicit GraphBuilder(const FunctionToAnalyse& what) : what_(what), program_(what.program) {}

  Result<UniformityGraph> build() {
    State state;
    state.control = kControlStart;
    for (uint32_t i = 0; i < what_.function.local_count; ++i) {
      const NodeId node = add({NodeKind::kInitialVariable, kNone, what_.function.first_local + i, kNone, {}});
      state.variables.push_back(node);
      if (i >= what_.function.parameter_count) graph_.add_edge(node, kControlStart);
    }
    analyse_list(what_.function.body, state, {});
    if (full()) {
      return unsupported("the uniformity graph of function '" + what_.function.name + "' exceeds " +
                         std::to_string(kMaxGraphSize) + " nodes and edges");
    }
    return std::move(graph_);
  }

 private:
  /// M and cf in the paper.
  struct State {
    VariableMap variables;
    NodeId control = kNone;
  };
  /// M_b and M_c of the innermost loop.
  struct LoopMaps {
    const VariableMap* at_break = nullptr;
    const VariableMap* at_continue = nullptr;
  };

  bool deviates(Deviation deviation) const { return what_.deviations.has(deviation); }
  bool full() const { return graph_.size() > kMaxGraphSize; }
  Behaviours behaviours_of(uint32_t list) const { return what_.behaviours.of_list(list); }
  NodeId add(const Node& node) { return graph_.add_node(node); }

  /// Adds a new node for every variable.
  VariableMap add_variables(NodeKind kind, uint32_t statement) {
    VariableMap map(what_.function.local_count);
    for (uint32_t i = 0; i < map.size(); ++i) {
      map[i] = add({kind, statement, what_.function.first_local + i, kNone, {}});
    }
    return map;
  }
  void add_edges(const VariableMap& from, const VariableMap& to) {
    for (size_t i = 0; i < from.size(); ++i) graph_.add_edge(from[i], to[i]);
  }
  void assign(State& state, uint32_t variable, NodeId value) {
    state.variables[variable - what_.function.first_local] = value;
  }

  /// UG_expr: returns the node of an expression's value. Each use of lid and of a shared array gets its own
  /// node before MayBeNonUnif, so that an explanation can name it.
  NodeId analyse_expression(const State& state, Expression expression) {
    std::vector<NodeId> values;
    for (uint32_t i = expression.first; i < expression.first + expression.count; ++i) {
      const Term& term = program_.terms[i];
      const Node node = {NodeKind::kTerm, kNone, kNone, i, expression};
      switch (term.kind) {
        case TermKind::kValue:
          values.push_back(deviates(Deviation::kLiteralWithoutControl) ? kControlStart : state.control);
          break;
        case TermKind::kLocal:
          values.push_back(add_local_use(state, term.name, node));
          break;
        case TermKind::kShared:
          values.back() = add(node);
          graph_.add_edge(values.back(),
                          deviates(Deviation::kSharedUniform) ? state.control : kMayBeNonUniform);
          break;
        case TermKind::kOperator: {
          const NodeId result = add(node), right = values.back();
          values.pop_back();
          graph_.add_edge(result, values.back());
          if (!deviates(Deviation::kOperatorLeftOnly)) graph_.add_edge(result, right);
          values.back() = result;
          break;
        }
      }
    }
    return values.back();
  }

  NodeId add_local_use(const State& state, uint32_t variable, const Node& node) {
    const NodeId use = add(node);
    if (variable == program_.lid()) {
      graph_.add_edge(use, deviates(Deviation::kLidUniform) ? state.control : kMayBeNonUniform);
      return use;
    }
    if (!deviates(Deviation::kLocalWithoutControl)) graph_.add_edge(use, state.control);
    graph_.add_edge(use, state.variables[variable - what_.function.first_local]);
    return use;
  }

  /// UG_stmt of a list. Statements after one that never continues to the next are skipped.
  void analyse_list(uint32_t first, State& state, LoopMaps maps) {
    for (uint32_t i = first; i != kNone && !full(); i = program_.statements[i].next) {
      analyse_statement(i, state, maps);
      if (!(what_.behaviours.of(i) & kNext)) return;
    }
  }

  void analyse_statement(uint32_t number, State& state, LoopMaps maps) {
    const Statement& statement = program_.statements[number];
    switch (statement.kind) {
      case StatementKind::kLocalAssign:
        return assign(state, statement.target, analyse_expression(state, statement.value));
      case StatementKind::kSharedAssign:
        return;
      case StatementKind::kIf:
        return analyse_if(number, state, maps);
      case StatementKind::kLoop:
        return analyse_loop(number, state);
      case StatementKind::kCall:
        return analyse_call(number, state);
      case StatementKind::kBarrier:
        if (!deviates(Deviation::kBarrierWithoutRequirement)) graph_.require({state.control, number, kNone});
        return;
      case StatementKind::kBreak:
        if (!deviates(Deviation::kBreakWithoutVariables)) add_edges(*maps.at_break, state.variables);
        return;
      case StatementKind::kContinue:
        if (!deviates(Deviation::kContinueWithoutVariables)) add_edges(*maps.at_continue, state.variables);
        return;
      case StatementKind::kReturn:
        return graph_.add_edge(kValueReturn, analyse_expression(state, statement.value));
    }
  }

  void analyse_if(uint32_t number, State& state, LoopMaps maps) {
    const Statement& statement = program_.statements[number];
    NodeId condition = analyse_expression(state, statement.value);
    if (deviates(Deviation::kConditionIgnored)) condition = state.control;
    State then_state = {state.variables, condition}, else_state = {state.variables, condition};
    analyse_list(statement.first, then_state, maps);
    analyse_list(statement.second, else_state, maps);

    state.variables = add_variables(NodeKind::kVariableAfter, number);
    const bool then_only = deviates(Deviation::kIfMergesThenOnly);
    const bool then_ends = behaviours_of(statement.first) & kNext;
    if (then_ends) add_edges(state.variables, then_state.variables);
    if ((behaviours_of(statement.second) & kNext) && !(then_only && then_ends)) {
      add_edges(state.variables, else_state.variables);
    }
    if (what_.behaviours.of(number) == kNext || deviates(Deviation::kIfWithoutBehaviours)) return;
    if (deviates(Deviation::kBreakIfWithoutCondition) && is_break_if(number)) return;
    state.control = add({NodeKind::kControlAfter, number, kNone, kNone, {}});
    graph_.add_edge(state.control, then_state.control);
    graph_.add_edge(state.control, else_state.control);
  }

  /// Returns true if the statement is a break-if. Only the last `if` of a continuing contains a break of its
  /// loop.
  bool is_break_if(uint32_t number) const {
    const Statement& statement = program_.statements[number];
    return statement.loop != kNone && statement.following == statement.loop;
  }

  void analyse_call(uint32_t number, State& state) {
    const Statement& statement = program_.statements[number];
    const Summary& callee = what_.summaries[statement.function];
    const NodeId result = add({NodeKind::kCallResult, number, kNone, kNone, {}});
    if (callee.call_site_uniform && !deviates(Deviation::kCallSiteIgnored)) {
      graph_.require({state.control, number, kNone});
    }
    for (uint32_t i = 0; i < statement.argument_count; ++i) {
      const NodeId argument = analyse_expression(state, program_.arguments[statement.first_argument + i]);
      if (callee.parameters_required[i] && !deviates(Deviation::kCallParametersIgnored)) {
        graph_.require({argument, number, i});
      }
      if (callee.parameters_affect_return[i] && !deviates(Deviation::kCallResultWithoutParameters)) {
        graph_.add_edge(result, argument);
      }
    }
    if (callee.return_non_uniform && !deviates(Deviation::kCallResultUniform)) {
      graph_.add_edge(result, kMayBeNonUniform);
    }
    if (!deviates(Deviation::kCallResultWithoutControl)) graph_.add_edge(result, state.control);
    assign(state, statement.target, result);
  }

  /// The numbers in the comments are the lines of the paper's rule for loops.
  void analyse_loop(uint32_t number, State& state) {
    const Statement& statement = program_.statements[number];
    const Behaviours body = behaviours_of(statement.first);
    const VariableMap head = add_variables(NodeKind::kVariableAtHead, number);
    const VariableMap exit = add_variables(NodeKind::kVariableAfter, number);
    const VariableMap at_continue = add_variables(NodeKind::kVariableContinuing, number);
    add_edges(head, state.variables);  // 5
    const bool iterates = body & kContinue;
    const bool has_head = iterates || deviates(Deviation::kAlwaysBackEdges);
    const NodeId control =
        has_head ? add({NodeKind::kControlInLoop, number, kNone, kNone, {}}) : state.control;  // 6
    State inside = {head, control};
    analyse_list(statement.first, inside, {&exit, &at_continue});  // 7
    const NodeId after_body = inside.control;
    if (iterates || deviates(Deviation::kAlwaysContinuing)) {
      inside.variables = at_continue;
      analyse_list(statement.second, inside, {&exit, nullptr});  // 8
    }
    if (has_head) {  // 9
      if (iterates && !deviates(Deviation::kLoopVariablesWithoutBackEdge)) add_edges(head, inside.variables);
      graph_.add_edge(control, state.control);
      if (!deviates(Deviation::kLoopControlWithoutBackEdge)) graph_.add_edge(control, inside.control);
    }
    state.variables = exit;
    if (!iterates) {  // 10 and 11
      if (body != kBreak && !deviates(Deviation::kLeavingLoopIgnored)) state.control = after_body;
    } else if ((body & kReturn) && !deviates(Deviation::kReturnsFromLoopIgnored)) {  // 12
      state.control = control;
    }  // 13
  }

  const FunctionToAnalyse& what_;
  const Program& program_;
  UniformityGraph graph_;
};

}  // namespace

Result<UniformityGraph> build_function_graph(const FunctionToAnalyse& what) {
  return GraphBuilder(what).build();
}

}  // namespace trellis::tinywgsl
