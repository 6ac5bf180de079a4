// The type table of a module, with what the bitcode check needs of it.
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"

namespace trellis::dxil::bitcode {

enum class TypeKind : uint8_t {
  kUndefined,  ///< A type id whose record has not been read yet.
  kVoid,
  kInt,
  kFloat,
  kPointer,
  kVector,
  kArray,
  kStruct,
  kOpaqueStruct,
  kFunction,
  kLabel,
  kMetadata,
};

inline constexpr uint32_t kNoType = UINT32_MAX;

/// A type. The ids of member types are canonical: types that are equal in LLVM 19 have the same canonical id.
/// LLVM 19's pointers have no pointee, so two typed pointers of the same address space are equal.
struct Type {
  TypeKind kind = TypeKind::kUndefined;
  bool sized = false;   ///< Has a size: it can be loaded, allocated, or be a member.
  uint8_t depth = 0;    ///< Nesting of arrays, vectors and structs.
  bool named = false;   ///< Named structs are distinct from all others, even with equal members.
  uint32_t number = 0;  ///< kInt, kFloat: number of bits. kPointer: address space. kStruct: 1 if packed.
  uint32_t element =
      kNoType;  ///< kVector, kArray: element. kFunction: result. kPointer: pointee, not canonical.
  uint32_t first_member = 0;  ///< kStruct, kFunction: index into the table's members.
  uint32_t member_count = 0;
  uint32_t canonical = kNoType;
  uint64_t count = 0;    ///< kVector, kArray: number of elements.
  uint64_t scalars = 1;  ///< Number of scalars in it at all levels, saturating.
};

/// Types 0 .. N - 1 are the module's, in the order of its records. Derived types, such as the i1 of a
/// comparison, follow.
class TypeTable {
 public:
  static constexpr uint8_t kMaxDepth = 64;
  static constexpr uint64_t kMaxScalars = uint64_t{1} << 48;

  /// Creates ids 0 .. count - 1, all kUndefined.
  void reset(uint32_t count);
  uint32_t table_size() const { return table_size_; }
  /// Returns the number of types, including derived ones.
  uint32_t size() const { return static_cast<uint32_t>(types_.size()); }

  const Type& operator[](uint32_t id) const { return types_[id]; }
  bool defined(uint64_t id) const { return id < table_size_ && types_[id].kind != TypeKind::kUndefined; }
  uint32_t canonical(uint32_t id) const { return types_[id].canonical; }
  std::span<const uint32_t> members(const Type& type) const {
    return {members_.data() + type.first_member, type.member_count};
  }

  /// Defines the type with that id and finds its canonical id. `members` are canonical; `type.first_member`
  /// and member_count are set here.
  void define(uint32_t id, Type type, std::span<const uint32_t> members = {});

  /// Return the canonical ids of result types. They are created if the module has no record for them.
  uint32_t bool_type();
  uint32_t pointer(uint32_t address_space);
  uint32_t vector(uint32_t element, uint64_t count);
  uint32_t pair(uint32_t first, uint32_t second);
  /// Returns `shape`, or a vector of `shape` as long as `like` if that is a vector.
  uint32_t shaped_like(uint32_t like, uint32_t shape);

  // All of these take canonical ids.
  bool is(uint32_t id, TypeKind kind) const { return types_[id].kind == kind; }
  /// Returns the type itself, or the element type of a vector.
  const Type& scalar(uint32_t id) const {
    const Type& type = types_[id];
    return type.kind == TypeKind::kVector ? types_[type.element] : type;
  }
  bool is_int_or_vector(uint32_t id) const { return scalar(id).kind == TypeKind::kInt; }
  bool is_float_or_vector(uint32_t id) const { return scalar(id).kind == TypeKind::kFloat; }
  bool is_pointer_or_vector(uint32_t id) const { return scalar(id).kind == TypeKind::kPointer; }
  uint64_t lanes(uint32_t id) const { return types_[id].kind == TypeKind::kVector ? types_[id].count : 0; }
  /// Whether operands can have the type. Void, function, label, metadata and opaque struct types cannot.
  bool is_value(uint32_t id) const {
    const TypeKind kind = types_[id].kind;
    return kind >= TypeKind::kInt && kind <= TypeKind::kStruct;
  }

 private:
  uint32_t intern(const Type& type, std::span<const uint32_t> members);
  uint32_t add_derived(Type type, std::span<const uint32_t> members = {});
  void finish(Type& type, std::span<const uint32_t> members) const;
  void grow();

  Vector<Type> types_;
  Vector<uint32_t> members_;
  Vector<uint32_t> slots_;  ///< Open hashing of canonical ids; kNoType: free.
  uint32_t used_slots_ = 0;
  uint32_t table_size_ = 0;
  uint32_t bool_type_ = kNoType;
};

}  // namespace trellis::dxil::bitcode
