// What plan_module() decides and emit_module() carries out.
//
// Memory. Every memory object (local array, groupshared variable, static, constant table, pointer parameter)
// is one flat array of equal scalar units in the output. A pointer of the program is then an object, known at
// translation time, and an index: a plain 32-bit value, which phis and selects can carry as any other value.
// Resource handles work the same way: a resource range, and a descriptor index.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/analysis/value_bounds.hpp"
#include "spirv_backend/module/module_builder.hpp"
#include "spirv_backend/options/emit_options.hpp"
#include "spirv_backend/plan/stage_plan.hpp"
#include "structurizer/flow.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

struct HitPlan;  // hit_plan.hpp

/// How a local value exists in the output.
enum class Treatment : uint8_t {
  kNone,       ///< Not at all: no result, or in a block the entry does not reach.
  kValue,      ///< An SSA value. For references: the 32-bit index.
  kStatic,     ///< A reference whose index is a constant: no value needed.
  kAggregate,  ///< A struct: exists only as its components.
  kComponent,  ///< extractvalue: defined where its aggregate is.
};

enum class ReferenceKind : uint8_t {
  kNone,      ///< Not a pointer or handle.
  kNothing,   ///< A pointer or handle that refers to nothing (undef, null).
  kMemory,    ///< root: into ModulePlan::objects; index: in bytes if static, in units if a value.
  kResource,  ///< root: into Shader::resources; index: descriptor, counted from the range's lower bound.
  kHeap,      ///< A descriptor nothing is known of yet; root: a DescriptorHeap; index: descriptor.
};

/// What a pointer or handle refers to.
struct Reference {
  ReferenceKind kind = ReferenceKind::kNone;
  bool is_static = true;     ///< The index is static_index; else it is the value itself.
  bool non_uniform = false;  ///< Resources: lanes of a subgroup may differ.
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
  bool is_constant = false;       ///< Never written.
  bool copied_arguments = false;  ///< kParameter: callers pass a copy and copy it back.
  uint8_t unit_bytes = 4;         ///< In the program's layout: what an index counts.
  NumericType unit = kU32;        ///< Element type of the flat array.
  uint32_t unit_count = 1;
  dxil::TypeId type = dxil::kNone;  ///< The program's type.
  dxil::ValueId initializer = dxil::kNone;
  uint32_t name_of_global = dxil::kNone;  ///< kGlobal: into Module::globals.
  uint32_t constant_copy = dxil::kNone;   ///< kLocal: into ModulePlan::constant_copies; it is not declared.

  /// Small arrays of up to so many units are selected from at every index that differs between lanes
  /// (emitter/selected_units.hpp); larger ones where an index can name few units.
  static constexpr uint32_t kAlwaysSelectedUnits = 16;
  /// An array of one thread that registers could hold. With fewer units than that drivers do well by
  /// themselves.
  bool is_small_array() const {
    constexpr uint32_t kLeastUnits = 9, kMostUnits = 64;
    const bool is_private = storage == spv::StorageClass::Function || storage == spv::StorageClass::Private;
    return is_private && !is_constant && kind != Kind::kParameter && unit_count >= kLeastUnits &&
           unit_count <= kMostUnits;
  }
};

/// Words of a constant buffer that a local array would hold (constant_copies.hpp).
struct ConstantCopy {
  uint32_t resource = dxil::kNone, element = 0;  ///< Into Shader::resources; its descriptor.
  uint32_t first_word = 0, stride = 1;           ///< Where the elements lie, in words.
  uint32_t count = 0;                            ///< Of elements.
  bool is_inside = false;                        ///< No index of an element is beyond them.
};

/// One function of the program and how it will be emitted.
struct FunctionPlan {
  uint32_t function = dxil::kNone;  ///< Into Module::functions.
  structurizer::Flow flow;          ///< For structurize(). Flow values are the function's ValueIds.
  Vector<LocalPlan> locals;         ///< By local value (ValueId - first_local).
  Vector<uint32_t> allocas;         ///< Objects of the function's own, to be declared by it.
  ValueBounds bounds;

  /// An extractvalue result of a local aggregate.
  struct Component {
    uint32_t field = 0;
    dxil::ValueId value = dxil::kNone;
  };
  /// The extractvalue results of each local aggregate, in program order; without rows if there are none.
  CompressedRows<Component> components;
  bool is_convergent = false, is_co_convergent = false;  ///< It, or what it calls, has such operations.
  bool has_effects = false;                              ///< It, or what it calls, writes memory.

