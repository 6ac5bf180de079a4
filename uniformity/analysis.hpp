// The uniformity analysis of a program: what is the same for all invocations of a quad, a wave or a thread
// group, what has to be, and why something that has to be uniform is not.
//
// Functions are analysed callees first and summarised once each. A second pass, callers first, marks each
// function according to what it is called with. The analysis follows Robin Morisset's for WHLSL, which became
// WGSL's.
#pragma once

#include <memory>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"
#include "uniformity/function_graph.hpp"

namespace trellis::uniformity {

/// One link of an explanation.
struct Step {
  String text;  ///< For example "block 3 is only run if %12 is true", without a final full stop.
  String function;
  BlockId block = kNone;
  uint32_t instruction = kNone;  ///< Index within the block.
  uint32_t line = 0;             ///< Line in the source; 0 if unknown.
  String file;                   ///< Source file, if the line is known.
};

/// Something that must be uniform and may not be.
struct Finding {
  NeedKind kind = NeedKind::kBarrier;
  Scope scope = Scope::kGroup;
  /// For example "the barrier may be reached by some threads of a thread group and not by others".
  String what;
  String operation;  ///< For example "dx.op.barrier (Barrier, 80)".
  Step where;        ///< Location of the operation. The text is empty.
  Vector<Step> why;  ///< The path from the operation back to what differs.
  String advice;
  /// Locations of further operations of the same kind in the same block and line, with the same reason.
  Vector<Step> more;
};

/// Returns the name of the rule that a need of this kind breaks: "barrier-divergence",
/// "nonuniform-derivative", "nonuniform-quad-operation", "nonuniform-group-operation" or
/// "nonuniform-resource-index".
const char* rule_of(NeedKind kind);

/// The analysis results for a function, considering only the calls that the entry points lead to.
struct FunctionMarks {
  Vector<Scopes>
      values;  ///< By local value: scopes in which it differs between invocations that compute it together.
  Vector<Scopes> blocks;  ///< By block: scopes in which only some invocations may run it.
  Vector<Scopes>
      branches;  ///< By block: scopes in which invocations that run it together diverge at its end.
  /// By local value: as `values`, plus the scopes in which the value differs where it is read. A value from a
  /// loop that threads leave at different times differs in this way.
  Vector<Scopes> values_where_read;
};

struct Analysis {
  Vector<FunctionMarks> functions;  ///< By Module::functions index; empty for functions without a body.
  Vector<Finding> findings;         ///< Ordered by function, block and instruction.
};

struct AnalysisRequest {
  Options options;
  /// Entry point to start from; null: all entry points of the shader.
  const dxil::EntryPoint* entry = nullptr;
  bool want_findings = true;
  /// By Module::functions index and local value: 1 for the values to be analysed. If not empty, there are no
  /// findings, and only `values` and `values_where_read` of these values are valid. If there is only one
  /// function, as in most shaders, code that these values do not depend on is skipped. Empty: analyse
  /// everything.
  std::span<const Vector<uint8_t>> wanted;
};

/// Analyses a shader. Errors: kBadInput for recursion (the message shows the cycle), kUnsupported for calls
/// of functions without a body and for control flow that is nested too deeply. Near-linear in the size of the
/// program.
Result<Analysis> analyse(const dxil::Shader& shader, const AnalysisRequest& request = {});

}  // namespace trellis::uniformity
