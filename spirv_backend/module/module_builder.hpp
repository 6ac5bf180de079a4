// A SPIR-V module under construction: a flat vector of words for each section, without duplicate types,
// constants, capabilities and so on. Ids are dense and allocated in the order of first use, so equal input
// gives equal bytes.
#pragma once

#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string_view>
#include <type_traits>

#include "spirv_backend/module/spirv_enumerants.hpp"
#include "spirv_backend/module/words.hpp"
#include "spirv_backend/options/device_options.hpp"
#include "spirv_backend/options/target.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

using Id = uint32_t;

enum class BaseType : uint8_t { kBool, kInt, kFloat };

/// A scalar or vector of bools, integers (always OpTypeInt N 0) or floats.
struct NumericType {
  BaseType base = BaseType::kInt;
  uint8_t bits = 32;  ///< 1 for bools.
  uint8_t count = 1;  ///< Number of components; 1: a scalar.

  NumericType scalar() const { return {base, bits, 1}; }
  NumericType with_base(BaseType b) const { return {b, b == BaseType::kBool ? uint8_t{1} : bits, count}; }
  NumericType with_bits(uint8_t b) const { return {base, b, count}; }
  NumericType with_count(uint8_t c) const { return {base, bits, c}; }
  bool is_bool() const { return base == BaseType::kBool; }
  bool is_int() const { return base == BaseType::kInt; }
  bool is_float() const { return base == BaseType::kFloat; }
  friend bool operator==(const NumericType&, const NumericType&) = default;
};
inline constexpr NumericType kBool{BaseType::kBool, 1, 1}, kU16{BaseType::kInt, 16, 1},
    kU32{BaseType::kInt, 32, 1}, kU64{BaseType::kInt, 64, 1}, kF16{BaseType::kFloat, 16, 1},
    kF32{BaseType::kFloat, 32, 1}, kF64{BaseType::kFloat, 64, 1};

/// Any operand word: an id, a literal or an enumerant.
template <class T>
concept Word = std::is_enum_v<T> || std::convertible_to<T, uint32_t>;

template <Word T>
constexpr uint32_t to_word(T value) {
  return static_cast<uint32_t>(value);
}

/// Appends an instruction; the operands include the result type and the result id.
template <Word... Operands>
void append(Words& words, spv::Op opcode, Operands... operands) {
  constexpr size_t kCount = sizeof...(Operands) + 1;
  uint32_t* word = words.extend(kCount);
  *word++ = static_cast<uint32_t>(kCount << 16) | to_word(opcode);
  ((*word++ = to_word(operands)), ...);
}
/// The same with additional operands from a list.
void append_list(Words& words, spv::Op opcode, std::span<const uint32_t> fixed,
                 std::span<const uint32_t> list);

class ModuleBuilder {
 public:
  explicit ModuleBuilder(Target target);

  Target target() const { return target_; }
  uint32_t version() const { return version_; }
  Id new_id() { return next_id_++; }
  /// Allocates `count` consecutive ids and returns the first.
  Id new_ids(uint32_t count) {
    next_id_ += count;
    return next_id_ - count;
  }
  uint32_t bound() const { return next_id_; }

  // --- Capabilities, extensions, imports: declared once, however often they are requested.
  void capability(spv::Capability capability);
  /// Declares the extension, unless it is part of SPIR-V from version `core_since` on (0: never) and the
  /// module has at least this version.
  void extension(std::string_view name, uint32_t core_since = 0);
  /// From now on, requests for anything that the device lacks are recorded in missing(). `device` must
  /// outlive the builder.
  void limit(const DeviceOptions& device) { device_ = &device; }
  bool declares(spv::Capability capability) const;
  bool allows(Extension extension) const;
  bool allows(spv::Capability capability) const;
  /// Returns true only if the caller listed the extension: for features that not every device of the target
  /// can be expected to have.
  bool is_named(Extension extension) const {
    return device_ != nullptr && device_->extensions && device_->extensions->has(extension);
  }
  /// The first requested extension, or capability by number, that the device lacks. If there is one, the
  /// module must not be used.
  struct Missing {
    String extension;
    uint32_t capability = 0;
    bool is_any = false;
  };
  const Missing& missing() const { return missing_; }
  Id glsl_std_450();
  /// Imports a set of extended instructions; each call writes a new import.
  Id import(std::string_view name);
  /// Writes an instruction of a set outside functions; its result has type void. Each call writes a new one.
  Id global_instruction(Id set, uint32_t number, std::span<const Id> operands);