  /// The ray queries it allocates, by value; index: into ModulePlan::ray_query_flags.
  struct RayQuery {
    dxil::ValueId value = dxil::kNone;
    uint32_t index = 0;
  };
  Vector<RayQuery> ray_queries;
};

/// What is done to a resource range, and its place in Vulkan's binding model.
struct ResourcePlan {
  bool is_used = false;
  bool is_read = false, is_written = false, is_atomic = false;
  bool is_coherent = false, uses_counter = false;
  bool is_sampled = false, is_compared = false;  ///< Textures: without and with a comparison.
  /// Images of floats that a compare-exchange works on: they are declared as images of integers, because
  /// SPIR-V compares no others. Its descriptor has to be a view of 32-bit unsigned integers.
  bool needs_integer_view = false;
  /// Constant buffers: loads of each; raw and structured buffers: loads and stores of words.
  uint32_t float_loads = 0, int_loads = 0;
  bool is_dynamically_indexed = false, is_non_uniform = false;  ///< Some handle's descriptor.
  /// Structured buffers: some access does not fit rows of 16 bytes; words of output that rows save.
  bool needs_words = false;
  int32_t row_saving = 0;
  /// Whether it is seen in rows. Their types take words too.
  bool has_rows() const { return !needs_words && !is_atomic && row_saving > 20; }
  Binding place;
  DescriptorHeap heap = DescriptorHeap::kNone;  ///< A range the planner made.
  /// Into ModulePlan::resources: heap images that atomic operations work on are declared apart, with a
  /// format.
  uint32_t atomic_twin = dxil::kNone;
};

/// How often a module does what takes many instructions: what is done often is done by a function.
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
  Vector<Entry> entries_;  // A few: numeric types only.
};

/// The plan of a module. Refers to the shader and entry point it was made from: they must outlive it.
struct ModulePlan {
  const dxil::Shader* shader = nullptr;  ///< The program that is emitted.
  std::shared_ptr<const dxil::Shader> own_shader;  ///< The same, if lowering changed it; else null.
  const dxil::EntryPoint* entry_point = nullptr;
  EmitOptions options;  ///< The caller's, but for maximal_reconvergence where `repacking` says why.
  /// The operation because of which MaximallyReconvergesKHR is not declared although the caller asked for it.
  std::optional<dxil::Op> repacking;
  StagePlan stage;
  uint32_t required_subgroup_size = 0;         ///< required_subgroup_size().
  uint32_t patch_constant_plan = dxil::kNone;  ///< Hull shaders: into functions.
  uint32_t payload_object = dxil::kNone;       ///< Mesh and amplification shaders: into objects.
  bool payload_is_in_place =
      false;  ///< Amplification shaders: what the program writes is the payload itself.
  bool dispatch_ends_entry = false;  ///< Amplification shaders: one dispatch, right before the one return.
  OperationCounts long_operations;   ///< Conversions of floats to integers; divisions by no constant.
  bool needs_quads = false;  ///< Takes derivatives, samples with an implicit level, or reads across quads.
  bool tests_special_floats = false;  ///< Asks whether floats are NaN, infinite, ordered.
  Vector<FunctionPlan> functions;     ///< Reachable from the entry; the entry first.
  Vector<uint32_t> function_plans;    ///< By Module::functions: index into functions, or kNone.
  Vector<MemoryObject> objects;
  Vector<ConstantCopy> constant_copies;
  Vector<uint32_t> object_of_global;  ///< By Module::globals: into objects, or kNone.
  Vector<ResourcePlan> resources;     ///< By Shader::resources, then by heap_ranges.
  /// One for each form of descriptor that the program takes from a heap.
  Vector<dxil::Resource> heap_ranges;
  Vector<Reference> references;       ///< By module value: of those that functions use as pointers.
  Vector<uint32_t> ray_query_flags;   ///< By ray query: the ray flags it is allocated with.
  bool ray_queries_vary = false;      ///< Some operation may be on one of several ray queries.
  bool asks_committed_t = false;      ///< Some ray query is asked how far its ray goes.
  std::shared_ptr<HitPlan> hits;      ///< Null: the program has no hit objects.

  /// `resource`: into `resources`.
  const dxil::Resource& resource_info(size_t resource) const {
    const size_t own = shader->resources.size();
    return resource < own ? shader->resources[resource] : heap_ranges[resource - own];
  }
};

/// What the module calls the entry point.
inline String module_entry_name(const ModulePlan& plan) {
  if (!plan.options.entry_name.empty()) return plan.options.entry_name;
  return plan.options.hlsl_entry_names ? String(plan.shader->shortest_name(*plan.entry_point)) : plan.entry_point->name;
}

}  // namespace trellis::spirv
