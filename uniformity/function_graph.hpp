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
  bool trust_uavs = false;          ///< Assume that a UAV's contents at a uniform address are uniform.
  bool trust_group_shared = false;  ///< Assume the same for groupshared memory.
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
  uint32_t instruction = kNone;  ///< Index into Function::instructions.
  uint32_t operand = kNone;      ///< kGroupArgument: index of the operand.
  dxil::ValueId handle = kNone;  ///< kResourceIndex: the handle as it was created, before annotations.
  NodeId node = kNoNode;
  uint32_t callee = kNone;  ///< If the instruction is a call: the callee's index in Module::functions.
  /// If the instruction is a call: the need of the callee that causes this one.
  uint32_t callee_need = kNone;
};

/// What callers need to know about a function.
struct Summary {
  Scopes return_tainted = kNoScope;  ///< Scopes in which the result cannot be uniform.
  /// By parameter: scopes in which the result is uniform only if this parameter is.
  Vector<Scopes> return_arguments;
  struct Output {
    bool is_written = false;
    Scopes tainted = kNoScope;
    Vector<Scopes> arguments;
  };
  Vector<Output> outputs;  ///< By pointer parameter: what its memory holds after the call.
  /// By scope: a need of the function that the caller's control flow must meet; kNone if there is none.
  std::array<uint32_t, kScopeCount> flow_need = {kNone, kNone, kNone};
  /// By parameter and scope: a need of the function that the argument must meet; kNone if there is none.
  Vector<std::array<uint32_t, kScopeCount>> argument_needs;
};

struct FunctionGraph {
  const dxil::Function* function = nullptr;
  std::optional<Control> control;
  std::optional<MemoryVersions> memory;  ///< Absent if no load belongs to the requested values.
  std::optional<dxil::ResourceFinder> resources;
  Implications graph;
  Vector<Need> needs;
  NodeId start = kNoNode, returned = kNoNode;
  Vector<NodeId> outputs;       ///< By parameter; kNoNode if its memory is not written.
  Vector<NodeId> branch_nodes;  ///< By block; kNoNode if nothing depends on its branch.
  Vector<NodeId> cycle_nodes;   ///< By cycle: its node.

  NodeId value_node(uint32_t local) const { return local; }
  NodeId flow_node(BlockId block) const { return static_cast<NodeId>(function->local_types.size()) + block; }
};

struct GraphContext {
  const dxil::Shader* shader = nullptr;
  Options options;
  const dxil::EntryPoint* entry = nullptr;  ///< The entry point that this function is; null if it is not one.
  const dxil::EntryPoint* stage =
      nullptr;  ///< The entry point whose inputs the function reads; null if there may be several.
  Vector<uint8_t> own_globals;  ///< See MemoryVersions.
  Vector<uint8_t> own_shared;   ///< See SharedIntervals. Empty if there are none.
  /// Whether values are analysed beyond what they are computed from (precise_values.cpp).
  bool is_precise = false;
  /// By Module::functions index. Valid for all functions that this one calls.
  const Vector<Summary>* summaries = nullptr;
  /// By Module::functions index: the needs of the functions that this one calls.
  const Vector<Vector<Need>>* needs = nullptr;
  /// By local value: 1 for the values to be analysed. The graph then has no needs and contains only what
  /// these values and the cycles around them depend on. Only for functions without calls. Empty: analyse
  /// everything.
  std::span<const uint8_t> wanted;
};

/// Fills an empty graph, which must not be moved afterwards. Fails with kUnsupported for control flow that is
/// nested too deeply.
Result<void> build_function_graph(const GraphContext& context, const dxil::Function& function,
                                  FunctionGraph& result);

}  // namespace trellis::uniformity
