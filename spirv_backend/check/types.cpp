// Selects the typing rule of an instruction, and checks declarations of types, constants and variables.
#include <spirv/unified1/spirv.hpp11>

#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

using spv::Op;

Op opcode_of(const Instruction& i) { return static_cast<Op>(i.row->opcode); }

// SPV_KHR_untyped_pointers and SPV_EXT_descriptor_heap.
constexpr auto kOpTypeUntypedPointer = static_cast<Op>(4417);
constexpr auto kOpUntypedVariable = static_cast<Op>(4418);
constexpr auto kOpTypeBuffer = static_cast<Op>(5115);

bool is_scalar(const Type& type) { return count_of(type.shape) == 1 && type.shape != 0; }
/// Returns true for types that values in memory and composites can have.
bool is_storable(const Type& type) {
  return type.base != Base::kVoid && type.base != Base::kFunction && type.base != Base::kNothing;
}

bool add(ModuleState& m, const Type& type) {
  m.types.push_back(type);
  return true;
}

bool declare_vector(ModuleState& m, const Instruction& i, Type type) {
  const Type& component = m.type(i[2]);
  if (!is_scalar(component)) return m.fail(i, "component type " + name(i[2]) + " is not a scalar");
  if (i[3] < 2 || i[3] >= 0xFFFFF) return m.fail(i, "has " + decimal(i[3]) + " components");
  type.base = Base::kVector;
  type.shape = with_count(component.shape, i[3]);
  type.count = i[3];
  type.element = i[2];
  return add(m, type);
}

bool declare_array(ModuleState& m, const Instruction& i, Type type) {
  if (!is_storable(m.type(i[2]))) return m.fail(i, "element type " + name(i[2]) + " cannot be stored");
  type.element = i[2];
  type.base = Base::kRuntimeArray;
  if (opcode_of(i) == Op::OpTypeArray) {
    type.base = Base::kArray;
    if (scalar_of(m.shape(i[3])) != Base::kInt)
      return m.fail(i, "length " + name(i[3]) + " is not an integer");
    type.count = constant_value(m, i[3]);
  }
  return add(m, type);
}

// Operands: component type, scope, rows, columns, use.
bool declare_cooperative_matrix(ModuleState& m, const Instruction& i, Type type) {
  if (!is_scalar(m.type(i[2])) || m.type(i[2]).base == Base::kBool) {
    return m.fail(i, "component type " + name(i[2]) + " is not a number");
  }
  for (uint32_t n = 3; n < i.size(); ++n) {
    if (scalar_of(m.shape(i[n])) != Base::kInt) return m.fail(i, name(i[n]) + " is not an integer");
  }
  if (constant_value(m, i[4]) == 0 || constant_value(m, i[5]) == 0 || constant_value(m, i[6]) > 2) {
    return m.fail(i, "has no rows or columns, or an unknown use");
  }
  type.base = Base::kCooperativeMatrix;
  type.element = i[2];
  type.count = 1;
  return add(m, type);
}

bool declare_composite(ModuleState& m, const Instruction& i, Type type) {
  switch (opcode_of(i)) {
    case Op::OpTypeMatrix:
      if (m.type(i[2]).base != Base::kVector || scalar_of(m.type(i[2]).shape) != Base::kFloat) {
        return m.fail(i, "column type " + name(i[2]) + " is not a vector of floats");
      }
      type.base = Base::kMatrix;
      type.element = i[2];
      type.count = i[3];
      break;
    case Op::OpTypeStruct:
      for (uint32_t n = 2; n < i.size(); ++n) {
        if (!is_storable(m.type(i[n]))) return m.fail(i, "member type " + name(i[n]) + " cannot be stored");
      }
      type.base = Base::kStruct;
      type.count = i.size() - 2;
      break;
    case Op::OpTypeSampledImage:
      if (m.type(i[2]).base != Base::kImage) return m.fail(i, name(i[2]) + " is not an image type");
      type.base = Base::kSampledImage;
      type.element = i[2];
      break;
    case Op::OpTypePointer:
      type.base = Base::kPointer;
      type.storage = i[2];
      type.element = i[3];
      break;
    case Op::OpTypeFunction:
      for (uint32_t n = 3; n < i.size(); ++n) {
        if (m.type(i[n]).base == Base::kVoid) return m.fail(i, "a parameter is of type void");
      }
      type.base = Base::kFunction;
      type.element = i[2];
      type.count = i.size() - 3;
      break;
    default:
      return m.fail(i, "is not a type that the check knows");
  }
  return add(m, type);
}