  // --- Types. 8-, 16- and 64-bit types declare their capabilities (Int16, Float16, ...) themselves.
  Id type_void();
  Id type_bool() { return type(kBool); }
  Id type_int(uint32_t bits) { return type({BaseType::kInt, static_cast<uint8_t>(bits), 1}); }
  Id type_float(uint32_t bits) { return type({BaseType::kFloat, static_cast<uint8_t>(bits), 1}); }
  Id type(NumericType numeric) {
    if (numeric.count <= 4) {
      if (const Id known = numeric_id(numeric); known != 0) return known;
    }
    return new_type(numeric);
  }
  /// OpTypeInt with signedness 1: for images of signed integers and texel offsets.
  Id type_signed_int(uint32_t bits);
  Id type_vector(Id element, uint32_t count);
  /// An array without layout, for Function, Private and Workgroup memory.
  Id type_array(Id element, uint32_t count) { return type_array(element, count, 0); }
  /// An array with ArrayStride (in bytes; 0: none).
  Id type_array(Id element, uint32_t count, uint32_t stride);
  Id type_runtime_array(Id element, uint32_t stride);
  /// A struct without decorations: equal members give the same id. Also for the results of OpIAddCarry and
  /// similar instructions.
  Id type_struct(std::span<const Id> members);
  /// A new, unshared struct for a buffer block, which the caller decorates.
  Id type_block(std::span<const Id> members);
  Id type_pointer(spv::StorageClass storage, Id pointee);
  Id type_function(Id result, std::span<const Id> parameters);
  Id type_image(Id sampled_type, spv::Dim dim, uint32_t depth, bool arrayed, bool multisampled,
                uint32_t sampled, spv::ImageFormat format);
  Id type_sampler();
  /// A matrix of `columns` columns with `rows` floats each.
  Id type_matrix(uint32_t rows, uint32_t columns);
  /// OpTypeCooperativeMatrixKHR at subgroup scope. `use`: 0 and 1 for the factors, 2 for sums.
  Id type_cooperative_matrix(Id element, uint32_t rows, uint32_t columns, uint32_t use);
  Id type_acceleration_structure();
  Id type_ray_query();
  /// `opcode` is the extension's type instruction.
  Id type_hit_object(spv::Op opcode);
  Id type_sampled_image(Id image);
  /// Types of SPV_KHR_untyped_pointers and SPV_EXT_descriptor_heap.
  Id type_untyped_pointer(spv::StorageClass storage);
  Id type_buffer_descriptor(spv::StorageClass storage);
  /// A new, unshared runtime array of descriptors, whose stride is a constant.
  Id type_descriptor_array(Id descriptor, Id stride);

  // --- Constants.
  Id constant(NumericType type, uint64_t bits);  ///< Vectors: every component has these bits.
  Id constant_u32(uint32_t value) { return constant(kU32, value); }
  Id constant_bool(bool value) { return constant(kBool, value ? 1 : 0); }
  /// A constant of signed type, for texel offsets.
  Id constant_i32(int32_t value);
  Id constant_f32(float value) { return constant(kF32, std::bit_cast<uint32_t>(value)); }
  Id constant_f64(double value) { return constant(kF64, std::bit_cast<uint64_t>(value)); }
  /// A new constant whose value can be set when the pipeline is created.
  Id spec_constant_u32(uint32_t value, uint32_t spec_id);
  Id constant_composite(Id type, std::span<const Id> elements);
  Id constant_null(Id type);
  /// The size of a descriptor of a heap, which the device knows.
  Id constant_descriptor_size(Id descriptor);
  /// A constant that is computed when the pipeline is created.
  Id spec_constant_op(spv::Op opcode, NumericType type, std::span<const Id> operands);
  Id undef(Id type);

