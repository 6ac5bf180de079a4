// Types of loads, stores, access chains and atomics (SPIR-V 1.6, sections 3.52.8 and 3.52.18).
#include <spirv/unified1/spirv.hpp11>

#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

bool is_integer(const ModuleState& m, Id id) {
  const uint32_t shape = m.shape(id);
  return shape != 0 && scalar_of(shape) == Base::kInt && count_of(shape) == 1;
}

// SPV_KHR_untyped_pointers and SPV_EXT_descriptor_heap.
constexpr uint32_t kUntypedAccessChain = 4419, kUntypedTexelPointer = 5126;

/// Returns what the instruction that made an untyped pointer says about the memory; 0 if it says nothing.
Id untyped_pointee(const ModuleState& m, Id pointer) {
  const uint32_t* words = m.words.data() + m.ids[pointer].at;
  const uint32_t opcode = words[0] & 0xFFFF;
  // Both have the type of the base as their first operand: an array of descriptors, and an image.
  if (opcode == kUntypedAccessChain || opcode == kUntypedTexelPointer) return m.type(words[3]).element;
  return 0;
}

/// Returns the type that a pointer refers to; 0 after an error.
Id pointee(ModuleState& m, const Instruction& i, uint32_t at) {
  const Type& type = m.type_of(i[at]);
  if (type.base == Base::kPointer) return type.element;
  if (type.base == Base::kUntypedPointer) {
    const Id described = untyped_pointee(m, i[at]);
    if (described == 0) m.fail(i, "operand " + name(i[at]) + " does not say what it points to");
    return described;
  }
  m.fail(i, "operand " + name(i[at]) + " is not a pointer");
  return 0;
}

bool check_load(ModuleState& m, const Instruction& i) {
  const Id type = pointee(m, i, 3);
  if (type == 0) return false;
  return type == i[1] ||
         m.fail(i, "result type " + name(i[1]) + " is not what " + name(i[3]) + " points to, " + name(type));
}

bool check_store(ModuleState& m, const Instruction& i, uint32_t object) {
  const Id type = pointee(m, i, 1);
  if (type == 0) return false;
  const auto storage = static_cast<spv::StorageClass>(m.type_of(i[1]).storage);
  if (storage == spv::StorageClass::Input || storage == spv::StorageClass::UniformConstant ||
      storage == spv::StorageClass::PushConstant || storage == spv::StorageClass::ShaderRecordBufferKHR) {
    return m.fail(i, "what " + name(i[1]) + " points to is read only");
  }
  return type == m.type_id(i[object]) ||
         m.fail(i, "object " + name(i[object]) + " is not of the type that " + name(i[1]) + " points to");
}

/// Returns the type of the part that an index selects; 0 after an error.
Id step(ModuleState& m, const Instruction& i, Id composite, Id index) {
  const Type& type = m.type(composite);
  switch (type.base) {
    case Base::kStruct: {
      const IdRecord& record = m.ids[index];
      const bool is_constant = record.kind == Kind::kConstant && is_integer(m, index);
      if (is_constant && (m.words[record.at] & 0xFFFF) == static_cast<uint32_t>(spv::Op::OpConstant)) {
        const uint32_t member = constant_value(m, index);
        if (member < type.count) return m.words[type.at + 2 + member];
      }
      m.fail(i, "index " + name(index) + " is not a constant that names a member of " + name(composite));
      return 0;
    }
    case Base::kVector:
    case Base::kMatrix:
    case Base::kArray:
    case Base::kRuntimeArray:
      if (is_integer(m, index)) return type.element;
      m.fail(i, "index " + name(index) + " is not an integer");
      return 0;
    default:
      m.fail(i, "index " + name(index) + " indexes into " + name(composite) + ", which is not a composite");
      return 0;
  }
}

bool check_access_chain(ModuleState& m, const Instruction& i) {
  const Type& result = m.type(i[1]);
  if (result.base != Base::kPointer) return m.fail(i, "result type " + name(i[1]) + " is not a pointer");
  Id type = pointee(m, i, 3);
  for (uint32_t n = 4; n < i.size() && type != 0; ++n) type = step(m, i, type, i[n]);
  if (type == 0) return false;
  if (m.type_of(i[3]).storage != result.storage) return m.fail(i, "changes the storage class");
  return type == result.element ||
         m.fail(i, "result type " + name(i[1]) + " does not point to " + name(type));
}

/// A descriptor of a heap, which is accessed as an array of descriptors.
bool check_untyped_access_chain(ModuleState& m, const Instruction& i) {
  const Type& result = m.type(i[1]);
  if (result.base != Base::kUntypedPointer)
    return m.fail(i, "result type " + name(i[1]) + " is not an untyped pointer");
  if (m.type_of(i[4]).base != Base::kUntypedPointer || m.type_of(i[4]).storage != result.storage) {
    return m.fail(i, "base " + name(i[4]) + " is not an untyped pointer of the same storage class");
  }
  if (m.type(i[3]).base != Base::kRuntimeArray)
    return m.fail(i, "base type " + name(i[3]) + " is not a runtime array");
  if (i.size() != 6) return m.fail(i, "has more than one index");
  return is_integer(m, i[5]) || m.fail(i, "index " + name(i[5]) + " is not an integer");
}

