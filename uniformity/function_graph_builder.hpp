// Builds the implications of a function: control flow and phis in function_graph.cpp, memory, calls and
// operations in function_graph_operations.cpp, values that are more uniform than their operands suggest in
// precise_values.cpp and thread_ids.cpp, and the restriction to a few requested values in wanted_values.cpp.
#pragma once

#include <optional>
#include <utility>

#include "support/containers.hpp"
#include "uniformity/function_graph.hpp"
#include "uniformity/shared_intervals.hpp"

namespace trellis::uniformity {

class GraphBuilder {
 public:
  /// result.function, result.control and result.resources must be set.
  GraphBuilder(const GraphContext& context, const dxil::Function& function, FunctionGraph& result);
  void build();

 private:
  NodeId value_node(const dxil::Instruction& i) const {
    return result_.value_node(i.result - function_.first_local);
  }
  NodeId branch(BlockId block);
  NodeId decision(uint32_t node);
  NodeId cycle(CycleId id) {
    want(wanted_cycles_, id);
    return result_.cycle_nodes[id];
  }
  NodeId version(VersionId id) {
    want(wanted_versions_, id);
    return version_nodes_[id];
  }
  void want_value(uint32_t local) { want(wanted_values_, local); }

  /// Items that the wanted values depend on and that have not been added yet. Unused if everything is added.
  struct WorkList {
    Vector<uint8_t> seen;
    Vector<uint32_t> work;
  };
  void want(WorkList& list, uint32_t id) {
    if (!is_partial_ || list.seen[id] != 0) return;
    list.seen[id] = 1;
    list.work.push_back(id);
  }
  void add_all();
  void add_wanted();
  bool add_next();
  void find_memory();
  const MemoryVersions& memory() const { return *result_.memory; }
  void add_cycle(CycleId id);
  NodeId pick(uint32_t place, BlockId from);
  /// A group of edges into a block. At a loop header: the edges from outside (kEntering) or those from the
  /// loop (kBack). At other blocks, all edges are in kEntering.
  enum class EdgeGroup : uint8_t { kEntering, kBack };
  NodeId choice(BlockId block, EdgeGroup group);
  void require_choice(NodeId node, BlockId block);
  void require_pick(NodeId node, uint32_t place, BlockId from);
  void require_cycles(NodeId node, BlockId inside, BlockId outside, CycleId within);
  void use(NodeId user, dxil::ValueId value, BlockId block, Scopes scopes = kEveryScope);
  void require_still_together(NodeId user, BlockId made, BlockId read, Scopes scopes);

  void add_block(BlockId block);
  void add_instruction(const dxil::Instruction& i, uint32_t index, BlockId block);
  void add_phi(const dxil::Instruction& i, BlockId block);
  bool is_integer_arithmetic(const dxil::Instruction& i) const;
  bool are_equal_constants(dxil::ValueId a, dxil::ValueId b) const;
  bool are_equal(dxil::ValueId a, dxil::ValueId b, Vector<dxil::ValueId>& shared) const;
  bool is_one_constant(const dxil::Instruction& phi) const;
  bool is_one_expression(const dxil::Instruction& phi, BlockId block, EdgeGroup group);
  bool is_pixel_coordinate(dxil::ValueId value) const;
  void add_operands(const dxil::Instruction& i, BlockId block);
  bool is_tile_of_pixels(const dxil::Instruction& i) const;
  /// The known range of one component of a thread's id, or of its flattened index.
  struct ThreadIds {
    uint32_t count = 1;        ///< The number of ids in a group. The first is a multiple of this number.
    bool is_in_group = false;  ///< The first id is 0.
  };
  std::optional<ThreadIds> thread_ids(dxil::ValueId value) const;
  bool is_same_in_group(const dxil::Instruction& i) const;
  bool is_multiple(dxil::ValueId value, uint32_t of, uint32_t depth = 0) const;
  struct Strides {
    uint32_t count = 0;            ///< ThreadIds::count of the ids that the value starts from.
    Vector<dxil::ValueId> values;  ///< The value itself and the values it is computed from.
    /// The values read and the steps added, each with the block where that happens.
    Vector<std::pair<dxil::ValueId, BlockId>> reads, steps;
    Vector<BlockId> phis;  ///< Blocks of those of the values that are phis.
  };
  std::optional<Strides> find_strides(dxil::ValueId value) const;
  bool add_comparison_of_strides(const dxil::Instruction& i, BlockId block);
  bool add_settled_load(const dxil::Instruction& i, uint32_t index);
  void add_return(const dxil::Instruction& i, BlockId block);
  void add_flow();

  void add_version(VersionId version);
  void read_version(NodeId node, VersionId read, BlockId block);
  void taint_written(const dxil::Instruction& i, NodeId node);
  void add_load(const dxil::Instruction& i, uint32_t index, BlockId block);
  void add_store(const dxil::Instruction& i, BlockId block);
  void write_output(uint32_t argument, BlockId block);
  void add_call(const dxil::Instruction& i, uint32_t index, BlockId block);
  void pass_argument(NodeId user, const dxil::Instruction& i, uint32_t index, uint32_t argument,
                     BlockId block, Scopes scopes);
  void add_call_versions(const dxil::Instruction& i, uint32_t index, BlockId block);
  void add_operation(const dxil::Instruction& i, uint32_t index, BlockId block);
  void add_result(const dxil::Instruction& i, const dxil::DxilOp& op, BlockId block);
  bool is_along_one_thread(const dxil::Instruction& i) const;
  void add_input(const dxil::Instruction& i, BlockId block);
  void add_needs(const dxil::Instruction& i, const dxil::DxilOp& op, uint32_t index, BlockId block);
  void add_handle_needs(const dxil::Instruction& i, const dxil::DxilOp& op, uint32_t index, BlockId block);
  void need_flow(NeedKind kind, Scope scope, uint32_t index, BlockId block);
  void make_accesses();
  void require_access(NodeId user, dxil::ValueId handle, BlockId block);
  void add_access(NodeId node, const dxil::Instruction& i, BlockId block);
  void add_access_of_object(NodeId node, const dxil::Instruction& i, BlockId block);
  bool add_contents(NodeId node, dxil::ValueId pointer, VersionId read, BlockId block, Scopes scopes);
  dxil::ValueId made_by(dxil::ValueId handle) const;
  uint32_t argument_of_pointer(dxil::ValueId pointer) const;

  const GraphContext& context_;
  const dxil::Module& module_;
  const dxil::Function& function_;
  FunctionGraph& result_;
  Implications& graph_;
  const Control& control_;
  const bool is_partial_;  // Only what the wanted values depend on is added.
  bool wants_flow_ = false;
  WorkList wanted_values_, wanted_cycles_, wanted_versions_;
  // By local value: the reached block that defines it; kNone if there is none.
  Vector<BlockId> definition_block_;
  Vector<NodeId> choices_;  // By block and group of edges: the choice node; kNoNode until it is needed.
  std::optional<SharedIntervals> shared_intervals_;  // Created by the first load that needs it.
  Vector<NodeId> accesses_;          // By local value: the access node of a handle; kNoNode for other values.
  HashMap<uint64_t, NodeId> picks_;  // By `from` and place: the node + 1.
  Vector<uint32_t> pick_work_;
  Vector<NodeId> version_nodes_;
  Vector<std::pair<uint32_t, VersionId>> call_versions_;  // Pairs of instruction and version, ascending.
  BlockId return_block_ = kNone;
  bool has_dynamic_handles_ = false;
};

}  // namespace trellis::uniformity
