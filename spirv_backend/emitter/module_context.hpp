// State shared by the emission of all functions of a module.
#pragma once

#include <optional>

#include "lower/analysis/memory_layout.hpp"
#include "spirv_backend/emitter/discards.hpp"
#include "spirv_backend/emitter/interface/stage_interface.hpp"
#include "spirv_backend/emitter/interface/view_instancing.hpp"
#include "spirv_backend/emitter/memory/root_data.hpp"
#include "spirv_backend/emitter/module_caches.hpp"
#include "spirv_backend/module/module_builder.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// The units in a row of a large table (MemoryObject::has_rows()).
inline constexpr uint32_t kRowUnits = 4;

/// A memory object in the output.
struct ObjectState {
  Id variable = 0;            ///< 0: not declared yet.
  Id unit_pointer = 0;        ///< Type id of a pointer to a unit.
  bool is_flattened = false;  ///< True if `units` has been computed.
  Vector<uint64_t> units;     ///< For constant tables: bit patterns of the units; empty if unknown.
};

/// A resource range in the output: its variables, created on first use.
struct ResourceState {
  /// Raw and structured buffers are accessed as arrays of 16-, 32- or 64-bit words, or of floats. Other
  /// resources have one variable, the first.
  Id variables[5] = {0, 0, 0, 0, 0};
  Id counter = 0;
  Id value_type = 0;  ///< For images: id of the image type.
};

struct ModuleContext {
  explicit ModuleContext(const ModulePlan& module_plan);
  ModuleContext(const ModuleContext&) = delete;

  /// Returns the SPIR-V scalar or vector type; {kInt, 0 bits} if the type is neither.
  NumericType numeric_type(dxil::TypeId type) const { return numeric_types[type]; }
  bool is_min_precision(dxil::TypeId type) const;
  /// Returns true if min-precision values have 32 bits.
  bool has_wide_min_precision() const;
  /// Returns the bits of a scalar constant in its SPIR-V type (where min precision may have 32 bits).
  uint64_t constant_bits(dxil::TypeId type, uint64_t bits) const;
  /// The same in memory, where min precision always has 32 bits.
  uint64_t stored_bits(dxil::TypeId type, uint64_t bits) const;
  /// Returns the id of a module-level constant of scalar or vector type; 0 if the value is not such a
  /// constant.
  Id constant_id(dxil::ValueId value);
  /// Returns the object's variable. A global is declared on first use; a local has been declared by its
  /// function.
  Id object_variable(uint32_t object);
  Id object_type(uint32_t object);
  Id unit_pointer_type(uint32_t object);
  /// Returns the bit pattern of a constant table's unit; empty if unknown.
  std::optional<uint64_t> known_unit(uint32_t object, uint32_t index);
  /// Describes what the module needs and the device lacks (ModuleBuilder::missing).
  String missing_text() const;
  /// Adds the decorations that depend on all emitted code: which variables may alias.
  void decorate_aliasing();

  const ModulePlan& plan;
  const dxil::Shader& shader;
  const dxil::Module& program;
  ModuleBuilder builder;
  StageInterface interface;
  lower::LayoutTable layouts;
  Vector<NumericType> numeric_types;  ///< Indexed by TypeId.
  Vector<Id> value_ids;               ///< Indexed by module-level value: constants; 0 until first use.
  Vector<ObjectState> objects;        ///< Parallel to ModulePlan::objects.
  Vector<ResourceState> resources;    ///< Parallel to ModulePlan::resources.
  Vector<Id> function_ids;            ///< Parallel to ModulePlan::functions.
  Id entry_id = 0;                    ///< Id of the module's entry point.
  Discards discards;
  RootBlock root_data{plan.options};
  Views views{plan, interface, root_data};
  ModuleCaches caches;                ///< State of features not listed above.
  std::optional<Diagnostic> failure;  ///< An error that could not be returned where it occurred.

 private:
  Id make_constant(dxil::ValueId value);
  Id object_initializer(uint32_t object);
};

}  // namespace trellis::spirv