bool declare_image(ModuleState& m, const Instruction& i, Type type) {
  const Type& sampled = m.type(i[2]);
  if (!is_scalar(sampled) && sampled.base != Base::kVoid) {
    return m.fail(i, "sampled type " + name(i[2]) + " is not a scalar");
  }
  if (i[4] > 2 || i[5] > 1 || i[6] > 1 || i[7] > 2) {
    return m.fail(i, "has a depth, arrayed, multisampled or sampled number out of range");
  }
  type.base = Base::kImage;
  type.element = i[2];
  return add(m, type);
}

bool declare_scalar(ModuleState& m, const Instruction& i, Type type, Base base) {
  const uint32_t bits = base == Base::kBool ? 1 : i[2];
  const bool is_width = bits == 16 || bits == 32 || bits == 64 || (bits == 8 && base == Base::kInt);
  if (base != Base::kBool && !is_width) return m.fail(i, "has " + decimal(bits) + " bits");
  if (base == Base::kInt && i[3] > 1) return m.fail(i, "has a signedness of " + decimal(i[3]));
  type.base = base;
  type.shape = shape_of(base, bits, 1);
  return add(m, type);
}

constexpr uint32_t kHitObjectType = 5313;          // SPV_EXT_shader_invocation_reorder.
constexpr uint32_t kCooperativeMatrixType = 4456;  // SPV_KHR_cooperative_matrix.

/// Types without operands to check.
Base plain_base(Op opcode) {
  switch (opcode) {
    case Op::OpTypeVoid:
      return Base::kVoid;
    case Op::OpTypeSampler:
      return Base::kSampler;
    case Op::OpTypeAccelerationStructureKHR:
      return Base::kAccelerationStructure;
    case Op::OpTypeRayQueryKHR:
      return Base::kRayQuery;
    case Op::OpTypeHitObjectNV:
      return Base::kHitObject;
    default:
      return static_cast<uint32_t>(opcode) == kHitObjectType ? Base::kHitObject : Base::kNothing;
  }
}

bool check_constant(ModuleState& m, const Instruction& i) {
  const Type& type = m.type(i[1]);
  switch (i.row->rule) {
    case Rule::kConstantBool:
      return type.base == Base::kBool || m.fail(i, "result type " + name(i[1]) + " is not bool");
    case Rule::kAnyObject:
      return is_storable(type) || m.fail(i, "result type " + name(i[1]) + " cannot be stored");
    default:
      return true;  // The grammar checked the literal against the type.
  }
}

/// The size of a descriptor.
bool check_descriptor_size(ModuleState& m, const Instruction& i) {
  if (!is_integer_scalar(m.type(i[1]).shape))
    return m.fail(i, "result type " + name(i[1]) + " is not an integer");
  const Base base = m.type(i[3]).base;
  const bool is_descriptor = base == Base::kBuffer || base == Base::kImage || base == Base::kSampler ||
                             base == Base::kAccelerationStructure;
  return is_descriptor || m.fail(i, name(i[3]) + " is not a type of descriptors");
}

/// A computation with constants. Trellis only emits those that choose the larger of two integers.
bool check_specialized(ModuleState& m, const Instruction& i) {
  const bool is_select = static_cast<Op>(i[3]) == Op::OpSelect;
  if (!is_select && static_cast<Op>(i[3]) != Op::OpUGreaterThan) {
    return m.fail(i, "computes with an instruction that Trellis does not emit here");
  }
  const uint32_t first = is_select ? 5 : 4;
  if (i.size() != first + 2) return m.fail(i, "has the wrong number of operands");
  if (is_select && m.type_of(i[4]).base != Base::kBool)
    return m.fail(i, "operand " + name(i[4]) + " is not a bool");
  const bool are_integers =
      is_integer_scalar(m.shape(i[first])) && m.type_id(i[first]) == m.type_id(i[first + 1]);
  if (!are_integers) return m.fail(i, "its operands are not two integers of one type");
  const bool fits = is_select ? m.type_id(i[first]) == i[1] : m.type(i[1]).base == Base::kBool;
  return fits || m.fail(i, "result type " + name(i[1]) + " is not that of the computation");
}