  // --- Module-level variables, decorations, names.
  /// Declares a variable. It is listed in the entry point's interface if the SPIR-V version requires it.
  Id variable(spv::StorageClass storage, Id pointee, Id initializer = 0);
  /// The same without a type for what is in it.
  Id untyped_variable(spv::StorageClass storage);
  /// Returns the Input variable of a built-in, one for each built-in. It is decorated Flat where fragment
  /// shaders require it.
  Id builtin_input(spv::BuiltIn builtin, NumericType type);
  template <Word... Operands>
  void decorate(Id target, spv::Decoration decoration, Operands... operands) {
    append(annotations_, spv::Op::OpDecorate, target, decoration, operands...);
  }
  template <Word... Operands>
  void decorate_member(Id target, uint32_t member, spv::Decoration decoration, Operands... operands) {
    append(annotations_, spv::Op::OpMemberDecorate, target, member, decoration, operands...);
  }
  /// Writes an OpString and returns its id.
  Id string(std::string_view text);
  /// OpSource, continued with OpSourceContinued if the text is too long for one instruction.
  void source(spv::SourceLanguage language, uint32_t version, Id file, std::string_view text);
  void name(Id target, std::string_view name);
  void name_member(Id target, uint32_t member, std::string_view name);

  // --- Entry point and functions.
  void entry_point(spv::ExecutionModel model, Id function, std::string_view name);
  /// Adds an execution mode to the entry point, which must have been set. Repeated requests have no effect.
  template <Word... Operands>
  void execution_mode(spv::ExecutionMode mode, Operands... operands) {
    const size_t first = execution_modes_.size();
    append(execution_modes_, spv::Op::OpExecutionMode, entry_function_, mode, operands...);
    const std::span<const uint32_t> all = execution_modes_, before = all.first(first),
                                    added = all.subspan(first);
    if (std::search(before.begin(), before.end(), added.begin(), added.end()) != before.end()) {
      execution_modes_.truncate(first);
    }
  }
  /// The same for a mode whose operand is an id; only once for each mode.
  void execution_mode_id(spv::ExecutionMode mode, Id operand);
  Words& functions() { return functions_; }
  /// A function that several lowerings call, under a key that they choose; 0 until it is set. The reference
  /// is valid until the next call. Its code must be added to functions() as a whole.
  Id& shared_function(uint32_t key);

  /// Sets the memory model; GLSL450 if this is not called.
  void memory_model(spv::MemoryModel model) { memory_model_ = model; }
  const Words& globals() const { return globals_; }
  Words& annotations() { return annotations_; }

  /// Returns the finished module, beginning with the header.
  Vector<uint32_t> finish() const;

 private:
  struct Slot {
    uint32_t hash = 0, offset = 0;
    Id id = 0;
  };
  struct BuiltinVariable {
    spv::BuiltIn builtin;
    Id id;
  };
  struct SharedFunction {
    uint32_t key;
    Id id;
  };
  struct Strided {  // An array type with ArrayStride; length 0: a runtime array.
    Id element, length;
    uint32_t stride;
    Id id;
  };

  /// Returns the id of an instruction in the types section, which is appended if it is not there. `has_type`:
  /// its first operand is a result type, and the result id comes second.
  Id unique(spv::Op opcode, bool has_type, std::span<const uint32_t> operands);
  Id insert(uint32_t hash, spv::Op opcode, bool has_type, std::span<const uint32_t> operands);
  bool matches(const Slot& slot, spv::Op opcode, bool has_type, std::span<const uint32_t> operands) const;
  void grow();
  /// The id of a type of up to four components; 0: it is not declared yet.
  Id& numeric_id(NumericType numeric) {
    return numeric_types_[static_cast<int>(numeric.base)][numeric.bits / 16][numeric.count];
  }
  Id new_type(NumericType numeric);
  Id make_numeric(NumericType numeric);

  Target target_;
  uint32_t version_;
  const DeviceOptions* device_ = nullptr;
  Missing missing_;
  Id next_id_ = 1;
  Vector<spv::Capability> capability_list_;
  Words extensions_, imports_, execution_modes_, sources_, names_, annotations_, globals_, functions_;
  Words interface_, entry_name_;
  spv::MemoryModel memory_model_ = spv::MemoryModel::GLSL450;
  spv::ExecutionModel model_ = spv::ExecutionModel::GLCompute;
  Id entry_function_ = 0, glsl_ = 0;
  Id numeric_types_[3][16][5] = {};  // Indexed by base, bits / 16, count.
  Vector<Slot> slots_;
  uint32_t slot_count_ = 0;
  Vector<BuiltinVariable> builtins_;
  Vector<SharedFunction> shared_functions_;
  Vector<Strided> strided_;
};

}  // namespace trellis::spirv
