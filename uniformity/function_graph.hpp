// The implications of one function.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/resource_of_handle.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"
#include "uniformity/control.hpp"
#include "uniformity/implications.hpp"
#include "uniformity/memory_versions.hpp"

namespace trellis::uniformity {

struct Options {
  bool trust_uavs = false;          ///< Take the contents of UAVs at a uniform address to be uniform.
  bool trust_group_shared = false;  ///< The same for groupshared memory.
};

enum class NeedKind : uint8_t {
  kBarrier,
  kDerivative,
  kImplicitLod,
  kQuadOperation,
  kGroupOperation,
  kGroupArgument,
  kResourceIndex,
};

/// Something that must be uniform.
struct Need {
  NeedKind kind = NeedKind::kBarrier;
  Scope scope = Scope::kGroup;
  BlockId block = kNone;
  uint32_t instruction = kNone;  ///< Into Function::instructions.
  uint32_t operand = kNone;      ///< kGroupArgument.
  dxil::ValueId handle = kNone;  ///< kResourceIndex: the handle as it was created, before annotations.
  NodeId node = kNoNode;
  uint32_t callee = kNone;       ///< The instruction is a call: Module::functions index ...
  uint32_t callee_need = kNone;  ///< ... and the need of that function which causes this one.
};

/// What callers need to know of a function.
struct Summary {
  Scopes return_tainted = kNoScope;  ///< Scopes in which the result cannot be uniform.
  Vector<Scopes> return_arguments;   ///< By parameter: the result is uniform only if this is.
  struct Output {
    bool is_written = false;
    Scopes tainted = kNoScope;
    Vector<Scopes> arguments;
  };
  Vector<Output> outputs;  ///< By parameter that is a pointer: what the memory holds afterwards.
  /// By scope: a need of the function that its caller's control flow has to meet; kNone.
  std::array<uint32_t, kScopeCount> flow_need = {kNone, kNone, kNone};
  Vector<std::array<uint32_t, kScopeCount>> argument_needs;  ///< By parameter, likewise.
};

struct FunctionGraph {
  const dxil::Function* function = nullptr;
  std::optional<Control> control;
  std::optional<MemoryVersions> memory;  ///< None: nothing that was asked about is loaded.
  std::optional<dxil::ResourceFinder> resources;
  Implications graph;
  Vector<Need> needs;
  NodeId start = kNoNode, returned = kNoNode;
  Vector<NodeId> outputs;       ///< By parameter; kNoNode: not written.
  Vector<NodeId> branch_nodes;  ///< By block; kNoNode if nothing depends on its branch.
  Vector<NodeId> cycle_nodes;   ///< By cycle.

  NodeId value_node(uint32_t local) const { return local; }
  NodeId flow_node(BlockId block) const { return static_cast<NodeId>(function->local_types.size()) + block; }
};

struct GraphContext {
  const dxil::Shader* shader = nullptr;
  Options options;
  const dxil::EntryPoint* entry = nullptr;  ///< The entry point that the function is, if it is one.
  const dxil::EntryPoint* stage =
      nullptr;                  ///< The entry point whose inputs the function reads, if only one can be.
  Vector<uint8_t> own_globals;  ///< See MemoryVersions.
  Vector<uint8_t> own_shared;   ///< See SharedIntervals; empty: there are none.
  /// Whether values are looked at beyond what they are computed from (precise_values.cpp).
  bool is_precise = false;
  const Vector<Summary>* summaries = nullptr;   ///< By Module::functions, for all that it calls.
  const Vector<Vector<Need>>* needs = nullptr;  ///< Likewise, what they need.
  /// By local value, 1: only these are asked about. The graph then has no needs, and is made as far as these
  /// values and the cycles around them depend on it. For functions that call no others. Empty: all are.
  std::span<const uint8_t> wanted;
};

/// Fills an empty graph, which must not be moved afterwards. Errors: kUnsupported for control flow that is
/// nested too deeply.
Result<void> build_function_graph(const GraphContext& context, const dxil::Function& function,
                                  FunctionGraph& result);

}  // namespace trellis::uniformity
