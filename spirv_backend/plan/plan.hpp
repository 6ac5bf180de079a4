// What plan_module() decides and emit_module() carries out.
//
// Memory. Every memory object (local array, groupshared variable, static, constant table, pointer parameter)
// is one flat array of equal scalar units in the output. A pointer of the program then is an object, known at
// translation time, and an index: a plain 32-bit value, which phis and selects can carry like any other
// value. Resource handles work the same way: a resource range and a descriptor index.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/analysis/conversion_uses.hpp"
#include "spirv_backend/analysis/round_trips.hpp"
#include "spirv_backend/analysis/value_bounds.hpp"
#include "spirv_backend/module/module_builder.hpp"
#include "spirv_backend/options/emit_options.hpp"
#include "spirv_backend/plan/stage/stage_plan.hpp"
#include "structurizer/flow.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

struct HitPlan;  // hit_plan.hpp

/// How a local value is represented in the output.
enum class Treatment : uint8_t {
  kNone,       ///< No representation: it has no result, or its block is unreachable.
  kValue,      ///< An SSA value; for references, the 32-bit index.
  kStatic,     ///< A reference with a constant index: no value is needed.
  kAggregate,  ///< A struct that exists only as its components.
  kComponent,  ///< An extractvalue result, defined where its aggregate is.
};

enum class ReferenceKind : uint8_t {
  kNone,      ///< Not a pointer or handle.
  kNothing,   ///< A pointer or handle that refers to nothing (undef, null).
  kMemory,    ///< root: index into ModulePlan::objects; the index is in bytes if static, in units if a value.
  kResource,  ///< root: index into Shader::resources; the index is relative to the range's lower bound.
  kHeap,      ///< A descriptor of unknown type; root: a DescriptorHeap; the index is that of the descriptor.
};

/// What a pointer or handle refers to.
struct Reference {
  ReferenceKind kind = ReferenceKind::kNone;
  bool is_static = true;     ///< The index is static_index; otherwise it is the value itself.
  bool non_uniform = false;  ///< The index may differ between lanes of a subgroup.
  uint32_t root = dxil::kNone;
  uint32_t static_index = 0;
};

struct LocalPlan {
  Treatment treatment = Treatment::kNone;
  Reference reference;
};

/// A memory object as a flat array.
struct MemoryObject {
  enum class Kind : uint8_t { kLocal, kParameter, kGlobal };
  Kind kind = Kind::kLocal;
  spv::StorageClass storage = spv::StorageClass::Function;
  bool is_constant = false;       ///< It is never written.
  bool copied_arguments = false;  ///< kParameter: callers pass a copy and copy it back after the call.
  uint8_t unit_bytes = 4;         ///< Size in bytes of a unit in the program's layout.
  NumericType unit = kU32;        ///< Element type of the flat array.
  uint32_t unit_count = 1;
  dxil::TypeId type = dxil::kNone;  ///< Type in the program, or kNone.
  dxil::ValueId initializer = dxil::kNone;
  uint32_t name_of_global = dxil::kNone;  ///< kGlobal: index into Module::globals.
  uint32_t constant_copy = dxil::kNone;   ///< kLocal: into ModulePlan::constant_copies; it is not declared.

  /// Accesses to small arrays of at most this many units become selections wherever the index differs between
  /// lanes (emitter/memory/selected_units.hpp); in larger ones only where an index can reach few units.
  static constexpr uint32_t kAlwaysSelectedUnits = 16;
  /// Whether it is a thread-local array that could be kept in registers. Drivers handle arrays with fewer
  /// units well by themselves.
  bool is_small_array() const {
    constexpr uint32_t kLeastUnits = 9, kMostUnits = 64;
    const bool is_private = storage == spv::StorageClass::Function || storage == spv::StorageClass::Private;
    return is_private && !is_constant && kind != Kind::kParameter && unit_count >= kLeastUnits &&
           unit_count <= kMostUnits;
  }
  /// Whether it is a table of constants that is declared as rows of four. Mesa stores the initial value part
  /// by part, which takes time by the square of the number of parts; a row is one part. In return, an access
  /// loads a row and selects from it.
  bool has_rows() const {
    constexpr uint32_t kMostUnits = 2048;
    return kind == Kind::kGlobal && storage == spv::StorageClass::Private && is_constant &&
           initializer != dxil::kNone && unit.bits == 32 && unit.count == 1 && unit_count > kMostUnits;
  }
};

/// The words of a constant buffer that a local array is a copy of (constant_copies.hpp).
struct ConstantCopy {
  uint32_t resource = dxil::kNone, element = 0;  ///< Index into Shader::resources; array element.
  uint32_t first_word = 0, stride = 1;           ///< Position and distance of the elements, in words.
  uint32_t count = 0;                            ///< Number of elements.
  bool is_inside = false;                        ///< Every index is known to be in range.
};

/// One function of the program and how it will be emitted.
struct FunctionPlan {
  uint32_t function = dxil::kNone;  ///< Index into Module::functions.
  structurizer::Flow flow;          ///< For structurize(). Flow values are the function's ValueIds.
  Vector<LocalPlan> locals;         ///< Indexed by local value (ValueId - first_local).
  Vector<uint32_t> allocas;         ///< The function's own objects, which it declares.
  ValueBounds bounds;
  ConversionUses conversions;
  RoundTrips round_trips;
  struct Component {
    uint32_t field = 0;
    dxil::ValueId value = dxil::kNone;
  };
  /// The extractvalue results of each local aggregate, in program order; without rows if there are no
  /// aggregates.
  CompressedRows<Component> components;
  bool is_convergent = false, is_co_convergent = false;  ///< It or one of its callees has such operations.
  bool has_effects = false;                              ///< It or one of its callees writes memory.

