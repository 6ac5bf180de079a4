// What the emission of a module's functions shares.
#pragma once

#include <optional>

#include "spirv_backend/emitter/discards.hpp"
#include "spirv_backend/emitter/module_caches.hpp"
#include "spirv_backend/emitter/root_data.hpp"
#include "spirv_backend/emitter/stage_interface.hpp"
#include "spirv_backend/emitter/view_instancing.hpp"
#include "spirv_backend/module/module_builder.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "spirv_backend/program/memory_layout.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// A memory object in the output.
struct ObjectState {
  Id variable = 0;            ///< 0: not declared yet.
  Id unit_pointer = 0;        ///< Type of a pointer to a unit.
  bool is_flattened = false;  ///< `units` is filled in.
  Vector<uint64_t> units;     ///< Of constant tables: bit patterns, empty if unknown.
};

/// A resource range in the output: its variables, made when first used.
struct ResourceState {
  /// Raw and structured buffers are seen through arrays of 16, 32 or 64-bit words, or floats; other resources
  /// have one variable, the first.
  Id variables[4] = {0, 0, 0, 0};
  Id counter = 0;
  Id value_type = 0;  ///< Of images: the image type.
};

struct ModuleContext {
  explicit ModuleContext(const ModulePlan& module_plan);
  ModuleContext(const ModuleContext&) = delete;

  /// Scalar or vector type in SPIR-V; {kInt, 0 bits} if it is none.
  NumericType numeric_type(dxil::TypeId type) const { return numeric_types[type]; }
  bool is_min_precision(dxil::TypeId type) const;
  /// Whether min-precision values have 32 bits.
  bool has_wide_min_precision() const;
  /// Bits of a scalar constant in its SPIR-V type (min precision may be 32 bits wide there).
  uint64_t constant_bits(dxil::TypeId type, uint64_t bits) const;
  /// The same in memory, where min precision always is.
  uint64_t stored_bits(dxil::TypeId type, uint64_t bits) const;
  /// The id of a module-level constant of scalar or vector type; 0 if it is none.
  Id constant_id(dxil::ValueId value);
  /// The object's variable: of a global, declared on first use; of a function, declared by the function.
  Id object_variable(uint32_t object);
  Id object_type(uint32_t object);
  Id unit_pointer_type(uint32_t object);
  /// The bit pattern of a constant table's unit; empty if it is not known.
  std::optional<uint64_t> known_unit(uint32_t object, uint32_t index);
  /// What the module needs and the device does not have (ModuleBuilder::missing), as a message.
  String missing_text() const;
  /// Decorations that depend on everything that was emitted: which variables may alias.
  void decorate_aliasing();

  const ModulePlan& plan;
  const dxil::Shader& shader;
  const dxil::Module& program;
  ModuleBuilder builder;
  StageInterface interface;
  LayoutTable layouts;
  Vector<NumericType> numeric_types;  ///< By TypeId.
  Vector<Id> value_ids;               ///< By module value: constants, when first used.
  Vector<ObjectState> objects;        ///< By ModulePlan::objects.
  Vector<ResourceState> resources;    ///< By Shader::resources.
  Vector<Id> function_ids;            ///< By ModulePlan::functions.
  Id entry_id = 0;                    ///< The module's entry point.
  Discards discards;
  RootBlock root_data{plan.options};
  Views views{plan, interface, root_data};
  ModuleCaches caches;                ///< What the features above these keep.
  std::optional<Diagnostic> failure;  ///< What could not be told where it happened.

 private:
  Id make_constant(dxil::ValueId value);
  Id object_initializer(uint32_t object);
};

}  // namespace trellis::spirv
