// The uniformity analysis of a program: what is the same for all invocations of a quad, a wave or a thread
// group, what has to be, and why something that has to be is not.
//
// Functions are analysed callees first and summarised once each. A second pass, callers first, marks each
// function with what it is called with. After Robin Morisset's analysis for WHLSL, which became WGSL's.
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
  String text;  ///< "block 3 is only run if %12 is true": no final stop.
  String function;
  BlockId block = kNone;
  uint32_t instruction = kNone;  ///< Its index within the block.
  uint32_t line = 0;             ///< In the source; 0: unknown.
  String file;                   ///< Source file, if the line is known.
};

/// Something that must be uniform and may not be.
struct Finding {
  NeedKind kind = NeedKind::kBarrier;
  Scope scope = Scope::kGroup;
  String what;       ///< "the barrier may be reached by some threads of a thread group and not by others".
  String operation;  ///< "dx.op.barrier (Barrier, 80)".
  Step where;        ///< Its text is empty.
  Vector<Step> why;  ///< From the operation back to what differs.
  String advice;
  Vector<Step> more;  ///< Operations of the same kind in the same block and line, for the same reason.
};

/// "barrier-divergence", "nonuniform-derivative", "nonuniform-quad-operation", "nonuniform-group-operation",
/// "nonuniform-resource-index": the name of the rule that a need of that kind breaks.
const char* rule_of(NeedKind kind);

/// What the analysis knows of a function, in the calls that the entry points lead to.
struct FunctionMarks {
  Vector<Scopes>
      values;  ///< By local value: scopes in which it differs between invocations that compute it together.
  Vector<Scopes> blocks;  ///< By block: scopes of which some invocations may run it and others not.
  Vector<Scopes>
      branches;  ///< By block: scopes in which invocations that run it together diverge at its end.
  /// By local value: as `values`, and scopes in which it differs where it is read, as a value from a loop
  /// that threads leave at different times does.
  Vector<Scopes> values_where_read;
};

struct Analysis {
  Vector<FunctionMarks> functions;  ///< By Module::functions; empty for those without a body.
  Vector<Finding> findings;         ///< By function, block, instruction.
};

struct AnalysisRequest {
  Options options;
  /// Entry points to start from; empty: all of the shader.
  const dxil::EntryPoint* entry = nullptr;
  bool want_findings = true;
  /// By Module::functions and local value, 1: only these are asked about, and there are no findings. Of the
  /// marks only `values` and `values_where_read` of these are right then. Empty: all are. If there is one
  /// function, as in most shaders, what they do not depend on is not looked at.
  std::span<const Vector<uint8_t>> wanted;
};

/// Errors: kBadInput for recursion (the message shows the cycle), kUnsupported for calls of functions without
/// a body and for control flow that is nested too deeply. Near-linear in the program.
Result<Analysis> analyse(const dxil::Shader& shader, const AnalysisRequest& request = {});

}  // namespace trellis::uniformity