  /// The ray queries that it allocates, sorted by value; index: into ModulePlan::ray_query_flags.
  struct RayQuery {
    dxil::ValueId value = dxil::kNone;
    uint32_t index = 0;
  };
  Vector<RayQuery> ray_queries;
};

/// How a resource range is used, and its place in Vulkan's binding model.
struct ResourcePlan {
  bool is_used = false;
  bool is_read = false, is_written = false, is_atomic = false;
  bool is_coherent = false, uses_counter = false;
  bool is_sampled = false, is_compared = false;  ///< Textures: sampled without and with a comparison.
  /// A compare-exchange works on the float image: it is declared as an image of integers, because SPIR-V has
  /// compare-exchange only for these. Its descriptor must be a view of 32-bit unsigned integers.
  bool needs_integer_view = false;
  /// Number of loads (constant buffers), or of loads and stores of words (raw and structured buffers), by
  /// type.
  uint32_t float_loads = 0, int_loads = 0;
  bool is_dynamically_indexed = false, is_non_uniform = false;  ///< Some handle has such an index.
  /// Structured buffers: some access does not fit rows of 16 bytes; the words of output that rows save.
  bool needs_words = false;
  int32_t row_saving = 0;
  /// Whether it is accessed in rows. The declarations of row types cost some words, too.
  bool has_rows() const { return !needs_words && !is_atomic && row_saving > 20; }
  Binding place;
  DescriptorHeap heap = DescriptorHeap::kNone;  ///< kNone unless the planner added the range.
  /// Index into ModulePlan::resources: the separate declaration, with a format, of a heap's image for atomic
  /// operations.
  uint32_t atomic_twin = dxil::kNone;
};

/// Counts operations that take many instructions. One that occurs often becomes a function.
class OperationCounts {
 public:
  void add(dxil::Opcode opcode, dxil::TypeId from, dxil::TypeId to) {
    for (Entry& entry : entries_) {
      if (entry.opcode == opcode && entry.from == from && entry.to == to) {
        ++entry.count;
        return;
      }
    }
    entries_.push_back({opcode, from, to, 1});
  }
  uint32_t count(dxil::Opcode opcode, dxil::TypeId from, dxil::TypeId to) const {
    for (const Entry& entry : entries_) {
      if (entry.opcode == opcode && entry.from == from && entry.to == to) return entry.count;
    }
    return 0;
  }

 private:
  struct Entry {
    dxil::Opcode opcode;
    dxil::TypeId from, to;
    uint32_t count;
  };
  Vector<Entry> entries_;  // Few entries: only numeric types.
};

/// The plan of a module. Refers to the shader and entry point that it was made from, which must outlive it.
struct ModulePlan {
  const dxil::Shader* shader = nullptr;            ///< The program that is emitted.
  std::shared_ptr<const dxil::Shader> own_shader;  ///< Owns `shader` if lowering changed it; else null.
  const dxil::EntryPoint* entry_point = nullptr;
  EmitOptions options;  ///< The caller's, but without maximal_reconvergence if there is a `repacking`.
  /// The operation because of which MaximallyReconvergesKHR is not declared although the caller requested it.
  std::optional<dxil::Op> repacking;
  StagePlan stage;
  uint32_t required_subgroup_size = 0;         ///< From required_subgroup_size().
  uint32_t patch_constant_plan = dxil::kNone;  ///< Hull shaders: index into functions.
  uint32_t payload_object = dxil::kNone;       ///< Mesh and amplification shaders: index into objects.
  bool payload_is_in_place = false;  ///< Amplification shaders: the program writes directly to the payload.
  bool dispatch_ends_entry = false;  ///< Amplification shaders: one dispatch, right before the one return.
  OperationCounts long_operations;   ///< Conversions of floats to integers; divisions by non-constants.
  bool needs_quads = false;  ///< Takes derivatives, samples with an implicit level, or reads across quads.
  /// Tests whether results of arithmetic are NaN, infinite, or ordered (special_tests.hpp).
  bool tests_special_floats = false;
  Vector<FunctionPlan> functions;   ///< Reachable from the entry point; its function comes first.
  Vector<uint32_t> function_plans;  ///< By Module::functions: index into `functions`, or kNone.
  Vector<MemoryObject> objects;
  Vector<ConstantCopy> constant_copies;
  Vector<uint32_t> object_of_global;  ///< By Module::globals: index into `objects`, or kNone.
  Vector<ResourcePlan> resources;     ///< In the order of Shader::resources, then of heap_ranges.
  /// One for each type of descriptor that the program takes from a heap.
  Vector<dxil::Resource> heap_ranges;
  Vector<Reference> references;      ///< By module-level value, for those used as pointers or handles.
  Vector<uint32_t> ray_query_flags;  ///< By ray query: the ray flags of its allocation.
  bool ray_queries_vary = false;     ///< Some operation may be on one of several ray queries.
  bool asks_committed_t = false;     ///< The program queries a ray's committed T, or a hit object needs it.
  std::shared_ptr<HitPlan> hits;     ///< Null if the program has no hit objects.

  /// `resource`: index into `resources`.
  const dxil::Resource& resource_info(size_t resource) const {
    const size_t own = shader->resources.size();
    return resource < own ? shader->resources[resource] : heap_ranges[resource - own];
  }
};

/// Returns the entry point's name in the module.
inline String module_entry_name(const ModulePlan& plan) {
  if (!plan.options.entry_name.empty()) return plan.options.entry_name;
  return plan.options.hlsl_entry_names ? String(plan.shader->shortest_name(*plan.entry_point))
                                       : plan.entry_point->name;
}

}  // namespace trellis::spirv