bool check_buffer_pointer(ModuleState& m, const Instruction& i) {
  const Type& result = m.type(i[1]);
  if (result.base != Base::kPointer) return m.fail(i, "result type " + name(i[1]) + " is not a pointer");
  const Id buffer = pointee(m, i, 3);
  if (buffer == 0) return false;
  const Type& type = m.type(buffer);
  if (type.base != Base::kBuffer) return m.fail(i, "operand " + name(i[3]) + " does not point to a buffer");
  return type.storage == result.storage || m.fail(i, "changes the storage class");
}

bool check_untyped_texel_pointer(ModuleState& m, const Instruction& i) {
  const Type& result = m.type(i[1]);
  if (result.base != Base::kUntypedPointer ||
      static_cast<spv::StorageClass>(result.storage) != spv::StorageClass::Image) {
    return m.fail(i, "result type " + name(i[1]) + " is not an untyped pointer to a texel");
  }
  if (m.type(i[3]).base != Base::kImage) return m.fail(i, name(i[3]) + " is not an image type");
  const Id image = pointee(m, i, 4);
  if (image == 0) return false;
  if (image != i[3]) return m.fail(i, "operand " + name(i[4]) + " does not point to an image of that type");
  const uint32_t coordinate = m.shape(i[5]);
  if (coordinate == 0 || scalar_of(coordinate) != Base::kInt)
    return m.fail(i, "coordinate " + name(i[5]) + " is not of integers");
  return is_integer(m, i[6]) || m.fail(i, "sample " + name(i[6]) + " is not an integer");
}

bool check_array_length(ModuleState& m, const Instruction& i) {
  const Id type = pointee(m, i, 3);
  if (type == 0) return false;
  const Type& block = m.type(type);
  const bool is_last = block.base == Base::kStruct && i[4] < block.count && i[4] + 1 == block.count &&
                       m.type(m.words[block.at + 2 + i[4]]).base == Base::kRuntimeArray;
  if (!is_last)
    return m.fail(i, "member " + decimal(i[4]) + " is not a runtime array at the end of a struct");
  const uint32_t shape = m.type(i[1]).shape;
  return shape == shape_of(Base::kInt, 32, 1) ||
         m.fail(i, "result type " + name(i[1]) + " is not an integer of 32 bits");
}

bool check_texel_pointer(ModuleState& m, const Instruction& i) {
  const Type& result = m.type(i[1]);
  if (result.base != Base::kPointer ||
      static_cast<spv::StorageClass>(result.storage) != spv::StorageClass::Image) {
    return m.fail(i, "result type " + name(i[1]) + " is not a pointer to a texel");
  }
  const Id image = pointee(m, i, 3);
  if (image == 0) return false;
  if (m.type(image).base != Base::kImage)
    return m.fail(i, "operand " + name(i[3]) + " does not point to an image");
  if (m.type(image).element != result.element) return m.fail(i, "the image has texels of another type");
  const uint32_t coordinate = m.shape(i[4]);
  if (coordinate == 0 || scalar_of(coordinate) != Base::kInt)
    return m.fail(i, "coordinate " + name(i[4]) + " is not of integers");
  return is_integer(m, i[5]) || m.fail(i, "sample " + name(i[5]) + " is not an integer");
}

/// The result and the values from `first` on have the type that the pointer refers to.
bool check_atomic(ModuleState& m, const Instruction& i, uint32_t first) {
  const Id type = pointee(m, i, 3);
  if (type == 0) return false;
  if (type != i[1])
    return m.fail(i, "result type " + name(i[1]) + " is not what " + name(i[3]) + " points to");
  const uint32_t shape = m.type(type).shape;
  const bool is_number =
      count_of(shape) == 1 && (scalar_of(shape) == Base::kInt || scalar_of(shape) == Base::kFloat);
  if (!is_number) return m.fail(i, name(i[3]) + " does not point to a number");
  for (uint32_t n = first; n < i.size(); ++n) {
    if (m.type_id(i[n]) != type) return m.fail(i, "value " + name(i[n]) + " is not of the result's type");
  }
  return true;
}

}  // namespace

bool check_memory(ModuleState& m, const Instruction& i) {
  switch (i.row->rule) {
    case Rule::kLoad:
      return check_load(m, i);
    case Rule::kStore:
      return check_store(m, i, 2);
    case Rule::kAccessChain:
      return check_access_chain(m, i);
    case Rule::kArrayLength:
      return check_array_length(m, i);
    case Rule::kTexelPointer:
      return check_texel_pointer(m, i);
    case Rule::kUntypedAccessChain:
      return check_untyped_access_chain(m, i);
    case Rule::kBufferPointer:
      return check_buffer_pointer(m, i);
    case Rule::kUntypedTexelPointer:
      return check_untyped_texel_pointer(m, i);
    case Rule::kAtomicLoad:
      return check_atomic(m, i, i.size());
    case Rule::kAtomicStore:
      return check_store(m, i, 4);
    case Rule::kAtomicChange:
      return check_atomic(m, i, 6);
    default:  // Compare-exchange has two memory semantics.
      return check_atomic(m, i, 7);
  }
}

}  // namespace trellis::module_check
