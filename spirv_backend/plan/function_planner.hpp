// Plans one function: what its pointers and handles refer to, how it accesses memory and resources, and the
// structurizer's view of it.
#pragma once

#include <array>
#include <memory>

#include "cfg/post_visit_order.hpp"
#include "dxil_frontend/program/dxil_ops.hpp"
#include "lower/analysis/memory_layout.hpp"
#include "lower/edit/lowered_program.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// How an object is accessed; one for each of ModulePlan::objects.
struct ObjectUse {
  uint8_t narrowest = 8;  ///< Size in bytes of the narrowest scalar that is accessed.
  bool int_access = false, float_access = false, is_atomic = false, is_written = false, is_read = false;
  uint64_t static_end = 0;  ///< End of the furthest access at a constant index, in bytes.
  bool dynamic_access = false;
};

/// A pointer that is passed to a function: the parameter refers to the argument's object during the call.
struct PassedPointer {
  Reference argument;
  uint32_t parameter = dxil::kNone;  ///< Index into ModulePlan::objects.
};

/// A payload, a callable's parameter or attributes that an operation passes on (ray_plan.hpp).
struct RayTransfer {
  Reference source;
  spv::StorageClass storage = spv::StorageClass::Max;  ///< Storage class of the variable that carries it.
  uint64_t bytes = 0;
};

/// State shared by the planning of a module's functions.
struct PlanningContext {
  ModulePlan& plan;
  lower::LayoutTable layouts;
  Vector<ObjectUse> object_uses;
  Vector<uint32_t> resource_of_symbol;                 ///< By module value: a resource's index, or kNone.
  Vector<PassedPointer> payloads;                      ///< The payloads that DispatchMesh passes on.
  lower::AddressTerms terms;                           ///< A scratch buffer.
  Map<std::array<uint32_t, 2>, uint32_t> heap_ranges;  ///< By properties: index into ModulePlan::resources.
  uint32_t dispatch_count = 0, entry_returns = 0;      ///< Counts of DispatchMesh and of entry returns.
  bool dispatch_is_last = false;                       ///< A return follows some DispatchMesh immediately.
  bool has_barriers = false;
  Vector<uint32_t> ray_parameters;    ///< Objects of the entry point's parameters, in ray stages.
  Vector<RayTransfer> ray_transfers;  ///< Objects that the functions pass to other stages.
  HitPlan* hits = nullptr;            ///< ModulePlan::hits, or null.
};

/// Adds an object and its entry in object_uses. Returns its index.
uint32_t add_object(PlanningContext& context, const MemoryObject& object);

/// Creates the objects of a function's pointer parameters. Returns their indices by argument; kNone for other
/// arguments.
Vector<uint32_t> parameter_objects(PlanningContext& context, uint32_t function);

/// Returns the object of the payload of a mesh or amplification shader. The first call creates it. `type`:
/// kNone if unknown.
uint32_t payload_object(PlanningContext& context, dxil::TypeId type);

class FunctionPlanner {
 public:
  FunctionPlanner(PlanningContext& context, uint32_t function);

  /// Plans everything but the flow. `parameters`: from parameter_objects().
  Result<void> resolve(std::span<const uint32_t> parameters);
  /// A call of another function. calls() has them in order, with one entry each; it is valid after resolve().
  struct Call {
    const dxil::Instruction* instruction;
    uint32_t callee;  ///< Index into Module::functions.
  };
  std::span<const Call> calls() const { return calls_; }
  /// Returns what a value refers to. Valid after resolve().
  Result<Reference> reference(dxil::ValueId value);

  /// Builds the flow. The convergence of callees must be known: callee_flags (structurizer::BlockFlags) is
  /// indexed like Module::functions. `marks`: those of the function's breaks.
  void build_flow(std::span<const uint8_t> callee_flags, std::span<const lower::BreakMark> marks);

  FunctionPlan take() { return std::move(result_); }
  FunctionPlan& plan() { return result_; }

 private:
  using BlockId = dxil::BlockId;
  using ValueId = dxil::ValueId;