bool check_variable(ModuleState& m, const Instruction& i) {
  const Type& type = m.type(i[1]);
  const bool is_untyped = opcode_of(i) == kOpUntypedVariable;
  if (type.base != (is_untyped ? Base::kUntypedPointer : Base::kPointer)) {
    return m.fail(i,
                  "result type " + name(i[1]) + " is not " + (is_untyped ? "an untyped" : "a") + " pointer");
  }
  if (type.storage != i[3]) return m.fail(i, "its storage class is not that of its type");
  const bool is_local = static_cast<spv::StorageClass>(i[3]) == spv::StorageClass::Function;
  if (is_local != (m.function.number != 0)) return m.fail(i, "has a storage class that is not allowed here");
  if (!is_local) m.globals.push_back({i.at, i.number, 0});
  if (is_local && (m.function.has_code || m.function.block != m.function.first_block)) {
    return m.fail(i, "is not at the beginning of its function");
  }
  if (i.size() > 4 && m.ids[i[4]].kind == Kind::kConstant && m.type_id(i[4]) != type.element) {
    return m.fail(i, "initializer " + name(i[4]) + " is of another type");
  }
  return true;
}

bool declare(ModuleState& m, const Instruction& i) {
  switch (i.row->rule) {
    case Rule::kType:
      return check_type_declaration(m, i);
    case Rule::kMemoryModel:
      return ++m.memory_models == 1 || m.fail(i, "is declared twice");
    case Rule::kVariable:
      return check_variable(m, i);
    case Rule::kConstant:
    case Rule::kConstantBool:
    case Rule::kAnyObject:
      return check_constant(m, i);
    case Rule::kSpecialized:
      return check_specialized(m, i);
    case Rule::kDescriptorSize:
      return check_descriptor_size(m, i);
    default:
      return true;
  }
}

/// Records instructions to be checked later, because they refer to later definitions.
void note(ModuleState& m, const Instruction& i) {
  const Section section = i.row->section;
  if (section == Section::kEntryPoints) m.entry_points.push_back({i.at, i.number, 0});
  if (section == Section::kNames || section == Section::kAnnotations || section == Section::kExecutionModes) {
    m.remarks.push_back({i.at, i.number, 0});
  }
}

}  // namespace

bool check_type_declaration(ModuleState& m, const Instruction& i) {
  Type type;
  type.at = i.at;
  switch (opcode_of(i)) {
    case Op::OpTypeBool:
      return declare_scalar(m, i, type, Base::kBool);
    case Op::OpTypeInt:
      return declare_scalar(m, i, type, Base::kInt);
    case Op::OpTypeFloat:
      return declare_scalar(m, i, type, Base::kFloat);
    case Op::OpTypeVector:
      return declare_vector(m, i, type);
    case Op::OpTypeArray:
    case Op::OpTypeRuntimeArray:
      return declare_array(m, i, type);
    case Op::OpTypeImage:
      return declare_image(m, i, type);
    default:
      if (i.row->opcode == kCooperativeMatrixType) return declare_cooperative_matrix(m, i, type);
      if (opcode_of(i) == kOpTypeBuffer || opcode_of(i) == kOpTypeUntypedPointer) {
        type.base = opcode_of(i) == kOpTypeBuffer ? Base::kBuffer : Base::kUntypedPointer;
        type.storage = i[2];
        return add(m, type);
      }
      type.base = plain_base(opcode_of(i));
      return type.base != Base::kNothing ? add(m, type) : declare_composite(m, i, type);
  }
}

bool check_types(ModuleState& m, const Instruction& i) {
  const Part part = i.row->part;
  if (part == Part::kGlobal) {
    note(m, i);
    return i.row->rule == Rule::kConstruct ? check_composite(m, i) : declare(m, i);
  }
  if (part == Part::kFlow) return check_flow(m, i);
  if (m.function.block != 0 && i.row->section != Section::kLines) {
    if (m.function.has_merge) return m.fail(i, "is between a merge instruction and its branch");
    m.function.has_body = true;
    if (i.row->rule != Rule::kVariable) m.function.has_code = true;
  }
  switch (part) {
    case Part::kDeclaration:
      return declare(m, i);
    case Part::kArithmetic:
      return check_arithmetic(m, i);
    case Part::kConversion:
      return check_conversion(m, i);
    case Part::kComposite:
      return check_composite(m, i);
    case Part::kMemory:
      return check_memory(m, i);
    case Part::kImage:
      return check_image(m, i);
    case Part::kGroup:
      return check_group(m, i);
    case Part::kExtended:
      return check_extended(m, i);
    default:
      return true;
  }
}

}  // namespace trellis::module_check
