// What the emission of a module's functions shares.
#pragma once

#include <optional>

#include "spirv_backend/emitter/discards.hpp"
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

/// A ray query in the output: its variable, and one for the far end of its ray.
struct RayQueryState {
  Id query = 0, t_max = 0;
};

/// A resource range in the output: its variables, made when first used.
struct ResourceState {
  /// Raw and structured buffers are seen through arrays of 16, 32 or 64-bit words, or floats; other resources
  /// have one variable, the first.
  Id variables[4] = {0, 0, 0, 0};
  Id counter = 0;
  Id value_type = 0;  ///< Of images: the image type.
};

/// A storage buffer of words that say something of descriptors (word_tables.hpp).
struct WordTable {
  BindingPlace place;
  Id variable = 0;
};

/// A function of the module that looks whether memory is there (checked_access.hpp), and what it is for.
struct CheckedFunction {
  spv::Op opcode = spv::Op::OpNop;
  uint8_t view = 0, kind = 0;
  bool flag = false;
  uint32_t resource = dxil::kNone;
  Id id = 0;
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
  /// OpString for a file of Module::source_files, with its OpSource; made when first asked for.
  Id source_file_id(uint32_t file);
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
  Vector<Id> source_file_ids;         ///< By Module::source_files; 0: not named yet.
  Id word_blocks[2][4] = {};  ///< Block types of raw and structured buffers: coherent or not, by word view.
  Id row_blocks[2] = {0, 0};  ///< The same in rows: of integers, of floats.
  Vector<WordTable> word_tables;
  Vector<CheckedFunction> checked_functions;
  RootBlock root_data{plan.options};
  Views views{plan, interface, root_data};
  Discards discards;
  Id target_sample_count = 0;         ///< Specialization constant.
  Id entry_id = 0;                    ///< The module's entry point.
  Id primitive_indices = 0;           ///< Mesh shaders: the built-in array, when first used.
  Id capture_functions[4] = {};       ///< By stream: copy captured components; 0: not made yet.
  Id dispatch_size = 0;               ///< Amplification shaders: what DispatchMesh was given.
  Id counter_block = 0;               ///< Block type of hidden counters.
  Id sample_positions = 0;            ///< Table of D3D's sample positions (sample_positions.hpp).
  Vector<RayQueryState> ray_queries;  ///< By ModulePlan::ray_query_flags; one array if they vary.
  std::optional<Diagnostic> failure;  ///< What could not be told where it happened.

 private:
  Id make_constant(dxil::ValueId value);
  Id object_initializer(uint32_t object);
};

}  // namespace trellis::spirv