  LocalPlan& local(ValueId value) { return result_.locals[value - function_.first_local]; }
  bool is_local(ValueId value) const { return value >= function_.first_local; }
  [[gnu::cold]] Diagnostic fail(const dxil::Instruction& i, String message) const;
  bool is_handle_type(dxil::TypeId type) const;
  /// Returns true if the first operand is the handle of a texture.
  bool operates_on_texture(const dxil::Instruction& i);

  Result<Reference> module_reference(ValueId value);
  Result<void> classify(const dxil::Instruction& i);
  Result<void> classify_special_result(const dxil::Instruction& i);
  Result<void> classify_reference(const dxil::Instruction& i);
  Result<void> classify_operation_handle(const dxil::Instruction& i, Reference& reference);
  Result<Reference> handle_at(const dxil::Instruction& i, uint32_t resource, uint32_t index_operand,
                              bool non_uniform);
  Result<void> classify_gep(const dxil::Instruction& i, Reference& reference);
  Result<void> merge_references(const dxil::Instruction& i, uint32_t first_operand, Reference& reference);
  Result<void> check_merges();
  Result<uint32_t> resource_of_bind(const dxil::Instruction& i);
  Result<Reference> heap_handle(const dxil::Instruction& i);
  Result<Reference> annotated_handle(const dxil::Instruction& i);
  Result<void> note_memory(const dxil::Instruction& i);
  Result<void> note_access(const dxil::Instruction& i, ValueId pointer, dxil::TypeId type, bool is_write,
                           bool is_atomic);
  void note_words(ResourcePlan& resource, dxil::TypeId type) const;
  Result<void> note_operation(const dxil::Instruction& i);
  void note_handles(const dxil::Instruction& i, const dxil::DxilOp& op);
  void note_use(const dxil::Instruction& i, dxil::HandleUse use, uint32_t resource);
  uint32_t components_of(const dxil::Instruction& i) const;
  uint32_t vector_words(const dxil::Instruction& i) const;
  void note_vector_rows(const dxil::Instruction& i, ResourcePlan& resource, uint32_t stride) const;
  void note_row_access(const dxil::Instruction& i, ResourcePlan& resource, uint32_t stride) const;
  bool may_have_rows(uint32_t resource) const;
  void note_rows();
  Result<void> note_ray_query(const dxil::Instruction& i, const dxil::DxilOp& op);
  Result<void> check_query_stores();
  Result<void> check_ray_queries();
  Result<void> note_dispatch(const dxil::Instruction& i);
  Result<void> note_ray_transfer(const dxil::Instruction& i);
  Result<void> note_hit_operation(const dxil::Instruction& i);
  void note_hit_structure(ValueId handle);
  Result<void> note_hit_memory(const dxil::Instruction& i, uint32_t operand, bool is_write);
  void collect_components();
  void add_use(ValueId v, BlockId block);
  void add_bindings(const dxil::Instruction& i, BlockId block);
  void add_block_flow(BlockId block);
  void add_phi_flow(const dxil::Instruction& i);

  PlanningContext& context_;
  const dxil::Module& module_;
  const dxil::Function& function_;
  cfg::PostVisitOrder order_;
  FunctionPlan result_;
  Vector<const dxil::Instruction*> merges_;  // Phis and selects of references.
  Vector<Call> calls_;
  Vector<BlockId> definition_block_;
  Vector<uint32_t> last_use_;  // By local value: 1 + block of the last recorded use, or 0.
  Vector<uint8_t> is_shared_;  // By local value: it is used in other blocks, or by phis.
  enum class Origin : uint8_t { kOther, kRayQuery };
  Vector<Origin> origin_;                            // Indexed by local value.
  Vector<const dxil::Instruction*> ray_query_uses_;  // Their handles come from no single allocation.
  bool has_aggregates_ = false;
  struct Extraction {
    uint32_t aggregate;  ///< Index among the local values.
    FunctionPlan::Component component;
  };
  Vector<Extraction> extractions_;  // In program order.
};

}  // namespace trellis::spirv
